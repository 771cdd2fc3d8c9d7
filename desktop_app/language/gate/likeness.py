"""How much a text is like lines of a kind: by learnt weights of its words and pairs of near words.

`python -m tests.support.gate_fitting` learns the weights from lines that people labelled. Knows one
text, not what hides in it.
"""

import math
import re
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any
from zlib import crc32

from desktop_app import resources
from desktop_app.language.dictionary import bare
from desktop_app.language.spans import flat

WEIGHTS = 1 << 20
HAN = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"[{HAN}]|[^\W\d_{HAN}]+(?:'[^\W\d_{HAN}]+)?|\d+|[^\w\s]")
_NAME = re.compile(  # a site or a file is no word
    r"(?<![\w+.@-])(?:\w+://)?(?:[\w+-]+[.@])+[a-z]{2,}(?:[/:?][^\s)\]}>\"'，。]*)?", re.ASCII
)
_AT_ONCE, _APART = 80, 40  # words that are judged together
_BEGINNING = 5  # letters of a word; what follows is mostly grammar
_NEAR = 3  # words from one to another that it is weighed with


class Kind(StrEnum):
    """What a text may be like; each has its weights."""

    ORDER = "orders"
    SECRET = "secrets"


def log_odds(kind: Kind, text: str, signals: Collection[str]) -> float:
    """The logarithm of the odds that a text is of a kind; 0 and more is held. Of a long text the
    piece counts that is most like it, and each of `signals` adds its points.
    """
    numbers, weights = learnt()[kind], _weights(kind)
    sums = (sum(weights[at] for at in piece) / math.sqrt(len(piece)) for piece in places(text))
    points = sum(numbers["points"][name] for name in signals)
    most = max(sums, default=-math.inf)  # a text without a word is like nothing
    return float(numbers["base"] + numbers["slope"] * most + points)


@lru_cache(maxsize=64)
def places(text: str) -> Sequence[Sequence[int]]:
    """The places of the weights that belong to each piece of a text; several may share one."""
    return tuple(_places(text))


def _places(text: str) -> Iterator[Sequence[int]]:
    tokens = list(_TOKEN.finditer(text))
    for start in range(0, max(1, len(tokens) - _APART), _APART):
        if piece := tokens[start : start + _AT_ONCE]:
            names = _names(bare(flat(text[piece[0].start() : piece[-1].end()])))
            yield sorted({crc32(name.encode(errors="surrogatepass")) % WEIGHTS for name in names})


def _names(level: str) -> Iterator[str]:
    """Words, their beginnings, and pairs of beginnings that are near each other."""
    words = ["^", *_TOKEN.findall(_NAME.sub(" @ ", level)), "$"]
    yield from words
    begun = [word[:_BEGINNING] for word in words]
    yield from begun
    for apart in range(1, _NEAR + 1):
        yield from map("~".join, zip(begun, begun[apart:], strict=False))


def weights_file(kind: Kind) -> Path:
    """Where the weights of a kind are: a byte each, -127 to 127."""
    return resources.folder() / f"language/{kind}.bin"


def learnt() -> dict[str, Any]:
    """What was learnt beside the weights."""
    return resources.table("language/gate")


@cache
def _weights(kind: Kind) -> Sequence[int]:
    with weights_file(kind).open("rb") as file:
        return memoryview(mmap(file.fileno(), 0, access=ACCESS_READ)).cast("b")
