"""How sure it is that a line orders or steers a model: by signals, and by learnt weights.

Signals are whom a line addresses, what it sets aside, hides, skips or sends away: see
`resources/language/orders.toml`. The weights belong to its words and what stands beside them;
`python -m tests.support.poison_fitting` makes them. Knows one text, not what hides in it.
"""

import math
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from desktop_app import resources
from desktop_app.language.dictionary import bare
from desktop_app.language.spans import flat

WEIGHTS = 1 << 16
_HAN = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"[{_HAN}]|[^\W\d_{_HAN}]+(?:'[^\W\d_{_HAN}]+)?|\d+|[^\w\s]")
_QUOTED = re.compile(
    r"`[^`]{3,}`|“[^”]{3,}”|„[^“”]{3,}[“”]|«[^»]{3,}»|「[^」]{2,}」|『[^』]{2,}』|\"[^\"]{3,}\"|(?<!\w)'[^']{8,}'(?!\w)"
)
_NAME = re.compile(r"(?:\w+://)?(?:[\w+-]+[.@])+[a-z]{2,}(?:[/:?][^\s)\]}>\"'，。]*)?", re.ASCII)
_TOLD = 8  # words beside a quotation, above which they may tell of it; below, they say whence it is
_AT_ONCE, _APART = 80, 40  # words that are judged together
_POSSIBLY = 0.017  # sure; four in five lines of laundered leave have more, of others one in twelve
_LEAST = -2.3  # what weights take away at most: ordinary words beside an order do not undo it


def sure_of(text: str) -> float:
    """How sure it is that a text steers a model; words beside a quotation may tell of it."""
    odds = max(_learnt(text), _LEAST) + sum(_points(name) for name in signals(text))
    return 1 / (1 + math.exp(-min(30.0, odds + _scale("base"))))


def possibly_orders(text: str) -> bool:
    """Whether a text may at least give an agent leave to act."""
    return sure_of(text) >= _POSSIBLY


@lru_cache(maxsize=20_000)
def signals(text: str) -> frozenset[str]:
    """The names of the signals that a text gives."""
    level = _kept().sub(lambda kept: " " * len(kept[0]), bare(flat(text)))
    return frozenset(name for name, signal in _signals() if signal.search(level))


def deeds(text: str) -> frozenset[str]:
    """What a text wants a model to do, by its signals."""
    table = resources.table("language/orders")["signals"]
    return frozenset(table[name]["deed"] for name in signals(text) if "deed" in table[name])


def _learnt(text: str) -> float:
    odds = likeness(text, _weights())
    if (told := _unquoted(text)) != text:
        quoted = " ".join(_QUOTED.findall(text))[1:-1]
        odds = max(odds, likeness(quoted, _weights()) + 2 * min(0.0, likeness(told, _weights())))
    return odds


def likeness(text: str, weights: Sequence[float]) -> float:
    """How much the piece that is most like an order is like one, by these weights."""
    slope, base = _scale("slope"), _scale("learnt")
    sums = (sum(weights[at] for at in piece) / math.sqrt(len(piece)) for piece in places(text))
    return base + slope * max(sums, default=-math.inf)


def places(text: str) -> Iterator[list[int]]:
    """The places of the weights that belong to each piece of a text; several may share one."""
    text = _unquoted(text)
    tokens = list(_TOKEN.finditer(text))
    for start in range(0, max(1, len(tokens) - _APART), _APART):
        if piece := tokens[start : start + _AT_ONCE]:
            names = _names(bare(flat(text[piece[0].start() : piece[-1].end()])))
            yield sorted({crc32(name.encode(errors="surrogatepass")) % WEIGHTS for name in names})


def _names(level: str) -> Iterator[str]:
    """Words and their beginnings, each with the next, and signals."""
    words = ["^", *_TOKEN.findall(_NAME.sub(" @ ", level)), "$"]  # a site or a file is no word
    yield from words
    yield from map(" ".join, pairwise(words))
    yield from (f"{word[:size]}*" for word in words for size in (4, 5) if len(word) > size)
    yield from (f"<{name}>" for name in signals(level))


def _unquoted(text: str) -> str:
    """The text without what it quotes, if anything is said about that."""
    told = _QUOTED.sub(' "…" ', text)
    return told if told != text and len(_TOKEN.findall(_QUOTED.sub(" ", text))) > _TOLD else text


def weights_file() -> Path:
    """Where the weights are: a byte each, -127 to 127."""
    return resources.folder() / "language/steering.bin"


@cache
def _weights() -> Sequence[int]:
    return memoryview(weights_file().read_bytes()).cast("b")


@cache
def _scale(name: str) -> float:
    return float(resources.table("language/poison")["sure"][name])


@cache
def _points(name: str) -> float:
    return float(resources.table("language/orders")["signals"][name]["points"])


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
def _kept() -> re.Pattern[str]:
    return re.compile(resources.table("language/orders")["parts"]["kept"])
