"""What the lines of an answer claim: of which bullets and from which lines of the notes.

Knows lines and words; whether the notes really say so is judged afterwards.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import zip_longest

from rapidfuzz import fuzz

from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.comparing.rarity import Rarity
from desktop_app.dreams.comparing.relate import RelationKind, relate, repeats
from desktop_app.dreams.model.answers.parsing import Item
from desktop_app.dreams.model.proving.alignment import Alignment
from desktop_app.dreams.model.reading.marks import leading_mark
from desktop_app.dreams.model.reading.material import MemoryLine, NoteLine, Shown, suspect
from desktop_app.dreams.model.reading.planning import NotesPart
from desktop_app.dreams.proposal import Why
from desktop_app.words import tr

_COPIED = 90  # how alike a line and one of the prompt's own lines are, of 100
_SHORTEST_COPY = 16
_HEADING_INSIDE = re.compile(r"(?:^|\n)[\s>*-]*#{1,6}(?:\s|$)|\s#{2,6}\s")
_CLASH = tr("another line of the notes says something else")
_NO_CONCERN = (RelationKind.NEAR, RelationKind.DIFFERENT)
_MAY_CHANGE = {RelationKind.UPDATE, RelationKind.REMOVAL, RelationKind.QUESTION}
_MOST_AGAIN = 6
_MOST_COMPARED = 40
_MOST_READ = 100


@dataclass(frozen=True)
class Claim:
    """What one line of an answer says. `text` is "" where it only says that a bullet has ended.

    `old` are the bullets that it is about, `notes` the lines it rests on; `again` say it once more.
    `waits_for` is why it waits for a person even when it is supported.
    """

    text: str
    heading: str = ""
    old: tuple[MemoryLine, ...] = ()
    notes: tuple[NoteLine, ...] = ()
    again: tuple[NoteLine, ...] = ()
    waits_for: str = ""

    @property
    def merges(self) -> bool:
        """Whether it would stand in the place of several bullets."""
        return len(self.old) > 1 and bool(self.text)

    @property
    def day(self) -> date:
        """The newest day it rests on."""
        return max((note.day for note in self.notes), default=date.min)


@dataclass
class AnswerClaims:
    """Reads the answers' lines; what says nothing new or looks dangerous is counted in `aside`."""

    shown: Shown
    book: Book
    own_lines: frozenset[str]
    settled: frozenset[str] = frozenset()
    aside: Counter[Why] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._notes: dict[str, NoteLine] = {}
        self._memory: dict[str, MemoryLine] = {}
        self._alignment = Alignment(())
        self._by_line = {line.bullet.line: line for line in self.shown.memory}
        self._own = {points(line).key for line in self.own_lines}
        self._own_long = [line for line in self.own_lines if len(line) >= _SHORTEST_COPY]

    def read(self, items: Sequence[Item], part: NotesPart) -> list[Claim]:
        """What the lines of one answer about this part claim, in their order."""
        # What was not shown cannot be cited.
        self._notes = {note.mark: note for note in part.notes}
        self._memory = {line.mark: line for line in part.memory}
        self._alignment = Alignment(part.notes)
        claims = [
            claim
            for item in items
            for claim in (self._endings(item) if item.removes else self._additions(item))
        ]
        return [claim for claim in claims if not self._is_settled(claim)]

    def _additions(self, item: Item) -> list[Claim]:
        text = self._unmarked(item.text)
        if not self._fit(text):
            return []
        old, notes = self._cited(item), self._rests_on(item)
        claimed = points(text)
        if len(old) < 2 and self.book.same(claimed):
            return []  # kept as it is
        if len(old) > 1:
            return [Claim(text, item.heading, old, notes)]
        # Another wording alone is no reason to touch what somebody wrote.
        if any(repeats(points(line.bullet.text), claimed) for line in old) or (
            not old and self.book.has(claimed)
        ):
            self.aside[Why.REPEATED] += 1
            return []
        notes = notes or self._alignment.lines(text)
        if old and not notes:
            return []  # nothing in the notes asks for it
        if not old:
            line, relation = self.book.relation(claimed)
            near = self._by_line.get(line.bullet.line) if line else None
            old = (near,) if near and relation.kind not in _NO_CONCERN else ()
        return [Claim(text, item.heading, old, notes)]

    def _endings(self, item: Item) -> list[Claim]:
        """A bullet ends when a note is named for it, or when another bullet says the same."""
        old, notes = self._cited(item), self._rests_on(item)
        if notes:
            return [Claim("", old=(line,), notes=notes) for line in old]
        for one, other in (old[:2], old[1::-1]) if len(old) > 1 else ():
            if repeats(points(other.bullet.text), points(one.bullet.text)):
                return [Claim(other.bullet.text, old=(other, one))]
        return []

    def _is_settled(self, claim: Claim) -> bool:
        """Whether accepted changes of earlier dreams rest on all of its lines."""
        known = bool(claim.notes) and self.settled.issuperset(note.sha for note in claim.notes)
        self.aside[Why.REPEATED] += known
        return known

    def _cited(self, item: Item) -> tuple[MemoryLine, ...]:
        return tuple(self._memory[mark] for mark in item.marks if mark in self._memory)

    def _rests_on(self, item: Item) -> tuple[NoteLine, ...]:
        return tuple(self._notes[mark] for mark in item.marks if mark in self._notes)

    def _unmarked(self, text: str) -> str:
        """The text without the mark of the line of memory that it repeats."""
        mark, rest = leading_mark(text) or ("", text)
        known = self._memory.get(mark)
        if known and fuzz.ratio(known.text, rest) >= _COPIED:
            return rest
        return text

    def _fit(self, text: str) -> bool:
        """Whether a line may be looked at at all; what looks dangerous is only counted."""
        why = suspect(text) or suspect(" ".join(text.split()))
        if why:
            self.aside[why] += 1
            return False
        if _HEADING_INSIDE.search(text) or "\ufffd" in text:
            return False
        return bool(points(text).key) and not self._copied(text)

    def _copied(self, text: str) -> bool:
        """Whether a line is the prompt's own and not about the notes."""
        if points(text).key in self._own:
            return True
        level = text.casefold()
        return any(fuzz.ratio(level, own.casefold()) >= _COPIED for own in self._own_long)


def in_turn(parts: Sequence[Sequence[Claim]]) -> list[Claim]:
    """Additions of several parts, given oldest first: the newest part's first of each place."""
    return [claim for row in zip_longest(*reversed(parts)) for claim in row if claim is not None]


def without_repetition(additions: Sequence[Claim]) -> list[Claim]:
    """Additions that say the same made one; those that can't both hold wait for a person.

    The first hundred are compared, each with the first forty: far more than are proposed. Those
    behind stay as they are.
    """
    rarity = Rarity.of(points(claim.text).marks for claim in additions[:_MOST_READ])
    kept_ones: list[Claim] = []
    for claim in additions[:_MOST_READ]:
        new = points(claim.text)
        for n, earlier in enumerate(kept_ones[:_MOST_COMPARED]):
            other = points(earlier.text)
            if repeats(other, new):
                kept_ones[n] = _with(earlier, claim)
                break
            if repeats(new, other):
                kept_ones[n] = _with(claim, earlier)
                break
            if _MAY_CHANGE & {relate(*two, rarity).kind for two in ((other, new), (new, other))}:
                kept_ones[n], claim = _waiting(earlier), _waiting(claim)
        else:
            kept_ones.append(claim)
    return [*kept_ones, *additions[_MOST_READ:]]


def _waiting(claim: Claim) -> Claim:
    return replace(claim, waits_for=claim.waits_for or _CLASH)


def _with(claim: Claim, other: Claim) -> Claim:
    lines = [*claim.again, *(note for note in other.notes if note not in claim.notes), *other.again]
    return replace(claim, again=tuple(dict.fromkeys(lines))[:_MOST_AGAIN])
