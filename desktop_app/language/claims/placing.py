"""Values and names that the sources say of something else. Knows text only.

A day of one line and a deed of another make a false sentence of true words: where the lines that
hold a value have little to do with the claim, and a line that has much says another value.
"""

from collections.abc import Callable, Iterator
from functools import partial

from desktop_app.language.claims.entities import Facts, names
from desktop_app.language.claims.pieces import Piece, bag
from desktop_app.language.claims.sources import Finding, Said, Sources
from desktop_app.language.claims.times import Moment
from desktop_app.language.reading import Reading

_MUCH = 2.0  # words that a line has to share with the claim to be what it is about
_LITTLE = 0.34  # of that: the share of a line that has little to do with it
_DATED = ("date", "weekday", "span")

Test = Callable[[Said], bool]
Check = tuple[str, int, int, Test, Test]
"""A kind of value, where it stands, whether a line holds it, and whether it holds a rival."""


def misplaced(claim: Reading, facts: Facts, sources: Sources) -> list[Finding]:
    """Times, numbers and names that stand in the wrong line."""
    found = []
    for kind, start, end, holds, rivals in _checks(claim, facts, sources):
        held = [holds(one) for one in sources.said]
        context = _context(claim, facts, start, end)
        shares = [one.bag.overlap(context) for one in sources.said]
        best = max((share for share, there in zip(shares, held, strict=True) if there), default=0)
        others = [
            (share, number)
            for number, (one, share) in enumerate(zip(sources.said, shares, strict=True))
            # What has no day is memory: it is there to be changed by the notes.
            if one.day and not held[number] and share >= _MUCH and rivals(one)
        ]
        if any(held) and others and best <= _LITTLE * max(others)[0]:
            found.append(Finding(kind, (claim.text[start:end],), (start, end), "", max(others)[1]))
    return found


def _checks(claim: Reading, facts: Facts, sources: Sources) -> Iterator[Check]:
    for moment in facts.timed:
        if moment.kind in _DATED:
            yield "date", moment.start, moment.end, partial(_tells, moment), _is_dated
    mine = {one.value for one in facts.counted}
    for number in facts.counted:
        if not number.soft:
            counts = partial(_counts, {number.value})
            yield "number", number.start, number.end, counts, partial(_counts_another, mine)
    known = {word.level for word in claim.words}
    for word in () if sources.speakers else names(claim):
        about = partial(_names_another, known)
        yield "speaker", word.start, word.end, partial(_has, word.level), about


def _tells(moment: Moment, line: Said) -> bool:
    return _is_dated(line) and line.times.hold(moment)


def _is_dated(line: Said) -> bool:
    return any(one.kind in _DATED for one in line.moments)


def _counts(values: set[float], line: Said) -> bool:
    return any(one.value in values for one in line.numbers)


def _counts_another(values: set[float], line: Said) -> bool:
    return any(not one.soft and one.value not in values for one in line.numbers)


def _has(level: str, line: Said) -> bool:
    return any(word.level == level for word in line.reading.words)


def _names_another(levels: set[str], line: Said) -> bool:
    return any(word.level not in levels for word in names(line.reading))


def _context(claim: Reading, facts: Facts, start: int, end: int) -> list[Piece]:
    """The words that the claim says beside a value, in its clause if that is enough."""
    values = [(start, end), *facts.spans]
    every = [
        piece
        for piece in bag(claim).pieces
        if not any(a < piece.end and piece.start < b for a, b in values)
    ]
    first, last = next(span for span in claim.clauses if span[0] <= start < span[1])
    near = [piece for piece in every if first <= piece.start < last]
    return near if sum(piece.weight for piece in near) >= _MUCH else every
