"""Whether a clause is a statement of memory in which a newer note puts something else.

The old clause lends the words that stay, and the note what comes: it tells what goes, or speaks of
the same. Knows texts.
"""

from collections import Counter

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, Ground
from desktop_app.language.claims.denials import is_gone
from desktop_app.language.claims.linking import is_newer_of_same
from desktop_app.language.claims.markers import MarkerKind
from desktop_app.language.claims.subjects import is_new, is_qualified, stands_apart
from desktop_app.language.claims.terms import Term
from desktop_app.language.claims.vocabulary import is_frame, is_past

_WHEN_TOLD = (MarkerKind.BEFORE, MarkerKind.AFTER)  # after the meeting: it is 5 now


def is_exchange(comparison: ClaimComparison) -> bool:
    """Whether a clause of a text is an old one with another value."""
    notes = [one for one in comparison.grounds if one.day]
    return any(
        _exchanges(comparison, clause, note)
        for old in comparison.grounds
        if old.old
        for clause in old.clauses
        for note in notes
    )


def _exchanges(comparison: ClaimComparison, old: Clause, note: Ground) -> bool:
    claim = comparison.claim
    new = [one for one in comparison.terms if not old.says(one, claim)]
    kept = [one for one in comparison.terms if one not in new]
    gone = [one for one in old.terms if not (one.inner or comparison.is_own(one, old))]
    if not (kept and new) or note.to_do:
        return False
    if Counter(one.sort for one in new) != Counter(one.sort for one in gone):
        return False
    return any(
        _brings(comparison, new, gone, old, note, clause)
        and _is_as_sure(comparison, old, note, clause)
        for clause in note.clauses
    )


def _is_as_sure(comparison: ClaimComparison, old: Clause, note: Ground, clause: Clause) -> bool:
    """Whether a clause is hedged, limited and denied as the old one is, and so is the note's; what
    stays of it has no newer value there.
    """
    mine, theirs = ({one.kind for one in each.markers} for each in (comparison.unit, old))
    cues = [{one.text for one in each.cues} for each in (comparison.unit, old)]
    sentence = note.sentence(clause)
    noted = {one.kind for part in sentence for one in part.markers} - {*_WHEN_TOLD}
    stays = any(
        is_newer_of_same(comparison, one, note, part)
        or any(is_gone(n, part) for n in part.places(one, comparison.claim))
        for part in sentence
        for one in comparison.terms
        if one.hard and old.says(one, comparison.claim)
    )
    return mine == theirs and cues[0] == cues[1] and noted <= mine and not stays


def _brings(
    comparison: ClaimComparison,
    new: list[Term],
    gone: list[Term],
    old: Clause,
    note: Ground,
    clause: Clause,
) -> bool:
    """Whether a clause of a note says all that is new, and of the same thing."""
    claim = comparison.claim
    places = [n for one in new for n in clause.places(one, claim)]
    if not all(clause.says(one, claim) for one in new) or any(is_gone(n, clause) for n in places):
        return False
    sentence = note.sentence(clause)
    if all(any(part.says(one, old.reading) for part in sentence) for one in gone):
        return True
    near = [*sentence, *note.above]
    named = [one for one in (*comparison.lead, *comparison.plain) if one not in new]
    said = [one for one in named if any(part.says(one, claim) for part in near)]
    if not said or named[0] is not said[0] or len(said) < len(named) / 2:
        return False
    first = min(places, default=0)
    before = clause.terms[first - 1] if first else None
    return not (
        (before and _is_rival(comparison, note, clause, before))
        or stands_apart(comparison, note)
        or is_qualified(comparison, note, clause, alone=True)
    )


def _is_rival(comparison: ClaimComparison, note: Ground, clause: Clause, term: Term) -> bool:
    """Whether a word right before a new value says of what else that is."""
    word = clause.reading.level[term.start : term.end]
    return is_new(comparison, note, clause, term) and not (is_frame(word) or is_past(word))
