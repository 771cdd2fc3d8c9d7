"""Values that are over or of another time, and limits that a statement sets. Knows texts."""

from collections.abc import Iterator, Sequence

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, FoundClaim, Ground
from desktop_app.language.claims.denials import NOT, denied_by, is_gone
from desktop_app.language.claims.facts import soft_number
from desktop_app.language.claims.linking import is_newer_of_same
from desktop_app.language.claims.markers import Marker, MarkerKind
from desktop_app.language.claims.mood import hedging
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Term
from desktop_app.language.claims.vocabulary import is_past
from desktop_app.language.cues import CueKind, places_of
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.values import chinese_number
from desktop_app.regex import regex

_LIMITS = (
    MarkerKind.BEFORE,
    MarkerKind.AFTER,
    MarkerKind.LEAST,
    MarkerKind.MOST,
    MarkerKind.ABOUT,
    MarkerKind.EXCEPT,
    MarkerKind.UNTIL,
)  # of the value beside them
_RANGE = regex(r"\s*(?:to|until|till|-|–|—|~|到|至)\s*")  # 9 to 17
_GREW = regex(r"(?<![a-z])([a-z]+) from (?:[$€£¥] ?)?$")  # rose from 40 to 45
_WITH = regex(r"(?:(?<![a-z])[a-z]+ )?$")  # the word before a value
_WHICH = regex(r"(?<![a-z])([a-z]+) $|第([一二三四五1-5])个?$")  # second Tuesday
_FOLLOWS = regex(r"[)） ]*(?=[^\x00-\x7f]|or )")  # a limit behind its value: 左右, or more
_SWAPS = regex(".?[换成为由]|现在[是由]")  # what follows takes the place of something


def findings(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """Values of a clause that its statements do not assert, and limits that they do not set."""
    yield from _limited(comparison)
    yield from _placed(comparison)
    yield from _changed(comparison)


def _limited(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """Values that are over, and limits of a value that its statement does not set."""
    for n, term in enumerate(comparison.unit.terms):
        found = comparison.found.get(term)
        if not term.is_value or found is None:
            continue
        if _is_over(comparison, n, found) or _is_stale(comparison, term, found):
            yield comparison.unsaid(DoubtKind.ORDER, term)
        same = (
            other
            for other, one in comparison.found.items()
            if one.places == found.places and one.clause is found.clause
        )
        mine = frozenset().union(*(_limits(one, comparison.unit) for one in same))
        olds = [one for one in comparison.grounds if one.old]
        theirs = [_limits(found.clause.terms[place], found.clause, olds) for place in found.places]
        if theirs and mine not in theirs:
            start = _WITH.search(comparison.claim.level, 0, term.start)
            limits = [one.start for one in _limiting(term, comparison.unit)]
            first = min([start.start() if start else term.start, *limits])
            ends = [one.end for one in _limiting(term, comparison.unit)]
            yield comparison.unsaid(term.doubt, (first, max([term.end, *ends])))


def _is_over(comparison: ClaimComparison, place: int, found: FoundClaim) -> bool:
    over = bool(found.places) and all(is_gone(n, found.clause) for n in found.places)
    return over and not is_gone(place, comparison.unit)


def _is_stale(comparison: ClaimComparison, term: Term, found: FoundClaim) -> bool:
    """Whether a newer statement about the same thing has another value."""
    return any(
        is_newer_of_same(comparison, term, ground, clause)
        for ground in comparison.grounds
        if ground.written > found.ground.written
        for clause in comparison.near(ground)
    )


def _placed(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """Limits of something that is no value: after the audit, above the door."""
    theirs = {
        one.kind
        for clause in hedging(comparison)
        for one in clause.markers
        if not NOT.search(clause.reading.level, 0, one.start)
    }
    values = [one for one in comparison.unit.terms if one.is_value]
    beside = {marker for one in values for marker in _limiting(one, comparison.unit)}
    for marker in comparison.unit.markers:
        if marker.kind in _LIMITS and marker not in beside and marker.kind not in theirs:
            yield comparison.unsaid(DoubtKind.WORDS, (marker.start, marker.end))


def _changed(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """What a newer note denies, calls gone or replaces, in a clause that still says it."""
    denied = {one for cue in comparison.unit.cues for one in denied_by(cue, comparison.unit)}
    for ground in comparison.grounds:
        if ground.written <= comparison.ground.written or comparison.ground.day:
            continue
        for clause in comparison.near(ground):
            over = [one for one in _over(comparison, clause) if one not in denied]
            if over or _replaces(comparison, clause):
                yield comparison.unsaid(DoubtKind.ORDER, over[0] if over else comparison.span)
                return


def _over(comparison: ClaimComparison, clause: Clause) -> Iterator[Term]:
    """The terms of the text that a clause of a note denies, without more ado, or calls gone."""
    theirs: set[Term] = set()
    for cue in clause.cues:
        first, last = next(s for s in clause.reading.clauses if cue.start < s[1])
        part = [one for one in clause.terms if first <= one.start < last]
        if all(comparison.is_own(one, clause) for one in part):
            theirs |= {*denied_by(cue, clause, most=False)[:2]}
    for term in comparison.terms:
        places = clause.places(term, comparison.claim)
        if places and all(
            clause.terms[n] in theirs or (term.hard and is_gone(n, clause)) for n in places
        ):
            yield term


def _replaces(comparison: ClaimComparison, clause: Clause) -> bool:
    """Whether a clause of a note brings something in its place that the text does not say."""
    for start, end in places_of(CueKind.CHANGE, clause.level):
        swap = _SWAPS.match(clause.level, start)
        after = next((one for one in clause.terms if one.start >= clause.start + end), None)
        if swap and after and not after.is_value and after.start <= clause.start + swap.end():
            return not comparison.is_said(after, clause)
    return False


def _limits(term: Term, clause: Clause, olds: Sequence[Ground] = ()) -> frozenset[str]:
    """What limits a value: at least, before; and which of several days it is. A range that begins
    with the value that an old statement has tells how that grew.
    """
    limits = {str(one.kind) for one in _limiting(term, clause)}
    before = [one for one in clause.terms if one.end <= term.start and one.sort == term.sort]
    ranges = before and _RANGE.fullmatch(clause.reading.level, before[-1].end, term.start)
    grew = (
        before
        and not clause.cues
        and _GREW.search(clause.reading.level, clause.start, before[-1].start)
    )
    was = any(one.says(before[-1], clause.reading) for one in olds if grew and is_past(grew[1]))
    if ranges and not was and not is_gone(clause.terms.index(before[-1]), clause):
        limits.add(MarkerKind.UNTIL)
    which = _WHICH.search(clause.reading.level, clause.start, term.start)
    number = which and (chinese_number(which[2]) if which[2] else soft_number(which[1]))
    if number and number != 1:
        limits.add(f"{float(number)}")
    return frozenset(limits)


def _limiting(term: Term, clause: Clause) -> Iterator[Marker]:
    """The markers that limit a value: before it with no term between, or right behind it."""
    for marker in clause.markers:
        between = [one for one in clause.terms if marker.end <= one.start < term.start]
        leads = marker.end <= term.start and not between
        follows = _FOLLOWS.match(clause.reading.level, term.end)
        ends = follows is not None and follows.end() == marker.start
        if marker.kind in _LIMITS and (leads or ends):
            yield marker
