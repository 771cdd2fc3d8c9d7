"""Whether a clause holds as far as its statements do: hedges, conditions, deeds. Knows texts."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, Ground
from desktop_app.language.claims.denials import NOT
from desktop_app.language.claims.markers import Marker, MarkerKind, markers
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
_JOINED = re.compile("[、和與与跟及两兩二2]|也")
_SECOND = re.compile(  # part of a condition
    r"[^,.;:，。；：]*?(?:(?<![a-z])and(?![a-z])|[而并且])([^,.;:，。；：]+)"
)
_REFERS = re.compile(r"(?<![a-z])(?:it|he|she|they|that|this|which)(?![a-z])|[这那此它他她]")
_BOX = re.compile(r"\s*(?:[-*+] )?\[ \]")
_ASKED = re.compile("要|须|得|请|该")  # says in any way that it must be
_WILL = re.compile("(?<![不只主需首重])要(?![求点素是么紧])|(?<!必)须")  # what is to be
_WHO = re.compile(r"(?<![a-z])(?:who|what|which|when|where|why|how|whether)(?![a-z])")
_ASK = re.compile(r"(?<![a-z])ask(?:s|ed|ing)?(?![a-z])")
_ORDER = re.compile(
    "把|请|去|记得|要|约|跟.{1,6}约|booked .* for "
)  # begins what somebody is to do


def findings(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """How a clause of a text says something more surely than its statements do."""
    yield from _hedged(comparison)
    yield from _conditioned(comparison)
    if _is_asked_within(comparison):
        yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)
    yield from _done(comparison)
    yield from _repeated(comparison)


# -- hedges ---------------------------------------------------------------------------------


def _hedged(comparison: ClaimComparison) -> Iterator[Unsaid]:
    theirs = {
        _how_far(one, clause)
        for clause in hedging(comparison)
        for one in clause.markers
        if not NOT.search(clause.reading.level, clause.start, one.start)
    }
    mine = {one.kind for one in comparison.unit.markers}
    for marker in comparison.unit.markers:
        shown = comparison.rule and marker.kind == MarkerKind.MOSTLY
        to_do = comparison.ground.to_do and marker.kind in _OPEN
        shown = shown or _joins(comparison, marker)
        after = next((one for one in comparison.unit.terms if one.start >= marker.end), None)
        since = marker.kind == MarkerKind.REASON and after and after.kind == TermKind.TIME
        shown = shown or bool(since)
        told = _how_far(marker, comparison.unit) in theirs
        if after in comparison.found and marker.kind == MarkerKind.MOSTLY:
            clause = comparison.found[after].clause
            told = told and _how_far(marker, comparison.unit) in {
                _how_far(one, clause) for one in clause.markers
            }
        if marker.kind in _NEW and not (told or shown or to_do):
            yield comparison.unsaid(DoubtKind.WORDS, (marker.start, marker.end))
    opens = (mine & _OPEN) - {one.kind for one in comparison.main.markers}
    asks = any(map(_asks, _telling(comparison))) and not (_asks(comparison.unit) or opens)
    first = max(start for start, _ in comparison.claim.sentences if start <= comparison.unit.start)
    begun = {
        one.kind
        for unit in comparison.units
        if first <= unit.start <= comparison.unit.start
        for one in unit.markers
    }
    stays_open = begun & {*_OPEN, MarkerKind.BOUND} or _has_box(comparison)
    if asks or (comparison.ground.to_do and not stays_open):
        yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)
    kept = {one.kind for clause in _telling(comparison) for one in _told(comparison, clause)}
    kept &= {*_KEPT}
    above = {one.kind for clause in comparison.ground.above for one in clause.markers}
    hedges, left = (
        Counter(one.kind for one in every if one.kind in _OPEN)
        for every in (_told(comparison, comparison.main), comparison.unit.markers)
    )
    if (kept | (above & {MarkerKind.POSSIBLE})) - mine or hedges - left or _freed(comparison):
        yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)


def _freed(comparison: ClaimComparison) -> bool:
    """Whether the text tells as a fact what must be: of whom or what, then what, without it; what
    begins with the deed asks for it.
    """
    unit, main = comparison.unit, comparison.main
    if {one.kind for one in unit.markers} & {*_OPEN, MarkerKind.BOUND} or _ASKED.search(unit.level):
        return False
    bounds = [one.start for one in main.markers if one.kind == MarkerKind.BOUND]
    bounds += [one.start() for one in _WILL.finditer(main.reading.level, main.start, main.end)]
    own = sorted(
        (term.start, main.terms[found.places[0]].start)
        for term, found in comparison.found.items()
        if found.clause is main and found.places and not term.is_value
    )
    return any(at < one <= deed for one in bounds for (_, at), (_, deed) in combinations(own, 2))


def _joins(comparison: ClaimComparison, marker: Marker) -> bool:
    """Whether 都 only joins things, of each of which a clause says what follows, or denies it as
    the text does.
    """
    claim = comparison.claim
    joined = _JOINED.search(claim.level, 0, marker.start) is not None
    if claim.level[marker.start : marker.end] != "都" or comparison.rule or not joined:
        return False
    first = max(start for start, _ in claim.sentences if start <= comparison.unit.start)
    things = [
        one
        for unit in comparison.units
        for one in unit.terms
        if first <= one.start and one.end <= marker.start
        if any(ground.says(one, claim) for ground in comparison.grounds)
    ]
    what = [one for one in comparison.terms if one.start >= marker.end]
    held = {one.kind for one in comparison.unit.markers}
    saying = [
        clause
        for ground in comparison.grounds
        for clause in ground.clauses
        if all(clause.says(one, claim) for one in what)
        and bool(clause.cues) == bool(comparison.unit.cues)
        and not {one.kind for one in clause.markers} & {*_KEPT} - held
    ]
    each = [any(clause.says(one, claim) for clause in saying) for one in things]
    return bool(each) and all(each)


def _told(comparison: ClaimComparison, clause: Clause) -> list[Marker]:
    """The markers of a clause of a statement, without those of other things behind all that is
    told.
    """
    told = [
        found.clause.terms[n].start
        for found in comparison.found.values()
        if found.clause is clause
        for n in found.places
    ]
    end = next(
        (last for _, last in clause.reading.clauses if max(told, default=0) < last), clause.end
    )
    return [
        one
        for one in clause.markers
        if one.start < end or not told or not _is_of_another(one, clause)
    ]


def _is_of_another(marker: Marker, clause: Clause) -> bool:
    """Whether a hedge stands behind a subject of its own part: hotel undecided."""
    level = clause.reading.level
    begin = max((start for start, _ in clause.reading.clauses if start <= marker.start), default=0)
    own = (one for one in clause.terms if begin <= one.start < marker.start and not one.is_value)
    subject = any(not is_past(level[one.start : one.end]) for one in own)
    return subject and not _REFERS.search(level, begin, marker.start)


def _how_far(marker: Marker, clause: Clause) -> str:
    """The kind of a hedge; of how many or how often something is, its word: some are not most."""
    mostly = marker.kind == MarkerKind.MOSTLY
    return clause.reading.level[marker.start : marker.end] if mostly else str(marker.kind)


def _has_box(comparison: ClaimComparison) -> bool:
    """Whether the line of the text begins with an empty box."""
    before = comparison.claim.text[: comparison.unit.terms[0].start].rpartition("\n")[2]
    return _BOX.match(before) is not None


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


def _is_asked_within(comparison: ClaimComparison) -> bool:
    """Whether what the text tells of somebody is a question that she asks or knows the answer to:
    Ana asks who has the key; not: Ana, who has the key.
    """
    main = comparison.main
    level, free = main.reading.level, words("function")
    told = sorted(
        (main.terms[n].start, main.terms[n].end)
        for found in comparison.found.values()
        if found.clause is main
        for n in found.places
    )
    for who in _WHO.finditer(level, main.start, main.end):
        before = [end for _, end in told if end <= who.start()]
        after = any(start > who.start() for start, _ in told)
        if before and after and not _WHO.search(comparison.unit.level):
            between = re.findall("[a-z]+", level[before[-1] : who.start()])
            if _ASK.search(level, main.start, who.start()) or not free.issuperset(between):
                return True
    return False


def _conditioned(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """A sentence of a statement with more conditions or exceptions than the text has, or that holds
    for a while only, where the text does not say so; or a condition that the text cuts.
    """
    sentences = [
        ground.sentence(clause)
        for ground, clause in comparison.used
        if any(one.kind in {*_IF, *_GIVEN} for one in markers(clause.reading.level))
    ]
    kept = _given(comparison.units) if sentences else Counter()
    if any(_given(one) - kept or _is_cut(comparison, one) for one in sentences):
        yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)


def _is_cut(comparison: ClaimComparison, sentence: Sequence[Clause]) -> bool:
    """Whether the second part of a condition is gone: green, and only documents changed."""
    level = sentence[0].reading.level
    given = (one for clause in sentence for one in clause.markers if one.kind in _IF)
    spans = [part.span(1) for one in given if (part := _SECOND.match(level, one.start))]
    return any(
        not comparison.is_said(term, clause)
        for clause in sentence
        for term in clause.terms
        if any(start <= term.start < end for start, end in spans)
    )


def _given(clauses: Sequence[Clause]) -> Counter[MarkerKind]:
    """How often clauses say under what condition they hold; when is if."""
    kinds = (one.kind for clause in clauses for one in clause.markers)
    same = (MarkerKind.CONDITION if one == MarkerKind.WHEN else one for one in kinds)
    return Counter(one for one in same if one in _GIVEN)


# -- what is done ---------------------------------------------------------------------------


def _done(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """What the clause tells as done and no statement does."""
    told = any(any(_told_as_done(clause)) for _, clause in comparison.used)
    come = _is_to_come(comparison.ground)
    for span in _told_as_done(comparison.unit, states=come):
        said = _is_told_done(comparison, span, come=come)
        sign = comparison.claim.level[slice(*span)]
        if said is None and any(sign in clause.level for _, clause in comparison.used):
            continue
        if said is False or (said is None and come and (not told or _is_sign(comparison, span))):
            yield comparison.unsaid(DoubtKind.MODALITY, span)
            return


def _is_sign(comparison: ClaimComparison, span: Span) -> bool:
    return not comparison.claim.level[slice(*span)].isascii()


def _is_told_done(comparison: ClaimComparison, span: Span, *, come: bool) -> bool | None:
    """Whether a statement tells the same word as done, None where the word alone does not tell;
    what is to `come` is not done.
    """
    level = comparison.claim.level
    near = [
        (term, found)
        for term, found in comparison.found.items()
        if found.places
        and (
            term.start == span[0]
            or (_is_sign(comparison, span) and (term.end == span[0] or term.start == span[1]))
        )
    ]
    if not near:
        return None
    for term, found in near:
        theirs = found.clause.reading.level
        for place in found.places:
            other = found.clause.terms[place]
            word = theirs[other.start : other.end]
            if is_past(word) or (term.start == span[0] and word == level[slice(*span)]):
                return True
            beside = theirs[max(0, other.start - 2) : other.end + 2]
            if any(sign in beside for sign in words("chinese_done")):
                return True
    word = level[slice(*span)]
    kept = any(
        word in one.level for ground in comparison.grounds if ground.old for one in ground.clauses
    )
    return None if kept or (_is_sign(comparison, span) and not come) else False


def _told_as_done(clause: Clause, *, states: bool = False) -> Iterator[Span]:
    """Where a clause tells what happened: moved, came, 了; with `states`, also: is booked."""
    before = ""
    every = clause.reading.within((clause.start, clause.end))
    for word, after in zip(every, [*every[1:], None], strict=False):
        state = before in words("states") and not states
        helps = word.level in ("was", "were", "had") and after and is_past(after.level)
        state = state or (not states and after is not None and after.level == "by")
        if is_past(word.level) and not (state or helps) and before != "to":
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
        or any(_ORDER.match(clause.level) for clause in ground.clauses[:1])
        or any(_WILL.search(clause.level) for clause in ground.clauses)
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


def _repeated(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """What a note tells that somebody did, and the text that she does; a rule may say so."""
    for term, found in comparison.found.items():
        word = comparison.claim.level[term.start : term.end]
        told = (found.clause.terms[n] for n in found.places)
        past = [found.clause.reading.level[one.start : one.end] for one in told]
        if past and word.endswith("s") and all(map(is_past, past)) and not comparison.rule:
            yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)
            return
