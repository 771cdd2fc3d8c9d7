"""Grounding: is a sentence supported by these lines? Knows text and lines, no engine, no model.

Each number, time, name and literal text of the sentence has to be in the lines. Then denials, plans
and persons are compared, and plain words last.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.proposal import Doubt, Support
from desktop_app.language.claims import (
    coverage,
    entities,
    modality,
    negation,
    placing,
    speakers,
    telling,
)
from desktop_app.language.claims.pieces import bag
from desktop_app.language.claims.sources import Sources, Unsaid, gathered
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading, read
from desktop_app.language.sentences import sentences
from desktop_app.notebook.source import Source, line_sha
from desktop_app.words import as_sentence

_MOSTLY = 0.6  # of a claim that one line has to say for it to be supported in part
_FALSE = {DoubtKind.NEGATION, DoubtKind.SPEAKER, DoubtKind.TOPIC}  # turn a claim into another one


@dataclass(frozen=True)
class Evidence:
    """A line that a claim may rest on, and where it stands; `day` is when it was written."""

    text: str
    path: str = ""
    line: int = 0
    day: date | None = None


@dataclass(frozen=True)
class Verdict:
    """How far a claim is supported, and what in it is not; a supported claim has no doubts."""

    verdict: Support
    doubts: tuple[Doubt, ...] = ()


def check(claim: str, sources: Sequence[Evidence], day: date | None) -> Verdict:
    """How far the sources say what `claim` says, which was written on `day`.

    Compared with the sources only, never with the world. A claim that stands word for word in a
    source is supported.
    """
    if not sources:
        return Verdict(
            Support.UNSUPPORTED,
            (Doubt(DoubtKind.TOPIC, (), (0, 0), as_sentence(telling.NOTHING), None),),
        )
    if any(points(claim).key in _said(one.text) for one in sources):
        return Verdict(Support.SUPPORTED)
    reading = read(claim)
    every = _read(sources)
    unsaid = _findings(reading, day, every)
    if not unsaid:
        return Verdict(Support.SUPPORTED)
    shares = _shares(reading, every)
    closest = shares.index(max(shares))
    doubts = tuple(_doubt(one, reading, every, sources, closest) for one in unsaid)
    kinds = {one.kind for one in unsaid}
    false = kinds & _FALSE or (kinds != {DoubtKind.WORDS} and shares[closest] < _MOSTLY)
    return Verdict(Support.UNSUPPORTED if false else Support.PARTLY, doubts)


def left_out(old: str, new: str, day: date | None) -> tuple[Doubt, ...]:
    """Hard facts of `old` that are not in `new`, which is to stand in its place."""
    reading = read(old)
    unsaid = entities.missing(reading, entities.facts_of(reading, day), gathered(((new, day),)))
    return tuple(
        Doubt(one.kind, one.words, (0, 0), as_sentence(telling.left_out(one)), None)
        for one in _without_repetition(unsaid)
    )


def _said(text: str) -> set[str]:
    """What a source says word for word: all of it, and each of its sentences."""
    return {points(one).key for one in (text, *sentences(text))}


def _read(sources: Sequence[Evidence]) -> Sources:
    return gathered(tuple((one.text, one.day) for one in sources))


def _findings(claim: Reading, day: date | None, sources: Sources) -> list[Unsaid]:
    facts = entities.facts_of(claim, day)
    denied, agreed = negation.contradicted(claim, sources)
    unsaid = [
        *entities.missing(claim, facts, sources),
        *placing.misplaced(claim, facts, sources),
        *denied,
        *modality.unfulfilled(claim, facts.timed, day, sources),
        *speakers.mistaken(claim, sources),
    ]
    spans = [*facts.spans, *agreed, *(one.span for one in unsaid)]
    unsaid += [*coverage.missing(claim, sources, spans), *coverage.scattered(claim, sources)]
    return _without_repetition(unsaid)


def _without_repetition(findings: list[Unsaid]) -> list[Unsaid]:
    """One finding a place, the first and gravest."""
    distinct: list[Unsaid] = []
    for one in findings:
        if one.span == (0, 0) or all(one.span != other.span for other in distinct):
            distinct.append(one)
    return distinct


def _shares(claim: Reading, sources: Sources) -> list[float]:
    """What share of the claim each line says."""
    own = bag(claim).pieces
    whole = sum(piece.weight for piece in own) or 1
    return [one.bag.overlap(own) / whole for one in sources.texts]


def _doubt(
    finding: Unsaid, claim: Reading, every: Sources, sources: Sequence[Evidence], closest: int
) -> Doubt:
    place = closest if finding.source is None else finding.source
    line = sources[place]
    message = as_sentence(telling.message(finding, claim, every.texts[place]))
    nearest = Source(line.path, line.line, line.text.strip(), line_sha(line.text))
    return Doubt(finding.kind, finding.words, finding.span, message, nearest)
