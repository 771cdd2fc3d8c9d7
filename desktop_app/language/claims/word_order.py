"""Whether a text puts what its statement says in another order, and so says something else.

Two parts may change places: `on Monday we meet` and `we meet on Monday`. Three that stand the
other way round are crossed: who did what to whom, which of two has which value. Knows texts.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import combinations

from desktop_app.language.claims.comparison import ClaimComparison, Ground
from desktop_app.language.claims.markers import MarkerKind, markers
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Span, Term, TermKind
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading
from desktop_app.language.tokens import stem

_ROUND = 3  # parts that stand the other way round
_PERSON = {
    "i": re.compile(r"(?<![a-z'])(?:i|i'm|my|me|mine)(?![a-z])|我"),
    "he": re.compile(r"(?<![a-z'])(?:he|him|she|her)(?![a-z])|[他她]"),
}
_BY = re.compile(r"(?<![a-z])by(?![a-z])|[被由]")  # who acts may stand behind
_WORD = re.compile("[a-z]+|[\u3400-\u9fff]")
_BOTH_WAYS = frozenset(
    ("a", "an", "the", "and", "or", "with", "is", "are", "was", "were", *"的了是和与跟同在有也都")
)
_ARROW = re.compile("->|=>|→")
_NEAR = 3  # words between two terms
_BETWEEN = (MarkerKind.REASON, MarkerKind.BEFORE, MarkerKind.AFTER, MarkerKind.INSTEAD)


def findings(comparisons: Sequence[ClaimComparison]) -> Iterator[Unsaid]:
    """The clauses of one sentence that their statement says the other way round."""
    yield from _mirrored(comparisons)
    level = comparisons[0].claim.level
    for ground in dict.fromkeys(one.ground for one in comparisons):
        if _acts_from_behind(level, ground):
            continue
        places = sorted(_places(comparisons, ground))
        crossed = _turned([at for _, at in places])
        if crossed:
            start, end = places[crossed[0]][0][0], places[crossed[-1]][0][1]
            yield comparisons[0].unsaid(DoubtKind.ORDER, (start, end))
    yield from _borrowed(comparisons)


def _acts_from_behind(level: str, ground: Ground) -> bool:
    """Whether only one of both says who acts behind what is done."""
    return bool(_BY.search(level)) != any(_BY.search(one.level) for one in ground.clauses)


def _borrowed(comparisons: Sequence[ClaimComparison]) -> Iterator[Unsaid]:
    """A word that a clause takes from a part of the statement that another clause tells already:
    every month, where its own part says every year.
    """
    for one in comparisons:
        for term, found in one.found.items():
            others = (each for each in comparisons if each.main is found.clause is not one.main)
            told = {
                place
                for other in others
                for each in other.found.values()
                if each.clause is found.clause
                for place in each.places
            }
            if told & set(found.places) and term not in one.terms[:2]:
                yield one.unsaid(DoubtKind.ORDER, term)
                return


def _places(
    comparisons: Sequence[ClaimComparison], ground: Ground
) -> Iterator[tuple[Span, list[int]]]:
    """What the sentence takes from a statement alone, and where that may say it."""
    claim = comparisons[0].claim
    olds = [] if ground.old else [one for one in comparisons[0].grounds if one.old]
    for one in comparisons:
        for term, found in one.found.items():
            kept = any(old.says(term, claim) for old in olds)
            if found.ground is ground and not (term.inner or kept or _is_free(term, ground)):
                at = sorted(found.clause.terms[n].start for n in found.places)
                yield (term.start, term.end), at
    first, last = comparisons[0].unit.start, comparisons[-1].unit.end
    theirs = _marks(ground.clauses[0].reading)
    for span, name in _marks(claim):
        if first <= span[0] < last:
            yield span, [at for (at, _), other in theirs if other == name]


def _is_free(term: Term, ground: Ground) -> bool:
    """Whether it is the only time that a statement tells, which may stand anywhere."""
    every = (one for clause in ground.clauses for one in clause.terms)
    return term.kind == TermKind.TIME and sum(one.kind == TermKind.TIME for one in every) == 1


def _marks(reading: Reading) -> list[tuple[Span, str]]:
    """The words for persons, and those that tell two parts apart: because, before."""
    found = [
        (one.span(), name)
        for name, words in _PERSON.items()
        for one in words.finditer(reading.level)
    ]
    found += [
        ((one.start, one.end), str(one.kind))
        for one in markers(reading.level)
        if one.kind in _BETWEEN
    ]
    return found


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


def _mirrored(comparisons: Sequence[ClaimComparison]) -> Iterator[Unsaid]:
    """Two terms on either side of a word or arrow, where a statement has them the other way round:
    the effect as the cause.
    """
    every = [
        (term, found.clause.terms[found.places[0]], one)
        for one in comparisons
        for term, found in one.found.items()
        if found.ground is one.ground and len(found.places) == 1
    ]
    every.sort(key=lambda one: one[0].start)
    for (first, one, comparison), (last, other, next_) in combinations(every, 2):
        if comparison.ground is not next_.ground or other.end > one.start:
            continue
        mine = comparison.claim.level[first.end : last.start]
        theirs = comparison.main.reading.level[other.end : one.start]
        turned = bool(_ARROW.search(mine) and _ARROW.search(theirs))
        beside = comparison is next_ and max(map(len, (_pivots(mine), _pivots(theirs)))) <= _NEAR
        if beside and not _acts_from_behind(comparison.unit.level, comparison.ground):
            turned = turned or not _pivots(mine).isdisjoint(_pivots(theirs))
        if turned:
            yield comparison.unsaid(DoubtKind.ORDER, (first.start, last.end))
            return


def _pivots(level: str) -> set[str]:
    """The words and Chinese characters that may tell what is done to what: paid, than, before."""
    found = (stem(one[0]) for one in _WORD.finditer(level))
    return {one for one in found if one not in _BOTH_WAYS}
