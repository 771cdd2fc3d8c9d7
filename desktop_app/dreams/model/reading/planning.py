"""Notes split into parts that fit a model's room. Knows sizes and lines, asks nothing.

Days are kept whole as long as they fit; a larger one is split before a heading, or between lines.
Nothing is left out to make it fit: what can't fit by itself is named.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.model.reading.material import MemoryLine, NoteLine, Shown

_MEMORY_SHARE = 0.2
"""Of the room for lines, what memory may take; a larger one is shown in part."""

_NEAREST = 3  # lines of memory that are shown because of one note

Cost = Callable[[str], int]


@dataclass(frozen=True)
class NotesPart:
    """What one call is about. `whole` says that `memory` are all its lines that may be shown."""

    notes: tuple[NoteLine, ...]
    memory: tuple[MemoryLine, ...]
    whole: bool

    def halves(self) -> tuple["NotesPart", ...]:
        """Two parts with half of the notes each; none when there is but one line."""
        if len(self.notes) < 2:
            return ()
        at = _best_cut(self.notes)
        return tuple(
            NotesPart(notes, self.memory, self.whole)
            for notes in (self.notes[:at], self.notes[at:])
        )


@dataclass(frozen=True)
class PartsPlan:
    """The parts, oldest notes first, and the lines too long for any of them."""

    parts: tuple[NotesPart, ...]
    long: tuple[NoteLine, ...]


def planned(
    shown: Shown,
    book: Book,
    headings: Sequence[str],
    budget: int,
    cost: Cost,
    notes: Sequence[NoteLine] | None = None,
    wished: int | None = None,
    repeated: bool = True,
) -> PartsPlan:
    """Split `notes`, or all that are shown, into parts that cost at most `budget` each, in tokens.

    In that is room for the memory of its part, once more where it may be `repeated` in the answer.
    Parts cost at most what is `wished`, but for a line that is longer by itself.
    """
    hard = budget
    budget = min(budget, wished or budget)
    all_memory = sum(cost(line.row) for line in shown.memory)
    titles = sum(cost(heading) for heading in headings)
    for_memory = min(all_memory, max(0, int(budget * _MEMORY_SHARE) - titles))
    beside = (2 if repeated else 1) * for_memory + titles
    most = hard - beside
    by_fit: dict[bool, list[NoteLine]] = {True: [], False: []}
    for note in shown.notes if notes is None else notes:
        by_fit[cost(note.row) <= most].append(note)
    room = max(budget - beside, 1)
    whole = for_memory == all_memory
    parts = []
    for group in _grouped(by_fit[True], room, cost):
        near = shown.memory if whole else _near(group, shown.memory, book, for_memory, cost)
        parts.append(NotesPart(tuple(group), near, whole))
    return PartsPlan(tuple(parts), tuple(by_fit[False]))


def _grouped(notes: list[NoteLine], room: int, cost: Cost) -> Iterator[list[NoteLine]]:
    """Neighbouring pieces together while they fit."""
    group: list[NoteLine] = []
    size_of_group = 0
    for piece in _pieces(notes, room, cost):
        size = sum(cost(note.row) for note in piece)
        if group and size_of_group + size > room:
            yield group
            group, size_of_group = [], 0
        group = [*group, *piece]
        size_of_group += size
    if group:
        yield group


def _pieces(notes: list[NoteLine], room: int, cost: Cost) -> Iterator[list[NoteLine]]:
    """Days; the blocks of one that does not fit; the lines of a block that does not fit."""
    for _, day in groupby(notes, key=lambda note: note.day):
        yield from _fitting(list(day), room, cost)


def _fitting(notes: list[NoteLine], room: int, cost: Cost) -> Iterator[list[NoteLine]]:
    if len(notes) == 1 or sum(cost(note.row) for note in notes) <= room:
        yield notes
        return
    at = _best_cut(notes)
    yield from _fitting(notes[:at], room, cost)
    yield from _fitting(notes[at:], room, cost)


def _best_cut(notes: Sequence[NoteLine]) -> int:
    """Where to cut in two: at a new day, else before a heading, else in the middle."""
    middle = len(notes) // 2
    days = [n for n in range(1, len(notes)) if notes[n].day != notes[n - 1].day]
    blocks = [n for n in range(1, len(notes)) if notes[n].heading]
    return min(days or blocks or [middle], key=lambda n: abs(n - middle))


def _near(
    notes: Sequence[NoteLine],
    memory: tuple[MemoryLine, ...],
    book: Book,
    room: int,
    cost: Cost,
) -> tuple[MemoryLine, ...]:
    """The lines of memory nearest to these notes that fit, in their order."""
    by_line = {line.bullet.line: line for line in memory}
    rank: dict[int, int] = {}
    for note in notes:
        for place, line in enumerate(book.near(points(note.quote))[:_NEAREST]):
            if line.bullet.line in by_line:
                at = line.bullet.line
                rank[at] = min(rank.get(at, place), place)
    chosen = []
    for at in sorted(rank, key=lambda at: (rank[at], at)):
        size = cost(by_line[at].row)
        if size <= room:
            room -= size
            chosen.append(at)
    return tuple(by_line[at] for at in sorted(chosen))
