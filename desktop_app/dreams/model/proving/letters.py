"""What an extractive line may not bring: digits and names that its sources do not have. Pure.

Stricter than grounding, which knows that two is 2 and that Bob is Robert: a model was asked to copy
numbers and names as they are, and one that did not is looked at by a person.
"""

import re
import unicodedata
from collections.abc import Sequence

from desktop_app.dreams.proposal import Doubt
from desktop_app.language.words import stem

_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
_NAME = re.compile(r"(?<=[^\W\d_][ ,;:’'\"(“-])[ \"(“]?([A-Z][^\W\d_]+)")


def unfound(text: str, sources: Sequence[str]) -> tuple[Doubt, ...]:
    """A doubt for each run of digits and each name in `text` that stands in none of the sources."""
    read = unicodedata.normalize("NFKC", "\n".join(sources))
    digits = set(_DIGITS.findall(read))
    words = {stem(word.lower()) for word in _WORD.findall(read)}
    found = [
        _doubt("number", match[0], match.span())
        for match in _DIGITS.finditer(text)
        if unicodedata.normalize("NFKC", match[0]) not in digits
    ]
    found += [
        _doubt("name", match[1], match.span(1))
        for match in _NAME.finditer(text)
        if stem(match[1].lower()) not in words
    ]
    return tuple(found)


def _doubt(kind: str, word: str, span: tuple[int, int]) -> Doubt:
    return Doubt(kind, (word,), span, f"“{word}” is not in the notes", None)
