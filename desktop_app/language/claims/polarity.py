"""Denials: whether a claim says no where its sources say yes, and the reverse. Knows text only.

A cue denies the few words after it in its clause. What a claim denies has to stand near a cue in
the sources too; what the sources only deny, a claim may not say plainly.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims import lexicon
from desktop_app.language.claims.pieces import FRAME, VERB, Bag, Piece, bag, same
from desktop_app.language.claims.reading import Reading
from desktop_app.language.claims.sources import Finding, Sources
from desktop_app.language.spans import flat

_REACH, _SHORT_REACH, _BEFORE = 4, 2, 3  # words denied after a cue, and before it when none follow
_FAR, _NEAR = 6, 2  # words after and before a cue that a source's denial may be about
_HAN_REACH, _HAN_BEFORE = 8, 6  # characters
_FADING = (1.6, 1.0, 0.7, 0.5)  # the word right after a cue is what it denies most
_LEAST, _MARGIN = 0.12, 0.25
_IMPLIED, _ELLIPTIC, _ASKED = 0.8, 0.8, 0.5
_MOST, _HALF, _CLOSE = (
    0.65,
    0.5,
    0.7,
)  # of a denied thing said plainly; of the best line's closeness


@dataclass(frozen=True)
class Cue:
    """A word that denies; an `implied` one does so without saying not."""

    text: str
    start: int
    end: int
    implied: bool
    strong: bool
    chinese: bool


@dataclass(frozen=True, eq=False)
class Clause:
    """A clause with its cues and pieces. `asks` says that it is a question.

    `about_one` says that it names who it is about by `me` or `him`.

    `denied` is how strongly it is denied as a whole by a bare no beside it.
    """

    cues: tuple[Cue, ...]
    bag: Bag
    asks: bool
    about_one: bool = False
    denied: float = 0.0

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What it says, in reading order."""
        return self.bag.pieces

    @property
    def bare(self) -> bool:
        """Whether it is a denial and nothing else: `Nope`, `not yet`; `not me` is not."""
        return not (self.pieces or self.about_one) and any(not cue.implied for cue in self.cues)


Weighed = tuple[Piece, float]
Span = tuple[int, int]


@lru_cache(maxsize=20_000)
def clauses(reading: Reading) -> tuple[Clause, ...]:
    """The clauses of a text with what they deny."""
    level = _without_idioms(reading.level)
    cues = _cues(level)
    # What denies without saying not says something of its own too.
    plain = [(cue.start, cue.end) for cue in cues if not cue.implied]
    every = [
        piece
        for piece in bag(reading).pieces
        if not any(start < piece.end and piece.start < end for start, end in plain)
    ]
    found: list[Clause] = []
    for start, end in reading.clauses:
        own = tuple(cue for cue in cues if start <= cue.start < end)
        about = Bag(piece for piece in every if start <= piece.start < end)
        asks = level[end : end + 2].strip()[:1] in ("?", "？")
        about_one = _one().search(level, start, end) is not None
        found.append(Clause(own, about, asks, about_one))
    return tuple(
        replace(one, denied=_ELLIPTIC) if any(two.bare for two in _beside(found, place)) else one
        for place, one in enumerate(found)
    )


def _beside(found: list[Clause], place: int) -> list[Clause]:
    return found[max(0, place - 1) : place] + found[place + 1 : place + 2]


def _answered(
    there: list[tuple[tuple[Clause, ...], int]],
) -> Iterator[tuple[tuple[Clause, ...], int]]:
    """The lines; a question whose answer begins with a bare no is denied."""
    for place, (line, number) in enumerate(there):
        after = there[place + 1][0] if place + 1 < len(there) else ()
        if any(clause.bare for clause in after[:3]):
            line = tuple(replace(one, denied=_ELLIPTIC) if one.asks else one for one in line)
        yield line, number


def denies(text: str) -> bool:
    """Whether a piece of text has a cue, said or implied."""
    return bool(_cues(_without_idioms(flat(text))))


def contradicted(claim: Reading, sources: Sources) -> tuple[list[Finding], list[Span]]:
    """Where the claim denies what the sources say, or says what they deny.

    With the places where it denies in a word of its own what they deny too: `refuses to`.
    """
    own = clauses(claim)
    read = [(clauses(one.reading), number) for number, one in enumerate(sources.said)]
    there = list(_answered(read))
    closeness = _closeness([piece for clause in own for piece in clause.pieces], sources)
    found = list(_wrongly_denied(claim, own, there, closeness))
    wrong = [one.span for one in found]
    agreed = [(cue.start, cue.end) for clause in own for cue in clause.cues if cue.strong]
    found = found or list(_wrongly_said(claim, own, there, closeness))
    return found, [span for span in agreed if span not in wrong]


Lines = Sequence[tuple[tuple[Clause, ...], int]]


def _closeness(some: list[Piece], sources: Sources) -> list[float]:
    """How close each line is to the claim, against the closest."""
    shares = [bag(one.reading).overlap(some) for one in sources.said]
    best = max(shares, default=0) or 1
    return [share / best for share in shares]


def _wrongly_denied(
    claim: Reading, own: tuple[Clause, ...], there: Lines, closeness: list[float]
) -> Iterator[Finding]:
    for place, clause in enumerate(own):
        for cue in clause.cues:
            if cue.implied and (not cue.strong or _has(cue, there)):
                continue
            scope = _scope(cue, clause)
            if not scope and place + 1 < len(own):
                scope = _faded(own[place + 1].pieces[:_REACH])
            subject = [piece for piece in clause.pieces if piece.end <= cue.start]
            if not (_is_denied(scope, there, closeness) or _ended(subject, scope, there)):
                words = claim.text[cue.start : cue.end]
                yield Finding("negation", (words,), (cue.start, cue.end))


def _has(cue: Cue, there: Lines) -> bool:
    """Whether the sources have a cue of the same root."""
    return any(
        other.text == cue.text or lexicon.root(other.text) == lexicon.root(cue.text)
        for line, _ in there
        for clause in line
        for other in clause.cues
    )


def _scope(cue: Cue, clause: Clause) -> list[Weighed]:
    """The pieces a cue is about, with what they weigh."""
    if cue.chinese:
        after = [p for p in clause.pieces if cue.end <= p.start < cue.end + _HAN_REACH]
        if after:
            return [(piece, piece.weight) for piece in after]
        near = [p for p in clause.pieces if cue.start - _HAN_BEFORE <= p.start < cue.start]
        return [(piece, piece.weight) for piece in near]
    reach = _SHORT_REACH if cue.text in _words("short_reach") else _REACH
    after = [piece for piece in clause.pieces if piece.start >= cue.end][:reach]
    before = [piece for piece in clause.pieces if piece.end <= cue.start][-_BEFORE:]
    if any(piece.weight > VERB for piece in after):
        return _faded(after)
    return _faded([*after, *before[::-1]])


def _faded(pieces: Sequence[Piece]) -> list[Weighed]:
    return [(one, one.weight * by) for one, by in zip(pieces, _FADING, strict=False)]


def _is_denied(scope: list[Weighed], there: Lines, closeness: list[float]) -> bool:
    whole = sum(weight for _, weight in scope)
    if not whole:
        return any(clause.cues for line, _ in there for clause in line)
    denied = said = 0.0
    for line, number in there:
        for clause in line:
            no, yes = _weighed(scope, clause)
            denied = max(denied, no / whole * closeness[number])
            said = max(said, yes / whole * closeness[number])
    return denied >= _LEAST and said <= denied + _MARGIN


def _ended(subject: list[Piece], scope: list[Weighed], there: Lines) -> bool:
    """Whether a line says the scope of somebody else, and shortly denies it of the subject."""
    whole = sum(weight for _, weight in scope) or 1
    for line, _ in there:
        short = [c for c in line if len(c.pieces) <= _BEFORE and any(cue.strong for cue in c.cues)]
        of_it = any(
            _denied_in(one, clause) and not any(_weighed(scope, clause))
            for clause in short
            for one in subject
        )
        if of_it and sum(sum(_weighed(scope, clause)) for clause in line) / whole >= _HALF:
            return True
    return False


def _weighed(scope: list[Weighed], clause: Clause) -> tuple[float, float]:
    """How much of the scope a clause denies, and how much it says plainly."""
    no = yes = 0.0
    for piece, weight in scope:
        if not clause.bag.says(piece):
            continue
        strength = _denied_in(piece, clause)
        if strength:
            no += weight * strength
        else:
            yes += weight * (_ASKED if clause.asks else 1)
    return no, yes


def _denied_in(piece: Piece, clause: Clause) -> float:
    """How strongly a clause denies a piece of another text, 0 when it does not."""
    if not (clause.cues or clause.denied) or not clause.bag.says(piece):
        return 0.0
    return max(_denial(other, clause) for other in clause.pieces if same(piece, other))


def _wrongly_said(
    claim: Reading, own: tuple[Clause, ...], there: Lines, closeness: list[float]
) -> Iterator[Finding]:
    """The closest lines' denials that the claim leaves out."""
    for line, number in there:
        if closeness[number] < _CLOSE:
            continue
        for clause in line:
            for cue in clause.cues:
                if not cue.strong or clause.asks:
                    continue
                scope = _left_out(cue, clause)
                piece = _said_plainly(scope, own, _share(own, line))
                if piece and not _said_elsewhere(scope, clause, own, there, closeness):
                    words = claim.text[piece.start : piece.end]
                    yield Finding("negation", (words,), (piece.start, piece.end), cue.text, number)
                    return


def _left_out(cue: Cue, clause: Clause) -> list[Weighed]:
    """What a cue of a source denies: what follows it, or what was stopped or refused before it."""
    scope = [(piece, weight) for piece, weight in _scope(cue, clause) if not _is_day(piece)]
    if not cue.implied:
        scope = [one for one in scope if one[0].start >= cue.end and one[0].weight > VERB]
    others = [piece for piece in clause.pieces if all(piece is not one for one, _ in scope)]
    both = any(Bag(others).says(piece) for piece, _ in scope)
    return [] if both else scope  # sign as "Team Larkspur", not as "The Larkspur Team"


def _is_day(piece: Piece) -> bool:
    return piece.root in _days()


def _said_plainly(scope: list[Weighed], own: tuple[Clause, ...], share: float) -> Piece | None:
    """The first piece of a clause that says the scope and denies none of it."""
    whole = sum(weight for _, weight in scope)
    plain = any(piece.weight > FRAME for piece, _ in scope)
    if not scope or not (plain or share >= _MOST):
        return None
    head, rest = scope[0][0], scope[1:]
    said = Bag(piece for piece, _ in scope)
    for clause in own:
        no, yes = _weighed(scope, clause)
        if no or not yes:
            continue
        shared = [one for one in clause.pieces if said.says(one)]
        if head.root.isascii():
            found = clause.bag.says(head) and yes / whole >= _MOST
            found = found or (len(rest) > 1 and yes >= 0.99 * sum(weight for _, weight in rest))
        else:
            found = yes / whole >= _HALF
        if found:
            return shared[0]
    return None


def _share(own: tuple[Clause, ...], line: Sequence[Clause]) -> float:
    """How much of the claim some clauses say."""
    some = [piece for clause in own for piece in clause.pieces]
    there = [p for p in some if any(clause.bag.says(p) for clause in line)]
    return sum(p.weight for p in there) / (sum(p.weight for p in some) or 1)


def _said_elsewhere(
    scope: list[Weighed],
    denying: Clause,
    own: tuple[Clause, ...],
    there: Lines,
    closeness: list[float],
) -> bool:
    """Whether a clause that says as much of the claim as the denying one says the scope plainly."""
    whole = sum(weight for _, weight in scope)
    least = _share(own, [denying])
    return any(
        _weighed(scope, clause)[1] / whole * closeness[number] >= _HALF
        and _share(own, [clause]) >= least
        for line, number in there
        for clause in line
    )


def _denial(piece: Piece, clause: Clause) -> float:
    """How strongly a clause denies one of its pieces."""
    best = clause.denied
    for cue in clause.cues:
        if cue.start <= piece.start < cue.end or piece.start <= cue.start < piece.end:
            continue
        if cue.chinese:
            near = cue.start - _HAN_BEFORE <= piece.start < cue.end + _HAN_REACH + 4
        else:
            after = [p.start for p in clause.pieces if p.start >= cue.end][:_FAR]
            before = [p.start for p in clause.pieces if p.end <= cue.start][-_NEAR:]
            near = piece.start in after or piece.start in before
        if near:
            best = max(best, _IMPLIED if cue.implied else 1.0)
    return best


@lru_cache(maxsize=4_000)
def _cues(level: str) -> tuple[Cue, ...]:
    found = []
    for match in re.finditer(r"no longer|[a-z]+(?:'t\b)?", level):
        word = match[0]
        plain = word in _words("cues") or word.endswith(("n't", "no longer"))
        if plain or word in _words("implied"):
            strong = plain or word in _words("strong")
            found.append(Cue(word, *match.span(), not plain, strong, False))
    for match in _chinese().finditer(level):
        word = match[0]
        plain = word in _words("chinese_cues")
        strong = plain or word in _words("chinese_strong")
        found.append(Cue(word, *match.span(), not plain, strong, True))
    return tuple(found)


def _without_idioms(level: str) -> str:
    """The text with blanks where a denial is only a way of speaking."""
    for pattern in (_idioms(), _chinese_idioms()):
        level = pattern.sub(lambda match: " " * len(match[0]), level)
    return level


@cache
def _one() -> re.Pattern[str]:
    return re.compile(r"\b(?:me|him|her|us|them|you)\b|[我你他她]")


@cache
def _idioms() -> re.Pattern[str]:
    patterns = (pattern.replace(" ", r"\s+").replace("(", "(?:") for pattern in _table()["idioms"])
    return re.compile("|".join(rf"\b{pattern}(?!\w)" for pattern in patterns))


@cache
def _chinese_idioms() -> re.Pattern[str]:
    words = "|".join(sorted(_words("chinese_idioms"), key=len, reverse=True))
    return re.compile(rf"{words}|([\u4e00-\u9fff])不\1|(?<![\u4e00-\u9fff])不过(?!敏)")


@cache
def _chinese() -> re.Pattern[str]:
    words = sorted(_words("chinese_cues") | _words("chinese_implied"), key=len, reverse=True)
    return re.compile("|".join(words))


@cache
def _days() -> frozenset[str]:
    """Roots of weekdays and months: a time is checked as a time."""
    table = resources.table("language/values")
    rows = [*table["weekdays"], *table["months"]]
    return frozenset(lexicon.root(word) for row in rows for word in row.split())


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(str(_table()[name]).split())


def _table() -> dict[str, list[str]]:
    table: dict[str, list[str]] = resources.table("language/grounding_polarity")
    return table
