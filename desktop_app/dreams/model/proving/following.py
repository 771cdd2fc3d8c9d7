"""Bullets that a model says have changed: what becomes of them is read from the notes themselves.

The model only says which note is about which bullet. A bullet gets one value exchanged, gives way
to the note's own line, goes, or becomes a question with both lines as they stand.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.comparing.book import Book, BookLine
from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.comparing.relate import (
    BECOMES,
    NEW_VALUE,
    OLDER,
    Relation,
    RelationKind,
    relate,
)
from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.model.proving.claims import Claim
from desktop_app.dreams.model.proving.judging import may_stand
from desktop_app.dreams.model.reading.material import Shown
from desktop_app.dreams.proposal import Change, ChangeKind, Why, bullet_change, source_of
from desktop_app.language.cues import CueKind
from desktop_app.notebook.source import Source
from desktop_app.notebook.statements.reader import Statement
from desktop_app.words import tr

_SUREST = (
    RelationKind.NEAR, RelationKind.DUPLICATE, RelationKind.QUESTION, RelationKind.MERGED,
    RelationKind.REMOVAL, RelationKind.UPDATE,
)  # fmt: skip
_SEEN = tr("the model sees a change of this line; you decide")


@dataclass(frozen=True)
class _Close:
    """What a sentence of the notes does to a bullet."""

    unit: Statement
    relation: Relation

    @property
    def rank(self) -> tuple[int, float, date]:
        kind = _SUREST.index(self.relation.kind)
        return kind, self.relation.close, self.unit.day


@dataclass(frozen=True)
class _Step:
    day: date
    kind: ChangeKind
    new: str | None
    reason: str
    sources: tuple[Source, ...]


class Following:
    """What happens to the bullets of one memory. Claims come with the oldest notes first."""

    def __init__(self, shown: Shown, book: Book, material: Material, aside: Counter[Why]) -> None:
        self._shown = shown
        self._book = book
        self._material = material
        self._aside = aside
        self._lines = {line.bullet.line: line for line in book.lines}
        self._steps: dict[int, _Step] = {}  # by the place of the bullet

    def follow(self, claim: Claim, line: BookLine | None = None) -> bool:
        """Whether the notes of a claim say anything of a bullet, its own if none is given; then it
        is done.
        """
        line = line or self._lines.get(claim.old[0].bullet.line)
        if line is None:
            return False
        best = self._best(line, claim)
        if best is None:
            return False
        day, step = best.unit.day, self._steps.get(line.bullet.line)
        if step and (step.day > day or best.relation.kind == RelationKind.NEAR):
            return True
        if best.relation.kind == RelationKind.DUPLICATE:
            self._aside[Why.REPEATED] += 1
            if step and step.kind == ChangeKind.QUESTION:
                del self._steps[line.bullet.line]
            return True
        self._steps[line.bullet.line] = self._step(line, best, step)
        return True

    def touched(self) -> frozenset[int]:
        """The places of the bullets that something happens to."""
        return frozenset(self._steps)

    def changes(self) -> list[Change]:
        """All that happens to them, in the order of memory."""
        return [self._change(self._lines[at], self._steps[at]) for at in sorted(self._steps)]

    def _best(self, line: BookLine, claim: Claim) -> _Close | None:
        """The sentence of the claim's notes that is most surely about the bullet."""
        units = [unit for n in claim.notes for unit in self._shown.units.get(n.mark, ())]
        sentences = [_Close(u, self._relation(line, u, claim.text)) for u in units if may_stand(u)]
        about = [one for one in sentences if one.relation.kind != RelationKind.DIFFERENT]
        return max(about, key=lambda one: one.rank, default=None)

    def _relation(self, line: BookLine, unit: Statement, text: str) -> Relation:
        note = points(unit.full_text)
        relation = relate(line.now, note, self._book.rarity)
        if relation.kind in (RelationKind.QUESTION, RelationKind.NEAR) and _exchanges(
            line.now, text, note
        ):
            return Relation(RelationKind.UPDATE, relation.close, text, NEW_VALUE, True)
        return relation

    def _step(self, line: BookLine, best: _Close, earlier: _Step | None) -> _Step:
        unit, relation = best.unit, best.relation
        sources = unit.sources
        kind = BECOMES.get(relation.kind, ChangeKind.QUESTION)
        newer = self._material.is_newer(line.bullet, unit.day)
        reason = OLDER if newer else relation.reason or _SEEN
        if kind == ChangeKind.QUESTION or reason == OLDER:
            return _Step(unit.day, ChangeKind.QUESTION, unit.full_text, reason, sources)
        if kind == ChangeKind.UPDATED and relation.new is not None:
            self._book.update(line, relation.new, len(line.notes))
            if earlier and earlier.kind == ChangeKind.UPDATED:
                sources = tuple(dict.fromkeys((*earlier.sources, *sources)))
        return _Step(unit.day, kind, relation.new, reason, sources)

    def _change(self, line: BookLine, step: _Step) -> Change:
        bullet = line.bullet
        sources = (*step.sources, source_of(self._book.path, bullet))
        accepted = step.kind == ChangeKind.MERGED
        return bullet_change(bullet, step.kind, sources, step.reason, step.new, accepted=accepted)


def _exchanges(old: Points, text: str, note: Points) -> bool:
    """Whether `text` is the old line with one value exchanged for one that the note gives."""
    if CueKind.OPEN in note.cues:
        return False
    for was in old.values:
        before, after = old.text[: was.start], old.text[was.end :]
        middle = text[len(before) : len(text) - len(after)]
        values = (note.text[v.start : v.end] for v in note.values if v.kind == was.kind)
        if middle and text == before + middle + after and middle in values:
            return True
    return False
