"""What an import would bring, in numbers. Knows no files."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from datetime import date
from itertools import islice
from typing import NamedTuple

from desktop_app.dataclass import dataclass
from desktop_app.sessions.imports.entry import ImportKind, SkipWhy

EXAMPLES = 3
"""Names that are told of what is skipped for one reason."""


class MonthCount(NamedTuple):
    """The new entries of a month, named by its first day, and how many days they touch."""

    month: date
    entries: int
    days: int


@dataclass(frozen=True)
class SkippedCount:
    """How many things are skipped for one reason, and the names of the first of them."""

    why: SkipWhy
    count: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class ImportPreview:
    """What was found at `path`: new entries by kind and day, and what is known already by kind.

    `name` is what a person calls the file or folder. An entry is a note, or a conversation's share
    of one day.
    """

    path: str
    name: str
    new: Mapping[tuple[ImportKind, date], int]
    known: Mapping[ImportKind, int]
    skipped: tuple[SkippedCount, ...] = ()

    @property
    def kinds(self) -> tuple[ImportKind, ...]:
        """The kinds that were found, new or known, in the order of all kinds."""
        there = {kind for kind, _ in self.new} | set(self.known)
        return tuple(kind for kind in ImportKind if kind in there)

    def entries(self, kinds: Collection[ImportKind]) -> int:
        """How many entries are new."""
        return sum(count for (kind, _), count in self.new.items() if kind in kinds)

    def days(self, kinds: Collection[ImportKind]) -> list[date]:
        """The days that new entries touch, the first one first."""
        return sorted({day for kind, day in self.new if kind in kinds})

    def months(self, kinds: Collection[ImportKind]) -> list[MonthCount]:
        """The same by month, the newest first."""
        entries: Counter[date] = Counter()
        for (kind, day), count in self.new.items():
            entries[day.replace(day=1)] += count if kind in kinds else 0
        days = Counter(day.replace(day=1) for day in self.days(kinds))
        return [MonthCount(m, entries[m], days[m]) for m in sorted(days, reverse=True)]


class Found:
    """Counts what is read, for a preview."""

    def __init__(self) -> None:
        self._new: Counter[tuple[ImportKind, date]] = Counter()
        self._known: Counter[ImportKind] = Counter()
        self._skipped: dict[SkipWhy, list[str]] = defaultdict(list)

    def add(self, kind: ImportKind, day: date, *, new: bool) -> None:
        """An entry, which is new or known."""
        if new:
            self._new[kind, day] += 1
        else:
            self._known[kind] += 1

    def skip(self, name: str, why: SkipWhy) -> None:
        """Something that is not imported."""
        self._skipped[why].append(name)

    def preview(self, path: str, name: str) -> ImportPreview:
        """All of it."""
        skipped = tuple(
            SkippedCount(why, len(names), tuple(islice(dict.fromkeys(names), EXAMPLES)))
            for why in SkipWhy
            if (names := self._skipped.get(why))
        )
        return ImportPreview(path, name, dict(self._new), dict(self._known), skipped)
