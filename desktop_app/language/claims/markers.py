"""Words that change how far a sentence holds: only, usually, might, before. Knows text only."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from desktop_app import resources


class MarkerKind(StrEnum):
    """What a word does to a sentence: a table of `proof.toml`.

    A bound one must be, an owed one should; a mostly one holds often or in part, a passing one for
    a while.
    """

    POSSIBLE = "possible"
    PLANNED = "planned"
    OWED = "owed"
    BOUND = "bound"
    ALWAYS = "always"
    ONLY = "only"
    MOSTLY = "mostly"
    PASSING = "passing"
    ABOUT = "about"
    LEAST = "least"
    MOST = "most"
    BEFORE = "before"
    AFTER = "after"
    UNTIL = "until"
    EXCEPT = "except"
    CONDITION = "condition"
    WHEN = "when"
    REASON = "reason"
    INSTEAD = "instead"
    PAST = "past"
    FRAMING = "framing"


@dataclass(frozen=True)
class Marker:
    """A word that changes how far a sentence holds, what it does, and where it stands."""

    kind: MarkerKind
    start: int
    end: int


@lru_cache(maxsize=20_000)
def markers(level: str) -> tuple[Marker, ...]:
    """The markers of a flat text by their kinds; none that stands inside a longer one."""
    every = [
        Marker(kind, *match.span())
        for kind, pattern in _patterns().items()
        if kind != MarkerKind.FRAMING
        for match in pattern.finditer(level)
    ]
    return tuple(one for one in every if not any(_is_inside(one, other) for other in every))


def _is_inside(one: Marker, other: Marker) -> bool:
    longer = other.end - other.start > one.end - one.start
    return longer and other.start <= one.start and one.end <= other.end


def framing(level: str) -> tuple[tuple[int, int], ...]:
    """Where the words of a flat text stand that only report what others claim."""
    return tuple(match.span() for match in _patterns()[MarkerKind.FRAMING].finditer(level))


@cache
def _patterns() -> dict[MarkerKind, re.Pattern[str]]:
    return {
        MarkerKind(kind): re.compile(_pattern(row["english"], row["chinese"]))
        for kind, row in resources.table("language/proof").items()
    }


def _pattern(english: str, chinese: str) -> str:
    phrases = sorted((one.strip() for one in english.split(",")), key=len, reverse=True)
    latin = "|".join(re.sub(r" (?!\))", r"\\s+", phrase) for phrase in phrases)
    signs = sorted(chinese.split(), key=len, reverse=True)
    return rf"(?<![a-z'-])(?:{latin})(?![a-z-])|{'|'.join(signs)}"
