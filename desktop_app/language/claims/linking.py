"""Whether two statements speak of the same thing, where one clause needs both. Knows texts."""

from itertools import takewhile

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, Ground
from desktop_app.language.claims.denials import is_gone
from desktop_app.language.claims.subjects import has_other_lead, is_new, strangers
from desktop_app.language.claims.terms import Term, TermKind
from desktop_app.language.cues import CueKind, places_of

_ENOUGH = 0.99  # of the plain terms of a clause, that a statement has to say to be about the same
_HALF = 0.5  # the same, of a statement that tells of a change


def linked(comparison: ClaimComparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a clause of another statement than the main one may add a term to it.

    Of a statement that is replaced and a newer one, the newer one has to tell what it is about.
    """
    if not ground.old or comparison.ground.old:
        free = comparison.rule or ground.written > comparison.ground.written
        taken = not (free or term.is_value) and any(
            not (one.is_value or comparison.is_own(one, comparison.main))
            for one in comparison.main.terms
        )
        return not taken and _is_about(comparison, term, ground, clause)
    group = _group(comparison, term)
    others = (one for one in (*comparison.plain, *comparison.lead) if one not in group)
    return _is_about(comparison, term, comparison.ground, comparison.main) and any(
        ground.says(one, comparison.claim) for one in others
    )


def beside(comparison: ClaimComparison, term: Term, clause: Clause) -> bool:
    """Whether another clause of the main statement may add a term: neither has its own in the place
    of what the other says.
    """
    main, ground = comparison.main, comparison.ground
    if term.hard and any(
        one.sort == term.sort and not comparison.is_own(one, main) for one in main.terms
    ):
        return False
    leads = strangers(comparison, clause)
    if term.hard and any(is_new(comparison, ground, clause, one) for one in leads):
        return False
    before = (one for one in comparison.terms if one.start < term.start)
    if any(main.says(one, comparison.claim) for one in before):
        return clause in ground.sentence(main) or not _foreign(
            comparison, [term], [], ground, clause
        )
    later = clause.start > main.start  # who does something else later on
    return not (
        strangers(comparison, main) or (later and _foreign(comparison, [term], [], ground, clause))
    )


def is_newer_of_same(
    comparison: ClaimComparison, term: Term, ground: Ground, clause: Clause
) -> bool:
    """Whether a clause of a newer statement has another value in the place of a term, or says that
    it has another name now.
    """
    rivals = [
        one
        for n, one in enumerate(clause.terms)
        if one.sort == term.sort and not (comparison.is_own(one, clause) or is_gone(n, clause))
    ]
    elsewhere = any(comparison.is_said(one, clause) for one in rivals)
    if not rivals or not term.hard or clause.says(term, comparison.claim):
        return False
    whole = sum(one.weight for one in comparison.plain)
    shared = sum(one.weight for one in comparison.plain if clause.says(one, comparison.claim))
    return (not elsewhere and shared >= _HALF * whole > 0) or _is_about(
        comparison, term, ground, clause
    )


def _is_about(comparison: ClaimComparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a clause of a statement is about what the clause of the text is about."""
    if _exchanges(comparison, ground, clause):
        return True
    group = _group(comparison, term)
    rest = [one for one in comparison.plain if one not in group]
    shared = [
        one
        for one in (*rest, *comparison.lead)
        if ground.says_above(one, comparison.claim)
        or (clause.says(one, comparison.claim) and not _is_part(comparison, one, group, clause))
    ]
    if not shared or has_other_lead(comparison, clause, ground):
        return False
    changes = any(True for _ in places_of(CueKind.CHANGE, clause.level))
    if changes and any(one in comparison.lead for one in shared):
        return True
    if not _foreign(comparison, group, shared, ground, clause):
        return True
    whole = sum(one.weight for one in rest)
    enough = _HALF if changes else _ENOUGH
    return sum(one.weight for one in shared) >= enough * whole > 0


def _is_part(comparison: ClaimComparison, one: Term, group: list[Term], clause: Clause) -> bool:
    """Whether a sign stands beside a group of them, in the text as in a clause: 小 of 小周."""
    own = {n for each in group for n in clause.places(each, comparison.claim)}
    return (
        one.kind == TermKind.SIGN
        and any(one.end == each.start for each in group)
        and any(n + 1 in own for n in clause.places(one, comparison.claim))
    )


def _group(comparison: ClaimComparison, term: Term) -> list[Term]:
    """A term with those right beside it that the main clause lacks, too: a name of two words."""
    if term.is_value:
        return [term]
    every = comparison.terms
    at = every.index(term)
    group = [term]
    for side in (every[at + 1 :], every[:at][::-1]):
        group += takewhile(lambda one: not comparison.main.says(one, comparison.claim), side)
    return group


def _foreign(
    comparison: ClaimComparison,
    group: list[Term],
    shared: list[Term],
    ground: Ground,
    clause: Clause,
) -> list[Term]:
    """What a clause says and neither the clause of the text nor an old statement does: up to a term
    that follows what both say, else anywhere.
    """
    places = [n for one in group for n in clause.places(one, comparison.claim)]
    anchors = [n for one in shared for n in clause.places(one, comparison.claim)]
    end = clause.terms[max(places)].start if group[0].is_value and places else clause.end
    starts = [clause.terms[n].start for n in (*places, *anchors)]
    parts = [span for span in clause.reading.clauses if any(span[0] <= n < span[1] for n in starts)]
    return [
        one
        for one in clause.terms
        if one.start < end
        and any(start <= one.start < last for start, last in parts)
        and is_new(comparison, ground, clause, one)
    ]


def _exchanges(comparison: ClaimComparison, ground: Ground, clause: Clause) -> bool:
    """Whether a note also names what an old statement says and the text no longer does."""
    olds = [part for one in comparison.grounds if one.old for part in one.clauses]
    return not ground.old and any(
        not comparison.is_said(one, part) and any(old.says(one, part.reading) for old in olds)
        for part in ground.sentence(clause)
        for one in part.terms
    )
