"""Notes split into parts that fit a model's room. Knows sizes and lines, asks nothing.

Days are kept whole as long as they fit; a larger one is split before a heading, or between lines.
Nothing is left out to make it fit: what can't fit by itself is named.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from desktop_app.dreams.comparing.gist import Rarity, gist
from desktop_app.dreams.consolidator.shown import MarkedHeading, MarkedStatement, Shown

_MEMORY_SHARE = 0.6  # of the room for lines that memory may take; a larger one is shown in part
_HEADINGS_SHARE = 0.2  # the same of its headings; where there are more, none is shown

Cost = Callable[[str], int]


@dataclass(frozen=True)
class DreamPart:
    """What one call is about. `whole` says that `memory` are all its statements that may be shown.

    `drafts` are lines of earlier answers: the last call joins those of all parts, and a call that
    `mends` rewrites those that are not proved.
    """

    notes: tuple[MarkedStatement, ...]
    memory: tuple[MarkedStatement, ...]
    headings: tuple[MarkedHeading, ...] = ()
    whole: bool = True
    drafts: tuple[str, ...] = ()
    mends: bool = False

    def halves(self) -> tuple["DreamPart", ...]:
        """Two parts with half of the notes each; none when there is but one line."""
        if len(self.notes) < 2:
            return ()
        at = _best_cut(self.notes)
        return tuple(replace(self, notes=notes) for notes in (self.notes[:at], self.notes[at:]))


def planned(
    shown: Shown, budget: int, cost: Cost, *, wished: int | None = None
) -> tuple[tuple[DreamPart, ...], tuple[MarkedStatement, ...]]:
    """The notes in parts that cost at most `budget` each, in tokens, and those too long for any.

    In that is room for memory, whole where it fits. Parts cost at most what is `wished`, but for a
    statement that is longer by itself.
    """
    hard, budget = budget, min(budget, wished or budget)
    titles = sum(cost(one.row) for one in shown.headings)
    headings = shown.headings if titles <= budget * _HEADINGS_SHARE else ()
    titles = titles if headings else 0
    all_memory = sum(cost(one.row) for one in shown.memory)
    for_memory = min(all_memory, int(budget * _MEMORY_SHARE) - titles)
    beside = for_memory + titles
    fits = [note for note in shown.notes if _size(note, cost) <= hard - beside]
    whole = for_memory == all_memory
    parts = [
        DreamPart(
            tuple(group),
            shown.memory if whole else nearest(group, shown.memory, for_memory, cost),
            headings,
            whole,
        )
        for group in _grouped(fits, max(budget - beside, 1), cost)
    ]
    fitting = {note.mark for note in fits}
    return tuple(parts), tuple(note for note in shown.notes if note.mark not in fitting)


def _size(note: MarkedStatement, cost: Cost) -> int:
    return cost(note.row) + (cost(" / ".join(note.under)) if note.under else 0)


def _grouped(
    notes: list[MarkedStatement], room: int, cost: Cost
) -> Iterator[list[MarkedStatement]]:
    """Neighbouring pieces together while they fit."""
    group: list[MarkedStatement] = []
    size_of_group = 0
    for piece in _pieces(notes, room, cost):
        size = sum(_size(note, cost) for note in piece)
        if group and size_of_group + size > room:
            yield group
            group, size_of_group = [], 0
        group = [*group, *piece]
        size_of_group += size
    if group:
        yield group


def _pieces(notes: list[MarkedStatement], room: int, cost: Cost) -> Iterator[list[MarkedStatement]]:
    for _, day in groupby(notes, key=lambda note: note.day):
        yield from _fitting(list(day), room, cost)


def _fitting(
    notes: list[MarkedStatement], room: int, cost: Cost
) -> Iterator[list[MarkedStatement]]:
    if len(notes) == 1 or sum(_size(note, cost) for note in notes) <= room:
        yield notes
        return
    at = _best_cut(notes)
    yield from _fitting(notes[:at], room, cost)
    yield from _fitting(notes[at:], room, cost)


def _best_cut(notes: Sequence[MarkedStatement]) -> int:
    """Where to cut in two: at a new day, else before a heading, else in the middle."""
    middle = len(notes) // 2
    days = [n for n in range(1, len(notes)) if notes[n].day != notes[n - 1].day]
    blocks = [n for n in range(1, len(notes)) if notes[n].under != notes[n - 1].under]
    return min(days or blocks or [middle], key=lambda n: abs(n - middle))


def nearest(
    notes: Sequence[MarkedStatement], memory: Sequence[MarkedStatement], room: int, cost: Cost
) -> tuple[MarkedStatement, ...]:
    """The statements of memory that share the rarest words with these notes and fit, in order."""
    marks = [gist(one.says).marks for one in memory]
    rarity = Rarity.of(marks)
    said = frozenset(word for note in notes for word in gist(note.says).marks)
    weight = [rarity.weight(said & words) for words in marks]
    chosen = set()
    for n in sorted(range(len(memory)), key=lambda n: (-weight[n], n)):
        if weight[n] and cost(memory[n].row) <= room:
            room -= cost(memory[n].row)
            chosen.add(n)
    return tuple(memory[n] for n in sorted(chosen))
