"""The words that two texts can have in common. Knows text only."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from desktop_app.language.claims.vocabulary import alike, keys, words
from desktop_app.language.reading import Reading, Word
from desktop_app.language.tokens import stem

_START = 4  # letters by which words that may be alike are found


@dataclass(frozen=True)
class WordPiece:
    """A word with its synonyms."""

    keys: frozenset[str]
    root: str


class Bag:
    """Some words, ready to be asked whether they say another one."""

    def __init__(self, pieces: Iterable[WordPiece], joined: Iterable[str] = ()) -> None:
        pieces = tuple(pieces)
        self._roots = frozenset(piece.root for piece in pieces)
        self._keys = frozenset(joined).union(*(piece.keys for piece in pieces))
        self._starts: dict[str, list[str]] = {}
        for root in self._roots:
            self._starts.setdefault(root[:_START], []).append(root)

    def says(self, piece: WordPiece) -> bool:
        """Whether a word, a form or a synonym of it is here."""
        if piece.root in self._roots or piece.keys & self._keys:
            return True
        return any(alike(piece.root, other) for other in self._starts.get(piece.root[:_START], ()))


def piece(word: Word) -> WordPiece:
    """A word as it can be looked up."""
    return WordPiece(keys(word.level), stem(word.level))


@lru_cache(maxsize=20_000)
def bag(reading: Reading) -> Bag:
    """The words of a text that say something, alone and joined with the next one."""
    levels = [word.level for word in reading.words]
    joined = {one + other for one, other in itertools.pairwise(levels)}
    light = words("light_verbs")
    return Bag(
        map(piece, (one for one in reading.words if one.content or one.level in light)), joined
    )
