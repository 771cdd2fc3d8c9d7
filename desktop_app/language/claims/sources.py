"""Some texts read together, ready to be asked what they say. Knows text and the days of writing."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from desktop_app.language.claims.facts import Number, letters, literals, numbers
from desktop_app.language.claims.pieces import Bag, bag
from desktop_app.language.claims.times import Moment, Times, moments, times, together
from desktop_app.language.claims.vocabulary import roots
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading, read
from desktop_app.language.values import values

_MINUTES = re.compile(r"[:：点點]|\d-\d")


@dataclass(frozen=True)
class Unsaid:
    """Something in a claim that its sources do not say.

    `words` are the claim's, `span` is where the first of them stands. `instead` is what the sources
    say in its place, or "". `source` is the number of the source that shows it, None when any may.
    """

    kind: DoubtKind
    words: tuple[str, ...]
    span: tuple[int, int]
    instead: str = ""
    source: int | None = None


@dataclass(frozen=True, eq=False)
class SourceText:
    """One source: what it says, in forms that can be looked up."""

    reading: Reading
    day: date | None
    bag: Bag
    numbers: tuple[Number, ...]
    moments: tuple[Moment, ...]
    times: Times


@dataclass(frozen=True, eq=False)
class Sources:
    """All sources of a claim."""

    texts: tuple[SourceText, ...]
    bag: Bag
    times: Times
    numbers: frozenset[float]
    values: frozenset[tuple[str, str]]
    level: str
    letters: str
    names: frozenset[str]
    speakers: frozenset[str]


@lru_cache(maxsize=20_000)
def source_of(text: str, day: date | None) -> SourceText:
    """One source, read."""
    reading = read(text)
    times_named = moments(text, day)
    # The minutes of a clock and the digits of a path are no numbers.
    spans = [
        (one.start, one.end) for one in times_named if _MINUTES.search(text, one.start, one.end)
    ]
    spans += [(one.start, one.end) for one in literals(text)]
    counted = (one for one in numbers(text) if not any(a <= one.start < b for a, b in spans))
    return SourceText(reading, day, bag(reading), tuple(counted), times_named, times(text, day))


@lru_cache(maxsize=200)
def gathered(texts: tuple[tuple[str, date | None], ...]) -> Sources:
    """Several sources, each with the day it was written on."""
    every = tuple(source_of(text, day) for text, day in texts)
    counted = {number.value for one in every for number in one.numbers}
    return Sources(
        texts=every,
        bag=Bag(piece for one in every for piece in one.bag.pieces),
        times=together([one.times for one in every]),
        numbers=frozenset(counted | {value / 1000 for value in counted if value % 1000 == 0}),
        values=frozenset((v.kind, v.key) for text, _ in texts for v in values(text)),
        level="\n".join(one.reading.level for one in every),
        letters=f" {' '.join(letters(text) for text, _ in texts)} ",
        names=_union(roots(word.level) for one in every for word in one.reading.words),
        speakers=frozenset(_speakers(every)),
    )


def _speakers(every: tuple[SourceText, ...]) -> Iterable[str]:
    """Labels in front of lines that are names: more than one line in three has one."""
    labels = [one.reading.speaker for one in every if one.reading.speaker]
    repeated = len(labels) > len(every) / 3 and len(set(labels)) > 1
    return set(labels) if repeated else ()


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)
