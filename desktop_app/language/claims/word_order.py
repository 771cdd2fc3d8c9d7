"""Whether a text puts what its statement says in another order, and so says something else.

Two parts may change places: `on Monday we meet` and `we meet on Monday`. Three that stand the
other way round are crossed: who did what to whom, which of two has which value. Knows texts.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from desktop_app.language.claims.comparison import ClaimComparison, Ground
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Span
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading

_ROUND = 3  # parts that stand the other way round
_BOTH_WAYS = (",", "and", "or", "with", "的", "了", "是", "和", "与", "跟", "、", "，")
_PERSON = {
    "i": re.compile(r"(?<![a-z'])(?:i|i'm|my|me|mine)(?![a-z])|我"),
    "he": re.compile(r"(?<![a-z'])(?:he|him|she|her)(?![a-z])|[他她]"),
}


def findings(comparisons: Sequence[ClaimComparison]) -> Iterator[Unsaid]:
    """The clauses of one sentence that their statement says the other way round."""
    for comparison in comparisons:
        yield from _mirrored(comparison)
    for ground in dict.fromkeys(one.ground for one in comparisons):
        places = sorted(_places(comparisons, ground))
        crossed = _turned([at for _, at in places])
        if crossed:
            start, end = places[crossed[0]][0][0], places[crossed[-1]][0][1]
            yield comparisons[0].unsaid(DoubtKind.ORDER, (start, end))


def _mirrored(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """Two terms around one word, as *tea to coffee*, that a statement has the other way round."""
    theirs = comparison.main.reading.level
    places = [
        (term, comparison.main.terms[found.places[0]])
        for term, found in comparison.found.items()
        if found.clause is comparison.main and len(found.places) == 1
    ]
    for (first, one), (last, other) in pairwise(sorted(places, key=lambda pair: pair[0].start)):
        between = comparison.claim.level[first.end : last.start].strip()
        turned = other.end <= one.start and theirs[other.end : one.start].strip() == between
        if turned and between and between not in _BOTH_WAYS:
            yield comparison.unsaid(DoubtKind.ORDER, (first.start, last.end))


def _places(
    comparisons: Sequence[ClaimComparison], ground: Ground
) -> Iterator[tuple[Span, list[int]]]:
    """What the sentence takes from a statement alone, and where that may say it."""
    claim = comparisons[0].claim
    olds = [] if ground.old else [one for one in comparisons[0].grounds if one.old]
    for one in comparisons:
        for term, found in one.found.items():
            kept = any(old.says(term, claim) for old in olds)
            if found.ground is ground and not (term.inner or kept):
                at = sorted(found.clause.terms[n].start for n in found.places)
                yield (term.start, term.end), at
    first, last = comparisons[0].unit.start, comparisons[-1].unit.end
    theirs = _marks(ground.clauses[0].reading)
    for span, name in _marks(claim):
        if first <= span[0] < last:
            yield span, [at for (at, _), other in theirs if other == name]


def _marks(reading: Reading) -> list[tuple[Span, str]]:
    """The words for persons."""
    return [
        (one.span(), name)
        for name, words in _PERSON.items()
        for one in words.finditer(reading.level)
    ]


def _turned(places: Sequence[Sequence[int]]) -> list[int]:
    """The numbers of three places of which each is before the last, in reading order."""
    at: dict[int, int] = {}
    last = -1
    for n, every in enumerate(places):
        if every:
            after = bisect_right(every, last)
            last = every[after] if after < len(every) else every[-1]
            at[n] = last
    best: dict[int, list[int]] = {}
    for n, place in at.items():
        longer = [chain for m, chain in best.items() if at[m] > place]
        best[n] = [*max(longer, key=len, default=[]), n]
    chain = max(best.values(), key=len, default=[])
    return chain if len(chain) >= _ROUND else []
