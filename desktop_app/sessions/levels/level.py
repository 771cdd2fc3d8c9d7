"""Levels: how much of a memory is in a prompt, a sentence of it or more. Pure.

Specification: production memory, 'Context Architect'; semantics, 'Production specification'.
"""

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.words import counted, tr


class MemoryLevel(StrEnum):
    """How much of a memory is told, the least first."""

    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    DETAILED = "detailed"


SIZES = {MemoryLevel.SENTENCE: 50, MemoryLevel.PARAGRAPH: 200, MemoryLevel.DETAILED: 500}
"""About how many tokens a level takes at most, as models usually count them."""

MOST_AT_ONCE = 20
"""How many texts a model says shorter in one run, unless somebody asks for more."""

_HIGH, _MEDIUM = 0.9, 0.7


@dataclass(frozen=True)
class MemoryPart:
    """Lines `line` to `end_line` of a file, from 1, or what tells of them; ends with a newline."""

    line: int
    end_line: int
    text: str


@dataclass(frozen=True)
class LevelText:
    """A memory at a level, its parts in the order of the file. `by_model`: a model worded it."""

    level: MemoryLevel
    parts: tuple[MemoryPart, ...]
    by_model: bool = False


@dataclass(frozen=True)
class LevelsWritten:
    """What a run did: texts that a model was `asked` to say shorter, those `kept` since they are
    proved, and those still `left`."""

    model: str
    asked: int
    kept: int
    left: int

    @property
    def told(self) -> str:
        """This in words."""
        if not self.asked:
            return tr("No long text waits to be said shorter.")
        text = counted(
            "{model} said {count} long text shorter; {kept} can be proved and is kept.",
            "{model} said {count} long texts shorter; {kept} can be proved and are kept.",
            self.asked,
            model=self.model,
            kept=self.kept,
        )
        left = counted("{count} more waits.", "{count} more wait.", self.left)
        return f"{text} {left}" if self.left else text


def level_for(relevance: float | None) -> MemoryLevel:
    """The level that a memory of this relevance, 0..1, deserves; of an unknown one a sentence."""
    if relevance is None or relevance < _MEDIUM:
        return MemoryLevel.SENTENCE
    return MemoryLevel.DETAILED if relevance > _HIGH else MemoryLevel.PARAGRAPH


def falling(level: MemoryLevel) -> list[MemoryLevel]:
    """This level and those below it, the highest first."""
    every = list(MemoryLevel)
    return every[every.index(level) :: -1]
