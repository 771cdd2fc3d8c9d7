"""Whether a text takes whole what it takes of a statement. Knows texts.

What one clause of a note says together holds together: of whom, when, for whom, how much. A text
that leaves part of it out, or gives the part to something else, says another thing.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, Ground
from desktop_app.language.claims.denials import is_gone
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.subjects import tells_change
from desktop_app.language.claims.terms import Term, TermKind
from desktop_app.language.claims.times import Moment
from desktop_app.language.claims.vocabulary import is_frame
from desktop_app.language.doubts import DoubtKind

_SINCE = re.compile(r"(?:from|since|as of|starting) $|[从自]$")
_LABEL = re.compile(r".*[:：](?! ?[\"“「『])")


def findings(comparison: ClaimComparison, every: Sequence[ClaimComparison]) -> Iterator[Unsaid]:
    """A clause of a text that leaves out a part of what it rests on; `every` are all of them."""
    if not comparison.rule and any(_left_out(comparison, every, *used) for used in comparison.used):
        yield comparison.unsaid(DoubtKind.MODALITY, comparison.span)


def _left_out(
    comparison: ClaimComparison,
    every: Sequence[ClaimComparison],
    ground: Ground,
    clause: Clause,
) -> list[Term]:
    """The terms of a note's clause that the text leaves out. What is brought up to date may lose
    how that was told, and what only lends who does it, or what is done, stays out of it.
    """
    beside = [comparison, *_next_to(comparison, every, ground, clause)]
    found = {
        term: where.places
        for one in beside
        for term, where in one.found.items()
        if where.clause is clause
    }
    lends = clause is not comparison.main and not any(term.is_value for term in found)
    if ground.day is None or (lends and len(found) < 2):
        return []
    taken = {place for places in found.values() for place in places}
    timed = any(one.is_value and not found[one] for one in found)
    olds = [part for one in comparison.grounds if one.day is None for part in one.clauses]
    said = [one.unit for one in beside] + [*comparison.above, *olds]
    said += [one for one in comparison.units if {*comparison.lead} & {*one.terms}]
    begin = min((clause.terms[n].start for n in taken), default=clause.start)
    label = _LABEL.match(clause.reading.level, clause.start, begin)
    lost = [
        one
        for n, one in enumerate(clause.terms)
        if not (n in taken or one.inner or (olds and not one.hard))
        and one.start >= (label.end() if label else 0)
        and not (tells_change(one, clause) or is_gone(n, clause))
        and not (one.kind == TermKind.WORD and _is_aside(clause.reading.level[one.start : one.end]))
        and not (isinstance(one.fact, Moment) and (timed or _is_when(one, ground, clause, olds)))
        and not any(part.says(one, clause.reading) and _tells(part, one) for part in said)
    ]
    signs = [one for one in lost if one.kind == TermKind.SIGN]
    words = {one.end for one in signs} & {one.start for one in signs}
    return [one for one in lost if one not in signs or {one.start, one.end} & words]


def _is_aside(word: str) -> bool:
    """Whether a word places what is said, or says how: reported, really."""
    return is_frame(word) or word.endswith("ly")


def _tells(part: Clause, term: Term) -> bool:
    """Whether a part of a text names a time, where a term is one: its own day is not said."""
    times = (one for one in part.terms if one.kind == TermKind.TIME)
    return term.kind != TermKind.TIME or any(True for _ in times)


def _is_when(term: Term, ground: Ground, clause: Clause, olds: Sequence[Clause]) -> bool:
    """Whether a time only tells when a note was written, or since when it is as it is now."""
    days = term.fact.days if isinstance(term.fact, Moment) else frozenset()
    if ground.day is None or not days:
        return False
    level = clause.reading.level
    since = _SINCE.search(level, 0, term.start) or level.startswith("起", term.end)
    return days == {ground.day} or bool(olds and (since or max(days) <= ground.day))


def _next_to(
    comparison: ClaimComparison, every: Sequence[ClaimComparison], ground: Ground, clause: Clause
) -> Iterator[ClaimComparison]:
    """What else rests on a clause, as long as the text goes on with that statement."""
    at = every.index(comparison)
    for side in (every[at + 1 :], every[:at][::-1]):
        near = takewhile(lambda one: one.ground is ground, side)
        yield from (one for one in near if one.main is clause)
