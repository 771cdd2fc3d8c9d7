"""What two texts can have in common: words, and pairs of Chinese characters. Knows text only."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from desktop_app.language.claims.vocabulary import alike, is_frame, keys, words
from desktop_app.language.reading import Reading, han
from desktop_app.language.words import light_characters, stem

FRAME = 0.4  # what a word that only reports weighs
VERB = 0.3  # what `have`, `make` and the like weigh
DENYING = frozenset("不没未无非别勿莫")
_BRIDGE = 3  # characters by which two of a pair may be apart
_SINGLE = 0.7  # what a Chinese character alone weighs
_SYNONYM, _ALIKE = 0.4, 0.9  # how sure a synonym, or a word of the same letters, is the word
_START = 4  # letters by which words that may be alike are found


@dataclass(frozen=True)
class WordPiece:
    """A word with its synonyms, or one or two Chinese characters."""

    keys: frozenset[str]
    root: str
    start: int
    end: int
    weight: float

    def touches(self, *spans: tuple[int, int]) -> bool:
        """Whether it stands in one of these spans, at least in part."""
        return any(start < self.end and self.start < end for start, end in spans)


class Bag:
    """Some pieces, ready to be asked whether they say another one."""

    def __init__(self, pieces: Iterable[WordPiece], joined: Iterable[str] = ()) -> None:
        self.pieces = tuple(pieces)
        self.roots = frozenset(piece.root for piece in self.pieces)
        self._keys = frozenset(joined).union(*(piece.keys for piece in self.pieces))
        self._starts: dict[str, list[str]] = {}
        for root in self.roots:
            self._starts.setdefault(root[:_START], []).append(root)
        chinese = [root for root in self.roots if not root.isascii()]
        self._characters = frozenset("".join(chinese))
        self._singles = frozenset(root for root in chinese if len(root) == 1)

    def says(self, piece: WordPiece) -> bool:
        """Whether a piece, a form or a synonym of it is here."""
        return self.surely(piece) > 0

    def surely(self, piece: WordPiece) -> float:
        """How sure it is that a piece is here, from 0 to 1."""
        root = piece.root
        if root in self.roots:
            return 1.0
        common = piece.keys & self._keys
        if common:
            return _SYNONYM if all(key[0] == "=" for key in common) else 1.0
        if root.isascii():
            near = self._starts.get(root[:_START], ())
            return _ALIKE * any(alike(root, other) for other in near)
        if len(root) == 1:
            return _ALIKE * (root in self._characters)
        return _ALIKE * (not self._singles.isdisjoint(root))

    def overlap(self, pieces: Sequence[WordPiece]) -> float:
        """The weight of those pieces that are here."""
        return sum(piece.weight for piece in pieces if self.says(piece))


@lru_cache(maxsize=20_000)
def bag(reading: Reading) -> Bag:
    """All pieces of a text in reading order."""
    pieces = [*_words(reading), *characters(reading.level)]
    levels = [word.level for word in reading.words]
    joined = {one + other for one, other in itertools.pairwise(levels)}
    return Bag(sorted(pieces, key=lambda piece: piece.start), joined)


def _words(reading: Reading) -> Iterator[WordPiece]:
    for word in reading.words:
        verb = word.level in words("light_verbs")
        if word.content or verb:
            weight = VERB if verb else FRAME if is_frame(word.level) else 1.0
            yield WordPiece(keys(word.level), stem(word.level), word.start, word.end, weight)


def characters(level: str) -> Iterator[WordPiece]:
    """The Chinese of a flat text: pairs of characters that say something, and lonely ones.

    A character that only holds a sentence together parts no pair; one that denies does.
    """
    for first, last in han(level, 0, len(level)):
        for run in _runs(level, first, last):
            if len(run) == 1:
                sign = level[run[0]]
                yield WordPiece(frozenset({sign}), sign, run[0], run[0] + 1, _SINGLE)
            for one, other in itertools.pairwise(run):
                pair = level[one] + level[other]
                yield WordPiece(frozenset({pair}), pair, one, other + 1, 1.0)


def _runs(level: str, first: int, last: int) -> Iterator[list[int]]:
    """Where characters that say something stand, parted by denials and by many light ones."""
    run: list[int] = []
    for at in range(first, last):
        if level[at] in DENYING or (run and at - run[-1] > _BRIDGE):
            if run:
                yield run
            run = []
        if level[at] not in light_characters():
            run.append(at)
    if run:
        yield run
