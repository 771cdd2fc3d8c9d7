"""Near texts: whether one is another but for a comma or a small word, told without any model.

Knows characters and what must never differ (numbers, names, denials), no vectors. What it finds
may lend a vector to a search; it never makes one fact of two.
"""

import math
import re
import zlib
from collections import Counter

from desktop_app.language.words import is_cjk, normal, stop_words, tokens

THRESHOLD = 0.98
_LENGTH = 3  # characters of a piece
_BANDS, _ROWS = 4, 3  # two texts that agree to .98 share a key with a probability of .9998
_BINS = _BANDS * _ROWS
_PRIME = 1_000_003
_LARGEST = (1 << 62) - 1
_WORD = re.compile(r"[^\W\d_]+")
_NO = re.compile(r"\b(?:no|not|nor|none|never|neither|nobody|nothing|without|cannot)\b|n['’]t\b")


def keys(text: str) -> tuple[int, ...]:
    """Numbers of which near texts share at least one, and others hardly any: by them one is found.

    The smallest hashes of its pieces (MinHash by one permutation), some together as a number.
    """
    smallest: list[int | None] = [None] * _BINS
    for piece in _pieces(text):
        value = zlib.crc32(piece.encode("utf-8", "surrogatepass")) * 2_654_435_761 & 0xFFFFFFFF
        place, value = value % _BINS, value // _BINS
        held = smallest[place]
        if held is None or value < held:
            smallest[place] = value
    filled = [_filled(smallest, place) for place in range(_BINS)]
    found = []
    for band in range(_BANDS):
        key = band
        for value in filled[band * _ROWS : (band + 1) * _ROWS]:
            key = key * _PRIME + value & _LARGEST
        found.append(key)
    return tuple(found)


def likeness(one: str, other: str) -> float:
    """How much the letters of two texts agree, 0..1: the cosine of their counted pieces."""
    ours, theirs = _pieces(one), _pieces(other)
    if ours == theirs:
        return 1.0
    both = sum(count * theirs[piece] for piece, count in ours.items())
    lengths = (sum(count * count for count in text.values()) for text in (ours, theirs))
    return both / math.sqrt(math.prod(lengths)) if both else 0.0


def says_the_same(one: str, other: str) -> bool:
    """Whether numbers, names and denials of two texts are equal, in their order."""
    if _must_agree(one) != _must_agree(other):
        return False
    # At the beginning of a sentence any word has a capital: one that has it in either is compared.
    texts = [_WORD.findall(text) for text in (one, other)]
    capitals = {word.casefold() for text in texts for word in text if word[0].isupper()}
    capitals -= stop_words()
    ours, theirs = ([w for w in map(str.casefold, text) if w in capitals] for text in texts)
    return ours == theirs


def is_near(one: str, other: str, threshold: float = THRESHOLD) -> bool:
    """Whether the vector of one text may stand for the other's."""
    return likeness(one, other) >= threshold and says_the_same(one, other)


def _must_agree(text: str) -> tuple[object, ...]:
    # Loaded here: few notebooks are read for their meaning, and every start would wait for it.
    from desktop_app.language.claims.denials import clauses
    from desktop_app.language.claims.facts import numbers
    from desktop_app.language.claims.names import names
    from desktop_app.language.claims.reading import read
    from desktop_app.language.values import values

    reading = read(text)
    return (
        tuple((number.value, number.unit) for number in numbers(text)),
        tuple((value.kind, value.key) for value in values(text)),
        tuple(word.level for word in names(reading)),
        # What is written in capitals, or of letters and digits, is a name of its own kind.
        tuple(word for word in text.split() if word.isupper() and len(word) > 1),
        tuple(cue.text for clause in clauses(reading) for cue in clause.cues),
        # Those that deny nothing by themselves, such as "never forget", turn a text all the same.
        tuple(_NO.findall(text.casefold())),
        # Chinese names have no capitals: but for particles every character has to be there.
        tuple(token for token in tokens(text) if is_cjk(token[0])),
    )


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
