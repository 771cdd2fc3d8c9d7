"""Denials: whether a claim says no where its sources say yes, and the reverse. Knows text only.

A cue denies the few words after it in its clause. What a claim denies has to stand near a cue in
the sources too; what the closest sources only deny, a claim may not say plainly.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims.pieces import FRAME, VERB, Bag, WordPiece, bag, characters
from desktop_app.language.claims.sources import Sources, Unsaid
from desktop_app.language.claims.vocabulary import words
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading
from desktop_app.language.words import is_light, stem

_REACH, _BEFORE = 4, 3  # words denied after a cue, and before it when none follow
_FAR, _NEAR = 6, 2  # words after and before a cue that a source's denial may be about
_HAN_REACH, _HAN_FAR, _HAN_BEFORE = 8, 12, 6  # characters
_FADING = (1.6, 1.0, 0.7, 0.5)  # the word right after a cue is what it denies most
_LEAST, _MARGIN = 0.12, 0.25
_IMPLIED, _ASKED = 0.8, 0.5
# Of a denied thing said plainly, in English and in Chinese; of the best line's closeness.
_MOST, _HALF, _CLOSE = 0.65, 0.5, 0.7

_PLAINLY = re.compile(r"n't$|no longer")

Weighed = tuple[WordPiece, float]


@dataclass(frozen=True)
class DenyingWord:
    """A word that denies; an `implied` one does so without saying not, a `weak` one hardly."""

    text: str
    start: int
    end: int
    implied: bool
    weak: bool = False


@dataclass(frozen=True, eq=False)
class DenyingClause:
    """A clause with its cues and pieces, and how strongly it denies each; a question `asks`."""

    cues: tuple[DenyingWord, ...]
    bag: Bag
    denials: tuple[float, ...]
    asks: bool

    def weighed(self, scope: list[Weighed]) -> tuple[float, float]:
        """How much of some pieces it denies, and how much of them it says plainly."""
        no = yes = 0.0
        for piece, weight in scope:
            if not self.bag.says(piece):
                continue
            pairs = zip(self.bag.pieces, self.denials, strict=True)
            strength = max((by for one, by in pairs if by and Bag([one]).says(piece)), default=0.0)
            no += weight * strength
            yes += 0 if strength else weight * (_ASKED if self.asks else 1)
        return no, yes


SourceClauses = Sequence[tuple[int, float, DenyingClause]]
"""The clauses of the sources, with the source's number and how close it is to the claim."""


def contradicted(claim: Reading, sources: Sources) -> tuple[list[Unsaid], list[tuple[int, int]]]:
    """Where the claim denies what the sources say, or says what they deny.

    With the places where it denies in words of its own what they deny too: `refuses to`.
    """
    own = clauses(claim)
    pieces = _pieces(own)
    shares = [one.bag.overlap(pieces) for one in sources.texts]
    best = max(shares, default=0) or 1
    lines = [
        (number, shares[number] / best, clause)
        for number, one in enumerate(sources.texts)
        for clause in clauses(one.reading)
    ]
    unsaid = list(_wrongly_denied(claim, own, lines)) or list(_wrongly_said(claim, own, lines))
    agreed = [(cue.start, cue.end) for clause in own for cue in clause.cues if not cue.weak]
    return unsaid, agreed


def _pieces(claim: tuple[DenyingClause, ...]) -> list[WordPiece]:
    return [piece for clause in claim for piece in clause.bag.pieces]


def _wrongly_denied(
    claim: Reading, own: tuple[DenyingClause, ...], lines: SourceClauses
) -> Iterator[Unsaid]:
    denied_stems = {stem(cue.text) for *_, clause in lines for cue in clause.cues}
    for clause in own:
        for cue in clause.cues:
            if cue.weak or (cue.implied and stem(cue.text) in denied_stems):
                continue
            # A word of the claim's own tells nothing: must not be changed, for don't touch.
            scope = [
                (piece, weight)
                for piece, weight in _scope(cue, clause)
                if any(line.bag.says(piece) for *_, line in lines)
            ]
            if not (_is_denied(scope, lines) if scope else denied_stems):
                span = cue.start, cue.end
                yield Unsaid(DoubtKind.NEGATION, (claim.text[slice(*span)],), span)


def _scope(cue: DenyingWord, clause: DenyingClause) -> list[Weighed]:
    """The pieces a cue is about, with what they weigh, those beside it first."""
    pieces = clause.bag.pieces
    reach, least = (math.inf, VERB) if cue.text.isascii() else (_HAN_REACH, 0.0)
    after = [piece for piece in pieces if cue.end <= piece.start < cue.end + reach]
    before = [piece for piece in pieces if piece.end <= cue.start][: -_BEFORE - 1 : -1]
    if any(piece.weight > least for piece in after[:_REACH]):
        before = []
    near = [*after[:_REACH], *before]
    return [(one, one.weight * by) for one, by in zip(near, _FADING, strict=False)]


def _is_denied(scope: list[Weighed], lines: SourceClauses) -> bool:
    total = sum(weight for _, weight in scope)
    denied = plain = 0.0
    for _, closeness, clause in lines:
        no, yes = clause.weighed(scope)
        denied = max(denied, no / total * closeness)
        plain = max(plain, yes / total * closeness)
    return denied >= _LEAST and plain <= denied + _MARGIN


def _wrongly_said(
    claim: Reading, own: tuple[DenyingClause, ...], lines: SourceClauses
) -> Iterator[Unsaid]:
    """The closest lines' denials that the claim leaves out."""
    claimed = _pieces(own)
    bags: defaultdict[int, list[Bag]] = defaultdict(list)
    for number, _, clause in lines:
        bags[number].append(clause.bag)
    for number, closeness, clause in lines:
        line = bags[number]
        shared = sum(one.weight for one in claimed if any(bag.says(one) for bag in line))
        same = shared >= _MOST * sum(piece.weight for piece in claimed)
        for cue in clause.cues if closeness >= _CLOSE and not clause.asks else ():
            scope = _scope(cue, clause) if not cue.weak else []
            if not same and all(piece.weight <= FRAME for piece, _ in scope):
                continue
            piece = _said_plainly(scope, own)
            if piece and not _said_elsewhere(scope, clause, own, lines):
                span = (piece.start, piece.end)
                yield Unsaid(
                    DoubtKind.NEGATION, (claim.text[slice(*span)],), span, cue.text, number
                )
                return


def _said_plainly(scope: list[Weighed], own: tuple[DenyingClause, ...]) -> WordPiece | None:
    """The first piece of a claim that says the scope and denies none of it."""
    total = sum(weight for _, weight in scope)
    weighed = [clause.weighed(scope) for clause in own]
    if not scope or any(no for no, _ in weighed):
        return None
    (head, heavy), english = scope[0], scope[0][0].root.isascii()
    for clause, (_, yes) in zip(own, weighed, strict=True):
        says = yes >= _HALF * total
        if english:  # another word may stand for the first one only
            says = yes >= _MOST * total and clause.bag.says(head)
            says = says or (len(scope) > 2 and yes >= 0.99 * (total - heavy))
        if says:
            wanted = Bag(piece for piece, _ in scope)
            return next(one for one in clause.bag.pieces if wanted.says(one))
    return None


def _said_elsewhere(
    scope: list[Weighed],
    denying: DenyingClause,
    own: tuple[DenyingClause, ...],
    lines: SourceClauses,
) -> bool:
    """Whether a clause that says as much of the claim as the denying one says the scope plainly."""
    total = sum(weight for _, weight in scope)
    claim = _pieces(own)
    least = denying.bag.overlap(claim)
    return any(
        clause.weighed(scope)[1] * closeness >= _HALF * total and clause.bag.overlap(claim) >= least
        for _, closeness, clause in lines
    )


# -- reading --------------------------------------------------------------------------------


def denying(reading: Reading) -> tuple[str, ...]:
    """The words of a text that deny, in its order, those that only imply it or hardly do, too."""
    return tuple(cue.text for cue in _cues(reading.level))


@lru_cache(maxsize=20_000)
def clauses(reading: Reading) -> tuple[DenyingClause, ...]:
    """The clauses of a text with what they deny; a bare no denies the clause beside it."""
    level = _idioms().sub(lambda match: " " * len(match[0]), reading.level)
    cues = _cues(level)
    # What denies without saying not says something of its own too.
    plain = [(cue.start, cue.end) for cue in cues if not cue.implied]
    masked = list(level)
    for start, end in plain:
        masked[start:end] = " " * (end - start)
    english = (piece for piece in bag(reading).pieces if piece.root.isascii())
    every = [piece for piece in english if not piece.touches(*plain)]
    every = sorted([*every, *characters("".join(masked))], key=lambda piece: piece.start)
    parts = []
    for start, end in reading.clauses:
        own = tuple(cue for cue in cues if start <= cue.start < end)
        about = Bag(piece for piece in every if start <= piece.start < end)
        parts.append((own, about, level[end : end + 2].strip()[:1] in tuple("?？")))
    bare = [not about.pieces and any(not cue.implied for cue in own) for own, about, _ in parts]
    denying = []
    for n, (own, about, asks) in enumerate(parts):
        least = _IMPLIED if any(bare[max(0, n - 1) : n] + bare[n + 1 : n + 2]) else 0.0
        denials = tuple(max(least, _denial(piece, own, about)) for piece in about.pieces)
        denying.append(DenyingClause(own, about, denials, asks))
    return tuple(denying)


def _denial(piece: WordPiece, cues: tuple[DenyingWord, ...], about: Bag) -> float:
    """How strongly the cues of a clause deny one of its pieces."""
    best = 0.0
    for cue in cues:
        if piece.touches((cue.start, cue.end)):
            continue
        if cue.text.isascii():
            after = [one.start for one in about.pieces if one.start >= cue.end][:_FAR]
            before = [one.start for one in about.pieces if one.start < cue.start][-_NEAR:]
            near = piece.start in (*after, *before)
        else:
            near = cue.start - _HAN_BEFORE <= piece.start < cue.end + _HAN_FAR
        best = max(best, (_IMPLIED if cue.implied else 1.0) if near else 0.0)
    return best


def _cues(level: str) -> tuple[DenyingWord, ...]:
    cues = []
    for match in re.finditer(r"no longer|[a-z]+(?:'t\b)?", level):
        word = match[0]
        plain = word in words("denying") or _PLAINLY.search(word) is not None
        root = "" if is_light(word) else stem(word)
        implied = root in _stems("implied")
        weak = word in words("weak") or root in _stems("weak")
        if plain or implied or weak:
            cues.append(DenyingWord(word, *match.span(), not plain, weak and not plain))
    for match in _chinese().finditer(level):
        cues.append(DenyingWord(match[0], *match.span(), match[0] in words("chinese_implied")))
    return tuple(cues)


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
