"""Wishes judged by their sources: which may be accepted beforehand, which wait, and why.

Nothing is dropped here for lack of support: what the notes do not say is shown with its doubts.
"""

from dataclasses import dataclass, replace

from desktop_app.dreams.builtin.notes.salience import worth
from desktop_app.dreams.builtin.notes.split import Unit
from desktop_app.dreams.builtin.relating.rarity import Rarity
from desktop_app.dreams.builtin.relating.sense import Sense, sense
from desktop_app.dreams.model.proving.alignment import Alignment
from desktop_app.dreams.model.proving.checking import Checker
from desktop_app.dreams.model.proving.ledger import Wish
from desktop_app.dreams.model.proving.losing import (
    NO_CHANGE,
    SPLICED,
    ends,
    followed,
    merge_loses,
    outdated,
    relation,
)
from desktop_app.dreams.model.reading.material import NoteLine, Shown, suspect
from desktop_app.dreams.proposal import Change, Doubt, Source

# Of a claim's words that a sentence of the notes must have to stand for it, and, unless it has
# nearly all of them, of the sentence's words that the claim must have.
_SAYS_IT, _NEARLY_ALL, _SAID_OF_IT = 0.6, 0.8, 0.4
_REASONS = {
    "added": "said in the notes",
    "updated": "the notes say something newer",
    "merged": "one line says what two said",
    "removed": "the notes say it ended",
    "question": "memory says something else, and the notes do not say that it changed",
}
_NOT_SAID = {
    "partly": "the notes do not say all of it",
    "unsupported": "no line in the notes says this",
}
_OTHER_WORDS = "the notes say it in other words, or of something else"
_OUTDATED = "the notes say that it changed"
_OWN = "the notes' own sentence"
_NO_END = "the notes do not say that it ended"


@dataclass(frozen=True)
class Judged:
    """A wish with its verdict; `reason` is a phrase for people, `doubts` what grounding found."""

    wish: Wish
    verdict: str
    reason: str
    doubts: tuple[Doubt, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether it is accepted until a person says otherwise."""
        return self.verdict == "supported" and not self.wish.held and self.wish.kind != "question"

    @property
    def may_be_reworded(self) -> bool:
        """Whether other words for the same lines could help."""
        return (
            self.verdict != "supported"
            and self.wish.new is not None
            and self.wish.kind != "question"
            and bool(self.wish.notes)
        )

    @property
    def says_otherwise(self) -> bool:
        """Whether nothing is wrong with it but that it was not copied."""
        return self.reason == _OTHER_WORDS


class Judge:
    """Judges the wishes of one dream."""

    def __init__(
        self, shown: Shown, alignment: Alignment, checker: Checker, rarity: Rarity
    ) -> None:
        self._shown = shown
        self._alignment = alignment
        self._checker = checker
        self._rarity = rarity

    def judged(self, wish: Wish) -> Judged:
        """The wish with its verdict, resting on the lines that support it best."""
        if wish.kind == "removed":
            return self._removal(wish)
        best = self._weighed(wish)
        if best.verdict != "supported":  # `Atlas` may stand in the heading only
            under = tuple(n for n in self._checker.headings(wish.notes) if n not in wish.notes)
            other = self._weighed(replace(wish, notes=(*wish.notes, *under))) if under else best
            best = other if other.verdict == "supported" else best
        if wish.kind == "question" and best.verdict != "supported":
            return replace(best, wish=replace(wish, kind="added", old=()))  # the notes ask nothing
        if best.verdict == "supported" or not wish.notes:
            return best
        # A line may be cited by the wrong number; the right one is looked for, and stands alone.
        for note in self._alignment.lines(wish.new or ""):
            if note not in wish.notes:
                other = self._weighed(replace(wish, notes=(note,)))
                if other.verdict == "supported":
                    return other
        return best

    def own_sentence(self, judged: Judged) -> Judged | None:
        """The same, said by a sentence of the notes; None when no single one says it."""
        claim = sense(judged.wish.new or "")
        notes = list(dict.fromkeys([*judged.wish.notes, *self._alignment.lines(claim.text)]))
        best: tuple[float, Unit, NoteLine] | None = None
        for note in notes:
            for unit in self._shown.units.get(note.mark, ()):
                said = sense(unit.text)
                share = says_it(claim, said)
                if share and (best is None or share > best[0]) and _may_stand(unit):
                    best = (share, unit, note)
        if best is None:
            return None
        _, unit, _ = best
        lines = {piece.line for piece in unit.pieces}
        rests = tuple(
            note for note in self._shown.notes if note.path == unit.path and note.line in lines
        )
        other = self.judged(replace(judged.wish, new=unit.text, notes=rests))
        return replace(other, reason=_OWN) if other.verdict == "supported" else None

    def _weighed(self, wish: Wish) -> Judged:
        text = wish.new or ""
        if wish.kind == "updated":  # what other notes say must not slip in
            old = wish.old[0].bullet.text
            about = tuple(n for n in wish.notes if self._speaks_of(n.quote, old))
            wish = replace(wish, notes=about or wish.notes)
        if wish.kind == "question":  # its note must say it; the bullet says something else
            verdict = self._checker.judged(text, wish.notes)
        else:
            verdict = self._checker.judged(text, wish.notes, wish.old)
        if not wish.notes and wish.kind != "merged":
            return Judged(wish, "unsupported", _NOT_SAID["unsupported"], verdict.doubts)
        if verdict.verdict != "supported":
            return Judged(wish, verdict.verdict, _NOT_SAID[verdict.verdict], verdict.doubts)
        if wish.kind in ("added", "merged"):
            copied = self._checker.copied(text, wish.notes, wish.old)
            if copied.verdict != "supported":
                return Judged(wish, "partly", _OTHER_WORDS, copied.doubts)
        if outdated(text, [note.quote for note in wish.notes]):
            return Judged(wish, "partly", _OUTDATED)
        if wish.kind == "merged" and not wish.held:
            old_texts = [line.bullet.text for line in wish.old]
            wish = replace(wish, held=merge_loses(old_texts, text))
        if wish.kind == "updated":
            return self._followed(wish)
        return Judged(wish, "supported", self._reason(wish))

    def _followed(self, wish: Wish) -> Judged:
        day = max((note.day for note in wish.notes), default=None)
        notes = [note.quote for note in wish.notes]
        found = followed(wish.old[0].bullet.text, wish.new or "", notes, day, self._rarity)
        wish = replace(wish, new=found.text, held=wish.held or found.held)
        if found.held == NO_CHANGE:  # a person may want to keep both
            asked = replace(wish, kind="question", held="")
            return Judged(asked, "supported", _REASONS["question"])
        copied = self._checker.copied(found.text, wish.notes, wish.old, found.spliced)
        if copied.verdict == "supported":
            return Judged(wish, "supported", found.reason or self._reason(wish))
        if found.spliced and not wish.held:
            return Judged(replace(wish, new=found.spliced), "supported", SPLICED)
        return Judged(wish, "partly", _OTHER_WORDS, copied.doubts)

    def _speaks_of(self, note: str, old: str) -> bool:
        return relation(old, [note], self._rarity).kind not in ("different", "duplicate")

    def _removal(self, wish: Wish) -> Judged:
        old = wish.old[0].bullet.text
        verdicts = {ends(old, note.quote, self._rarity) for note in wish.notes}
        if "supported" in verdicts:
            return Judged(wish, "supported", _REASONS["removed"])
        return Judged(wish, "partly" if "partly" in verdicts else "unsupported", _NO_END)

    def _reason(self, wish: Wish) -> str:
        if wish.kind != "added":
            return _REASONS[wish.kind]
        units = [unit for note in wish.notes for unit in self._shown.units.get(note.mark, ())]
        said = next((why for unit in units if (why := worth(unit).why)), _REASONS["added"])
        days = len({note.day for note in (*wish.notes, *wish.again)})
        return said if days == 1 else f"{said}, said on {days} days"


def kind_of(wish: Wish, shown: Shown) -> str:
    """preference, decision, lesson or fact: what the notes mark it as."""
    units = (unit for note in wish.notes for unit in shown.units.get(note.mark, ()))
    return next((kind for unit in units if (kind := worth(unit).kind) != "fact"), "fact")


def change_of(judged: Judged, heading: str, n: int) -> Change:
    """The wish as the proposal shows it."""
    wish = judged.wish
    held = wish.held if judged.verdict == "supported" else ""
    return Change(
        n=n,
        kind=wish.kind,
        heading=heading,
        line=wish.old[0].bullet.line if wish.old else 0,
        old=tuple(line.bullet.text for line in wish.old),
        new=wish.new,
        sources=_sources(wish),
        verdict=judged.verdict,
        accepted=judged.accepted,
        reason=f"{judged.reason}, but {held}" if held else judged.reason,
        doubts=judged.doubts,
    )


def _sources(wish: Wish) -> tuple[Source, ...]:
    notes = [note.source for note in (*wish.notes, *wish.again)]
    return tuple(dict.fromkeys([*notes, *(old.source for old in wish.old)]))


def says_it(claim: Sense, said: Sense) -> float:
    """What share of a claim's words a sentence has that may stand in its place, else 0."""
    shared = len(claim.bag & said.bag)
    of_claim, of_it = shared / max(1, len(claim.bag)), shared / max(1, len(said.bag))
    enough = of_claim >= _SAYS_IT and (of_claim >= _NEARLY_ALL or of_it >= _SAID_OF_IT)
    return of_claim if enough else 0.0


def _may_stand(unit: Unit) -> bool:
    return not unit.mark and not suspect(unit.text) and not unit.text.rstrip().endswith(("?", "？"))
