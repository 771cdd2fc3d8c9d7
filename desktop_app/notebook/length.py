"""Length: how long MEMORY.md is, and how much of it agents read. Knows bytes, no file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from desktop_app.notebook.lines import split


@dataclass(frozen=True)
class Length:
    """The size of a text as agents count it."""

    lines: int
    characters: int


@dataclass(frozen=True)
class Limits:
    """How much of MEMORY.md agents read; 0 is no limit."""

    lines: int = 0
    characters: int = 0

    def passed(self, length: Length) -> str:
        """Which limit a text is over: lines, characters, or "" where it fits."""
        if self.lines and length.lines > self.lines:
            return "lines"
        if self.characters and length.characters > self.characters:
            return "characters"
        return ""


UNLIMITED = Limits()


def length_of(data: bytes) -> Length:
    """The length of a file's bytes; one that is no UTF-8 counts as a character."""
    text = data.decode("utf-8", "surrogateescape")
    return Length(len(split(text)), len(text))


def limits_of(get: Callable[[str], Any]) -> Limits:
    """The limits that the person's settings name; `get` is that of `Settings`."""
    return Limits(get("memory.lines"), get("memory.characters"))


def told(length: Length, limits: Limits) -> str:
    """The length, and what agents read of it where that is less: `240 lines, agents read 200`."""
    size = f"{length.lines:,} lines, {length.characters:,} characters"
    passed = limits.passed(length)
    return f"{size}; agents read the first {getattr(limits, passed):,} {passed}" if passed else size
