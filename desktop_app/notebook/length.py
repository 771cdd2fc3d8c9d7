"""Length: how long MEMORY.md is, and how much of it agents read. Knows bytes, no file."""

from collections.abc import Callable
from typing import Any, NamedTuple

from desktop_app.notebook.lines import split
from desktop_app.words import counted, tr


class Length(NamedTuple):
    """The size of a text as agents count it."""

    lines: int
    characters: int


class Limits(NamedTuple):
    """How much of MEMORY.md agents read; 0 is no limit."""

    lines: int = 0
    characters: int = 0

    def passed(self, length: Length) -> str:
        """What a text has too many of, `lines` or `characters`; "" for neither."""
        many = (name for name, most in self._asdict().items() if 0 < most < getattr(length, name))
        return next(many, "")


UNLIMITED = Limits()


def length_of(data: bytes) -> Length:
    """The length of a file's bytes; one that is no UTF-8 counts as a character."""
    text = data.decode("utf-8", "surrogateescape")
    return Length(len(split(text)), len(text))


def limits_of(get: Callable[[str], Any]) -> Limits:
    """The limits that the person's settings name; `get` is that of `Settings`."""
    return Limits(get("memory.lines"), get("memory.characters"))


def length_in_words(length: Length, limits: Limits) -> str:
    """The length, and the part that agents read of a text that is too long."""
    size = tr("{lines}, {characters}").format(
        lines=counted("{count} line", "{count} lines", length.lines),
        characters=counted("{count} character", "{count} characters", length.characters),
    )
    passed = limits.passed(length)
    if not passed:
        return size
    lines, characters = (
        tr("agents read the first {count:,} lines"),
        tr("agents read the first {count:,} characters"),
    )
    part = lines if passed == "lines" else characters
    return f"{size}; {part.format(count=getattr(limits, passed))}"
