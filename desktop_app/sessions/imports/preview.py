"""What an import would bring, in numbers. Knows no files."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date

from desktop_app.sessions.imports.entry import ImportKind, SkipWhy

EXAMPLES = 3
"""Names that are told of what is skipped for one reason."""


@dataclass
class ImportPreview:
    """What was found at `path`, as it is counted: new entries by kind and day, known ones by kind.

    `name` is what a person calls the file or folder. An entry is a note, or a conversation's share
    of one day.
    """

    path: str
    name: str
    new: Counter[tuple[ImportKind, date]] = field(default_factory=Counter)
    known: Counter[ImportKind] = field(default_factory=Counter)
    left_out: dict[SkipWhy, list[str]] = field(default_factory=dict)

    @property
    def skipped(self) -> list[tuple[SkipWhy, int, list[str]]]:
        """How many are not imported for each reason, and the names of the first of them."""
        found = [(why, self.left_out.get(why, [])) for why in SkipWhy]
        return [(why, len(all_), [*dict.fromkeys(all_)][:EXAMPLES]) for why, all_ in found if all_]

    @property
    def kinds(self) -> tuple[ImportKind, ...]:
        """The kinds that were found, new or known, in the order of all kinds."""
        there = {kind for kind, _ in self.new} | self.known.keys()
        return tuple(kind for kind in ImportKind if kind in there)

    @property
    def usual(self) -> tuple[ImportKind, ...]:
        """Those that come unless somebody chooses: not what only the time of a file dates."""
        return tuple(kind for kind in self.kinds if kind is not ImportKind.UNDATED)

    def entries(self, kinds: Collection[ImportKind]) -> int:
        """How many entries are new."""
        return sum(count for (kind, _), count in self.new.items() if kind in kinds)

    def days(self, kinds: Collection[ImportKind]) -> list[date]:
        """The days that new entries touch, the first one first."""
        return sorted({day for kind, day in self.new if kind in kinds})
