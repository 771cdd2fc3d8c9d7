"""A river: what the days of each month spoke of most, over all years. Knows words, no files."""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.almanac.spoken import SpokenWords
from desktop_app.language.words import is_cjk

MOST = 8
_FEWEST, _FEW_DAYS = 2, 30  # days that a topic is spoken of; in a larger notebook one more
_RARE = 1.5  # how much it counts that a word is on few of the days
_NAMED = 2.0  # a word of memory, or of a topic's name, weighs as much more
_TELLING, _APART = 6, 0.1  # months, and what share of their days twins have apart
_SAME = 0.5  # of the days: pieces of one Chinese word


@dataclass(frozen=True)
class RiverStream:
    """A topic, and on how many days of each month of the river it was spoken of."""

    name: str
    days: tuple[int, ...]


@dataclass(frozen=True)
class River:
    """Every month from the first to the last with notes, by its first day; the streams, by when
    they were strongest; `notes` are the days with notes.
    """

    months: tuple[date, ...] = ()
    streams: tuple[RiverStream, ...] = ()
    notes: int = 0


def river(months: Mapping[date, SpokenWords], notes: int, named: Collection[str] = ()) -> River:
    """The topics of these months; `named` are keys of words that weigh more."""
    if not months:
        return River()
    whole = SpokenWords()
    for words in months.values():
        whole.add(words)
    every = tuple(_every_month(min(months), max(months)))
    streams: list[RiverStream] = []
    for key in _topics(whole, notes, named):
        counts = tuple(months[m].days[key] if m in months else 0 for m in every)
        stream = RiverStream(whole.forms[key], counts)
        if len(streams) < MOST and not any(_are_twins(stream, other) for other in streams):
            streams.append(stream)
    return River(every, tuple(sorted(streams, key=_middle)), notes)


def _topics(whole: SpokenWords, notes: int, named: Collection[str]) -> list[str]:
    """The words that set days apart: neither on nearly all of them nor on hardly any."""
    fewest = _FEWEST + (notes > _FEW_DAYS)

    def score(key: str) -> float:
        days = whole.days[key]
        rare = math.log((notes + 4) / days) ** _RARE
        return float(days * rare * (_NAMED if key in named else 1))

    often = [key for key, days in whole.days.items() if days >= fewest]
    chosen: list[str] = []
    for key in sorted(often, key=lambda one: (-score(one), -len(one), one)):
        if len(chosen) == 2 * MOST:
            break
        if not any(_is_piece(key, other, whole) for other in chosen):
            chosen.append(key)
    return chosen


def _is_piece(key: str, other: str, whole: SpokenWords) -> bool:
    """Whether two keys are pieces of one Chinese word, or of one that is chosen."""
    if not (is_cjk(key[0]) and is_cjk(other[0])):
        return False
    days = sorted((whole.days[key], whole.days[other]))
    touch = key in other or other in key or key[-1] == other[0] or key[0] == other[-1]
    return touch and days[0] >= _SAME * days[1]


def _are_twins(one: RiverStream, other: RiverStream) -> bool:
    """Whether two words come and go together, over months enough to tell: one topic."""
    apart = sum(abs(a - b) for a, b in zip(one.days, other.days, strict=True))
    return len(one.days) >= _TELLING and apart <= _APART * (sum(one.days) + sum(other.days))


def _middle(stream: RiverStream) -> tuple[float, str]:
    """Where in time a stream has its middle: streams of one time lie together."""
    whole = sum(stream.days) or 1
    return sum(n * days for n, days in enumerate(stream.days)) / whole, stream.name


def _every_month(first: date, last: date) -> Iterator[date]:
    for number in range(first.year * 12 + first.month - 1, last.year * 12 + last.month):
        yield date(number // 12, number % 12 + 1, 1)
