"""Values and names that the sources say of something else. Knows text only.

A day from one line and a deed from another make a false sentence of true words. A value is
misplaced when its lines share little with the claim, and a line that shares much has another value.
"""

from collections.abc import Iterator
from functools import lru_cache

from desktop_app.language.claims.entities import Fact, HardFacts, names
from desktop_app.language.claims.facts import Number
from desktop_app.language.claims.pieces import WordPiece, bag
from desktop_app.language.claims.sources import Sources, SourceText, Unsaid
from desktop_app.language.claims.times import Moment, MomentKind
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading, Word

_MUCH = 2.0  # words that a line has to share with the claim to be what it is about
_LITTLE = 0.34  # of that: the share of a line that has little to do with it
_DATED = (MomentKind.DATE, MomentKind.WEEKDAY, MomentKind.SPAN)


def misplaced(claim: Reading, facts: HardFacts, sources: Sources) -> list[Unsaid]:
    """Times, numbers and names that stand in the wrong line."""
    unsaid = []
    mine = {(DoubtKind.NUMBER, str(one.value)) for one in facts.counted if not one.soft}
    mine |= {(DoubtKind.SPEAKER, word.level) for word in claim.words}
    for kind, one in _values(claim, facts, sources):
        start, end = one.start, one.end
        holding = [_holds(kind, one, line) for line in sources.texts]
        context = _context(claim, facts, start, end)
        shares = [one.bag.overlap(context) for one in sources.texts]
        best = max(
            (share for share, holds in zip(shares, holding, strict=True) if holds), default=0
        )
        others = [
            (share, number)
            for number, (line, share) in enumerate(zip(sources.texts, shares, strict=True))
            # What has no day is memory: it is there to be changed by the notes.
            if line.day and not holding[number] and share >= _MUCH
            if any(other[0] == kind and other not in mine for other in _values_of(line))
        ]
        if any(holding) and others and best <= _LITTLE * max(others)[0]:
            unsaid.append(Unsaid(kind, (claim.text[start:end],), (start, end), "", max(others)[1]))
    return unsaid


def _values(claim: Reading, facts: HardFacts, sources: Sources) -> Iterator[tuple[DoubtKind, Fact]]:
    yield from ((DoubtKind.DATE, one) for one in facts.timed if one.kind in _DATED)
    yield from ((DoubtKind.NUMBER, one) for one in facts.counted if not one.soft)
    if not sources.speakers:
        yield from ((DoubtKind.SPEAKER, word) for word in names(claim))


def _holds(kind: DoubtKind, one: Fact, line: SourceText) -> bool:
    if isinstance(one, Moment):
        return (DoubtKind.DATE, "") in _values_of(line) and line.times.hold(one)
    if isinstance(one, Number):
        return any(one.value == other.value for other in line.numbers)
    return isinstance(one, Word) and any(one.level == w.level for w in line.reading.words)


@lru_cache(maxsize=20_000)
def _values_of(line: SourceText) -> frozenset[tuple[DoubtKind, str]]:
    """The values and names of a line; a time by its kind only."""
    values = {(DoubtKind.NUMBER, str(one.value)) for one in line.numbers if not one.soft}
    values |= {(DoubtKind.SPEAKER, word.level) for word in names(line.reading)}
    return frozenset(values | {(DoubtKind.DATE, "") for one in line.moments if one.kind in _DATED})


def _context(claim: Reading, facts: HardFacts, start: int, end: int) -> list[WordPiece]:
    """The words that the claim says beside a value, in its clause if that is enough."""
    values = [(start, end), *facts.spans]
    every = [piece for piece in bag(claim).pieces if not piece.touches(*values)]
    clauses = (span for span in claim.clauses if span[0] <= start < span[1])
    first, last = next(clauses, (0, len(claim.text)))  # what is before `10:30:` is in none
    near = [piece for piece in every if first <= piece.start < last]
    return near if sum(piece.weight for piece in near) >= _MUCH else every
