"""Whether a statement says it of the same: of the same person, thing or place. Knows texts."""

import re
from collections.abc import Iterator, Sequence

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, Ground
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Term, TermKind
from desktop_app.language.claims.vocabulary import is_past
from desktop_app.language.cues import CueKind, places_of, words_of
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.spans import flat

_OF = re.compile(r"的| (?:for|on|in|of|at|from)(?: (?:the|a|an|my|our|his|her|their))? ")
PRONOUN = re.compile(r"(?<![a-z'])(?:he|she|they|it|who|his|her|their|its)(?![a-z])|[她他它]")
_HE = re.compile(r"(?<![a-z'])(?:he|him|his)(?![a-z])|他")
_SHE = re.compile(r"(?<![a-z'])(?:she|hers?)(?![a-z])|她")


def findings(comparison: ClaimComparison, before: Sequence[ClaimComparison]) -> Iterator[Unsaid]:
    """How a clause of a text says something of another one than its statements; `before` are the
    clauses before it in its sentence.
    """
    yield from _of_another(comparison, before)
    yield from _another_person(comparison)
    yield from _referred(comparison)


def _referred(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """A clause whose statement says it of a pronoun, and that names nothing of what is meant."""
    main = comparison.main
    places = [n for one in comparison.found.values() if one.clause is main for n in one.places]
    first = min((main.terms[n].start for n in places), default=main.end)
    start = max((span[0] for span in main.reading.clauses if span[0] <= first), default=0)
    if pronoun := PRONOUN.search(main.reading.level, max(main.start, start), first):
        every = (one for clause in comparison.ground.clauses for one in clause.terms)
        meant = [one for one in every if one.end <= pronoun.start() and not one.is_value]
        if meant and not any(comparison.is_said(one, main) for one in meant):
            yield comparison.unsaid(DoubtKind.ORDER, comparison.span)


def _another_person(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """`She` where the statement says `he`, and no `she`."""
    said = " ".join(one.level for _, one in comparison.used)
    for mine, theirs in (_HE, _SHE), (_SHE, _HE):
        word = mine.search(comparison.unit.level)
        if word and theirs.search(said) and not mine.search(said):
            start = comparison.unit.start
            yield comparison.unsaid(DoubtKind.ORDER, (start + word.start(), start + word.end()))


def _of_another(comparison: ClaimComparison, before: Sequence[ClaimComparison]) -> Iterator[Unsaid]:
    """A clause whose statement says it of something else: it has its own subject there, where the
    clause has none, or stands below another heading. `before` are those of its sentence.
    """
    ground, main = comparison.ground, comparison.main
    apart = stands_apart(comparison, ground) or _does_something_else(comparison)
    if not comparison.rule:  # which leaves out what was special of a day
        apart = apart or (not ground.old and is_qualified(comparison, ground, main, alone=True))
    if before and not apart:
        others = (
            one
            for one in strangers(comparison, main)
            if not any(other.is_own(one, main) for other in before)
        )
        follows = main is not ground.sentence(main)[0]
        goes_on = any(ground is one.ground and main in ground.sentence(one.main) for one in before)
        apart = any(others) or (follows and not goes_on and not _begins_alike(comparison))
    if apart:
        yield comparison.unsaid(DoubtKind.ORDER, comparison.span)


def _begins_alike(comparison: ClaimComparison) -> bool:
    """Whether the sentence of the main clause begins with something that the first clause of the
    text's sentence says, or the other way round.
    """
    ground, claim = comparison.ground, comparison.claim
    begin = ground.sentence(comparison.main)[0]
    mine = _first(comparison.lead)
    theirs = _first([one for one in begin.terms if not one.is_value])
    if all(begin.says(one, claim) for one in mine):
        return True
    first = next(one for one in comparison.units if comparison.lead[0] in one.terms)
    whole = len(theirs) > 1 or any(one.kind != TermKind.SIGN for one in theirs)
    return whole and all(first.says(one, begin.reading) for one in theirs)


def _first(plain: Sequence[Term]) -> Sequence[Term]:
    """A word with which something begins, or two Chinese characters beside each other."""
    beside = len(plain) > 1 and plain[0].end == plain[1].start
    return plain[: 2 if beside else 1]


def _does_something_else(comparison: ClaimComparison) -> bool:
    """Whether a clause of which only a name says something has it from one that says more."""
    main = comparison.main
    bare = all(one.kind == TermKind.NAME for one in comparison.terms)
    return bare and any(
        not (one.is_value or comparison.is_said(one, main) or tells_change(one, main))
        for one in main.terms
    )


def strangers(comparison: ClaimComparison, clause: Clause) -> list[Term]:
    """Who or what a clause of a statement begins with, that the clause of the text does not say."""
    begins: list[Term] = []
    for term in clause.terms:
        if comparison.is_own(term, clause):
            break
        does = is_past(clause.reading.level[term.start : term.end])
        if not (term.is_value or term.inner or does or tells_change(term, clause)):
            begins.append(term)
    return begins


def is_qualified(
    comparison: ClaimComparison, ground: Ground, clause: Clause, *, alone: bool = False
) -> bool:
    """Whether a clause says what both say of a special one: the car key, the limit for guests.

    A clause that is `alone` may name it in another place of the text.
    """
    own = [comparison.is_own(one, clause) for one in clause.terms]
    return any(
        own[n] and _qualifies(comparison, clause, n, alone=alone)
        for n, one in enumerate(clause.terms)
    )


def _qualifies(comparison: ClaimComparison, clause: Clause, place: int, *, alone: bool) -> bool:
    """Whether a word right before or behind a term tells it from others."""
    terms, level = clause.terms, clause.reading.level
    term = terms[place]

    def is_strange(one: Term) -> bool:
        said = alone and comparison.is_said(one, clause)
        return not said and is_new(comparison, clause, one)

    if place and not term.is_value and is_strange(terms[place - 1]):
        between = level[terms[place - 1].end : term.start]
        first = all(is_strange(one) for one in terms[: place - 1])
        replaces = any(one.old for one in comparison.grounds)
        beside = between == " " or (between == "" and first)
        if between in ("的", "'s ") or (replaces and beside):
            return not _is_verb(terms[place - 1], level)
    after = terms[place + 1] if place + 1 < len(terms) else None
    return (
        after is not None
        and is_strange(after)
        and _OF.fullmatch(level[term.end : after.start]) is not None
    )


def _is_verb(term: Term, level: str) -> bool:
    """Whether a word may be a verb's past or present participle."""
    word = level[term.start : term.end]
    return is_past(word) or (word.endswith(("ing", "s")) and not word.endswith("ss"))


def is_new(comparison: ClaimComparison, clause: Clause, term: Term) -> bool:
    """Whether the clause of the text does not say a plain term of a statement."""
    own = comparison.is_own(term, clause) or tells_change(term, clause)
    return not (term.is_value or own)


def tells_change(term: Term, clause: Clause) -> bool:
    """Whether a term of a statement only tells of a change: moved, now."""
    places = places_of(CueKind.CHANGE, clause.reading.text)
    return any(start <= term.start < end for start, end in places)


def stands_apart(comparison: ClaimComparison, ground: Ground) -> bool:
    """Whether a statement stands below another heading of the same sort than the text will, and the
    text does not begin with its name as a label: Production, where that is Staging.
    """
    if ground.day is None or not are_apart(comparison.path, ground.path):
        return False
    label = flat(ground.path[-1]) + ":"
    return not comparison.claim.level.lstrip("-* ").startswith(label)


def are_apart(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether two paths of headings end in titles of one sort: Production and Staging."""
    if set(mine) <= set(theirs) or set(theirs) <= set(mine):
        return False
    words = (
        {word for one in path for word in words_of(CueKind.RIVAL, one)} for path in (mine, theirs)
    )
    own, others = words
    if own and others and own.isdisjoint(others):
        return True
    one, other = flat(mine[-1]), flat(theirs[-1])
    beside = len(mine) == len(theirs) > 1 and mine[:-1] == theirs[:-1]
    return one != other and (beside or _are_alike(one, other))


def _are_alike(one: str, other: str) -> bool:
    """Whether two flat titles are of one sort: Tower B and Tower C."""
    mine, theirs = one.split(), other.split()
    same = sum(a == b for a, b in zip(mine, theirs, strict=False))
    return len(mine) == len(theirs) > 1 and same >= len(mine) / 2
