"""Near texts: whether two texts differ only by a comma or a capital.

Needs no model. Knows characters and words, no vectors. A near text may lend its vector to a search.
Nobody treats the two as one fact.
"""

import math
import zlib
from collections import Counter

from desktop_app.language.tokens import normal
from desktop_app.regex import regex

LEAST = 0.98
"""How much the letters of two texts agree at least, so that one may lend its vector."""

_LENGTH = 3  # characters of a piece
_BANDS, _ROWS = 4, 3  # two texts that agree to .98 share a key with a probability of .9998
_BINS = _BANDS * _ROWS
_PRIME = 1_000_003
_LARGEST = (1 << 62) - 1
_WIDE = "，。、；：！…「」『』《》（）“”"
_APART = regex(rf"\s+|(?<!\d)[{_WIDE}]|[{_WIDE}](?!\d)")
_OPENING, _CLOSING, _MARKS = "\"'“‘«([", ".,;:…)]", "!\"'”’»"


def keys(text: str) -> tuple[int, ...]:
    """Numbers to look texts up by: near texts share at least one, others hardly any.

    They are made of the smallest hashes of the text's pieces (MinHash by one permutation).
    """
    smallest: list[int | None] = [None] * _BINS
    for piece in _pieces(text):
        value = zlib.crc32(piece.encode("utf-8", "surrogatepass")) * 2_654_435_761 & 0xFFFFFFFF
        place, value = value % _BINS, value // _BINS
        least = smallest[place]
        if least is None or value < least:
            smallest[place] = value
    filled = [_filled(smallest, place) for place in range(_BINS)]
    bands = []
    for band in range(_BANDS):
        key = band
        for value in filled[band * _ROWS : (band + 1) * _ROWS]:
            key = key * _PRIME + value & _LARGEST
        bands.append(key)
    return tuple(bands)


def likeness(one: str, other: str) -> float:
    """How much the letters of two texts agree, 0..1: the cosine of their counted pieces."""
    ours, theirs = _pieces(one), _pieces(other)
    if ours == theirs:
        return 1.0
    both = sum(count * theirs[piece] for piece, count in ours.items())
    lengths = (sum(count * count for count in text.values()) for text in (ours, theirs))
    return both / math.sqrt(math.prod(lengths)) if both else 0.0


def says_the_same(one: str, other: str) -> bool:
    """Whether two texts have the same words and signs in the same order.

    Punctuation may differ, and whether a word begins with a capital. They are compared as they are
    written: ² is no 2, and a minus no hyphen.
    """
    return [_key(word) for word in _words(one)] == [_key(word) for word in _words(other)]


def _key(word: str) -> tuple[str, bool]:
    """A word without its case, and whether it is written in capitals."""
    return word.casefold(), word.isupper() and len(word) > 1


def _words(text: str) -> list[str]:
    """The words without the punctuation around them."""
    return list(filter(None, map(_bare, _APART.split(text))))


def _bare(word: str) -> str:
    """A word without the punctuation around it; behind a digit a mark may be a unit."""
    word = word.lstrip(_OPENING)
    bare = word.rstrip(_CLOSING + _MARKS)
    unit = bare[-1:].isdigit() and not set(_MARKS).isdisjoint(word[len(bare) :])
    return word if unit else bare


def _pieces(text: str) -> Counter[str]:
    plain = f" {' '.join(normal(text).split())} "
    return Counter(plain[at : at + _LENGTH] for at in range(max(1, len(plain) - _LENGTH + 1)))


def _filled(smallest: list[int | None], place: int) -> int:
    """The value of a place; an empty one takes that of the next that is not."""
    for step in range(_BINS):
        value = smallest[(place + step) % _BINS]
        if value is not None:
            return value + step * _PRIME
    return 0
