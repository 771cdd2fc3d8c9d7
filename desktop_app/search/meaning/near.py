"""Near texts: whether two texts differ only by a comma, a capital or some plain words.

Needs no model. Knows characters and words, no vectors. A near text may lend its vector to a search.
Nobody treats the two as one fact.
"""

import math
import zlib
from collections import Counter
from collections.abc import Hashable
from itertools import product

from desktop_app.language.tokens import is_light, normal
from desktop_app.regex import regex

_LENGTH = 3  # characters of a piece
_BANDS, _ROWS = 4, 3  # two texts that agree to .98 share a key with a probability of .9998
_BINS = _BANDS * _ROWS
_PRIME = 1_000_003
_LARGEST = (1 << 62) - 1
_WIDE = "，。、；：！…「」『』《》（）“”"
_APART = regex(rf"\s+|(?<!\d)[{_WIDE}]|[{_WIDE}](?!\d)")
_PLAIN = regex(r"(?![ivxlcdm]+$)[a-z]+(?:['’-][a-z]+)*")  # iv and vi are numbers
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


def says_alike(one: str, other: str) -> bool:
    """Whether two texts differ at most in plain English words.

    Numbers, names, signs, denials and every other script are the same, and what both say stands in
    the same order. No word that only holds a sentence together is exchanged for another one: `his`
    for `her`, `on` for `off`. A name without its capital is a plain word.
    """
    ours, theirs = (_with_small_start(_words(text)) for text in (one, other))
    both = Counter(map(_key, ours)) & Counter(map(_key, theirs))
    (kept, added), (kept_there, missing) = (
        _parted(words, Counter(both)) for words in (ours, theirs)
    )
    light = [list(filter(is_light, some)) for some in (added, missing)]
    return (
        kept == kept_there
        and all(_is_plain(word) for word in (*added, *missing))
        and not all(light)
        and not any(_opposite(*pair) for pair in product(added, missing))
        and _facts(one) == _facts(other)
    )


def _with_small_start(words: list[str]) -> list[str]:
    """The words, the first without its capital where that only shows that a text begins."""
    level = words[0].casefold() if words else ""
    return [level, *words[1:]] if is_light(level) else words


def _parted(words: list[str], both: Counter[Hashable]) -> tuple[list[Hashable], list[str]]:
    """The words that both texts have, by their keys, and the others."""
    kept: list[Hashable] = []
    others = []
    for word in words:
        key = _key(word)
        if both[key] > 0:
            both[key] -= 1
            kept.append(key)
        else:
            others.append(word)
    return kept, others


def _is_plain(word: str) -> bool:
    """Whether it can be no name, number or sign."""
    return is_light(word) or _PLAIN.fullmatch(word) is not None


def _opposite(one: str, other: str) -> bool:
    """Whether the form of two words may make one the denial of the other: `paid` and `unpaid`."""
    short, long = sorted((one, other), key=len)
    return long.endswith((short, "less"))


def _facts(text: str) -> tuple[Hashable, ...]:
    """The numbers and times of a text by their values, what is spelled out, and its denials."""
    from desktop_app.language.claims.facts import literals, numbers  # long to load, seldom wanted
    from desktop_app.language.claims.negation import denying
    from desktop_app.language.claims.times import moments
    from desktop_app.language.reading import read

    return (
        tuple(one.value for one in numbers(text)),
        tuple((one.kind, one.key) for one in moments(text, None)),
        tuple(one.text for one in literals(text)),
        denying(read(text)),
    )


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
