"""Levels: how much of a memory is in a prompt, a sentence of it or more. Pure.

Specification: production memory, 'Context Architect'; semantics, 'Production specification'.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from desktop_app.words import tr


class MemoryLevel(StrEnum):
    """How much of a memory is told, the least first."""

    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    DETAILED = "detailed"


LEVEL_WORDS = {
    MemoryLevel.SENTENCE: tr("a sentence"),
    MemoryLevel.PARAGRAPH: tr("a paragraph"),
    MemoryLevel.DETAILED: tr("in detail"),
}

SIZES = {MemoryLevel.SENTENCE: 50, MemoryLevel.PARAGRAPH: 200, MemoryLevel.DETAILED: 500}
"""About how many tokens a level takes at most, as models usually count them."""

_HIGH, _MEDIUM = 0.9, 0.7


@dataclass(frozen=True)
class MemoryPart:
    """Lines `line` to `end_line` of a file, from 1, or what tells of them; ends with a newline."""

    line: int
    end_line: int
    text: str


@dataclass(frozen=True)
class LevelText:
    """A memory at a level, its parts in the order of the file."""

    level: MemoryLevel
    parts: tuple[MemoryPart, ...]


def level_for(relevance: float | None) -> MemoryLevel:
    """The level that a memory of this relevance, 0..1, deserves; of an unknown one a sentence."""
    if relevance is None or relevance < _MEDIUM:
        return MemoryLevel.SENTENCE
    return MemoryLevel.DETAILED if relevance > _HIGH else MemoryLevel.PARAGRAPH


@cache
def falling(level: MemoryLevel) -> Sequence[MemoryLevel]:
    """This level and those below it, the highest first."""
    every = list(MemoryLevel)
    return every[every.index(level) :: -1]
