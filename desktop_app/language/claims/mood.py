"""Whether a clause holds as far as its statements do: hedges, conditions, deeds. Knows texts."""

from collections import Counter
from collections.abc import Iterator, Sequence

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, Ground
from desktop_app.language.claims.denials import NOT
from desktop_app.language.claims.markers import MarkerKind
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Span, TermKind
from desktop_app.language.claims.times import Moment
from desktop_app.language.claims.vocabulary import is_past, words
from desktop_app.language.doubts import DoubtKind

_OPEN = {MarkerKind.POSSIBLE, MarkerKind.PLANNED, MarkerKind.OWED}
_KEPT = (
    *_OPEN,
    MarkerKind.MOSTLY,
    MarkerKind.PASSING,
    MarkerKind.PAST,
    MarkerKind.ONLY,
)  # may neither come nor go
_NEW = (*_KEPT, MarkerKind.ALWAYS, MarkerKind.ONLY, MarkerKind.REASON)  # may not come
_IF = (MarkerKind.CONDITION, MarkerKind.WHEN, MarkerKind.EXCEPT)
_GIVEN = (MarkerKind.CONDITION, MarkerKind.EXCEPT, MarkerKind.PASSING)  # may not go
_MOSTLY = 0.6  # of a clause that a statement has to say for its hedges to count


def findings(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """How a clause of a text says something more surely than its statements do."""
    yield from _hedged(comparison)
    yield from _conditioned(comparison)
    yield from _done(comparison)


# -- hedges ---------------------------------------------------------------------------------


def _hedged(comparison: ClaimComparison) -> Iterator[Unsaid]:
    theirs = {
        one.kind
        for clause in hedging(comparison)
        for one in clause.markers
        if not NOT.search(clause.reading.level, clause.start, one.start)
    }
    for marker in comparison.unit.markers:
        after = next((one for one in comparison.unit.terms if one.start >= marker.end), None)
        since = marker.kind == MarkerKind.REASON and after and after.kind == TermKind.TIME
        shown = comparison.rule and marker.kind == MarkerKind.MOSTLY
        to_do = comparison.ground.to_do and marker.kind in _OPEN
        if marker.kind in _NEW and not (marker.kind in theirs or shown or to_do or since):
            yield comparison.unsaid(DoubtKind.WORDS, (marker.start, marker.end))
    mine, main = ([one.kind for one in each.markers] for each in (comparison.unit, comparison.main))
    telling = _telling(comparison)
    asks = any(map(_asks, telling)) and not (_asks(comparison.unit))
    first = max(start for start, _ in comparison.claim.sentences if start <= comparison.unit.start)
    begun = (one for one in comparison.units if first <= one.start <= comparison.unit.start)
    open_ones = {*_OPEN, MarkerKind.BOUND}.intersection(
        m.kind for one in begun for m in one.markers
    )
    kept = {one.kind for clause in telling for one in clause.markers} & {*_KEPT} - {*mine}
    more, some = (Counter(kind for kind in kinds if kind in _OPEN) for kinds in (main, mine))
    if asks or kept or more - some or (comparison.ground.to_do and not open_ones):
        yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)


def hedging(comparison: ClaimComparison) -> list[Clause]:
    """The clauses whose hedges may stand in the text."""
    whole = sum(one.weight for one in comparison.terms)
    every = [clause for _, clause in comparison.used] + [*comparison.ground.above]
    for ground in comparison.grounds:
        for clause in comparison.near(ground):
            said = (one.weight for one in comparison.terms if clause.says(one, comparison.claim))
            if ground.old or comparison.rule or sum(said) >= _MOSTLY * whole:
                every.append(clause)
    return every


def _telling(comparison: ClaimComparison) -> list[Clause]:
    """The main clause, and those that give the text a value or a name: they have to assert it."""
    hard = [
        found.clause
        for term, found in comparison.found.items()
        if term.is_value or (term.hard and found.ground is not comparison.ground)
    ]
    return list(dict.fromkeys((comparison.main, *hard)))


def _asks(clause: Clause) -> bool:
    behind = clause.reading.level[clause.end :].lstrip()[:1]
    return "?" in clause.level + behind or "？" in clause.level + behind


def _conditioned(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """A sentence of a statement with more conditions or exceptions than the text has, or that holds
    for a while only, where the text does not say so; or a condition that the text cuts.
    """
    sentences = [ground.sentence(clause) for ground, clause in comparison.used]
    kept = _given(comparison.units) if sentences else Counter()
    if any(_given(one) - kept for one in sentences):
        yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)


def _given(clauses: Sequence[Clause]) -> Counter[MarkerKind]:
    """How often clauses say under what condition they hold; when is if."""
    kinds = (one.kind for clause in clauses for one in clause.markers)
    same = (MarkerKind.CONDITION if one == MarkerKind.WHEN else one for one in kinds)
    return Counter(one for one in same if one in _GIVEN)


# -- what is done ---------------------------------------------------------------------------


def _done(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """What the clause tells as done and no statement does."""
    level, come = comparison.claim.level, _is_to_come(comparison.ground)
    saying = [clause for _, clause in comparison.used]
    saying += [one for ground in comparison.grounds if ground.old for one in ground.clauses]
    told = any(any(_told_as_done(clause)) for _, clause in comparison.used)
    for span in _told_as_done(comparison.unit, states=come):
        word = level[slice(*span)]
        if any(word in clause.level for clause in saying):
            continue
        there = [
            found.clause.reading.level[found.clause.terms[n].start : found.clause.terms[n].end]
            for term, found in comparison.found.items()
            if term.start == span[0]
            for n in found.places
        ]
        to_come = come and not (told and word.isascii())
        if not any(map(is_past, there)) and (there or to_come):
            yield comparison.unsaid(DoubtKind.MODALITY, span)
            return


def _told_as_done(clause: Clause, *, states: bool = False) -> Iterator[Span]:
    """Where a clause tells what happened: moved, came, 了; with `states`, also: is booked."""
    before = ""
    every = clause.reading.within((clause.start, clause.end))
    for word, after in zip(every, [*every[1:], None], strict=False):
        state = before in words("states") and not states
        state = state or (not states and after is not None and after.level == "by")
        if is_past(word.level) and not state and before != "to":
            yield word.start, word.end
        before = word.level
    signs = [(clause.level.find(sign), sign) for sign in words("chinese_done")]
    for at, sign in sorted(signs, key=lambda one: (one[0], -len(one[1]))):
        if at >= 0:
            yield clause.start + at, clause.start + at + len(sign)


def _is_to_come(ground: Ground) -> bool:
    """Whether a statement speaks of a day after it was written, of a plan, or is to do."""
    every = (*ground.clauses, *ground.above)
    return (
        ground.to_do
        or any(marker.kind in _OPEN for clause in every for marker in clause.markers)
        or any(
            isinstance(term.fact, Moment)
            and ground.day is not None
            and bool(term.fact.days)
            and min(term.fact.days) > ground.day
            for clause in every
            for term in clause.terms
        )
    )
