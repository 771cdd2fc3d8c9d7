"""Whether two statements speak of the same thing, where one clause needs both. Knows texts."""

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, Ground
from desktop_app.language.claims.denials import denied_by, is_gone
from desktop_app.language.claims.subjects import (
    has_other_lead,
    is_new,
    is_qualified,
    stands_apart,
    strangers,
    tells_change,
)
from desktop_app.language.claims.terms import Term, TermKind
from desktop_app.language.cues import CueKind, places_of
from desktop_app.regex import regex

_BROUGHT = regex(r"(?<![a-z])to $|[到成为] ?$")  # what a change leads to
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
    exchanges = _exchanges(comparison, term, comparison.ground, main)
    return (both or exchanges) and _is_about(comparison, term, comparison.ground, main)


def beside(comparison: ClaimComparison, term: Term, clause: Clause) -> bool:
    """Whether another clause of the main statement may add a term: neither has its own in the place
    of what the other says.
    """
    main = comparison.main
    if term.hard and any(
        one.sort == term.sort and not comparison.is_own(one, main) for one in main.terms
    ):
        return False
    leads = strangers(comparison, clause)
    if term.hard and any(is_new(comparison, comparison.ground, clause, one) for one in leads):
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


def is_newer_of_same(
    comparison: ClaimComparison, term: Term, ground: Ground, clause: Clause
) -> bool:
    """Whether a clause of a newer statement has another value in the place of a term, or says that
    it has another name now.
    """
    changes = term.is_value or any(True for _ in places_of(CueKind.CHANGE, clause.level))
    level = clause.reading.level
    rivals = [
        one
        for n, one in enumerate(clause.terms)
        if one.hard
        and (
            one.sort == term.sort
            or (one.is_value and term.is_value and _BROUGHT.search(level, 0, one.start))
        )
        and not (comparison.is_own(one, clause) or is_gone(n, clause))
    ]
    elsewhere = any(comparison.is_said(one, clause) for one in rivals)
    if not (changes and rivals) or elsewhere or clause.says(term, comparison.claim):
        return False
    whole = sum(one.weight for one in comparison.plain)
    shared = sum(one.weight for one in comparison.plain if clause.says(one, comparison.claim))
    same = term.is_value and shared >= _HALF * whole > 0
    return same or _is_about(comparison, term, ground, clause, alone=True)


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


def _is_about(
    comparison: ClaimComparison, term: Term, ground: Ground, clause: Clause, *, alone: bool = False
) -> bool:
    """Whether a clause of a statement is about what the clause of the text is about; `alone`: where
    other clauses of the text may say what it says of something else.
    """
    group = _group(comparison, term)
    rest = [one for one in comparison.plain if one not in group]
    shared = [
        one
        for one in (*rest, *comparison.lead)
        if clause.says(one, comparison.claim) or ground.says_above(one, comparison.claim)
        if not _is_part(comparison, one, group, clause)
    ]
    exchanges = _exchanges(comparison, term, ground, clause)
    if not (shared or exchanges) or stands_apart(comparison, ground):
        return False
    if has_other_lead(comparison, clause, ground) and not exchanges:
        return False
    if exchanges:
        return True
    if is_qualified(comparison, ground, clause, alone=alone):
        return False
    foreign = _foreign(comparison, group, shared, ground, clause)
    foreign = [one for one in foreign if not (alone and comparison.is_said(one, clause))]
    if not foreign:
        return True
    names = [one for one in rest if one.kind == TermKind.NAME and one not in shared]
    if names and any(one.kind == TermKind.NAME for one in foreign):
        return False
    own = {clause.terms[n].start for one in group for n in clause.places(one, comparison.claim)}
    changes = [clause.start + start for start, _ in places_of(CueKind.CHANGE, clause.level)]
    changes = [one for one in changes if one not in own]  # a new bike makes nothing else new
    if changes and all(one.start < changes[0] for one in foreign):
        return True
    if changes and any(one in comparison.lead for one in shared):
        return True
    whole = sum(one.weight for one in rest)
    enough = _HALF if changes else _ENOUGH
    return sum(one.weight for one in shared if one in rest) >= enough * whole > 0


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
    """What a clause says and neither the clause of the text nor an old statement does: up to a term
    that follows what both say, else anywhere.
    """
    places = [n for one in group for n in clause.places(one, comparison.claim)]
    anchors = [n for one in shared for n in clause.places(one, comparison.claim)]
    end = clause.end
    if group[0].is_value and places and (not anchors or min(anchors) < max(places)):
        end = clause.terms[max(places)].start
    own = {clause.terms[n] for n in places}
    starts = [clause.terms[n].start for n in (*places, *anchors)]
    parts = [span for span in clause.reading.clauses if any(span[0] <= n < span[1] for n in starts)]
    return [
        one
        for one in clause.terms
        if one.start < end
        and one not in own
        and (not parts or any(start <= one.start < last for start, last in parts))
        and is_new(comparison, ground, clause, one)
    ]


def _exchanges(comparison: ClaimComparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a statement also names the value or name of an old one that a term replaces, or
    denies a word of it.
    """
    if ground.old:
        return False
    olds = [part for one in comparison.grounds if one.old for part in one.clauses]
    names = (one for one in clause.terms if term.hard and one.kind == term.kind)
    every = [(one, clause) for one in names]
    for part in ground.sentence(clause):
        if term.is_value:
            every += [(one, part) for one in part.terms if one.is_value and one.kind == term.kind]
        denied = (one for cue in part.cues if not cue.implied for one in denied_by(cue, part)[:2])
        every += [(one, part) for one in denied if not one.is_value]
    return any(
        not comparison.is_said(one, part) and any(old.says(one, part.reading) for old in olds)
        for one, part in every
    )
