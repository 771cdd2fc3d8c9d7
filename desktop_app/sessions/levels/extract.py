"""The three levels of a memory without a model: its own words, and the lines around it. Pure.

A sentence is the line itself, of a long one the sentences that matter. The higher levels take in
the lines around it, as far as its section goes. Nothing is reworded; ` … ` stands where a text said
more.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache

from desktop_app.dreams.talk.speech import sentences
from desktop_app.dreams.talk.worth import Frequencies, worth
from desktop_app.models.tokens import UNHEARD
from desktop_app.sessions.levels.level import SIZES, LevelText, MemoryLevel, MemoryPart, falling

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


@lru_cache(maxsize=8_192)
def usual_tokens(text: str) -> int:
    """About how many tokens models usually count in a text."""
    return UNHEARD.estimate(text).likely


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
