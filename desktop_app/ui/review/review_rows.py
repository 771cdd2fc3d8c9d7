"""What a review shows, row by row: cards first, then MEMORY.md with its changes in place.

Pure: a proposal and where it stands in, rows out. Knows no widget.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from desktop_app.dreams.deciding import acceptable, waits
from desktop_app.dreams.left import not_read
from desktop_app.dreams.proposal import Change, Proposal, Why
from desktop_app.notebook.bullets import Bullet, MemoryHeading
from desktop_app.notebook.git_conflict import advice
from desktop_app.notebook.git_conflict import words as conflict_words
from desktop_app.notebook.statements.markdown import ITEMS
from desktop_app.ui.review.change_words import (
    asks,
    kind_word,
    reason_of,
    state_word,
    title_of,
    warnings_of,
)
from desktop_app.ui.review.left_words import left_sentence
from desktop_app.ui.review.made_words import made_words
from desktop_app.ui.review.standing import Standing
from desktop_app.words import counted, listed, tr

_SHORT = 3  # unchanged lines that stand as they are; more are folded


class RowForm(StrEnum):
    """What a row is. Of a whole dream, a card and a section one can say yes and no to all."""

    WHOLE = "whole"
    NOTE = "note"
    CARD = "card"
    SECTION = "section"
    CHANGE = "change"
    LINE = "line"
    FOLD = "fold"


@dataclass(frozen=True)
class ReviewRow:
    """One row. `yes` and `no` are the changes that a word on all of it would answer.

    `gone` says why a change cannot be applied any more, `held` why a yes to many leaves it, ""
    where neither is so. `line` is that of an unchanged line, or the first of those that are folded;
    `last` is the end of a card, `count` how many changes stand below a heading.
    """

    kind: RowForm
    text: str = ""
    detail: str = ""
    change: Change | None = None
    gone: str = ""
    held: str = ""
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    line: int = 0
    last: bool = False
    count: int = 0

    @property
    def warnings(self) -> tuple[str, ...]:
        """What speaks against a change, each in a sentence."""
        change = self.change
        if change is None:
            return ()
        if self.gone:
            return (self.gone,)
        said = list(warnings_of(change))
        if self.held and waits(change) and self.held not in change.reason:
            said.append(tr("Accept all leaves it, since %1.").replace("%1", self.held))
        return tuple(said)

    @property
    def sentence(self) -> str:
        """What a screen reader says of it."""
        change = self.change
        if change is None:
            detail = "" if self.kind == RowForm.LINE else self.detail
            return ". ".join(filter(None, (self.text, detail)))
        parts = [kind_word(change.kind), state_word(change), *change.old]
        if change.new:
            parts.append(tr("New: %1").replace("%1", change.new) if change.old else change.new)
        parts += [*self.warnings, reason_of(change)]
        return ". ".join(part.rstrip(".。") for part in parts if part)


def rows_of(
    proposal: Proposal, standing: Standing, unfolded: Collection[int]
) -> tuple[ReviewRow, ...]:
    """All rows; `unfolded` are the first lines of what is not to be folded."""
    document = _Document(proposal, standing)
    rows = [
        document.whole(),
        *document.notes(),
        *document.cards(),
        *_folded(list(document.memory()), unfolded),
        *document.end(),
    ]
    return tuple(rows)


class _Document:
    """A proposal as a document."""

    def __init__(self, proposal: Proposal, standing: Standing) -> None:
        self._proposal, self._standing = proposal, standing

    def whole(self) -> ReviewRow:
        words = made_words(self._proposal, self._standing.names.today)
        return self._of_all(ReviewRow(RowForm.WHOLE, words), self._proposal.changes)

    def notes(self) -> Iterator[ReviewRow]:
        """What is to be known before one reads on."""
        if words := self._proposal.caution:
            yield ReviewRow(RowForm.NOTE, words, "warn")
        if words := self._standing.lost:
            yield ReviewRow(RowForm.NOTE, words, "warn")

    def end(self) -> Iterator[ReviewRow]:
        """What stays in the days, or was not read."""
        if left := left_sentence(self._proposal.set_aside):
            yield ReviewRow(RowForm.NOTE, left)
        if words := not_read(self._proposal.older):
            yield ReviewRow(RowForm.NOTE, words)
        for one in self._proposal.aside:
            if one.why == Why.CONFLICT:
                yield ReviewRow(RowForm.NOTE, f"{conflict_words(one.path, one.line)} {advice()}")

    def cards(self) -> Iterator[ReviewRow]:
        """Each card, and below it its lines."""
        cards: dict[str, list[Change]] = defaultdict(list)
        for change in self._proposal.changes:
            if change.card:
                cards[change.card].append(change)
        for title, lines in cards.items():
            yield self._of_all(ReviewRow(RowForm.CARD, title, lines[0].heading), lines, card=True)
            rows = [self._change(change) for change in lines]
            yield from (*rows[:-1], replace(rows[-1], last=True))

    def memory(self) -> Iterator[ReviewRow]:
        """MEMORY.md, its changes in place; nothing of it where none is proposed."""
        here, below = self._placed()
        if not here and not any(below.values()):
            return
        memory = self._standing.memory
        section, title = ReviewRow(RowForm.SECTION, tr("Top of MEMORY.md")), ""
        rows: list[ReviewRow] = []
        places: list[tuple[int, int, MemoryHeading | Bullet]] = [
            *((one.line, 0, one) for one in memory.headings),
            *((one.line, one.start, one) for one in memory.statements),
        ]
        for line, start, one in sorted(places, key=lambda place: place[:2]):
            changes = [self._change(change) for change in here.get((line, start), ())]
            if isinstance(one, MemoryHeading):
                yield from self._section(section, [*rows, *below.pop(title, ())])
                section, title = ReviewRow(RowForm.SECTION, one.title, line=line), one.title
                rows = changes
            elif (line, start) in here:
                rows += changes
            else:
                mark = "•" if one.form in ITEMS else ""
                rows.append(ReviewRow(RowForm.LINE, one.text, mark, line=line))
        yield from self._section(section, [*rows, *below.pop(title, ())])
        for title, news in below.items():
            yield from self._section(ReviewRow(RowForm.SECTION, title, tr("New")), news)

    def _placed(
        self,
    ) -> tuple[dict[tuple[int, int], list[Change]], dict[str, list[ReviewRow]]]:
        """The changes by the place of memory that they take, and what comes by its section.

        Of a place that is only the second one of a change, nothing.
        """
        here: dict[tuple[int, int], list[Change]] = defaultdict(list)
        below: dict[str, list[ReviewRow]] = defaultdict(list)
        for change in self._proposal.changes:
            if change.card:
                continue
            first, *others = self._standing.places.get(change.n) or ((),)
            if first:
                here[first].append(change)
            else:
                title = change.to if change.makes_file else change.heading
                below[title].append(self._change(change))
            for place in others:
                here[place] += []
        return here, below

    def _section(self, section: ReviewRow, rows: Sequence[ReviewRow]) -> Iterator[ReviewRow]:
        changes = [row.change for row in rows if row.change is not None]
        if rows or section.line:
            yield self._of_all(section, changes)
        yield from rows

    def _change(self, change: Change) -> ReviewRow:
        gone, held = (at.get(change.n, "") for at in (self._standing.gone, self._standing.held))
        return ReviewRow(RowForm.CHANGE, title_of(change), change=change, gone=gone, held=held)

    def _of_all(
        self, row: ReviewRow, changes: Iterable[Change], *, card: bool = False
    ) -> ReviewRow:
        """The row with what one word on all of these would answer. A question has its own words;
        of a card with lines that are ticked, no others are meant by a yes."""
        changes = tuple(changes)
        there = [one for one in changes if not asks(one) and one.n not in self._standing.gone]
        ticked = card and any(one.accepted for one in there)
        yes = () if ticked else (one.n for one in acceptable(there, self._proposal.changes))
        no = (one.n for one in there if waits(one))
        return replace(row, yes=tuple(yes), no=tuple(no), count=len(changes))


def _folded(rows: Sequence[ReviewRow], unfolded: Collection[int]) -> Iterator[ReviewRow]:
    """The rows, of long runs of unchanged ones only their ends."""
    runs = [list(run) for _, run in groupby(rows, key=_is_quiet)]
    for number, run in enumerate(runs):
        if not _is_quiet(run[0]):
            yield from run
            continue
        head = run[:1] if run[0].kind == RowForm.LINE and number else []
        follows = runs[number + 1][0].kind if number + 1 < len(runs) else None
        tail = run[-1:] if run[-1].kind == RowForm.LINE and follows == RowForm.CHANGE else []
        middle = run[len(head) : len(run) - len(tail)]
        if len(run) <= _SHORT or len(middle) < 2 or middle[0].line in unfolded:
            yield from run
            continue
        lines = sum(row.kind == RowForm.LINE for row in middle)
        titles = [row.text for row in middle if row.kind == RowForm.SECTION]
        words = counted("1 line unchanged", "{count} lines unchanged", lines)
        yield from head
        yield ReviewRow(RowForm.FOLD, words, listed(titles[:_SHORT]), line=middle[0].line)
        yield from tail


def _is_quiet(row: ReviewRow) -> bool:
    """Whether nothing is proposed there: an unchanged line, or a heading above nothing else."""
    return row.kind == RowForm.LINE or (row.kind == RowForm.SECTION and not row.count)
