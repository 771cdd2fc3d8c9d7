"""What a dream would do to the lines of memory, one thing to each. Knows notes, no ranking.

A line is changed, or a question is asked about it, by the newest note that concerns it; a note that
says the line again settles what older ones asked.
"""

from dataclasses import dataclass, field, replace

from desktop_app.dreams.builtin.ranking import Ranked
from desktop_app.dreams.comparing.book import Book, BookLine, Double
from desktop_app.dreams.comparing.relate import BECOMES, OLDER, Relation, RelationKind
from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.headings import Headings
from desktop_app.dreams.notes.reading import Note
from desktop_app.dreams.notes.set_aside import SetAside
from desktop_app.dreams.proposal import (
    Change,
    ChangeKind,
    Support,
    Why,
    bullet_change,
    change_key,
    in_order,
    source_of,
)
from desktop_app.notebook.statements.reader import Statement
from desktop_app.words import tr

_TWICE = tr("it stands there twice, word for word")
_FOREIGN = tr("in a language the built-in engine does not read; judged by all but its words")
_ITS_OWN = tr("an assistant says it of itself")
_QUESTIONS = 4  # on the first page at least


@dataclass
class _Asked:
    note: Note
    relation: Relation


@dataclass
class Changes:
    """Collected note by note, oldest first; `all` makes the proposal's changes of them."""

    book: Book
    material: Material
    language: str
    aside: SetAside
    _asked: dict[int, _Asked] = field(default_factory=dict)  # by the number of a line
    _notes: dict[int, list[Note]] = field(default_factory=dict)  # that brought a line its value
    _why: dict[int, str] = field(default_factory=dict)
    _near: dict[int, BookLine] = field(default_factory=dict)  # by the order of a note

    def is_settled(self, note: Note) -> bool:
        """Whether an accepted change of an earlier dream rests on this very line."""
        return any(piece.sha in self.material.settled for piece in note.unit.pieces)

    def confirm(self, line: BookLine, note: Note) -> None:
        """A note repeats the line: drop what an older note asked about it."""
        self._drop(line)

    def warn(self, note: Note, line: BookLine) -> None:
        """A note may be about the line: it is offered, but not ticked."""
        self._near[note.order] = line

    def take(self, line: BookLine, note: Note, relation: Relation) -> None:
        """A note changes the line, or asks about it."""
        self._drop(line)
        if relation.kind == RelationKind.UPDATE and self.material.is_newer(
            line.bullet, note.unit.day
        ):
            relation = Relation(RelationKind.QUESTION, relation.close, note.unit.full_text, OLDER)
        if relation.kind == RelationKind.UPDATE and relation.new is not None:
            self.book.update(line, relation.new, note.order)
            self._notes.setdefault(line.number, []).append(note)
            self._why[line.number] = relation.reason
        else:
            self._asked[line.number] = _Asked(note, relation)

    def _drop(self, line: BookLine) -> None:
        asked = self._asked.pop(line.number, None)
        if asked:
            self.aside.add(Why.PAST, asked.note.unit)

    def all(self, offered: list[Ranked], first_page: int) -> tuple[Change, ...]:
        """What changes lines of memory, what is new, what is asked; nothing that was rejected."""
        changes = [*filter(None, map(self._of, self.book.lines))]
        changes += map(self._double, self.book.doubles)
        headings = Headings(self.material.memory, self.language)
        added = [self._added(one, n < first_page, headings) for n, one in enumerate(offered)]
        asked = sorted((c for c in changes if c.kind == ChangeKind.QUESTION), key=self._doubt)
        later = {id(change) for change in asked[max(_QUESTIONS, first_page // 4) :]}
        changes = [replace(c, page=2) if id(c) in later else c for c in changes]
        changes = in_order([*changes, *added])
        return tuple(c for c in changes if change_key(c) not in self.material.rejected)

    def _doubt(self, change: Change) -> float:
        """How doubtful a question is, from 0 to 1."""
        return min(
            1 - one.relation.close
            for n, one in self._asked.items()
            if self.book.lines[n].bullet.line == change.line
        )

    def _of(self, line: BookLine) -> Change | None:
        bullet = line.bullet
        asked = self._asked.get(line.number)
        if asked:
            notes, kind, new = [asked.note], BECOMES[asked.relation.kind], asked.relation.new
            reason = asked.relation.reason
        elif line.now.text != bullet.text:
            notes, kind, new = self._notes[line.number], ChangeKind.UPDATED, line.now.text
            reason = self._why[line.number]
        else:
            return None
        sources = [source for note in notes for source in note.unit.sources]
        sources.append(source_of(self.book.path, bullet))
        accepted = kind == ChangeKind.MERGED
        return bullet_change(bullet, kind, sources, reason, new, accepted=accepted)

    def _double(self, double: Double) -> Change:
        both = (double.again, double.first)
        sources = [source_of(self.book.path, bullet) for bullet in both]
        return bullet_change(double.again, ChangeKind.REMOVED, sources, _TWICE)

    def _added(self, one: Ranked, on_first_page: bool, headings: Headings) -> Change:
        offer = one.offer
        heading = headings.best(offer.text, offer.first.unit.headings)
        near = next((self._near[n.order] for n in offer.notes if n.order in self._near), None)
        unit = offer.first.unit
        held = near.doubt if near else _why_held(unit)
        return Change(
            n=0,
            kind=ChangeKind.ADDED,
            heading=heading,
            line=0,
            old=(),
            new=offer.under(heading),
            sources=offer.sources,
            verdict=Support.SUPPORTED,
            accepted=on_first_page and not held,
            reason=held or one.why,
            page=1 if on_first_page else 2,
        )


def _why_held(unit: Statement) -> str:
    """Why a line that is new waits for a yes; "" where it need not."""
    if unit.foreign:
        return _FOREIGN
    if unit.its_own:
        return _ITS_OWN
    return ""
