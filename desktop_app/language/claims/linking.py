"""Whether two statements speak of the same thing, where one clause needs both. Knows texts."""

import re

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import Comparison, Ground
from desktop_app.language.claims.terms import Term, TermKind
from desktop_app.language.claims.vocabulary import is_past
from desktop_app.language.cues import CueKind, places_of
from desktop_app.language.reading import han
from desktop_app.language.spans import flat
from desktop_app.language.words import light_characters

_OF = re.compile(r" (?:for|on|in|of|at|from)(?: (?:the|a|an|my|our|his|her|their))? ")
_HALF = 0.5  # the same, of a statement that tells of a change
_ENOUGH = 0.6  # of the plain terms of a clause, that a statement has to say to be about the same


def linked(comparison: Comparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a clause of another statement than the main one may add a term to it.

    Of a statement that is replaced and a newer one, the newer one has to tell what it is about.
    """
    if not ground.old or comparison.ground.old:
        newer = ground.written > comparison.ground.written and comparison.ground.old
        return (newer or not _has_own(comparison, term)) and _is_about(
            comparison, term, ground, clause
        )
    group = _group(comparison, term)
    others = (one for one in (*comparison.plain, *comparison.lead) if one not in group)
    return any(ground.says(one, comparison.claim) for one in others) and _is_about(
        comparison, term, comparison.ground, comparison.main
    )


def _has_own(comparison: Comparison, term: Term) -> bool:
    """Whether the main clause has another word where the text has a term: before the same one."""
    group, every = _group(comparison, term), comparison.terms
    at = max(every.index(one) for one in group) + 1
    if term.is_value or at >= len(every) or every[at].is_value:
        return False
    main, level = comparison.main, comparison.claim.level
    if level[max(one.end for one in group) : every[at].start].strip("的 "):
        return False
    return any(
        other is not None and not comparison.is_own(other, main) and not tells_change(other, main)
        for other in (
            _right_before(main.terms[n], main) for n in main.places(every[at], comparison.claim)
        )
    )


def beside(comparison: Comparison, term: Term, clause: Clause) -> bool:
    """Whether another clause of the main statement may add a term: neither has its own in the place
    of what the other says.
    """
    main = comparison.main
    if term.hard and any(
        one.sort == term.sort and not comparison.is_own(one, main) for one in main.terms
    ):
        return False
    if term.hard and (strangers(comparison, clause) or _has_rival(comparison, clause)):
        return False
    before = (one for one in comparison.terms if one.start < term.start)
    first = not any(main.says(one, comparison.claim) for one in before)
    return not (first and strangers(comparison, main))


def _has_rival(comparison: Comparison, clause: Clause) -> bool:
    """Whether a clause has something of its own in the place of what the main one says."""
    said = {
        one.sort
        for one in comparison.terms
        if one.hard and comparison.main.says(one, comparison.claim)
    }
    return any(one.sort in said and not comparison.is_own(one, clause) for one in clause.terms)


def strangers(comparison: Comparison, clause: Clause) -> list[Term]:
    """What a clause of a statement begins with and the clause of the text does not say."""
    begins: list[Term] = []
    for term in clause.terms:
        if comparison.is_own(term, clause):
            break
        if not (term.is_value or term.inner or tells_change(term, clause)):
            begins.append(term)
    return begins


def is_newer_of_same(comparison: Comparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a clause of a newer statement has another value in the place of a term."""
    return (
        not clause.says(term, comparison.claim)
        and any(
            one.is_value and one.sort == term.sort and not comparison.is_own(one, clause)
            for one in clause.terms
        )
        and _is_about(comparison, term, ground, clause)
    )


def tells_change(term: Term, clause: Clause) -> bool:
    """Whether a term of a statement only tells of a change: moved, now."""
    places = places_of(CueKind.CHANGE, clause.reading.text)
    return any(start <= term.start < end for start, end in places)


def _is_about(comparison: Comparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a clause of a statement is about what the clause of the text is about."""
    group = _group(comparison, term)
    rest = [one for one in comparison.plain if one not in group]
    shared = [
        one
        for one in (*rest, *comparison.lead)
        if clause.says(one, comparison.claim) or _is_above(comparison, one, ground)
    ]
    exchanges = _exchanges(comparison, term, ground, clause)
    if not (shared or exchanges) or _tells_apart(comparison, ground, clause):
        return False
    if has_other_lead(comparison, clause, ground) and not exchanges:
        return False
    if exchanges:
        return True
    if is_qualified(comparison, ground, clause):
        return False
    foreign = _foreign(comparison, group, shared, ground, clause)
    if not foreign:
        return True
    names = [one for one in rest if one.kind == TermKind.NAME and one not in shared]
    if names and any(one.kind == TermKind.NAME for one in foreign):
        return False
    changes = [clause.start + start for start, _ in places_of(CueKind.CHANGE, clause.level)]
    if changes and all(one.start < changes[0] for one in foreign):
        return True
    whole = sum(one.weight for one in rest)
    enough = _HALF if changes else _ENOUGH
    return sum(one.weight for one in shared if one in rest) >= enough * whole > 0


def _group(comparison: Comparison, term: Term) -> list[Term]:
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


def has_other_lead(comparison: Comparison, clause: Clause, ground: Ground | None = None) -> bool:
    """Whether a clause begins with something of its own, and neither it nor what `ground` stands
    under says anything of what the clause of the text begins with.
    """
    if not strangers(comparison, clause) or not comparison.plain:
        return False
    level, lead = comparison.claim.level, comparison.plain[:1]
    for one in comparison.plain[1:]:
        if level[lead[-1].end : one.start].strip():
            break
        lead.append(one)
    claim = comparison.claim
    says = (
        clause.says(one, claim) or (ground is not None and ground.says_above(one, claim))
        for one in (*lead, *comparison.lead)
    )
    return not any(says)


def is_qualified(comparison: Comparison, ground: Ground, clause: Clause) -> bool:
    """Whether a clause says what both say of a special one: the car key, the limit for guests."""
    own = [comparison.is_own(one, clause) for one in clause.terms]
    return any(
        own[n] and _qualifies(comparison, ground, clause, n) for n, one in enumerate(clause.terms)
    )


def _qualifies(comparison: Comparison, ground: Ground, clause: Clause, place: int) -> bool:
    """Whether a word right before or behind a term tells it from others."""
    terms, level = clause.terms, clause.reading.level
    term = terms[place]
    if place and not term.is_value and _is_new(comparison, ground, clause, terms[place - 1]):
        between = level[terms[place - 1].end : term.start]
        first = all(_is_new(comparison, ground, clause, one) for one in terms[: place - 1])
        if between in ("的", "'s ") or (between in ("", " ") and (first or between == " ")):
            return not _is_verb(terms[place - 1], level)
    after = terms[place + 1] if place + 1 < len(terms) else None
    return (
        after is not None
        and _is_new(comparison, ground, clause, after)
        and _OF.fullmatch(level[term.end : after.start]) is not None
    )


def _is_verb(term: Term, level: str) -> bool:
    """Whether a word may be a verb's past or present participle."""
    word = level[term.start : term.end]
    return is_past(word) or (word.endswith(("ing", "s")) and not word.endswith("ss"))


def _is_new(comparison: Comparison, ground: Ground, clause: Clause, term: Term) -> bool:
    """Whether neither the clause of the text nor an old statement says a plain term."""
    old = [] if ground.old else [one for one in comparison.grounds if one.old]
    return (
        not term.is_value
        and not comparison.is_own(term, clause)
        and not tells_change(term, clause)
        and not any(other.says(term, clause.reading) for other in old)
    )


def _right_before(term: Term, clause: Clause) -> Term | None:
    """The plain term that ends where another one begins, but for a blank or 的."""
    before = [one for one in clause.terms if one.end <= term.start and not one.inner]
    if not before or before[-1].is_value:
        return None
    between = clause.reading.level[before[-1].end : term.start]
    return before[-1] if between in ("", " ", "'s ", "的") else None


def _foreign(
    comparison: Comparison, group: list[Term], shared: list[Term], ground: Ground, clause: Clause
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
    return [
        one
        for one in clause.terms
        if one.start < end and one not in own and _is_new(comparison, ground, clause, one)
    ]


def _tells_apart(comparison: Comparison, ground: Ground, clause: Clause) -> bool:
    """Whether a clause has a word for another one that neither the text nor an old one has."""
    old = [
        one for other in comparison.grounds if other.old for one in (*other.clauses, *other.above)
    ]
    known = [one.level for one in (*comparison.units, *comparison.above, *old)]
    for kind in (CueKind.APART, CueKind.RIVAL):
        for word in _words_of(kind, clause.level):
            if not any(word in level for level in known):
                return True
    return stands_apart(comparison, ground)


def stands_apart(comparison: Comparison, ground: Ground) -> bool:
    """Whether a statement stands below another heading of the same sort than the text will:
    Production, where that is Staging.
    """
    mine, theirs = comparison.path, ground.path
    if ground.day is None or set(mine) <= set(theirs) or set(theirs) <= set(mine):
        return False
    words = (
        {word for one in path for word in _words_of(CueKind.RIVAL, flat(one))}
        for path in (mine, theirs)
    )
    own, others = words
    if own and others and own.isdisjoint(others):
        return True
    one, other = flat(mine[-1]), flat(theirs[-1])
    beside = len(mine) == len(theirs) > 1 and mine[:-1] == theirs[:-1]
    return one != other and (beside or _are_alike(one, other))


def _are_alike(one: str, other: str) -> bool:
    """Whether two flat titles are of one sort: Tower B and Tower C, 测试环境 and 正式环境."""
    chinese = bool(han(one, 0, len(one)))
    mine, theirs = (list(title) if chinese else title.split() for title in (one, other))
    same = sum(a == b for a, b in zip(mine, theirs, strict=False))
    return len(mine) == len(theirs) > 1 and same >= len(mine) / 2


def _is_above(comparison: Comparison, term: Term, ground: Ground) -> bool:
    """Whether a statement stands below a term, and the main one does not stand there, too."""
    other = ground is not comparison.ground and comparison.ground.says_above(term, comparison.claim)
    return ground.says_above(term, comparison.claim) and not other


def _words_of(kind: CueKind, level: str) -> list[str]:
    """The words of a table in a flat text; a Chinese character inside a word is another one."""
    light = light_characters()
    return [
        level[start:end]
        for start, end in places_of(kind, level)
        if level[start:end].isascii()
        or end - start > 1
        or not han(level[start - 1 : start], 0, 1)
        or level[start - 1] in light
    ]


def _exchanges(comparison: Comparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a statement also names the value or name of an old one that a term replaces."""
    if not term.hard or ground.old:
        return False
    olds = [part for one in comparison.grounds if one.old for part in one.clauses]
    sentence = [clause] if term.kind == TermKind.NAME else ground.sentence(clause)
    return any(
        one.hard
        and one.kind == term.kind
        and not comparison.is_said(one, part)
        and old.says(one, part.reading)
        for part in sentence
        for one in part.terms
        for old in olds
    )
