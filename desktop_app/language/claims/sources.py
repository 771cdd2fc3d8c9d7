"""Some texts read together, ready to be asked what they say. Knows text and the days of writing."""

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims import lexicon
from desktop_app.language.claims.facts import Number, literals, measure, numbers, spelled
from desktop_app.language.claims.moments import Moment, moments
from desktop_app.language.claims.times import Times, times, together
from desktop_app.language.reading import Reading, han, read
from desktop_app.language.words import light_characters

_MINUTES = re.compile(r"[:：点點]|\d-\d")
_START = 4  # letters by which words that may be alike are found


@dataclass(frozen=True)
class Finding:
    """Something in a claim that its sources do not say.

    `kind` is number, date, name, literal, negation, modality, speaker, topic or words; of what
    is no excerpt also order or part. `words` are the claim's, `span` is where the first of them
    stands. `instead` is what the sources say in its place, or "". `source` is the number of the
    source that shows it, None when any may.
    """

    kind: str
    words: tuple[str, ...]
    span: tuple[int, int]
    instead: str = ""
    source: int | None = None


@dataclass(frozen=True, eq=False)
class Said:
    """One source: what it says, in forms that can be looked up."""

    reading: Reading
    day: date | None
    numbers: tuple[Number, ...]
    moments: tuple[Moment, ...]
    times: Times
    roots: frozenset[str]
    keys: frozenset[str]
    pairs: frozenset[str]
    characters: frozenset[str]


@dataclass(frozen=True, eq=False)
class Sources:
    """All sources of a claim."""

    said: tuple[Said, ...]
    times: Times
    values: frozenset[float]
    measures: frozenset[tuple[str, float]]
    level: str
    spelled: str
    roots: frozenset[str]
    keys: frozenset[str]
    starts: dict[str, tuple[str, ...]]
    pairs: frozenset[str]
    characters: frozenset[str]
    speakers: frozenset[str]


@lru_cache(maxsize=20_000)
def said(text: str, day: date | None) -> Said:
    """One source, read."""
    reading = read(text)
    level = reading.level
    words = [word.level for word in reading.words]
    words += [word for sign, word in signs().items() if sign in level]
    joined = {one + two for one, two in itertools.pairwise(words)}
    runs = [level[start:end] for start, end in han(level, 0, len(level))]
    # 米只剩一包 says 米剩 too: what only holds a sentence together parts nothing.
    heavy = ["".join(c for c in run if c not in light_characters()) for run in runs]
    pairs = {run[i : i + 2] for run in (*runs, *heavy) for i in range(len(run) - 1)}
    # The minutes of a clock and the digits of a path are no numbers.
    timed = moments(text, day)
    taken = [(one.start, one.end) for one in timed if _MINUTES.search(text, one.start, one.end)]
    taken += [(one.start, one.end) for one in literals(text)]
    return Said(
        reading,
        day,
        tuple(one for one in numbers(text) if not any(a <= one.start < b for a, b in taken)),
        timed,
        times(text, day),
        frozenset().union(*map(lexicon.roots, words), joined),
        frozenset().union(*map(lexicon.keys, words), joined),
        frozenset(pairs),
        frozenset("".join(runs)),
    )


@cache
def signs() -> dict[str, str]:
    """Signs that stand for a word."""
    table: dict[str, str] = resources.table("language/grounding_numbers")["signs"]
    return table


@lru_cache(maxsize=200)
def gathered(texts: tuple[tuple[str, date | None], ...]) -> Sources:
    """Several sources, each with the day it was written on."""
    every = tuple(said(text, day) for text, day in texts)
    roots = _union(one.roots for one in every)
    starts: dict[str, list[str]] = {}
    for root in roots:
        starts.setdefault(root[:_START], []).append(root)
    counted = [number for one in every for number in one.numbers]
    values = {number.value for number in counted}
    values |= {number.value / 1000 for number in counted if number.value % 1000 == 0}  # run 8k
    return Sources(
        said=every,
        times=together([one.times for one in every]),
        values=frozenset(values),
        measures=frozenset(found for number in counted if (found := measure(number))),
        level="\n".join(one.reading.level for one in every),
        spelled=f" {' '.join(spelled(one.reading.text) for one in every)} ",
        roots=roots,
        keys=_union(one.keys for one in every),
        starts={start: tuple(found) for start, found in starts.items()},
        pairs=_union(one.pairs for one in every),
        characters=_union(one.characters for one in every),
        speakers=frozenset(_speakers(every)),
    )


def covers(sources: Sources, word: str) -> bool:
    """Whether a word of the sources is this one, a form of it or a synonym. `word` is small."""
    if not lexicon.covering(word).isdisjoint(sources.keys):
        return True
    root = lexicon.root(word)
    return any(lexicon.alike(root, other) for other in sources.starts.get(root[:_START], ()))


def _speakers(every: tuple[Said, ...]) -> Iterable[str]:
    """Labels in front of lines that are names: more than one line in three has one."""
    labels = [one.reading.speaker for one in every if one.reading.speaker]
    repeated = len(labels) > len(every) / 3 and len(set(labels)) > 1
    return set(labels) if repeated else ()


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)
