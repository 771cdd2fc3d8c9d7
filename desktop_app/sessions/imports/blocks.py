"""Bringing: the blocks that an import writes into days, what of them is there, and a day without
them again. Pure.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.notebook import days
from desktop_app.notebook.merge import merge3
from desktop_app.sessions.imports.books import plain
from desktop_app.sessions.imports.entry import ImportEntry
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import FlushDraft

MOST = 64_000_000
"""The most characters that one import writes: all of it stands in memory before."""
DAY_MOST = 10_000_000
"""The most characters that it writes into one day."""


class Brought:
    """What an import has gathered so far. `entries` are those that leave a block; `files`, by the
    sha256 of each, are those that notes show and that are kept already."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.blocks: dict[date, list[tuple[str, str]]] = {}
        self.rows: list[ImportEntry] = []
        self.entries = self.known = self.nothing = self.held_back = 0
        self._size = 0
        self._sizes: dict[date, int] = {}

    def note(self, entry: ImportEntry) -> None:
        """A note, as it is; one without a text counts as known. Raises Problem when all together
        is too much."""
        if not entry.text.strip():
            self.known += 1
            return
        self._add(entry, entry.text)
        self.rows.append(entry)

    def conversation(self, entry: ImportEntry, draft: "FlushDraft") -> None:
        """What matters of a conversation on one day."""
        self.held_back += len(draft.left_out)
        if draft.text.strip():
            self._add(entry, draft.text)
        else:
            self.nothing += 1
        self.rows.append(replace(entry, keys=draft.new))

    def texts(self) -> Iterator[tuple[date, list[str]]]:
        """The blocks of each day by their times; those without a time come first."""
        for day in sorted(self.blocks):
            pairs = sorted(self.blocks[day], key=lambda pair: pair[0])
            yield day, [text for _, text in pairs]

    def rows_of(self, days: Collection[date], *, rest: bool) -> list[ImportEntry]:
        """The entries of these days; with the `rest`, those of days that get no block as well."""
        return [r for r in self.rows if r.day in days or (rest and r.day not in self.blocks)]

    def _add(self, entry: ImportEntry, text: str) -> None:
        size = self._sizes.get(entry.day, 0) + len(text)
        self._sizes[entry.day] = size
        self._size += len(text)
        if self._size > MOST or size > DAY_MOST:
            raise Problem(
                tr("This is more text than can be imported at once. Nothing was written."),
                tr("Import a part of it first, such as the folder of a year."),
            )
        time = f"{entry.at:%H:%M}" if entry.at else ""
        block = days.block(entry.title, entry.at, text)
        blocks = self.blocks.setdefault(entry.day, [])
        title, _, words = block.partition("\n\n")
        if not entry.dated and blocks and blocks[-1][1].startswith(f"{title}\n"):
            block = blocks.pop()[1] + ("" if words.startswith("- ") else "\n") + words
        blocks.append((time, block))
        self.entries += 1


def taken_out(was: bytes, became: bytes, current: bytes) -> tuple[bytes, int]:
    """A day without what an import added (`was` became `became`), and how many places stay since
    they were edited after it."""
    if current == became:
        return was, 0
    kept = was or became[: became.index(b"\n") + 1]  # the header of a new day stays for the rest
    added = became[len(kept) :]
    if added and current.count(added) == 1:
        return current.replace(added, b""), 0
    merged = merge3(became, kept, current)
    return merged.data, len(merged.conflicts)


class KnownLines:
    """The texts of days, as far as anybody asked. Only lines count: no blanks, no heading's level.

    What was taken counts as standing there, so that nothing comes twice in one import.
    """

    def __init__(self, read: Callable[[date], str]) -> None:
        """`read` gives the text of a day, "" where there is none."""
        self._read = read
        self._days: dict[date, str] = {}

    def judged(
        self, entry: ImportEntry, shas: Collection[str], sources: Collection[str]
    ) -> ImportEntry:
        """A note with what of it is new, beside what was imported before. Of one that came from the
        same place when it was shorter, that is what follows.
        """
        day, lines = entry.day, entry.text.split("\n")
        sha = fingerprint(day if entry.dated else date.min, entry.text)
        if sha in shas or _bare(entry.text) in self._there(day):
            return entry
        count = 0
        if entry.dated and plain(entry.source) in sources:
            # The more lines, the fewer stand there: the last number for which all do is sought.
            count = bisect_right(
                range(len(lines)),
                0,
                key=lambda n: _bare("\n".join(lines[: n + 1])) not in self._there(day),
            )
        missing = "\n".join(lines[count:]).strip("\n") if count else entry.text
        self._days[day] += _bare(missing)[1:]
        return replace(entry, text=missing, sha=sha)

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
