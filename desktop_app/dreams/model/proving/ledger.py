"""The ledger: what an answer's lines would do to memory, with every old bullet accounted for.

A bullet is kept unless a line of the answer updates it, merges it or removes it and says from
which source. Knows lines and their senses; whether the notes really say so is judged afterwards.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from desktop_app.dreams.builtin.book import Book
from desktop_app.dreams.builtin.relating.relate import relate, repeats
from desktop_app.dreams.builtin.relating.sense import sense
from desktop_app.dreams.model.answers.parsing import Item
from desktop_app.dreams.model.proving.alignment import Alignment
from desktop_app.dreams.model.proving.losing import relation
from desktop_app.dreams.model.reading.marks import leading_mark
from desktop_app.dreams.model.reading.material import MemoryLine, NoteLine, Shown, suspect
from desktop_app.dreams.model.reading.planning import Part

_COPIED = 90  # how alike a line and one of the prompt's own lines are, of 100
_SHORTEST_COPY = 16
_HEADING_INSIDE = re.compile(r"(?:^|\n)[\s>*-]*#{1,6}(?:\s|$)|\s#{2,6}\s")


@dataclass(frozen=True)
class Wish:
    """What one line of an answer would do: added, updated, merged, removed or question.

    `notes` are the lines it rests on beside the bullets in `old`; `again` say it once more.
    `held` is why it waits for a person even when it is supported.
    """

    kind: str
    heading: str
    old: tuple[MemoryLine, ...]
    new: str | None
    notes: tuple[NoteLine, ...]
    held: str = ""
    again: tuple[NoteLine, ...] = ()


@dataclass
class Ledger:
    """Takes the answers' lines one by one; `taken` are the bullets that something happens to."""

    shown: Shown
    book: Book
    own_lines: frozenset[str]
    aside: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._notes: dict[str, NoteLine] = {}
        self._memory: dict[str, MemoryLine] = {}
        self._alignment = Alignment(())
        self._by_line = {line.bullet.line: line for line in self.shown.memory}
        self._own = {sense(line).key for line in self.own_lines}
        self._own_long = [line for line in self.own_lines if len(line) >= _SHORTEST_COPY]

    def wishes(self, items: Sequence[Item], part: Part) -> list[Wish]:
        """What the lines of one answer about this part would do, in their order."""
        # What was not shown cannot be cited.
        self._notes = {note.mark: note for note in part.notes}
        self._memory = {line.mark: line for line in part.memory}
        self._alignment = Alignment(part.notes)
        taken: set[str] = set()
        found: list[Wish] = []
        for item in items:
            if item.removes:
                made = self._removals(item, taken)
            else:
                made = [wish] if (wish := self._wish(item, taken)) else []
            taken |= {old.mark for wish in made for old in wish.old}
            found += made
        return found

    def _wish(self, item: Item, taken: set[str]) -> Wish | None:
        text = self._unmarked(item.text)
        if not self._fit(text):
            return None
        cited = self._cited(item, taken)
        if len(cited) < 2 and self.book.same(sense(text)):
            return None  # kept as it is
        notes = self._rests_on(item)
        if len(cited) > 1:
            return Wish("merged", cited[0].bullet.heading, cited, text, notes)
        if cited:
            return self._update(item, text, cited[0], notes)
        return self._uncited(item, text, notes, taken)

    def _update(
        self, item: Item, text: str, old: MemoryLine, notes: tuple[NoteLine, ...]
    ) -> Wish | None:
        # Another wording alone is no reason to touch what somebody wrote.
        if repeats(sense(old.bullet.text), sense(text)):
            self.aside["repeated"] += 1
            return None
        notes = notes or self._of_what_is_new(text, old)
        return Wish("updated", old.bullet.heading, (old,), text, notes) if notes else None

    def _of_what_is_new(self, text: str, old: MemoryLine) -> tuple[NoteLine, ...]:
        said, was = sense(text), sense(old.bullet.text)
        fresh = said.content - was.content
        if not fresh:
            return ()
        lines = self._alignment.lines(text)
        return tuple(note for note in lines if sense(note.quote).content & fresh)

    def _uncited(
        self, item: Item, text: str, notes: tuple[NoteLine, ...], taken: set[str]
    ) -> Wish | None:
        said = sense(text)
        notes = notes or self._alignment.lines(text)
        near = self.book.near(said)
        if self.book.has(said):
            self.aside["repeated"] += 1
            return None
        for line in near:
            old = self._by_line.get(line.bullet.line)
            if old is None or old.mark in taken:
                continue
            heading, was = old.bullet.heading, line.bullet.text
            told = relation(was, [note.quote for note in notes], self.book.rarity).kind
            kind = relate(line.now, said, self.book.rarity).kind
            if kind in ("merged", "update") or (told == "update" and kind != "different"):
                return Wish("updated", heading, (old,), text, notes)
            if kind in ("conflict", "maybe"):
                return Wish("question", heading, (old,), text, notes)
        return Wish("added", item.heading, (), text, notes)

    def _removals(self, item: Item, taken: set[str]) -> list[Wish]:
        """A bullet goes when a note is named for it, or when another bullet says the same."""
        cited = self._cited(item, taken)
        notes = self._rests_on(item)
        if notes:
            return [Wish("removed", old.bullet.heading, (old,), None, notes) for old in cited]
        if len(cited) > 1:
            first, *others = cited
            for one, other in ((first, others[0]), (others[0], first)):
                if repeats(sense(other.bullet.text), sense(one.bullet.text)):
                    return [
                        Wish("merged", other.bullet.heading, (other, one), other.bullet.text, ())
                    ]
        return []

    def _cited(self, item: Item, taken: set[str]) -> tuple[MemoryLine, ...]:
        marks = (mark for mark in item.marks if mark in self._memory and mark not in taken)
        return tuple(self._memory[mark] for mark in marks)

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
        return bool(sense(text).key) and not self._copied(text)

    def _copied(self, text: str) -> bool:
        """Whether a line is the prompt's own and not about the notes."""
        if sense(text).key in self._own:
            return True
        level = text.casefold()
        return any(fuzz.ratio(level, own.casefold()) >= _COPIED for own in self._own_long)
