"""How much a line is like lines that steer a model, by weights learnt from labelled lines.

Knows its words, what stands beside them, and what kinds of words and which rules of an order it
has: whom it addresses, what it asks for, what it hides.
"""

import math
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from desktop_app import resources
from desktop_app.language.dictionary import bare
from desktop_app.language.learnt import LearntKind
from desktop_app.language.orders import order_signs
from desktop_app.language.spans import flat

_HAN = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"[{_HAN}]|[^\W\d_{_HAN}]+(?:'[^\W\d_{_HAN}]+)?|\d+|[^\w\s]")
_QUOTED = re.compile(
    r"`[^`]{3,}`|“[^”]{3,}”|„[^“”]{3,}[“”]|«[^»]{3,}»|「[^」]{2,}」|『[^』]{2,}』|\"[^\"]{3,}\"|(?<!\w)'[^']{8,}'(?!\w)"
)
_NAME = re.compile(r"(?:\w+://)?(?:[\w+-]+[.@])+[a-z]{2,}(?:[/:?][^\s)\]}>\"'，。]*)?", re.ASCII)
_TOLD = 8  # words beside a quotation, above which they may tell of it; below, they say whence it is
_AT_ONCE, _APART = 80, 40  # words that are judged together
_MANY = 6  # kinds of words; more say no more


def sure_of(text: str) -> float:
    """How sure it is that a text steers a model; words beside a quotation may tell of it."""
    sure = _logit(text)
    if (told := _unquoted(text)) != text:
        quoted = " ".join(_QUOTED.findall(text))[1:-1]
        sure = max(sure, _logit(quoted) + 2 * min(0.0, _logit(told)))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, sure))))


def _logit(text: str) -> float:
    slope, base = _scale()
    return base + slope * STEERING.likeness(text)


@cache
def _scale() -> tuple[float, float]:
    told = resources.table("language/poison")["sure"]
    return float(told["slope"]), float(told["base"])


def _signs(text: str) -> Iterator[set[str]]:
    text = _unquoted(text)
    tokens = list(_TOKEN.finditer(text))
    for start in range(0, max(1, len(tokens) - _APART), _APART):
        if piece := tokens[start : start + _AT_ONCE]:
            whole = text[piece[0].start() : piece[-1].end()]
            yield {*_words(bare(flat(whole))), *_form(whole)}


def _unquoted(text: str) -> str:
    """The text without what it quotes, if anything is said about that."""
    told = _QUOTED.sub(' "…" ', text)
    return told if told != text and len(_TOKEN.findall(_QUOTED.sub(" ", text))) > _TOLD else text


def _words(level: str) -> Iterator[str]:
    """Words and their beginnings, and each with the next."""
    words = ["^", *_TOKEN.findall(_NAME.sub(" @ ", level)), "$"]  # a site or a file is no word
    yield from words
    yield from map(" ".join, pairwise(words))
    yield from (f"{word[:size]}*" for word in words for size in (4, 5) if len(word) > size)


def _form(text: str) -> Iterator[str]:
    signs = order_signs(text)
    yield from (f"<{kind}>" for kind in signs.kinds)
    yield from (f"<{reason}>" for reason in signs.reasons)
    yield f"<{min(len(signs.kinds), _MANY)}>"


STEERING = LearntKind("steering", 1 << 16, _signs)
