"""Denials: whether a claim says no where its sources say yes, and the reverse. Knows text only.

A cue denies the few words after it in its clause. What a claim denies has to stand near a cue in
the sources too; what the closest sources only deny, a claim may not say plainly.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims.pieces import FRAME, VERB, Bag, Piece, bag, characters
from desktop_app.language.claims.sources import Finding, Sources
from desktop_app.language.claims.vocabulary import words
from desktop_app.language.reading import Reading
from desktop_app.language.words import is_light, stem

_REACH, _BEFORE = 4, 3  # words denied after a cue, and before it when none follow
_FAR, _NEAR = 6, 2  # words after and before a cue that a source's denial may be about
_HAN_REACH, _HAN_FAR, _HAN_BEFORE = 8, 12, 6  # characters
_HAN_FADING = 3  # characters after which a denial is half as strong
_FADING = (1.6, 1.0, 0.7, 0.5)  # the word right after a cue is what it denies most
_LEAST, _MARGIN = 0.12, 0.25
_IMPLIED, _ASKED = 0.8, 0.5
# Of a denied thing said plainly, in English and in Chinese; of the best line's closeness.
_MOST, _HALF, _CLOSE = 0.65, 0.5, 0.7

Weighed = tuple[Piece, float]


@dataclass(frozen=True)
class Cue:
    """A word that denies; an `implied` one does so without saying not, a `weak` one hardly."""

    text: str
    start: int
    end: int
    implied: bool
    weak: bool = False

    @property
    def chinese(self) -> bool:
        """Whether it is written in Chinese."""
        return not self.text.isascii()


@dataclass(frozen=True, eq=False)
class Clause:
    """A clause with its cues and pieces. `asks` says that it is a question.

    `denied`: a bare no stands beside it, as in `The boat? Not yet`.
    """

    cues: tuple[Cue, ...]
    bag: Bag
    asks: bool
    denied: bool

    @property
    def strong(self) -> tuple[Cue, ...]:
        """The cues by which it surely denies."""
        return tuple(cue for cue in self.cues if not cue.weak)


Lines = Sequence[tuple[tuple[Clause, ...], float]]
"""The clauses of each source, and how close the source is to the claim, against the closest."""


def contradicted(claim: Reading, sources: Sources) -> tuple[list[Finding], list[tuple[int, int]]]:
    """Where the claim denies what the sources say, or says what they deny.

    With the places where it denies in words of its own what they deny too: `refuses to`.
    """
    own = clauses(claim)
    pieces = [piece for clause in own for piece in clause.bag.pieces]
    shares = [one.bag.overlap(pieces) for one in sources.said]
    best = max(shares, default=0) or 1
    lines = [
        (clauses(one.reading), share / best)
        for one, share in zip(sources.said, shares, strict=True)
    ]
    found = list(_wrongly_denied(claim, own, lines))
    wrong = [one.span for one in found]
    agreed = [(cue.start, cue.end) for clause in own for cue in clause.strong]
    found = found or list(_wrongly_said(claim, own, lines))
    return found, [span for span in agreed if span not in wrong]


def _wrongly_denied(claim: Reading, own: tuple[Clause, ...], lines: Lines) -> Iterator[Finding]:
    known = [clause.bag for line, _ in lines for clause in line]
    for clause in own:
        for cue in clause.cues:
            if cue.weak or (cue.implied and any(_same(cue, one) for one in _cues_of(lines))):
                continue
            # A word of the claim's own tells nothing: must not be changed, for don't touch.
            scope = [one for one in _scope(cue, clause) if any(bag.says(one[0]) for bag in known)]
            if not _is_denied(scope, lines):
                span = cue.start, cue.end
                yield Finding("negation", (claim.text[slice(*span)],), span)


def _same(one: Cue, other: Cue) -> bool:
    return stem(one.text) == stem(other.text)


def _cues_of(lines: Lines) -> Iterator[Cue]:
    return (cue for line, _ in lines for clause in line for cue in clause.cues)


def _scope(cue: Cue, clause: Clause) -> list[Weighed]:
    """The pieces a cue is about, with what they weigh."""
    pieces = clause.bag.pieces
    if cue.chinese:
        after = [p for p in pieces if cue.end <= p.start < cue.end + _HAN_REACH]
        if after:
            return [(p, p.weight / (1 + (p.start - cue.end) / _HAN_FADING)) for p in after]
        return [(p, p.weight) for p in pieces if cue.start - _HAN_BEFORE <= p.start < cue.start]
    after = [piece for piece in pieces if piece.start >= cue.end][:_REACH]
    before = [piece for piece in pieces if piece.end <= cue.start][-_BEFORE:]
    if any(piece.weight > VERB for piece in after):
        return _faded(after)
    return _faded([*after, *before[::-1]])


def _faded(pieces: Sequence[Piece]) -> list[Weighed]:
    return [(one, one.weight * by) for one, by in zip(pieces, _FADING, strict=False)]


def _is_denied(scope: list[Weighed], lines: Lines) -> bool:
    whole = sum(weight for _, weight in scope)
    if not whole:
        return any(True for _ in _cues_of(lines))
    denied = said = 0.0
    for line, closeness in lines:
        for clause in line:
            no, yes = _weighed(scope, clause)
            denied = max(denied, no / whole * closeness)
            said = max(said, yes / whole * closeness)
    return denied >= _LEAST and said <= denied + _MARGIN


def _weighed(scope: list[Weighed], clause: Clause) -> tuple[float, float]:
    """How much of the scope a clause denies, and how much it says plainly."""
    no = yes = 0.0
    for piece, weight in scope:
        if not clause.bag.says(piece):
            continue
        strength = (
            max(
                (_denial(other, clause) for other in clause.bag.pieces if Bag([other]).says(piece)),
                default=0.0,
            )
            if clause.cues or clause.denied
            else 0.0
        )
        no += weight * strength
        yes += 0 if strength else weight * (_ASKED if clause.asks else 1)
    return no, yes


def _denial(piece: Piece, clause: Clause) -> float:
    """How strongly a clause denies one of its pieces."""
    best = _IMPLIED if clause.denied else 0.0
    for cue in clause.cues:
        if cue.start <= piece.start < cue.end or piece.start <= cue.start < piece.end:
            continue
        if cue.chinese:
            near = cue.start - _HAN_BEFORE <= piece.start < cue.end + _HAN_FAR
        else:
            starts = [p.start for p in clause.bag.pieces]
            after = [start for start in starts if start >= cue.end][:_FAR]
            before = [start for start in starts if start < cue.start][-_NEAR:]
            near = piece.start in (*after, *before)
        if near:
            best = max(best, _IMPLIED if cue.implied else 1.0)
    return best


def _wrongly_said(claim: Reading, own: tuple[Clause, ...], lines: Lines) -> Iterator[Finding]:
    """The closest lines' denials that the claim leaves out."""
    for number, (line, closeness) in enumerate(lines):
        for clause in line if closeness >= _CLOSE else ():
            for cue in () if clause.asks else clause.strong:
                scope = _scope(cue, clause)
                piece = _said_plainly(scope, own, _share(own, line))
                if piece and not _said_elsewhere(scope, clause, own, lines):
                    span = (piece.start, piece.end)
                    yield Finding("negation", (claim.text[slice(*span)],), span, cue.text, number)
                    return


def _said_plainly(scope: list[Weighed], own: tuple[Clause, ...], share: float) -> Piece | None:
    """The first piece of a claim that says the scope and denies none of it."""
    whole = sum(weight for _, weight in scope)
    plain = any(piece.weight > FRAME for piece, _ in scope)
    if not scope or not (plain or share >= _MOST):
        return None
    head, rest = scope[0][0], scope[1:]
    said = Bag(piece for piece, _ in scope)
    weighed = [_weighed(scope, clause) for clause in own]
    if any(no for no, _ in weighed):
        return None
    for clause, (_, yes) in zip(own, weighed, strict=True):
        if not yes:
            continue
        if head.root.isascii():
            found = clause.bag.says(head) and yes / whole >= _MOST
            found = found or (len(rest) > 1 and yes >= 0.99 * sum(weight for _, weight in rest))
        else:
            found = yes / whole >= _HALF
        if found:
            return next(one for one in clause.bag.pieces if said.says(one))
    return None


def _share(own: tuple[Clause, ...], line: Sequence[Clause]) -> float:
    """How much of the claim some clauses say."""
    some = [piece for clause in own for piece in clause.bag.pieces]
    there = sum(p.weight for p in some if any(clause.bag.says(p) for clause in line))
    return there / (sum(p.weight for p in some) or 1)


def _said_elsewhere(
    scope: list[Weighed], denying: Clause, own: tuple[Clause, ...], lines: Lines
) -> bool:
    """Whether a clause that says as much of the claim as the denying one says the scope plainly."""
    whole = sum(weight for _, weight in scope)
    least = _share(own, [denying])
    return any(
        _weighed(scope, clause)[1] / whole * closeness >= _HALF and _share(own, [clause]) >= least
        for line, closeness in lines
        for clause in line
    )


# -- reading --------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def clauses(reading: Reading) -> tuple[Clause, ...]:
    """The clauses of a text with what they deny."""
    level = _idioms().sub(lambda match: " " * len(match[0]), reading.level)
    cues = _cues(level)
    # What denies without saying not says something of its own too.
    plain = [(cue.start, cue.end) for cue in cues if not cue.implied]
    masked = list(level)
    for start, end in plain:
        masked[start:end] = " " * (end - start)
    english = (piece for piece in bag(reading).pieces if piece.root.isascii())
    every = [p for p in english if not any(a < p.end and p.start < b for a, b in plain)]
    every = sorted([*every, *characters("".join(masked))], key=lambda piece: piece.start)
    parts = []
    for start, end in reading.clauses:
        own = tuple(cue for cue in cues if start <= cue.start < end)
        about = Bag(piece for piece in every if start <= piece.start < end)
        parts.append((own, about, level[end : end + 2].strip()[:1] in tuple("?？")))
    bare = [not about.pieces and any(not cue.implied for cue in own) for own, about, _ in parts]
    return tuple(
        Clause(*part, denied=any(bare[max(0, n - 1) : n] + bare[n + 1 : n + 2]))
        for n, part in enumerate(parts)
    )


def _cues(level: str) -> tuple[Cue, ...]:
    found = []
    for match in re.finditer(r"no longer|[a-z]+(?:'t\b)?", level):
        word = match[0]
        plain = word in words("denying") or word.endswith(("n't", "no longer"))
        implied = stem(word) in _stems("implied") and not is_light(word)
        weak = word in words("weak") or (stem(word) in _stems("weak") and not is_light(word))
        if plain or implied or weak:
            found.append(Cue(word, *match.span(), not plain, weak and not plain))
    for match in _chinese().finditer(level):
        found.append(Cue(match[0], *match.span(), match[0] in words("chinese_implied")))
    return tuple(found)


@cache
def _stems(name: str) -> frozenset[str]:
    return frozenset(map(stem, words(name)))


@cache
def _idioms() -> re.Pattern[str]:
    patterns: list[str] = resources.table("language/grounding")["idioms"]
    english = (rf"\b(?:{one})(?!\w)".replace(" ", r"\s+") for one in patterns)
    return re.compile("|".join([*english, r"([\u4e00-\u9fff])不\1"]))


@cache
def _chinese() -> re.Pattern[str]:
    listed = sorted(words("chinese_denying") | words("chinese_implied"), key=len, reverse=True)
    return re.compile("|".join(listed))
