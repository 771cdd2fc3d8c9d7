"""Whether a clause holds as far as its statements do: denials, hedges, limits. Knows texts."""

import re
from collections.abc import Collection, Iterator

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import Comparison, Found, Ground
from desktop_app.language.claims.facts import soft_number
from desktop_app.language.claims.linking import is_newer_of_same
from desktop_app.language.claims.markers import Marker, MarkerKind, markers
from desktop_app.language.claims.negation import DenyingWord
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Span, Term, TermKind
from desktop_app.language.claims.times import Moment
from desktop_app.language.claims.vocabulary import is_past, words
from desktop_app.language.cues import CueKind, places_of
from desktop_app.language.doubts import DoubtKind

_OPEN = {MarkerKind.POSSIBLE, MarkerKind.PLANNED, MarkerKind.OWED}
_KEPT = (*_OPEN, MarkerKind.MOSTLY, MarkerKind.PASSING, MarkerKind.PAST)  # may neither come nor go
_NEW = (*_KEPT, MarkerKind.ALWAYS, MarkerKind.ONLY)  # may not come
_GIVEN = (MarkerKind.CONDITION, MarkerKind.WHEN, MarkerKind.EXCEPT)  # may not go
_SET = {*_GIVEN, MarkerKind.BEFORE, MarkerKind.AFTER}  # by which a text may put a condition
_LIMITS = (
    MarkerKind.BEFORE,
    MarkerKind.AFTER,
    MarkerKind.LEAST,
    MarkerKind.MOST,
    MarkerKind.ABOUT,
    MarkerKind.EXCEPT,
)  # of the value beside them
_REACH, _BEHIND = 16, 8  # characters that are denied after and before a word; thrice in English
_NEAR = 3  # characters between a word that denies and what it denies
_MOSTLY = 0.6  # of a clause that a statement has to say for its hedges to count
_NOT = re.compile(
    r"(?<![a-z])(?:not|instead of|rather than)(?: on| at| in)? $|(?:不是|而非|不再是)$"
)
_FROM = re.compile(r"(?<![a-z])from(?: the)? $|[从由原] ?$")
_TO = re.compile(r"(?<![a-z])(?:to|into)(?![a-z])|^(?!起|开始|以后|之后).*(?:[到为成]|换|改)")
_ARROW = re.compile(r"->|=>|→")
_WHICH = re.compile(r"(?<![a-z])([a-z]+) $")  # second Tuesday
_FOLLOWS = re.compile(r"[)） ]*(?=[^\x00-\x7f]|or )")  # a limit behind its value: 左右, or more
_QUOTED = re.compile('“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*"')
_FAILS = re.compile("不[着了到起动成完见下来去得住]")  # 睡不着 denies the word before it
_BY = re.compile(r"(?<![a-z])by(?![a-z])|[被由]")  # who acts may stand behind
_I = re.compile(r"(?<![a-z'])(?:i|i'm|my|me|mine|we|our|us)(?![a-z])|我")


def findings(comparison: Comparison) -> Iterator[Unsaid]:
    """How a clause of a text says more, or says it more surely, than its statements."""
    yield from _denied(comparison)
    yield from _hedged(comparison)
    yield from _conditioned(comparison)
    yield from _done(comparison)
    yield from _limited(comparison)
    yield from _spoken(comparison)
    yield from _mirrored(comparison)


# -- denials --------------------------------------------------------------------------------


def _denied(comparison: Comparison) -> Iterator[Unsaid]:
    mine = comparison.unit.cues
    own = {cue.text for cue in mine if cue.implied}
    every = [cue for one in comparison.found.values() for cue in one.clause.cues]
    for cue in mine:
        head = next(iter(_denied_by(cue, comparison.unit)), None)
        found = comparison.found.get(head) if head else None
        said = bool(every) if found is None or not found.places else any(_denials(found, own))
        if not (cue.implied or said):
            near = head is not None and 0 <= head.start - cue.end <= _NEAR
            end = head.end if head and near else cue.end
            yield comparison.unsaid(DoubtKind.NEGATION, (cue.start, end))
    denied = {term for cue in mine for term in _denied_by(cue, comparison.unit)}
    for term, found in comparison.found.items():
        theirs = _denials(found, own)
        if not term.is_value and term not in denied and theirs and all(theirs):
            yield comparison.unsaid(DoubtKind.NEGATION, term)


def _denials(found: Found, but: Collection[str] = ()) -> list[bool]:
    """Whether a statement denies a term where it says it, place by place, `but` for some words."""
    denied = {
        term
        for cue in found.clause.cues
        if cue.text not in but
        for term in _denied_by(cue, found.clause)
    }
    return [found.clause.terms[n] in denied for n in found.places]


def _denied_by(cue: DenyingWord, clause: Clause) -> list[Term]:
    """The terms that a word denies, the first one most: those after it, else those before."""
    reach, behind = (3 * _REACH, 3 * _BEHIND) if cue.text.isascii() else (_REACH, _BEHIND)
    first, last = next(
        span for span in clause.reading.clauses if cue.start < span[1] or cue.end >= clause.end
    )
    own = [one for one in clause.terms if first <= one.start < last]
    after = [one for one in own if 0 <= one.start - cue.end <= reach]
    before = [one for one in own if 0 <= cue.start - one.end <= behind]
    if _FAILS.match(clause.reading.level, cue.start):
        return before[-1:]
    return [*after, *reversed(before)] if cue.implied or not after else after


# -- hedges ---------------------------------------------------------------------------------


def _hedged(comparison: Comparison) -> Iterator[Unsaid]:
    theirs = {one.kind for clause in _hedging(comparison) for one in clause.markers}
    mine = {one.kind for one in comparison.unit.markers}
    for marker in comparison.unit.markers:
        shown = comparison.rule and marker.kind == MarkerKind.MOSTLY
        to_do = comparison.ground.to_do and marker.kind in _OPEN
        if marker.kind in _NEW and not (marker.kind in theirs or shown or to_do):
            yield comparison.unsaid(DoubtKind.WORDS, (marker.start, marker.end))
    asks = any(map(_asks, _telling(comparison))) and not (_asks(comparison.unit) or mine & _OPEN)
    if asks or (comparison.ground.to_do and not mine & {*_OPEN, MarkerKind.BOUND}):
        yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)
    kept = {one.kind for clause in _telling(comparison) for one in clause.markers} & {*_KEPT}
    above = {one.kind for clause in comparison.ground.above for one in clause.markers}
    if (kept | (above & {MarkerKind.POSSIBLE})) - mine:
        yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)


def _hedging(comparison: Comparison) -> list[Clause]:
    """The clauses whose hedges may stand in the text."""
    whole = sum(one.weight for one in comparison.terms)
    every = [clause for _, clause in comparison.used] + [*comparison.ground.above]
    for ground in comparison.grounds:
        for clause in comparison.near(ground):
            said = (one.weight for one in comparison.terms if clause.says(one, comparison.claim))
            if ground.old or sum(said) >= _MOSTLY * whole:
                every.append(clause)
    return every


def _telling(comparison: Comparison) -> list[Clause]:
    """The main clause, and those that give the text a value or a name: they have to assert it."""
    hard = [found.clause for term, found in comparison.found.items() if term.hard]
    return list(dict.fromkeys((comparison.main, *hard)))


def _asks(clause: Clause) -> bool:
    return clause.reading.text[clause.end :].lstrip()[:1] in ("?", "？")


def _conditioned(comparison: Comparison) -> Iterator[Unsaid]:
    """A condition or exception of a statement that the text leaves out, or tells as a fact."""
    mine = {one.kind for one in markers(comparison.claim.level)}
    for ground, main in comparison.used:
        for clause in ground.sentence(main):
            if any(_is_dropped(comparison, clause, main, one, mine) for one in clause.markers):
                yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)
                return


def _is_dropped(
    comparison: Comparison, clause: Clause, main: Clause, marker: Marker, mine: set[MarkerKind]
) -> bool:
    leads = clause is main or all(one.end > marker.start for one in clause.terms)
    if not leads or marker.kind not in _GIVEN or mine & _SET:
        return False
    after = [one for one in clause.terms if one.start >= marker.end][:2]
    after = after or [one for one in clause.terms if one.end <= marker.start][-2:]
    said = all(comparison.is_said(one, clause) for one in after)
    return marker.kind == MarkerKind.CONDITION or not said


# -- what is done ---------------------------------------------------------------------------


def _done(comparison: Comparison) -> Iterator[Unsaid]:
    """What the clause tells as done and no statement does."""
    spans = list(_told_as_done(comparison.unit))
    if not spans or any(any(_told_as_done(clause)) for _, clause in comparison.used):
        return
    by_start = {term.start: found for term, found in comparison.found.items()}
    for span in spans:
        found = by_start.get(span[0])
        same = found is not None and _is_same_form(comparison, span, found)
        if same:
            continue
        if (found and found.places) or _is_to_come(comparison.ground):
            yield comparison.unsaid(DoubtKind.MODALITY, span)
            return


def _is_same_form(comparison: Comparison, span: Span, found: Found) -> bool:
    """Whether a statement has the very word: `is deployed` for `deployed`."""
    theirs = [found.clause.terms[n] for n in found.places]
    return comparison.claim.level[slice(*span)] in [
        found.clause.reading.level[one.start : one.end] for one in theirs
    ]


def _told_as_done(clause: Clause) -> Iterator[Span]:
    """Where a clause tells what happened: moved, came, 了."""
    before = ""
    for word in clause.reading.within((clause.start, clause.end)):
        if is_past(word.level) and before not in words("states") and before != "to":
            yield word.start, word.end
        before = word.level
    for sign in words("chinese_done"):
        at = clause.level.find(sign)
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


# -- values ---------------------------------------------------------------------------------


def _limited(comparison: Comparison) -> Iterator[Unsaid]:
    """Values that are over, and limits of a value that its statement does not set."""
    for n, term in enumerate(comparison.unit.terms):
        found = comparison.found.get(term)
        if not term.is_value or found is None:
            continue
        if (
            _is_over(comparison, term, n, found)
            or _was_then(comparison, found)
            or _is_crossed(comparison, term, found)
            or _is_stale(comparison, term, found)
        ):
            yield comparison.unsaid(DoubtKind.ORDER, term)
        same = (t for t, one in comparison.found.items() if one.places == found.places)
        mine = frozenset().union(*(_limits(one, comparison.unit) for one in same))
        theirs = [_limits(found.clause.terms[place], found.clause) for place in found.places]
        if theirs and mine not in theirs:
            yield comparison.unsaid(term.doubt, term)


def _is_over(comparison: Comparison, term: Term, place: int, found: Found) -> bool:
    over = bool(found.places) and all(_is_gone(n, found.clause) for n in found.places)
    return over and not _is_gone(place, comparison.unit)


def _is_gone(place: int, clause: Clause) -> bool:
    """Whether a value of a clause is what was before: from Monday to Friday, 8443 -> 8500."""
    term, level = clause.terms[place], clause.reading.level
    before = level[clause.start : term.start]
    if _NOT.search(before):
        return True
    after = next((one for one in clause.terms[place + 1 :] if one.sort == term.sort), None)
    if after is None:
        return False
    between = level[term.end : after.start]
    changes = any(True for _ in places_of(CueKind.CHANGE, clause.level))
    moved = changes and bool(_FROM.search(before)) and bool(_TO.search(between))
    return moved or bool(_ARROW.search(between))


def _was_then(comparison: Comparison, found: Found) -> bool:
    """Whether a note says a value of a past time that the text does not name, and of no change."""
    day, clause = found.ground.day, found.clause
    named = {
        place
        for term, other in comparison.found.items()
        if other.clause is clause and term.kind == TermKind.TIME
        for place in other.places
    }
    years = any(one.kind == TermKind.TIME and one.sort == "year" for one in comparison.terms)
    past = [
        one
        for n, one in enumerate(clause.terms)
        if isinstance(one.fact, Moment) and one.fact.days and day and max(one.fact.days) < day
        if n not in named
    ]
    unnamed = any(not comparison.is_said(one, clause) for one in past) and not years
    return unnamed and not any(True for _ in places_of(CueKind.CHANGE, clause.level))


def _is_crossed(comparison: Comparison, term: Term, found: Found) -> bool:
    """Whether a clause has a value without what it is of, and one beside it says that with another
    value.
    """
    plain = [one for one in comparison.plain if found.clause.says(one, comparison.claim)]
    return not plain and any(
        one.is_value and one.sort == term.sort and not comparison.is_own(one, clause)
        for clause in found.ground.sentence(found.clause)
        if clause is not found.clause and clause in comparison.near(found.ground)
        for one in clause.terms
    )


def _is_stale(comparison: Comparison, term: Term, found: Found) -> bool:
    """Whether a newer statement about the same thing has another value."""
    return any(
        is_newer_of_same(comparison, term, ground, clause)
        for ground in comparison.grounds
        if ground.written > found.ground.written
        for clause in comparison.near(ground)
    )


def _limits(term: Term, clause: Clause) -> frozenset[str]:
    """What limits a value: at least, before; and which of several days it is."""
    limits = set()
    for marker in clause.markers:
        first, last = sorted([(marker.start, marker.end), (term.start, term.end)])
        between = [one for one in clause.terms if first[1] <= one.start < last[0]]
        leads = marker.end <= term.start and not between
        follows = _FOLLOWS.match(clause.reading.level, term.end)
        ends = follows is not None and follows.end() == marker.start
        if marker.kind in _LIMITS and (leads or ends):
            limits.add(str(marker.kind))
    which = _WHICH.search(clause.reading.level, clause.start, term.start)
    if which and soft_number(which[1]) not in (None, 1.0):
        limits.add(f"{soft_number(which[1])}")
    return frozenset(limits)


# -- who ------------------------------------------------------------------------------------


def _spoken(comparison: Comparison) -> Iterator[Unsaid]:
    """`I` where only somebody who is quoted says so."""
    unit, main = comparison.unit, comparison.main
    mine, theirs = _speaking(unit), _speaking(main)
    only_quoted = bool(theirs) and all(theirs.values())
    for span, quoted in mine.items():
        if only_quoted and not quoted:
            yield comparison.unsaid(DoubtKind.SPEAKER, span)


def _speaking(clause: Clause) -> dict[Span, bool]:
    """Where somebody speaks of herself, and whether that is quoted."""
    level = clause.reading.level
    quotes = [one.span() for one in _QUOTED.finditer(level)]
    spans = (one.span() for one in _I.finditer(level, clause.start, clause.end))
    return {span: any(start <= span[0] < end for start, end in quotes) for span in spans}


def _mirrored(comparison: Comparison) -> Iterator[Unsaid]:
    """Two names on either side of a word, where the statement has them the other way round."""
    if _BY.search(comparison.unit.level) or any(
        _BY.search(one.level) for one in comparison.ground.clauses
    ):
        return
    places = [
        (term, found.clause.terms[found.places[0]].start)
        for term, found in comparison.found.items()
        if found.ground is comparison.ground and len(found.places) == 1 and not term.is_value
    ]
    places.sort(key=lambda one: one[0].start)
    for n, (_, middle) in enumerate(places):
        for first, one in places[:n]:
            for last, other in places[n + 1 :]:
                if other < middle < one and first.kind == last.kind != TermKind.WORD:
                    yield comparison.unsaid(DoubtKind.ORDER, (first.start, last.end))
                    return
