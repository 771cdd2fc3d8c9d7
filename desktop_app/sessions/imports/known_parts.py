"""Standing: what of a note is in its day already. Knows texts, not where they lie."""

import hashlib
from bisect import bisect_right
from collections.abc import Callable
from datetime import date


class KnownLines:
    """The texts of days, as far as anybody asked. Only lines count: no blanks, no heading's level.

    What was taken counts as standing there, so that nothing comes twice in one import.
    """

    def __init__(self, read: Callable[[date], str]) -> None:
        """`read` gives the text of a day, "" where there is none."""
        self._read = read
        self._days: dict[date, str] = {}

    def missing(self, day: date, text: str, *, grown: bool = False) -> str:
        """What of a text is not in its day: all of it, or nothing.

        Of a text that was there when it was shorter (`grown`) only what follows is missing.
        """
        there = self._there(day)
        lines = text.split("\n")
        if _bare(text) in there:
            return ""
        if not grown:
            return text
        # The more lines, the fewer stand there: the last number for which all do is searched for.
        count = bisect_right(
            range(len(lines)), 0, key=lambda n: _bare("\n".join(lines[: n + 1])) not in there
        )
        return "\n".join(lines[count:]).strip("\n")

    def take(self, day: date, text: str) -> None:
        """This text comes into the day."""
        self._days[day] = self._there(day) + _bare(text)[1:]

    def _there(self, day: date) -> str:
        if day not in self._days:
            self._days[day] = _bare(self._read(day))
        return self._days[day]


def fingerprint(day: date, text: str) -> str:
    """The same for the same lines on the same day, wherever they come from."""
    whole = f"{day.isoformat()}\n{_bare(text)}"
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def _bare(text: str) -> str:
    """The lines that hold something, with a line break before the first and after each."""
    bare = filter(None, (line.lstrip("#").strip() for line in text.split("\n")))
    return "".join(["\n", *(f"{line}\n" for line in bare)])
