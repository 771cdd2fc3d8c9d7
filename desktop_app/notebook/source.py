"""What was read of a note: a day's text, and a line that something rests on. Opens no file
itself."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.notebook.lines import split

if TYPE_CHECKING:
    from desktop_app.notebook.diaries import DiarySource


@dataclass(frozen=True)
class Source:
    """A place in the notebook that a change rests on.

    `line` is 1-based. `quote` stands verbatim in that line. `sha` is the sha256 (hex) of the full
    line without its ending, so that the line is found again after it has moved; "" if unknown.
    """

    path: str
    line: int
    quote: str
    sha: str = ""


@dataclass(frozen=True)
class DayText:
    """A day's file, one of perhaps several, as it was read at the start of the dream."""

    date: date
    path: str
    text: str


def no_text_at(text: str) -> int | None:
    """The line on which a file shows by a NUL that it is no text; None for a text. Those at its end
    are what a crash leaves of the last lines."""
    at = text.rstrip("\0\n").find("\0")
    return None if at < 0 else text.count("\n", 0, at) + 1


def line_sha(line: str) -> str:
    """The hash by which a source's line is found again: of its text, without the line ending."""
    return sha256(line.rstrip("\r\n").encode("utf-8", "surrogateescape")).hexdigest()


class LinesNow:
    """Where lines stand now: each file is read once, by what `read` gives for its path."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self.of = cache(lambda path: split(read(path)))
        self._by_sha = cache(self._hashed)

    def place(self, path: str, line: int, sha: str) -> int | None:
        """The same line nearest to where it stood; None where there is none any more."""
        if sha in map(line_sha, self.of(path)[line - 1 : line]):
            return line
        return min(self._by_sha(path).get(sha, ()), key=lambda n: abs(n - line), default=None)

    def quoted(self, source: "DiarySource") -> "DiarySource":
        """The line nearest to where it was that has the quote; the same for none, and where the
        file cannot be read."""
        at: list[int] = []
        with suppress(Problem):
            lines = enumerate(self.of(source.path), start=1)
            at = [n for n, line in lines if source.quote and source.quote in line]
        near = min(at, key=lambda n: abs(n - source.line), default=source.line)
        return source._replace(line=near)

    def _hashed(self, path: str) -> dict[str, list[int]]:
        by_sha: dict[str, list[int]] = {}
        for n, text in enumerate(self.of(path), start=1):
            by_sha.setdefault(line_sha(text), []).append(n)
        return by_sha
