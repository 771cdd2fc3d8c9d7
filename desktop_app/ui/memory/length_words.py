"""That MEMORY.md is longer than agents read, in words. Knows lengths and limits, not the text."""

from desktop_app.notebook.length import Length, LengthLimit, Limits
from desktop_app.words import tr


def over_words(length: Length, limits: Limits) -> str:
    """MEMORY.md has 240 lines; agents read the first 200. "" where all of it is read."""
    return _in_words(
        length,
        limits,
        tr("MEMORY.md has %1 lines; agents read the first %2."),
        tr("MEMORY.md has %1 characters; agents read the first %2."),
    )


def over_in_short(length: Length, limits: Limits) -> str:
    """240 lines, agents read 200."""
    return _in_words(
        length,
        limits,
        tr("%1 lines, agents read %2"),
        tr("%1 characters, agents read %2"),
    )


def _in_words(length: Length, limits: Limits, lines: str, characters: str) -> str:
    passed = limits.passed(length)
    if not passed:
        return ""
    words = lines if passed == LengthLimit.LINES else characters
    has, read = getattr(length, passed), getattr(limits, passed)
    return words.replace("%1", f"{has:,}").replace("%2", f"{read:,}")
