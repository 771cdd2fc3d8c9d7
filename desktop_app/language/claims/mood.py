"""Whether a clause holds as far as its statements do: denials, hedges, limits. Knows texts."""

import re
from collections.abc import Collection, Iterator

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import Comparison, Found, Ground
from desktop_app.language.claims.linking import is_newer_of_same
from desktop_app.language.claims.markers import Marker, MarkerKind, markers
from desktop_app.language.claims.negation import DenyingWord
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Span, Term
from desktop_app.language.claims.times import Moment
from desktop_app.language.claims.vocabulary import is_past, words
from desktop_app.language.cues import CueKind, places_of
from desktop_app.language.doubts import DoubtKind

_OPEN = {MarkerKind.POSSIBLE, MarkerKind.PLANNED, MarkerKind.OWED}
_KEPT = (*_OPEN, MarkerKind.MOSTLY, MarkerKind.PAST)  # may neither come nor go
_NEW = (*_KEPT, MarkerKind.ALWAYS, MarkerKind.ONLY)  # may not come
_GIVEN = (MarkerKind.CONDITION, MarkerKind.EXCEPT)  # may not go
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
_TO = re.compile(r"(?<![a-z])(?:to|into)(?![a-z])|[到为成]|换|改")
_ARROW = re.compile(r"->|=>|→")
_FOLLOWS = re.compile(r"[)） ]*(?=[^\x00-\x7f]|or )")  # a limit behind its value: 左右, or more
_QUOTED = re.compile('“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*"')
_I = re.compile(r"(?<![a-z'])(?:i|i'm|my|me|mine|we|our|us)(?![a-z])|我")


def findings(comparison: Comparison) -> Iterator[Unsaid]:
    """How a clause of a text says more, or says it more surely, than its statements."""
    yield from _denied(comparison)
    yield from _hedged(comparison)
    yield from _conditioned(comparison)
    yield from _done(comparison)
    yield from _limited(comparison)
    yield from _spoken(comparison)


# -- denials --------------------------------------------------------------------------------


def _denied(comparison: Comparison) -> Iterator[Unsaid]:
    mine = comparison.unit.cues
    every = [cue for one in comparison.found.values() for cue in one.clause.cues]
    for cue in mine:
        head = next(iter(_denied_by(cue, comparison.unit)), None)
        found = comparison.found.get(head) if head else None
        said = bool(every) if found is None or not found.places else any(_denials(found))
        if not (cue.implied or said):
            near = head is not None and 0 <= head.start - cue.end <= _NEAR
            end = head.end if head and near else cue.end
            yield comparison.unsaid(DoubtKind.NEGATION, (cue.start, end))
    denied = {term for cue in mine for term in _denied_by(cue, comparison.unit)}
    own = {cue.text for cue in mine if cue.implied}
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
    after = [one for one in clause.terms if 0 <= one.start - cue.end <= reach]
    before = [one for one in clause.terms if 0 <= cue.start - one.end <= behind]
    return [*after, *reversed(before)] if cue.implied or not after else after


# -- hedges ---------------------------------------------------------------------------------


def _hedged(comparison: Comparison) -> Iterator[Unsaid]:
    theirs = {one.kind for clause in _backing(comparison) for one in clause.markers}
    mine = {one.kind for one in comparison.unit.markers}
    for marker in comparison.unit.markers:
        shown = comparison.rule and marker.kind == MarkerKind.MOSTLY
        to_do = comparison.ground.to_do and marker.kind in _OPEN
        if marker.kind in _NEW and not (marker.kind in theirs or shown or to_do):
            yield comparison.unsaid(DoubtKind.WORDS, (marker.start, marker.end))
    asks = _asks(comparison.main) and not (_asks(comparison.unit) or mine & _OPEN)
    if asks or (comparison.ground.to_do and not mine & {*_OPEN, MarkerKind.BOUND}):
        yield comparison.unsaid(DoubtKind.MODALITY, _verb(comparison))
    above = [one for clause in comparison.ground.above for one in clause.markers]
    for marker in comparison.main.markers:
        if marker.kind in _KEPT and marker.kind not in mine:
            yield comparison.unsaid(DoubtKind.MODALITY, _beside(comparison, marker))
    if any(one.kind in _OPEN for one in above) and not mine & {*_OPEN, MarkerKind.BOUND}:
        yield comparison.unsaid(DoubtKind.MODALITY, _verb(comparison))


def _backing(comparison: Comparison) -> list[Clause]:
    """The clauses whose hedges may stand in the text."""
    whole = sum(one.weight for one in comparison.terms)
    every = [clause for _, clause in comparison.used] + [*comparison.ground.above]
    for ground in comparison.grounds:
        for clause in comparison.near(ground):
            said = (one.weight for one in comparison.terms if clause.says(one, comparison.claim))
            if ground.old or sum(said) >= _MOSTLY * whole:
                every.append(clause)
    return every


def _asks(clause: Clause) -> bool:
    return clause.reading.text[clause.end :].lstrip()[:1] in ("?", "？")


def _verb(comparison: Comparison) -> Term:
    """The first plain term of the clause, else its first one."""
    return next((one for one in comparison.terms if not one.hard), comparison.terms[0])


def _beside(comparison: Comparison, marker: Marker) -> Term:
    """The term of the text that stands beside a marker in the main clause."""
    main = comparison.main
    after = [n for n, one in enumerate(main.terms) if one.start >= marker.end]
    before = [n for n, one in enumerate(main.terms) if one.end <= marker.start]
    for n in (*after, *reversed(before)):
        for term, found in comparison.found.items():
            if found.clause is main and n in found.places:
                return term
    return _verb(comparison)


def _conditioned(comparison: Comparison) -> Iterator[Unsaid]:
    """A condition or exception of a statement that the text leaves out."""
    mine = {one.kind for one in markers(comparison.claim.level)}
    for ground, main in comparison.used:
        for clause in ground.sentence(main):
            for marker in clause.markers:
                leads = clause is main or all(one.end > marker.start for one in clause.terms)
                if not leads or marker.kind not in _GIVEN or marker.kind in mine:
                    continue
                after = [one for one in clause.terms if one.start >= marker.end][:2]
                after = after or [one for one in clause.terms if one.end <= marker.start][-2:]
                if not all(comparison.is_said(one, clause) for one in after):
                    yield comparison.unsaid(DoubtKind.MODALITY, _verb(comparison))
                    return


# -- what is done ---------------------------------------------------------------------------


def _done(comparison: Comparison) -> Iterator[Unsaid]:
    """What the clause tells as done and no statement does."""
    spans = list(_told_as_done(comparison.unit))
    if not spans or any(any(_told_as_done(clause)) for _, clause in comparison.used):
        return
    by_start = {term.start: found for term, found in comparison.found.items()}
    for span in spans:
        found = by_start.get(span[0])
        if (found and found.places) or _is_to_come(comparison.ground):
            yield comparison.unsaid(DoubtKind.MODALITY, span)
            return


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
        if _is_over(comparison, term, n, found) or _is_stale(comparison, term, found):
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


def _is_stale(comparison: Comparison, term: Term, found: Found) -> bool:
    """Whether a newer statement about the same thing has another value."""
    return any(
        is_newer_of_same(comparison, term, ground, clause)
        for ground in comparison.grounds
        if ground.written > found.ground.written
        for clause in comparison.near(ground)
    )


def _limits(term: Term, clause: Clause) -> frozenset[MarkerKind]:
    """What limits a value: at least, before."""
    limits = set()
    for marker in clause.markers:
        first, last = sorted([(marker.start, marker.end), (term.start, term.end)])
        between = [one for one in clause.terms if first[1] <= one.start < last[0]]
        leads = marker.end <= term.start and not between
        follows = _FOLLOWS.match(clause.reading.level, term.end)
        ends = follows is not None and follows.end() == marker.start
        if marker.kind in _LIMITS and (leads or ends):
            limits.add(marker.kind)
    return frozenset(limits)


# -- who ------------------------------------------------------------------------------------


def _spoken(comparison: Comparison) -> Iterator[Unsaid]:
    """`I` where only somebody who is quoted says so."""
    unit, main = comparison.unit, comparison.main
    mine = _I.search(unit.level)
    quotes = [one.span() for one in _QUOTED.finditer(main.reading.level)]
    theirs = [main.start + one.start() for one in _I.finditer(main.level)]
    inside = [at for at in theirs if any(start <= at < end for start, end in quotes)]
    if mine and theirs and len(inside) == len(theirs):
        span = unit.start + mine.start(), unit.start + mine.end()
        yield comparison.unsaid(DoubtKind.SPEAKER, span)
