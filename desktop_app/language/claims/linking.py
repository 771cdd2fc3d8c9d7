"""Whether two statements speak of the same thing, where one clause needs both. Knows texts."""

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import Comparison, Ground
from desktop_app.language.claims.terms import Term, TermKind
from desktop_app.language.cues import CueKind, places_of
from desktop_app.language.reading import han
from desktop_app.language.spans import flat
from desktop_app.language.words import light_characters

_ENOUGH = 0.6  # of the plain terms of a clause, that a statement has to say to be about the same


def linked(comparison: Comparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a clause of another statement than the main one may add a term to it.

    Of a statement that is replaced and a newer one, the newer one has to tell what it is about.
    """
    if ground.old and not comparison.ground.old:
        return _is_about(comparison, term, comparison.ground, comparison.main)
    return _is_about(comparison, term, ground, clause)


def beside(comparison: Comparison, term: Term, clause: Clause) -> bool:
    """Whether another clause of the main statement may add a term: neither has its own in the place
    of what the other says.
    """
    main = comparison.main
    if term.hard and any(
        one.sort == term.sort and not comparison.is_own(one, main) for one in main.terms
    ):
        return False
    if term.hard and strangers(comparison, clause):
        return False
    before = (one for one in comparison.terms if one.start < term.start)
    first = not any(main.says(one, comparison.claim) for one in before)
    return not (first and strangers(comparison, main))


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
            one.is_value and one.sort == term.sort and not comparison.is_said(one, clause)
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
    if not shared and not _exchanges(comparison, term, clause):
        return False
    if _tells_apart(comparison, ground, clause) or has_other_lead(comparison, clause, ground):
        return False
    if any(_is_qualified(comparison, one, ground, clause) for one in shared):
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
    return sum(one.weight for one in shared if one in rest) >= _ENOUGH * whole > 0


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


def _is_qualified(comparison: Comparison, term: Term, ground: Ground, clause: Clause) -> bool:
    """Whether a shared term has a word of its own right before it, and another one in the text or
    in the main statement.
    """
    claim, main = comparison.claim, comparison.main
    mine = [_right_before(term, comparison.unit)]
    mine += [_right_before(main.terms[n], main) for n in main.places(term, claim)]
    texts = (comparison.unit, main)
    others = [
        one
        for one, text in zip(mine, (texts[0], *[texts[1]] * (len(mine) - 1)), strict=True)
        if one and comparison.is_own(one, text) and not ground.says(one, text.reading)
    ]
    return bool(others) and any(
        other is not None
        and not comparison.is_own(other, clause)
        and not tells_change(other, clause)
        for other in (_right_before(clause.terms[n], clause) for n in clause.places(term, claim))
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
    if places and (not anchors or min(anchors) < max(places)):
        end = clause.terms[max(places)].start
    own = {clause.terms[n] for n in places}
    old = [] if ground.old else [one for one in comparison.grounds if one.old]
    return [
        one
        for one in clause.terms
        if one.start < end
        and not (one.is_value or one in own)
        and not comparison.is_own(one, clause)
        and not tells_change(one, clause)
        and not any(other.says(one, clause.reading) for other in old)
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
    return one != other and (beside or _last_word(one) == _last_word(other))


def _last_word(title: str) -> str:
    """The last word of a flat title, of a Chinese one its last two characters."""
    return title[-2:] if han(title[-1:], 0, 1) else title.split(" ")[-1]


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


def _exchanges(comparison: Comparison, term: Term, clause: Clause) -> bool:
    """Whether a clause also names the value that a term takes the place of."""
    olds = [part for one in comparison.grounds if one.old for part in one.clauses]
    return any(
        one.is_value and one.sort == term.sort and old.says(one, clause.reading)
        for old in olds
        for one in clause.terms
    )
