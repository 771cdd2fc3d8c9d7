"""What a text says, in forms that can be looked up. Knows text and the day of writing."""

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from desktop_app.language.claims.facts import Number, letters, literals, numbers
from desktop_app.language.claims.pieces import Bag, bag
from desktop_app.language.claims.times import Moment, Times, moments, times
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
    """A source, or a part of it: its words, times and numbers. `amounts` are these by value, the
    thousands of something too, `names` the roots of all words, `letters` the letters and digits.
    """

    reading: Reading
    bag: Bag
    moments: tuple[Moment, ...]
    times: Times
    numbers: tuple[Number, ...]
    amounts: frozenset[float]
    values: frozenset[tuple[str, str]]
    letters: str
    names: frozenset[str]

    @property
    def level(self) -> str:
        """It as flat text."""
        return self.reading.level


@lru_cache(maxsize=20_000)
def source_of(text: str, day: date | None) -> SourceText:
    """A source that was written on `day`, read."""
    reading = read(text)
    named = moments(text, day)
    # The minutes of a clock and the digits of a path are no numbers.
    spans = [(one.start, one.end) for one in named if _MINUTES.search(text, one.start, one.end)]
    spans += [(one.start, one.end) for one in literals(text)]
    every = (one for one in numbers(text) if not any(a <= one.start < b for a, b in spans))
    counted = tuple(every)
    amounts = {one.value for one in counted}
    return SourceText(
        reading=reading,
        bag=bag(reading),
        moments=named,
        times=times(text, day),
        numbers=counted,
        amounts=frozenset(amounts | {value / 1000 for value in amounts if value % 1000 == 0}),
        values=frozenset((one.kind, one.key) for one in values(text)),
        letters=f" {letters(text)} ",
        names=frozenset().union(*(roots(word.level) for word in reading.words)),
    )
