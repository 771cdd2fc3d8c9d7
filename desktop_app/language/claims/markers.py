"""Words that change how far a sentence holds: only, usually, might, before. Knows text only."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources

FRAMING = "framing"


@dataclass(frozen=True)
class Marker:
    """A word that changes how far a sentence holds, what it does, and where it stands."""

    kind: str
    start: int
    end: int


@lru_cache(maxsize=20_000)
def markers(level: str) -> tuple[Marker, ...]:
    """The markers of a flat text in reading order; the longest of those at one place."""
    found: list[Marker] = []
    for match in _pattern().finditer(level):
        kinds = _kinds()[re.sub(r"\s+", " ", match[0])]
        found += [Marker(kind, *match.span()) for kind in kinds]
    return tuple(found)


def is_framing(word: str) -> bool:
    """Whether a lower-case word only reports what others claim."""
    return word in _framing()


def framing_signs() -> frozenset[str]:
    """The Chinese words that only report."""
    return frozenset(resources.table("language/proof")[FRAMING]["chinese"].split())


@cache
def _framing() -> frozenset[str]:
    return frozenset(resources.table("language/proof")[FRAMING]["english"].split())


@cache
def _kinds() -> dict[str, tuple[str, ...]]:
    kinds: dict[str, tuple[str, ...]] = {}
    for kind, row in resources.table("language/proof").items():
        if kind != FRAMING:
            for phrase in (*map(str.strip, row["english"].split(",")), *row["chinese"].split()):
                kinds[phrase] = (*kinds.get(phrase, ()), kind)
    return kinds


@cache
def _pattern() -> re.Pattern[str]:
    listed = sorted(_kinds(), key=len, reverse=True)
    english = (re.escape(one).replace(r"\ ", r"\s+") for one in listed if one.isascii())
    chinese = (one for one in listed if not one.isascii())
    return re.compile(rf"(?<![a-z-])(?:{'|'.join(english)})(?![a-z-])|{'|'.join(chinese)}")
