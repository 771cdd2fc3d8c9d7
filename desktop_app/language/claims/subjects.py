"""Whether a statement says it of the same: of the same person, thing or place. Knows texts."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, FoundClaim, Ground
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Span, Term, TermKind
from desktop_app.language.claims.vocabulary import is_past
from desktop_app.language.cues import CueKind, places_of, words_of
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading
from desktop_app.language.spans import flat

_OF = re.compile(r"的| (?:for|on|in|of|at|from)(?: (?:the|a|an|my|our|his|her|their))? ")
_QUOTED = re.compile('“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*"')
PRONOUN = re.compile(r"(?<![a-z'])(?:he|she|they|it|who|his|her|their|its)(?![a-z])|[她他它]")
_HE = re.compile(r"(?<![a-z'])(?:he|him|his)(?![a-z])|他")
_SHE = re.compile(r"(?<![a-z'])(?:she|hers?)(?![a-z])|她")
_SAYS = re.compile(r"(?:said|says|writes|wrote|说|道)[:：,，]?(?: that)?$")
_TELLS = re.compile(  # not: says that she does it herself
    r"(?<![a-z])(?:says|said|writes|wrote|tells|told|thinks|thought)(?![a-z])"
    r"(?!:? ?[\"“]?(?:(?:me|us|him|her|them|that|yes),? ){0,3}(?:he|she|they|i)(?![a-z]))"
    r"|(?:说(?![明服])|表示|反映)(?!:?[「“]?(?:[他她我]|自己))"
)
_COMPOUND = re.compile(r"[a-z]+(?:-[a-z\d]+)+")  # gateway-a is not gateway-b
_ME = re.compile(r"i(?:'[a-z]+)?(?: [a-z]+)?|我[^们的]?")  # and no more than a helping word
_I = re.compile(r"(?<![a-z'])(?:i|i'm|my|me|mine|we|our|us|user)(?![a-z])|我|用户")


def findings(comparison: ClaimComparison, before: Sequence[ClaimComparison]) -> Iterator[Unsaid]:
    """How a clause of a text says something of another one than its statements; `before` are the
    clauses before it in its sentence.
    """
    yield from _of_another(comparison, before)
    yield from _referred(comparison)
    yield from _spoken(comparison)
    yield from _does_what_she_tells(comparison)
    yield from _another_person(comparison)
    yield from _given_away(comparison)
    yield from _lent(comparison)


def _lent(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """A word that a statement says of something else, right before what another one says: new
    glasses, of glasses and of a new coat, or of glasses below a heading `New facts`.
    """
    claim = comparison.claim
    for term, after in pairwise(comparison.terms):
        found, other = comparison.found.get(term), comparison.found.get(after)
        beside = term.kind == TermKind.WORD and claim.level[term.end : after.start] == " "
        every = (part for one in comparison.grounds for part in (*one.clauses, *one.above))
        if not (beside and other) or any(_says_both(one, claim, term, after) for one in every):
            continue
        if found and found.ground is not other.ground:
            lent = _is_of_another_thing(comparison, found, _is_verb(after, claim.level))
        else:
            headed = not found and comparison.ground.says_above(term, claim)
            lent = headed and tells_change(term, comparison.unit)
        if lent:
            yield comparison.unsaid(DoubtKind.ORDER, (term.start, after.end))
            return


def _says_both(clause: Clause, claim: Reading, *every: Term) -> bool:
    return all(clause.says(one, claim) for one in every)


def _is_of_another_thing(comparison: ClaimComparison, found: FoundClaim, does: bool) -> bool:
    """Whether a word stands in its clause right before one that the text does not say. Of two that
    may be verbs (`does`: the text's may), each tells what somebody does.
    """
    clause, level = found.clause, found.clause.reading.level
    pairs = [tuple(clause.terms[n : n + 2]) for n in found.places]
    return all(
        len(two) > 1
        and level[two[0].end : two[1].start] == " "
        and is_new(comparison, found.ground, clause, two[1])
        and not (does and _is_verb(two[1], level))
        for two in pairs
    )


def _given_away(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """A deed that the text gives to somebody else than the `I` of its statement."""
    for term, found in comparison.found.items():
        clause, start = found.clause, _begin(comparison.claim, term)
        for deed in (clause.terms[n] for n in found.places):
            begin = _begin(clause.reading, deed)
            others = [
                one
                for one in comparison.terms
                if start <= one.start < term.start and not one.is_value
                if all(clause.terms[n].start < begin for n in clause.places(one, comparison.claim))
            ]
            mine = _ME.fullmatch(clause.reading.level[begin : deed.start].strip())
            if others and mine and not _I.search(comparison.claim.level, start, term.start):
                yield comparison.unsaid(DoubtKind.SPEAKER, others[0])
                return


def _begin(reading: Reading, term: Term) -> int:
    """Where the part of a sentence begins that a term is in."""
    return max(start for start, _ in reading.clauses if start <= term.start)


def _does_what_she_tells(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """Who only tells what somebody else does, and does it in the text."""
    main, level = comparison.main, comparison.claim.level
    placed = [
        (main.terms[found.places[0]].start, term)
        for term, found in comparison.found.items()
        if found.clause is main and len(found.places) == 1 and not term.is_value
    ]
    for says in _TELLS.finditer(main.reading.level, main.start, main.end):
        tellers = [term for at, term in placed if at < says.start()]
        told = [term for at, term in placed if at >= says.end()]
        if tellers and told:
            between = level[min(one.start for one in tellers) : max(one.end for one in told)]
            if not (_TELLS.search(between) or ":" in between):
                yield comparison.unsaid(DoubtKind.ORDER, tellers[0])
                return


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
        above = any(ground.says_above(one, comparison.claim) for one in comparison.lead)
        others = (
            one
            for one in strangers(comparison, main)
            if not any(other.is_own(one, main) for other in before)
            and not (above and one.kind == TermKind.WORD)
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
    name = _COMPOUND.match(claim.level, mine[0].start)
    if name and name[0] not in begin.level:
        return False
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


def has_other_lead(
    comparison: ClaimComparison, clause: Clause, ground: Ground | None = None
) -> bool:
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
    found = {one for one, where in comparison.found.items() if where.ground is comparison.ground}
    says = (
        clause.says(one, claim)
        or (ground is not None and ground.says_above(one, claim))
        or (clause is comparison.main and one in found)
        for one in (*lead, *comparison.lead)
    )
    return not any(says)


def is_qualified(
    comparison: ClaimComparison, ground: Ground, clause: Clause, *, alone: bool = False
) -> bool:
    """Whether a clause says what both say of a special one: the car key, the limit for guests.

    A clause that is `alone` may name it in another place of the text.
    """
    own = [comparison.is_own(one, clause) for one in clause.terms]
    return any(
        own[n] and _qualifies(comparison, ground, clause, n, alone=alone)
        for n, one in enumerate(clause.terms)
    )


def _qualifies(
    comparison: ClaimComparison, ground: Ground, clause: Clause, place: int, *, alone: bool
) -> bool:
    """Whether a word right before or behind a term tells it from others."""
    terms, level = clause.terms, clause.reading.level
    term = terms[place]

    def is_strange(one: Term) -> bool:
        said = alone and comparison.is_said(one, clause)
        return not said and is_new(comparison, ground, clause, one)

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


def is_new(comparison: ClaimComparison, ground: Ground, clause: Clause, term: Term) -> bool:
    """Whether neither the clause of the text nor an old statement says a plain term."""
    old = [] if ground.old else [one for one in comparison.grounds if one.old]
    return (
        not term.is_value
        and not comparison.is_own(term, clause)
        and not tells_change(term, clause)
        and not any(other.says(term, clause.reading) for other in old)
    )


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


def _referred(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """A clause whose statement says it of a pronoun, and that names nothing of what is meant."""
    main = comparison.main
    places = [n for one in comparison.found.values() if one.clause is main for n in one.places]
    first = min((main.terms[n].start for n in places), default=main.end)
    start = max((span[0] for span in main.reading.clauses if span[0] <= first), default=0)
    if pronoun := PRONOUN.search(main.reading.level, max(main.start, start), first):
        meant = [one for one in _before(comparison, pronoun.start()) if not one.is_value]
        if meant and not any(comparison.is_said(one, main) for one in meant):
            yield comparison.unsaid(DoubtKind.ORDER, comparison.span)


def _spoken(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """`I` where somebody else is meant, or only somebody who is quoted says so."""
    main = comparison.main
    mine, theirs = _speaking(comparison.unit), _speaking(main)
    others = strangers(comparison, main) + [
        one for one in main.terms if one.kind == TermKind.NAME and not comparison.is_said(one, main)
    ]
    told = any(_tells_of_another(comparison, span) for span in theirs)
    wrong = told or (all(theirs.values()) if theirs else bool(others))
    for span, quoted in mine.items():
        if wrong and not quoted:
            yield comparison.unsaid(DoubtKind.SPEAKER, span)


def _before(comparison: ClaimComparison, at: int) -> list[Term]:
    """What the main statement says before a place in it."""
    every = (term for clause in comparison.ground.clauses for term in clause.terms)
    return [one for one in every if one.end <= at]


def _tells_of_another(comparison: ClaimComparison, span: Span) -> bool:
    """Whether somebody who is not in the text is named as who says it right before `I`."""
    main = comparison.main
    before = _before(comparison, span[0])
    if not before or any(comparison.is_said(one, main) for one in before):
        return False
    between = main.reading.level[before[-1].end : span[0]].strip(' "“「')
    names = before[-1].kind == TermKind.NAME and between in (":", "：")
    return names or _SAYS.search(between) is not None


def _speaking(clause: Clause) -> dict[Span, bool]:
    """Where somebody speaks of herself, and whether that is quoted."""
    level = clause.reading.level
    quotes = [one.span() for one in _QUOTED.finditer(level)]
    spans = (one.span() for one in _I.finditer(level, clause.start, clause.end))
    return {span: any(start <= span[0] < end for start, end in quotes) for span in spans}
