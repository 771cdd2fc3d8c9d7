"""Levels: how much of a memory is in a prompt, a sentence of it or more. Pure.

Specification: production memory, 'Context Architect'; semantics, 'Production specification'.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from desktop_app.dreams.talk.speech import sentences
from desktop_app.dreams.talk.worth import Frequencies, worth
from desktop_app.models.tokens import usual
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


class MemoryPart(NamedTuple):
    """Lines `line` to `end_line` of a file, from 1, or what tells of them; ends with a newline."""

    line: int
    end_line: int
    text: str


class LevelText(NamedTuple):
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


_GAP = " … "


def levels(
    section: Sequence[MemoryPart],
    at: int,
    wanted: Collection[str] = (),
    most: MemoryLevel = MemoryLevel.DETAILED,
) -> tuple[LevelText, ...]:
    """The levels of `section[at]` up to `most`, the least first. `section` is in the order of the
    file; what has `wanted` words goes before the rest."""
    due = reversed(falling(most))
    return tuple(LevelText(level, _parts(section, at, level, wanted)) for level in due)


usual_tokens = lru_cache(maxsize=8_192)(usual)


def clipped(text: str, most: int, wanted: Collection[str] = ()) -> str:
    """The sentences of a text that matter, in their order, in about `most` tokens.

    A text that fits stays as it is. Of one long sentence its beginning stays, or what is around
    the first of the `wanted` words.
    """
    if usual_tokens(text) <= most:
        return text
    every = [part for line in text.split("\n") for part in sentences(line)]
    rarity = Frequencies.counted(every).among(every)
    sought = [word.casefold() for word in wanted]

    def value(n: int) -> tuple[int, float]:
        folded = every[n].casefold()
        return sum(word in folded for word in sought), worth(every[n], rarity)

    best, *others = sorted(range(len(every)), key=value, reverse=True) or [0]
    kept = [best]
    for n in others:
        if usual_tokens(_joined(every, [*kept, n])) <= most:
            kept.append(n)
    whole = _joined(every, kept) if every else text
    return whole if usual_tokens(whole) <= most else _cut(whole, most, sought)


def _parts(
    section: Sequence[MemoryPart], at: int, level: MemoryLevel, wanted: Collection[str]
) -> tuple[MemoryPart, ...]:
    own, most = section[at], SIZES[level]
    text = clipped(own.text.rstrip("\n"), most, wanted)
    size = usual_tokens(text)
    first, last = at, at
    if level is not MemoryLevel.SENTENCE and text == own.text.rstrip("\n"):
        first, last = _around(section, at, most - size)
    itself = MemoryPart(own.line, own.end_line, f"{text}\n")
    return (*section[first:at], itself, *section[at + 1 : last + 1])


def _around(section: Sequence[MemoryPart], at: int, room: int) -> tuple[int, int]:
    """How far the lines before and after have room, taken in turn."""
    first, last = at, at
    open_sides = [-1, 1]
    while open_sides:
        for side in list(open_sides):
            n = first - 1 if side < 0 else last + 1
            size = usual_tokens(section[n].text) if 0 <= n < len(section) else room + 1
            if size > room:
                open_sides.remove(side)
                continue
            room -= size
            first, last = min(first, n), max(last, n)
    return first, last


def _joined(every: Sequence[str], kept: Sequence[int]) -> str:
    """Some sentences in their order, with a sign where others stood."""
    order = sorted(kept)
    text = _GAP.lstrip() if order[0] else ""
    for n, before in zip(order, [order[0], *order], strict=False):
        text += (_GAP if n - before > 1 else " " if n > before else "") + every[n]
    return text + (_GAP.rstrip() if order[-1] < len(every) - 1 else "")


def _cut(text: str, most: int, sought: Sequence[str]) -> str:
    """A piece of a text that is too long, from a word to a word."""
    length = len(text) * most // usual_tokens(text)
    folded = text.casefold()
    places = [place for word in sought if (place := folded.find(word)) >= 0]
    start = max(0, min(min(places, default=0) - length // 4, len(text) - length))
    if start:
        start = text.find(" ", start, start + length // 4) + 1 or start
    end = min(len(text), start + length)
    if end < len(text):
        blank = text.rfind(" ", start + length // 2, end)
        end = blank if blank > 0 else end
    return f"{'… ' if start else ''}{text[start:end].strip()}{' …' if end < len(text) else ''}"
