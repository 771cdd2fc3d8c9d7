"""How sure it is that a line orders or steers a model: by signals, and by its likeness to such.

Signals are whom a line addresses, what it sets aside, hides, skips or sends away: see
`resources/language/orders.toml`. Knows one text, not what hides in it.
"""

import math
import re
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.dictionary import bare
from desktop_app.language.gate.likeness import HAN, Kind, learnt, log_odds
from desktop_app.language.spans import flat


def sure_of(text: str) -> float:
    """How sure it is that a text steers a model."""
    return 1 / (1 + math.exp(-min(30.0, log_odds(Kind.ORDER, text, signals(text)))))


def possibly_orders(text: str) -> bool:
    """Whether a text may at least give an agent leave to act."""
    return log_odds(Kind.ORDER, text, signals(text)) >= float(learnt()[Kind.ORDER]["possibly"])


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
    word, conceals = rf"(?:[^\W{HAN}]+|[{HAN}]{{1,3}})", dict(_signals())["conceal"].pattern
    return re.compile(rf"\W*(?:{word}[:：]\W*)?(?:{word}\W+)?(?:{conceals})\W*(?:{word}\W*)?")


@cache
def _kept() -> re.Pattern[str]:
    return re.compile(resources.table("language/orders")["parts"]["kept"])
