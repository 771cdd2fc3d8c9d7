"""Whether two statements speak of the same thing, where one clause needs both. Knows texts."""

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, Ground
from desktop_app.language.claims.denials import denied_by, is_gone
from desktop_app.language.claims.subjects import (
    is_new,
    stands_apart,
    strangers,
    tells_change,
)
from desktop_app.language.claims.terms import Term, TermKind
from desktop_app.language.cues import CueKind, places_of

_ENOUGH = 0.99  # of the plain terms of a clause, that a statement has to say to be about the same
_HALF = 0.5  # the same, of a statement that tells of a change


def linked(comparison: ClaimComparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a clause of another statement than the main one may add a term to it.

    Of a statement that is replaced and a newer one, the newer one has to tell what it is about.
    """
    if not ground.old or comparison.ground.old:
        newer = ground.written > comparison.ground.written and comparison.ground.old
        free = newer or comparison.rule
        own = not free and _is_taken(comparison, term)
        return not own and _is_about(comparison, term, ground, clause)
    group, main = _group(comparison, term), comparison.main
    others = (one for one in (*comparison.plain, *comparison.lead) if one not in group)
    near = (*comparison.ground.sentence(main), *comparison.ground.above)
    both = any(
        ground.says(one, comparison.claim)
        and any(part.says(one, comparison.claim) for part in near)
        for one in others
    )
    return both and _is_about(comparison, term, comparison.ground, main)


def beside(comparison: ClaimComparison, term: Term, clause: Clause) -> bool:
    """Whether another clause of the main statement may add a term: neither has its own in the place
    of what the other says.
    """
    main = comparison.main
    leads = strangers(comparison, clause)
    if term.hard and any(is_new(comparison, clause, one) for one in leads):
        return False
    before = (one for one in comparison.terms if one.start < term.start)
    if any(main.says(one, comparison.claim) for one in before):
        others = (one for one in comparison.plain if one is not term)
        return (
            clause in comparison.ground.sentence(main)
            or any(clause.says(one, comparison.claim) for one in others)
            or not _foreign(comparison, [term], [], comparison.ground, clause)
        )
    later = clause.start > main.start and not term.is_value  # who does something else later on
    return not (
        strangers(comparison, main)
        or (later and _foreign(comparison, [term], [], comparison.ground, clause))
    )


def is_newer_of_same(comparison: ClaimComparison, term: Term, clause: Clause) -> bool:
    """Whether a clause of a newer statement has another value in the place of one."""
    rivals = [
        one
        for n, one in enumerate(clause.terms)
        if one.hard and one.sort == term.sort
        if not (comparison.is_own(one, clause) or is_gone(n, clause))
    ]
    elsewhere = any(comparison.is_said(one, clause) for one in rivals)
    if not (term.is_value and rivals) or elsewhere or clause.says(term, comparison.claim):
        return False
    shared = sum(one.weight for one in comparison.plain if clause.says(one, comparison.claim))
    return shared >= _HALF * sum(one.weight for one in comparison.plain) > 0


def _is_taken(comparison: ClaimComparison, term: Term) -> bool:
    """Whether the main clause says of another one what the text says of a plain term."""
    if term.is_value:
        return False
    main, first = comparison.main, term in comparison.plain[:1]
    lead = [] if first else comparison.lead
    theirs = {n for one in lead for n in main.places(one, comparison.claim)}
    return any(
        not (one.is_value or one.inner or n in theirs)
        and not comparison.is_own(one, main)
        and not tells_change(one, main)
        for n, one in enumerate(main.terms)
    )


def _is_about(comparison: ClaimComparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a clause of a statement is about what the clause of the text is about."""
    group = _group(comparison, term)
    rest = [one for one in comparison.plain if one not in group]
    shared = [
        one
        for one in (*rest, *comparison.lead)
        if clause.says(one, comparison.claim) or ground.says_above(one, comparison.claim)
        if not _is_part(comparison, one, group, clause)
    ]
    if stands_apart(comparison, ground):
        return False
    if _exchanges(comparison, ground, clause):
        return True
    if not (shared and _foreign(comparison, group, shared, ground, clause)):
        return bool(shared)
    changes = any(True for _ in places_of(CueKind.CHANGE, clause.level))
    if changes and any(one in comparison.lead for one in shared):
        return True
    said = sum(one.weight for one in shared if one in rest)
    return said >= (_HALF if changes else _ENOUGH) * sum(one.weight for one in rest) > 0


def _is_part(comparison: ClaimComparison, one: Term, group: list[Term], clause: Clause) -> bool:
    """Whether a sign stands beside a group of them, in the text as in a clause: 小 of 小周."""
    own = {n for each in group for n in clause.places(each, comparison.claim)}
    return (
        one.kind == TermKind.SIGN
        and any(one.end == each.start or each.end == one.start for each in group)
        and any(n - 1 in own or n + 1 in own for n in clause.places(one, comparison.claim))
    )


def _group(comparison: ClaimComparison, term: Term) -> list[Term]:
    """A term with those right beside it that the main clause lacks, too: a name of two words."""
    if term.is_value:
        return [term]
    every, level = comparison.terms, comparison.claim.level
    at = every.index(term)
    group = [term]
    for step in (-1, 1):
        last = at
        while 0 <= last + step < len(every):
            one, other = sorted((every[last], every[last + step]), key=lambda each: each.start)
            if level[one.end : other.start].strip() or every[last + step].is_value:
                break
            last += step
            if comparison.main.says(every[last], comparison.claim):
                break
            group.append(every[last])
    return group


def _foreign(
    comparison: ClaimComparison,
    group: list[Term],
    shared: list[Term],
    ground: Ground,
    clause: Clause,
) -> list[Term]:
    """What a clause says beside a term and what both say, and the clause of the text does not."""
    places = {n for one in group for n in clause.places(one, comparison.claim)}
    anchors = {n for one in shared for n in clause.places(one, comparison.claim)}
    starts = [clause.terms[n].start for n in places | anchors]
    parts = [span for span in clause.reading.clauses if any(span[0] <= n < span[1] for n in starts)]
    return [
        one
        for n, one in enumerate(clause.terms)
        if n not in places and is_new(comparison, clause, one)
        if not parts or any(start <= one.start < last for start, last in parts)
    ]


def _exchanges(comparison: ClaimComparison, ground: Ground, clause: Clause) -> bool:
    """Whether a statement denies a word of an old one that the text does not say any more."""
    olds = [part for one in comparison.grounds if one.old for part in one.clauses]
    return not ground.old and any(
        not (one.is_value or comparison.is_said(one, part))
        and any(old.says(one, part.reading) for old in olds)
        for part in ground.sentence(clause)
        for cue in part.cues
        if not cue.implied
        for one in denied_by(cue, part)[:2]
    )
