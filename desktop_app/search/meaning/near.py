"""Near texts: two that have the same words and signs, and differ only by a comma or a capital.

Needs no model. A near text may lend its vector to a search. Nobody treats the two as one fact.
"""

import hashlib

from desktop_app.regex import regex

_WIDE = "，。、；：！…「」『』《》（）“”"
_APART = regex(rf"\s+|(?<!\d)[{_WIDE}]|[{_WIDE}](?!\d)")
_OPENING, _CLOSING, _MARKS = "\"'“‘«([", ".,;:…)]", "!\"'”’»"


def sha_of(text: str) -> bytes:
    """The hash that identifies a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def sense_of(text: str) -> bytes:
    """A hash that is the same for texts that are near each other: of the words in their order.

    They are compared as they are written: ² is no 2, and a minus no hyphen.
    """
    words = filter(None, map(_bare, _APART.split(text)))
    return sha_of("\n".join(word if _is_loud(word) else word.casefold() for word in words))


def _is_loud(word: str) -> bool:
    """Whether a word is in capitals: US is not us."""
    return word.isupper() and len(word) > 1


def _bare(word: str) -> str:
    """A word without the punctuation around it; behind a digit a mark may be a unit."""
    word = word.lstrip(_OPENING)
    bare = word.rstrip(_CLOSING + _MARKS)
    unit = bare[-1:].isdigit() and not set(_MARKS).isdisjoint(word[len(bare) :])
    return word if unit else bare
