"""A text made flat without moving a character. Knows characters, not words.

Rules are matched against the flat text and their spans cut out of the real one.
"""

import unicodedata
from functools import lru_cache

from desktop_app.language.tokens import fold

_QUOTES = {"\u2019": "'", "\u2018": "'", "\u00a0": " ", "\u3000": " "}


@lru_cache(maxsize=20_000)
def flat(text: str) -> str:
    """Lower case, half width, simplified, straight apostrophes. Same length as `text`."""
    if text.isascii():
        return text.lower()
    return fold("".join(map(_flat_character, text)))


@lru_cache(maxsize=4_000)
def _flat_character(character: str) -> str:
    plain = _QUOTES.get(character) or unicodedata.normalize("NFKC", character)
    plain = plain if len(plain) == 1 else character
    low = plain.lower()
    return low if len(low) == 1 else plain
