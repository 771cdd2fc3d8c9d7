"""How sure it is that a line orders or steers a model: by signals, and by learnt weights.

Signals are whom a line addresses, what it sets aside, hides, skips or sends away: see
`resources/language/orders.toml`. The weights belong to its words and what stands beside them;
`python -m tests.support.poison_fitting` makes them. Knows one text, not what hides in it.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

from desktop_app import resources
from desktop_app.language.dictionary import bare
from desktop_app.language.spans import flat

WEIGHTS = 1 << 16
_HAN = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"[{_HAN}]|[^\W\d_{_HAN}]+(?:'[^\W\d_{_HAN}]+)?|\d+|[^\w\s]")
_NAME = re.compile(r"(?:\w+://)?(?:[\w+-]+[.@])+[a-z]{2,}(?:[/:?][^\s)\]}>\"'，。]*)?", re.ASCII)
_AT_ONCE, _APART = 80, 40  # words that are judged together


def sure_of(text: str) -> float:
    """How sure it is that a text steers a model."""
    odds = likeness(text) + sum(_learnt()["points"][name] for name in signals(text))
    return 1 / (1 + math.exp(-min(30.0, odds)))


def possibly_orders(text: str) -> bool:
    """Whether a text may at least give an agent leave to act."""
    return sure_of(text) >= float(_learnt()["sure"]["possibly"])


@lru_cache(maxsize=20_000)
def signals(text: str) -> frozenset[str]:
    """The names of the signals that a text gives. A request for silence that names nothing to be
    silent about gives none, whoever says it: "Bob: Please keep that secret".
    """
    level = _kept().sub(lambda kept: " " * len(kept[0]), bare(flat(text)))
    names = frozenset(name for name, signal in _signals() if signal.search(level))
    alone = "conceal" in names and names <= {"conceal", "address", "bound"}
    return frozenset() if alone and _mere_silence().fullmatch(level) else names


def deeds(text: str) -> frozenset[str]:
    """What a text wants a model to do, by its signals."""
    table = resources.table("language/orders")["signals"]
    return frozenset(table[name]["deed"] for name in signals(text) if "deed" in table[name])


def likeness(text: str) -> float:
    """How much the piece that is most like an order is like one."""
    slope, base = _learnt()["sure"]["slope"], _learnt()["sure"]["base"]
    weights = _weights()
    sums = (sum(weights[at] for at in piece) / math.sqrt(len(piece)) for piece in places(text))
    return float(base + slope * max(sums, default=0.0))


def places(text: str) -> Iterator[list[int]]:
    """The places of the weights that belong to each piece of a text; several may share one."""
    tokens = list(_TOKEN.finditer(text))
    for start in range(0, max(1, len(tokens) - _APART), _APART):
        if piece := tokens[start : start + _AT_ONCE]:
            names = _names(bare(flat(text[piece[0].start() : piece[-1].end()])))
            yield sorted({crc32(name.encode(errors="surrogatepass")) % WEIGHTS for name in names})


def _names(level: str) -> Iterator[str]:
    """Words and their beginnings, each with the next, and with the one after."""
    words = ["^", *_TOKEN.findall(_NAME.sub(" @ ", level)), "$"]  # a site or a file is no word
    yield from words
    yield from map(" ".join, pairwise(words))
    yield from map(" _ ".join, zip(words, words[2:], strict=False))
    yield from (f"{word[:size]}*" for word in words for size in (4, 5) if len(word) > size)


def weights_file() -> Path:
    """Where the weights are: a byte each, -127 to 127."""
    return resources.folder() / "language/steering.bin"


@cache
def _weights() -> Sequence[int]:
    return memoryview(weights_file().read_bytes()).cast("b")


def _learnt() -> Mapping[str, Any]:
    return resources.table("language/poison")


@cache
def _signals() -> list[tuple[str, re.Pattern[str]]]:
    table = resources.table("language/orders")
    signals = []
    for name, signal in table["signals"].items():
        pattern = signal["pattern"]
        for part in ("machine", "called", "must"):
            pattern = pattern.replace(f"@{part}", table["parts"][part])
        signals.append((name, re.compile(pattern)))
    return signals


@cache
def _mere_silence() -> re.Pattern[str]:
    """Words that conceal with no more than one word before and behind them, and who speaks."""
    word, conceals = rf"(?:[^\W{_HAN}]+|[{_HAN}]{{1,3}})", dict(_signals())["conceal"].pattern
    return re.compile(rf"\W*(?:{word}[:：]\W*)?(?:{word}\W+)?(?:{conceals})\W*(?:{word}\W*)?")


@cache
def _kept() -> re.Pattern[str]:
    return re.compile(resources.table("language/orders")["parts"]["kept"])
