"""Claims judged by their sources: which may be accepted beforehand, which wait, and why.

Nothing is dropped here for lack of support: what the notes do not say is shown with its doubts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.comparing.relate import repeats
from desktop_app.dreams.model.proving.alignment import Alignment
from desktop_app.dreams.model.proving.checking import Checker
from desktop_app.dreams.model.proving.claims import Claim
from desktop_app.dreams.model.reading.material import NoteLine, Shown, suspect
from desktop_app.dreams.proposal import Change, ChangeKind, Doubt, Support, but
from desktop_app.notebook.statements.blocks import Box
from desktop_app.notebook.statements.reader import Statement
from desktop_app.words import tr

# Of a claim's words that a sentence of the notes must have to stand for it, and, unless it has
# nearly all of them, of the sentence's words that the claim must have.
_SAYS_IT, _NEARLY_ALL, _SAID_OF_IT = 0.6, 0.8, 0.4
_NOT_SAID = {
    Support.PARTLY: tr("the notes do not say all of it"),
    Support.UNSUPPORTED: tr("no line in the notes says this"),
}
_ADDED, _MERGED = tr("said in the notes"), tr("one line says what two said")
_OTHER_WORDS = tr("the notes say it in other words, or of something else")
_OWN = tr("the notes' own sentence")
_LESS = tr("it says less than the lines it would replace")


@dataclass(frozen=True)
class Judged:
    """A claim with its verdict; `reason` is a phrase for people, `doubts` what grounding found."""

    claim: Claim
    verdict: Support
    reason: str
    doubts: tuple[Doubt, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether it is accepted until a person says otherwise."""
        return self.verdict == Support.SUPPORTED and not self.claim.waits_for

    @property
    def may_be_reworded(self) -> bool:
        """Whether other words for the same lines could help."""
        return self.verdict != Support.SUPPORTED and bool(self.claim.notes)

    @property
    def says_otherwise(self) -> bool:
        """Whether nothing is wrong with it but that it was not copied."""
        return self.reason == _OTHER_WORDS


class Judge:
    """Judges the additions and merges of one dream."""

    def __init__(self, shown: Shown, alignment: Alignment, checker: Checker) -> None:
        self._shown = shown
        self._alignment = alignment
        self._checker = checker

    def judged(self, claim: Claim) -> Judged:
        """The claim with its verdict, resting on the lines that support it best."""
        best = self._weighed(claim)
        if best.verdict == Support.SUPPORTED:
            return best
        others = (self._weighed(replace(claim, notes=notes)) for notes in self._other_notes(claim))
        return next((one for one in others if one.verdict == Support.SUPPORTED), best)

    def _other_notes(self, claim: Claim) -> Iterator[tuple[NoteLine, ...]]:
        """The lines with their headings, since `Atlas` may stand there only; then each line that is
        nearest to the text, alone: the right one may be cited by a wrong number.
        """
        under = tuple(n for n in self._checker.headings(claim.notes) if n not in claim.notes)
        if under:
            yield *claim.notes, *under
        for note in self._alignment.lines(claim.text) if claim.notes else ():
            if note not in claim.notes:
                yield (note,)

    def reworded(self, judged: Judged) -> Judged:
        """The notes' own sentence in the place of what they do not say, where there is one."""
        return (self.own_sentence(judged) or judged) if judged.may_be_reworded else judged

    def own_sentence(self, judged: Judged) -> Judged | None:
        """The same, said by a sentence of the notes; None when no single one says it."""
        claimed = points(judged.claim.text)
        notes = dict.fromkeys([*judged.claim.notes, *self._alignment.lines(claimed.text)])
        units = [u for note in notes for u in self._shown.units.get(note.mark, ()) if may_stand(u)]
        shares = [share_said(claimed, points(unit.full_text)) for unit in units]
        if not any(shares):
            return None
        unit = units[shares.index(max(shares))]
        rests = self._lines_of(unit)
        other = self.judged(replace(judged.claim, text=unit.full_text, notes=rests, waits_for=""))
        return replace(other, reason=_OWN) if other.verdict == Support.SUPPORTED else None

    def _lines_of(self, unit: Statement) -> tuple[NoteLine, ...]:
        lines = {piece.line for piece in unit.all_pieces}
        return tuple(n for n in self._shown.notes if n.path == unit.path and n.line in lines)

    def _weighed(self, claim: Claim) -> Judged:
        verdict = self._checker.judged(claim.text, claim.notes, claim.old)
        if not claim.notes and not claim.old:
            return Judged(
                claim, Support.UNSUPPORTED, _NOT_SAID[Support.UNSUPPORTED], verdict.doubts
            )
        if verdict.verdict != Support.SUPPORTED:
            return Judged(claim, verdict.verdict, _NOT_SAID[verdict.verdict], verdict.doubts)
        copied = self._checker.copied(claim.text, claim.notes, claim.old)
        if copied.verdict != Support.SUPPORTED:
            return Judged(claim, Support.PARTLY, _OTHER_WORDS, copied.doubts)
        if not claim.old:
            return Judged(claim, Support.SUPPORTED, _on_days(claim))
        claimed = points(claim.text)
        whole = all(repeats(claimed, points(line.bullet.text)) for line in claim.old)
        waits_for = claim.waits_for if whole else claim.waits_for or _LESS
        return Judged(replace(claim, waits_for=waits_for), Support.SUPPORTED, _MERGED)


def change_of(judged: Judged, heading: str) -> Change:
    """A merge or an addition as the proposal shows it."""
    claim = judged.claim
    notes = [note.source for note in (*claim.notes, *claim.again)]
    waits_for = claim.waits_for if judged.verdict == Support.SUPPORTED else ""
    return Change(
        n=0,
        kind=ChangeKind.MERGED if claim.old else ChangeKind.ADDED,
        heading=heading,
        line=claim.old[0].bullet.line if claim.old else 0,
        old=tuple(line.bullet.text for line in claim.old),
        new=claim.text,
        sources=tuple(dict.fromkeys([*notes, *(old.source for old in claim.old)])),
        verdict=judged.verdict,
        accepted=judged.accepted,
        reason=but(judged.reason, waits_for) if waits_for else judged.reason,
        doubts=judged.doubts,
    )


def _on_days(claim: Claim) -> str:
    days = len({note.day for note in (*claim.notes, *claim.again)})
    return _ADDED if days == 1 else tr("said in the notes on {days} days").format(days=days)


def share_said(claim: Points, sentence: Points) -> float:
    """What share of a claim's words a sentence has that may stand in its place, else 0."""
    shared = len(claim.bag & sentence.bag)
    of_claim, of_it = shared / max(1, len(claim.bag)), shared / max(1, len(sentence.bag))
    enough = of_claim >= _SAYS_IT and (of_claim >= _NEARLY_ALL or of_it >= _SAID_OF_IT)
    return of_claim if enough else 0.0


def may_stand(unit: Statement) -> bool:
    """Whether a sentence of the notes may stand in memory: it tells, and looks harmless."""
    if unit.mark in (Box.TODO, Box.LONG) or unit.text.rstrip().endswith(("?", "？")):
        return False
    return not suspect(unit.full_text)
