"""What is to be decided, row by row: a dream's changes in their places in MEMORY.md, questions,
suspicious lines. Knows memory, proposals and questions, no widget.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from desktop_app import dates
from desktop_app.dreams.decisions import acceptable, waits
from desktop_app.dreams.inbox.store import InboxItem
from desktop_app.dreams.proposal import Change, ChangeKind, Proposal, Why
from desktop_app.dreams.result import IN_FILE
from desktop_app.dreams.skipped_lines import what_was_left
from desktop_app.memory.poison import PoisonedLine
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.merge import Overlap
from desktop_app.notebook.remarks import advice
from desktop_app.notebook.source import Source
from desktop_app.notebook.statements.markdown import ITEMS, HeadingLines
from desktop_app.ui.review.change_words import (
    ALL,
    Names,
    Standing,
    State,
    answers_to,
    asked_word,
    asks,
    made_words,
    reason_of,
    state_of,
    state_word,
    title_of,
    warnings_of,
)
from desktop_app.words import counted, headed, listed, spoken, tr

if TYPE_CHECKING:
    from desktop_app.ui.review.asking import TornFile

DEL, ADD = "del", "add"
_SHORT = 3  # unchanged lines that stand as they are; more are folded


class RowForm(StrEnum):
    """What a row is. Of a whole dream, a card and a section one can say yes and no to all.

    `ASK` is a question about memory or a suspicious line, `LINE` an unchanged one, or one whose
    answer can be taken back, `DIFFERS` a line of two versions.
    """

    WHOLE = "whole"
    NOTE = "note"
    CARD = "card"
    SECTION = "section"
    CHANGE = "change"
    LINE = "line"
    FOLD = "fold"
    ASK = "ask"
    DIFFERS = "differs"


class Kept(NamedTuple):
    """An answer that holds from now on: what it was, and its id."""

    name: str
    id: str


class Differing(NamedTuple):
    """A line as it was and as it became; None where it was not, or is no more."""

    old: str | None
    new: str | None

    @property
    def sides(self) -> list[tuple[str, str]]:
        both = ((DEL, self.old), (ADD, self.new))
        return [(tone, words) for tone, words in both if words is not None]


class TornPlace(NamedTuple):
    """A place that both sides of a conflict changed, what they are called, and its file; `whole`:
    that is gone on the other side."""

    overlap: Overlap
    names: tuple[str, str]
    file: "TornFile"
    whole: bool = False


@dataclass(frozen=True)
class ReviewRow:
    """One row. `yes` and `no` are the changes that a word on all of it would answer.

    `gone` says why a change cannot be applied any more. `line` is that of an unchanged line, or the
    first of those that are folded; `last` is the end of a card, `count` how many changes stand
    below a heading. What asks for a word says what it `asks`, in a word or two, and for what
    `reason`; its `answers`, in the order of its buttons, are each the offer and the word once said;
    `wording` is the line that a person may word anew, and `sources` what it rests on.
    """

    kind: RowForm
    text: str = ""
    detail: str = ""
    change: Change | None = None
    gone: str = ""
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    line: int = 0
    last: bool = False
    count: int = 0
    item: InboxItem | PoisonedLine | Kept | TornPlace | Differing | None = None
    id: object = None  # with the kind it says which row it is; without it, the text does
    state: str = ""  # what was said to it; `OPEN` of a fold, ALL of a card that has no open line
    waits: bool = False  # it counts among what needs a person's decision
    asks: str = ""
    reason: str = ""
    answers: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    wording: str | None = None
    sources: tuple[Source, ...] = ()
    warnings: tuple[str, ...] = ()  # what speaks against a change, each in a sentence

    @property
    def key(self) -> object:
        """What stays the same while a row is the same one."""
        return self.kind, self.line, self.text if self.id is None else self.id

    @property
    def sentence(self) -> str:
        """What a screen reader says of it."""
        change = self.change
        if self.kind == RowForm.ASK:
            parts = [headed(self.asks, self.reason), self.text]
            if isinstance(self.item, TornPlace):
                state = self.answers[self.state][0] if self.state else tr("Undecided")
                parts = [self.text, self.reason, state]
        elif change is None:
            parts = [self.text, "" if self.kind == RowForm.LINE else self.detail]
        else:
            parts = [self.asks, state_word(change), *change.old]
            if change.new:
                new = tr("New: %1", change.new)
                parts.append(new if change.old else change.new)
            parts += [*self.warnings, self.reason]
        return spoken(*parts)


def rows_of(
    proposal: Proposal, standing: Standing, unfolded: Collection[int]
) -> tuple[ReviewRow, ...]:
    """All rows but those of what the file has already; `unfolded` are the first lines of what is
    not to be folded."""
    known = standing.without_known(proposal)
    proposal = known if known.changes else proposal  # else there were nothing to end it by
    document, today = _Document(proposal, standing), standing.names.today
    made = tr("Dream of %1", dates.plain(proposal.made.date(), today))
    whole = ReviewRow(RowForm.WHOLE, f"{made} · {made_words(proposal, standing.names)}")
    first = (proposal.caution, standing.lost)  # what is to be known before one reads on
    torn = any(one.why == Why.CONFLICT for one in proposal.aside)
    last = (*what_was_left(proposal), advice() if torn else "")
    return (
        document.of_all(whole, proposal.changes),
        *(ReviewRow(RowForm.NOTE, words, "warn") for words in first if words),
        *document.cards(),
        *_folded(list(document.memory()), unfolded),
        *(ReviewRow(RowForm.NOTE, words) for words in last if words),
    )


class _Document:
    def __init__(self, proposal: Proposal, standing: Standing) -> None:
        self._proposal, self._standing = proposal, standing

    def cards(self) -> Iterator[ReviewRow]:
        """Each card, and below it its lines; those for one section of memory are one."""
        cards: dict[str, list[Change]] = defaultdict(list)
        for change in self._proposal.changes:
            if change.card:
                cards[change.heading].append(change)
        for title, lines in cards.items():
            names = tuple(dict.fromkeys(one.card for one in lines))
            card = ReviewRow(RowForm.CARD, names[0] if len(names) == 1 else title, title, id=names)
            yield self.of_all(card, lines)
            rows = [self._change(change) for change in lines]
            yield from (*rows[:-1], replace(rows[-1], last=True))

    def memory(self) -> Iterator[ReviewRow]:
        """MEMORY.md, its changes in place; nothing of it where none is proposed. A change stands at
        the first place that it takes, or at the end of its section."""
        here: dict[tuple[int, int], list[ReviewRow]] = defaultdict(list)
        below: dict[str, list[ReviewRow]] = defaultdict(list)
        for change in (one for one in self._proposal.changes if not one.card):
            taken = self._standing.places.get(change.n)
            for place in taken or ():
                here[place] += [self._change(change)] if place == taken[0] else []
            if not taken:
                title = change.to if change.makes_file else change.heading
                below[title].append(self._change(change))
        if not here and not below:
            return
        memory = self._standing.memory
        section, title = ReviewRow(RowForm.SECTION, tr("Top of MEMORY.md")), ""
        rows: list[ReviewRow] = []
        places: list[tuple[int, int, HeadingLines | Bullet]] = [
            *((one.line, 0, one) for one in memory.headings),
            *((one.line, one.start, one) for one in memory.statements),
        ]
        for line, start, one in sorted(places, key=lambda place: place[:2]):
            if isinstance(one, HeadingLines):
                yield from self._section(section, [*rows, *below.pop(title, ())])
                section, title = ReviewRow(RowForm.SECTION, one.title, line=line), one.title
                rows = here.get((line, start), [])
            elif (line, start) in here:
                rows += here[line, start]
            else:
                mark = "•" if one.form in ITEMS else ""
                rows.append(ReviewRow(RowForm.LINE, one.text, mark, line=line))
        yield from self._section(section, [*rows, *below.pop(title, ())])
        for title, news in below.items():
            yield from self._section(ReviewRow(RowForm.SECTION, title, tr("New")), news)

    def _section(self, section: ReviewRow, rows: Sequence[ReviewRow]) -> Iterator[ReviewRow]:
        changes = [row.change for row in rows if row.change is not None]
        if rows or section.line:
            yield self.of_all(section, changes)
        yield from rows

    def _change(self, change: Change) -> ReviewRow:
        standing = self._standing
        gone, doubt = (at.get(change.n, "") for at in (standing.gone, standing.doubted))
        answers, warnings, state = answers_to(change), [*warnings_of(change)], state_of(change)
        if doubt and waits(change) and doubt not in change.reason:
            warnings.append(tr("“Accept all” skips this line because %1.", doubt))
        if gone:
            answers, warnings = {State.REJECTED: answers[State.REJECTED]}, [gone]
        return ReviewRow(
            RowForm.CHANGE,
            title_of(change),
            change=change,
            gone=gone,
            id=change.n,
            state=state,
            waits=gone != IN_FILE and state in (State.OPEN, State.HELD),
            asks=asked_word(change),
            reason=reason_of(change),
            answers=answers,
            wording=None if gone else change.new,
            sources=change.sources,
            warnings=tuple(warnings),
        )

    def of_all(self, row: ReviewRow, changes: Iterable[Change]) -> ReviewRow:
        """The row with what one word on all of these would answer. A question has its own words."""
        changes = tuple(changes)
        there = [one for one in changes if not asks(one) and one.n not in self._standing.gone]
        no = tuple(one.n for one in there if waits(one))
        if row.kind == RowForm.CARD and not no:  # one word can still turn all of it
            no = tuple(one.n for one in there if one.accepted)
            there, row = [replace(one, decided=False) for one in there], replace(row, state=ALL)
        yes = tuple(one.n for one in acceptable(there, self._proposal.changes))
        return replace(row, yes=yes, no=no, count=len(changes))


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
        if len(run) <= _SHORT or len(middle) < 2:
            yield from run
            continue
        lines = sum(row.kind == RowForm.LINE for row in middle)
        titles = [row.text for row in middle if row.kind == RowForm.SECTION]
        words = counted("1 line unchanged", "{count} lines unchanged", lines)
        yield from head
        fold = ReviewRow(RowForm.FOLD, words, listed(titles[:_SHORT]), line=middle[0].line)
        yield from (*under_fold(fold, middle, unfolded), *tail)


def under_fold(
    fold: ReviewRow, rows: Sequence[ReviewRow], unfolded: Collection[int]
) -> Sequence[ReviewRow]:
    return (replace(fold, state=State.OPEN), *rows) if fold.line in unfolded else (fold,)


def _is_quiet(row: ReviewRow) -> bool:
    """Whether nothing is proposed there: an unchanged line, or a heading above nothing else."""
    return row.kind == RowForm.LINE or (row.kind == RowForm.SECTION and not row.count)


def placed_with(row: ReviewRow | None, proposal: Proposal | None) -> list[Change]:
    """The changes that can come under another heading: a card's, or one alone."""
    if proposal is None or not row or not (row.change or row.kind == RowForm.CARD):
        return []
    meant = [row.change] if row.change else []
    if row.change is None or row.change.card:
        heading = row.change.heading if row.change else row.detail
        meant = [one for one in proposal.changes if one.card and one.heading == heading]
    return [one for one in meant if one.kind == ChangeKind.ADDED and not one.makes_file]


def titled(card: str, names: Names) -> tuple[str, str]:
    """The title of a card and its day, as a person says it: `card` is `Boat / Lessons (2026-11-20)`
    or the day alone."""
    title, _, day = card.removesuffix(")").rpartition(" (")
    try:
        return title, dates.short(date.fromisoformat(day), names.today)
    except ValueError:
        return card, ""
