"""Lines that were written to steer a model: what they do, where, and how sure that is.

What a line does counts: whom it addresses, what it asks for, what it sets aside or hides, and from
whom. What is hidden or encoded is judged as if it stood there. A person's own rule for an agent is
what memory is for, so asking alone is no poison. Knows one line at a time, no file.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from desktop_app.language.gate import disguises
from desktop_app.language.gate.disguises import Disguise, DisguiseKind
from desktop_app.language.gate.orders import deeds, sure_of
from desktop_app.language.gate.visible_text import as_shown, seen, without_item
from desktop_app.language.remembering import without_mark


class PoisonKind(StrEnum):
    """What a finding is."""

    ORDER = "order"
    HIDDEN = "hidden"
    LOOKALIKE = "lookalike"
    ENCODED = "encoded"


class PoisonDeed(StrEnum):
    """What a line would have a model do."""

    OVERRIDE = "override"
    REMEMBER = "remember"
    CONCEAL = "conceal"
    SEND = "send"
    PERSONA = "persona"
    SAY = "say"
    POSE = "pose"
    RUN = "run"
    LEAVE = "leave"


class Certainty(StrEnum):
    """How sure it is, in words."""

    CERTAIN = "almost certain"
    LIKELY = "likely"
    POSSIBLE = "possible"


@dataclass(frozen=True)
class PoisonFinding:
    """One thing found in a line, at characters `start` to `end`.

    `deeds` are of the line itself, or of what it hides; `says` is what is hidden, as text, "" where
    that spells nothing; `way` is how. `sure` is 0 to 1.
    """

    kind: PoisonKind
    start: int
    end: int
    sure: float
    deeds: tuple[PoisonDeed, ...] = ()
    says: str = ""
    way: str = ""

    @property
    def certainty(self) -> Certainty:
        """How sure it is, in words."""
        return certainty_of(self.sure) or Certainty.POSSIBLE


LEAST = {Certainty.CERTAIN: 0.85, Certainty.LIKELY: 0.5, Certainty.POSSIBLE: 0.3}
"""From where on each is said."""
_DEPTH = 3  # encodings within encodings that are opened
_PIECE, _OVERLAP = 2_000, 200  # characters of a long line that are judged together
_SHORTEST = 4  # characters; below, a line says nothing
_KINDS = {
    DisguiseKind.CHARACTERS: PoisonKind.HIDDEN,
    DisguiseKind.MARKUP: PoisonKind.HIDDEN,
    DisguiseKind.LETTERS: PoisonKind.LOOKALIKE,
    DisguiseKind.PAYLOAD: PoisonKind.ENCODED,
}


@lru_cache(maxsize=20_000)
def poison_in(line: str, in_comment: bool = False) -> tuple[PoisonFinding, ...]:
    """What was written into a line to steer a model, the surest first; () for ordinary lines.

    `in_comment`: a comment of HTML began above and is still open.
    """
    found: list[PoisonFinding] = []
    for start in range(0, max(1, len(line) - _OVERLAP), _PIECE - _OVERLAP):
        piece = line[start : start + _PIECE]
        found += (
            replace(one, start=one.start + start, end=one.end + start)
            for one in _found(piece, in_comment, _DEPTH)
        )
    return tuple(_distinct(found))


def poison_in_text(text: str) -> Iterator[tuple[int, tuple[PoisonFinding, ...]]]:
    """The lines of a text in which something was found, 1-based, with what it was."""
    in_comment = False
    for number, line in enumerate(text.split("\n"), start=1):
        if found := poison_in(line, in_comment):
            yield number, found
        in_comment = disguises.goes_on(line, in_comment)


def certainty_of(sure: float) -> Certainty | None:
    """The words for it; None below all of them."""
    return next((words for words, least in LEAST.items() if sure >= least), None)


def _found(line: str, in_comment: bool, depth: int) -> Iterator[PoisonFinding]:
    if len(line.strip()) < _SHORTEST:
        return
    hidden = list(disguises.disguises(line, in_comment=in_comment)) if depth else []
    inside = [_of_disguise(one, depth - 1) for one in hidden]
    yield from (one for one in inside if one.sure >= LEAST[Certainty.POSSIBLE])
    shown = _without(line, hidden)
    readings = {seen(shown), as_shown(shown), without_item(as_shown(shown))}
    sure = max(map(sure_of, readings))
    if sure < LEAST[Certainty.LIKELY]:  # that a line asks to be kept makes it no more possible
        sure = min(sure, max(sure_of(without_mark(one)) for one in readings))
    if letters := [one for one in hidden if one.kind in _SPELLED]:
        # An order that is spelled so that a filter misses it is no slip of the keyboard.
        sure = _either(sure, max(one.strength for one in letters)) if sure >= 0.2 else sure
    if sure >= LEAST[Certainty.POSSIBLE]:
        begin = len(line) - len(line.lstrip())
        wanted = _deeds(as_shown(shown))
        yield PoisonFinding(PoisonKind.ORDER, begin, len(line.rstrip()), sure, wanted)


_SPELLED = frozenset({DisguiseKind.CHARACTERS, DisguiseKind.LETTERS})


def _of_disguise(one: Disguise, depth: int) -> PoisonFinding:
    """A disguise, judged by itself and by what it says."""
    sure = one.strength if one.kind in _SPELLED else 0.0
    wanted: tuple[PoisonDeed, ...] = ()
    if one.says and one.kind != DisguiseKind.LETTERS:
        inner = [found for line in one.says.split("\n") for found in _found(line, False, depth)]
        if inner:
            surest = max(inner, key=lambda found: found.sure)
            sure, wanted = _either(one.strength, surest.sure), surest.deeds
    return PoisonFinding(_KINDS[one.kind], one.start, one.end, sure, wanted, one.says, one.way)


def _without(line: str, hidden: Sequence[Disguise]) -> str:
    """The line without what is judged by itself, so that it does not count twice."""
    for one in sorted(hidden, key=lambda one: -one.start):
        if one.kind in (DisguiseKind.MARKUP, DisguiseKind.PAYLOAD):
            line = f"{line[: one.start]} {line[one.end :]}"
    return line


def _either(one: float, other: float) -> float:
    """How sure at least one of two is."""
    return 1 - (1 - one) * (1 - other)


def _deeds(text: str) -> tuple[PoisonDeed, ...]:
    """What a text asks for; to say something where no signal tells."""
    wanted = deeds(text) or {PoisonDeed.SAY}
    return tuple(deed for deed in PoisonDeed if deed in wanted)


def _distinct(found: Iterable[PoisonFinding]) -> list[PoisonFinding]:
    """The surest of each place and kind, the surest first."""
    rising = sorted(found, key=lambda one: one.sure)
    surest = {(one.kind, one.start): one for one in rising}
    return sorted(surest.values(), key=lambda one: -one.sure)
