"""Ranking: lines in the order in which they answer a question. Knows postings, not text.

BM25F: a line, its headings and date, and the lines around it count as one text; its parts weigh
less the farther away they are. The surroundings of a line are not stored: the postings of a word
show where else it stands. The length of a text does not count: with it, searches found less.

Only lines with one of the rarest words are ranked. A very common word says little and takes long to
look up. It counts in the newest lines, and beside a rarer word.
"""

import math
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice

from desktop_app.search.brought import NOTHING, TierLines
from desktop_app.search.postings import Postings
from desktop_app.search.query import AnyOf
from desktop_app.search.schema import NEAR
from desktop_app.search.within import EVERYWHERE, Within

_SATURATION = 0.5  # BM25's k1: how little a word gains where it stands again
_HEAD = 0.4  # what a word weighs in the headings or the date, to one in the line itself
_AROUND = 0.4  # and in a line around it
_LONG = 1000  # lines; a list of more is read only where it has to be
_POOL = 4000  # lines to choose from, brought by the rarest words
_LEAST = 100  # lines that are best by themselves, for a look at what stands around them
_SPARE = 2  # times the lines wanted, as some ids are of none
_FEW = 100  # lines; in a notebook of fewer a word is no less telling for being in most of them
_DIGITS = 9  # scores closer than that are equal

Ranked = tuple[int, float]  # a line's id and its rank, larger is better


@dataclass(eq=False)
class _Part:
    """The lines that have a word in one column: `count` of them, up to what is common, or `more`.

    `newest` has them in order. A long list is read only where one of its lines may be chosen; else
    it is None, and `lines` has those beside a rarer word or near a line that is chosen. `having`
    counts the lines wherever one looks, up to what is common.
    """

    match: str
    own: bool  # in the lines themselves, not in their heads
    newest: list[int] | None
    count: int
    more: bool
    having: int
    lines: set[int]

    @property
    def weight(self) -> float:
        return 1.0 if self.own else _HEAD

    def read(self, postings: Postings, within: Within) -> None:
        """Read a long list after all."""
        if self.newest is None:
            count = None if self.more else self.count
            self.newest = postings.newest(self.match, within, having=count)
            self.lines = set(self.newest)


_Word = list[_Part]  # in the line itself, and in its head where that counts


def ranked(
    connection: sqlite3.Connection,
    sought: AnyOf,
    within: Within,
    most: int,
    deadline: float,
    brought: TierLines = NOTHING,
) -> tuple[list[Ranked], bool]:
    """The best lines first and of equals the newest, and whether there was time for all.

    What was `brought` from elsewhere is ranked by the same rule, as if it stood in the index.
    There are some more than `most`, because an id near the end of a section may be of no line.
    """
    postings = Postings(connection, lambda: time.perf_counter() > deadline)
    words = [[*_parts(postings, match, sought.head, within, brought)] for match in sought.words]
    every = [part for word in words for part in word]
    seeds = _seeds(postings, every, most, within)
    _find_beside(postings, every, seeds, within)
    total = postings.total + brought.total
    weighed = [(word, _idf(word, total, postings.common)) for word in words]
    alone = _best_alone(weighed, seeds, max(most, _LEAST))
    near = NEAR if sought.around else 0
    reach = {one for line in alone for one in range(line - 2 * near, line + 2 * near + 1)}
    for part in every:
        if part.newest is None:
            part.lines.update(postings.among(reach, part.match, within, every=not part.more))
    return _highest(_scores(weighed, alone, reach, near), most * _SPARE), postings.complete


def _highest(scores: dict[int, float], most: int) -> list[Ranked]:
    """The lines of the `most` highest scores; of equal ones the newest come first."""
    lowest = min(sorted(scores.values())[-most:], default=0.0) - 10.0**-_DIGITS  # to round is slow
    high = ((round(score, _DIGITS), line) for line, score in scores.items() if score >= lowest)
    return [(line, score) for score, line in sorted(high, reverse=True)[:most]]


def _scores(
    words: Sequence[tuple[_Word, float]], alone: set[int], reach: set[int], near: int
) -> dict[int, float]:
    """The scores of the lines that are best alone, and of their neighbours that are so near."""
    steps = [step for step in range(-near, near + 1) if step]
    shown = {one for line in alone for one in range(line - near, line + near + 1)}
    scores: defaultdict[int, float] = defaultdict(float)
    for word, idf in words:
        for line, weight in _weights(word, reach, steps).items():
            if line in shown:
                scores[line] += idf * weight * (_SATURATION + 1) / (weight + _SATURATION)
    return scores


def _parts(
    postings: Postings, word: str, head: bool, within: Within, brought: TierLines
) -> Iterator[_Part]:
    elsewhere = brought.having.get(word, (0, 0))
    for column, others in zip(("body", "head") if head else ("body",), elsewhere, strict=False):
        match = f"{{{column}}} : {word}"
        having = postings.count(match)
        newest = postings.newest(match, having=having) if having < _LONG else None
        if newest and within != EVERYWHERE:
            newest = [line for line in newest if line in within]
        count = postings.count(match, within) if newest is None else len(newest)
        more = count == postings.common
        if brought.tables:
            found = postings.newest(match, within) if newest is None else newest
            for table in brought.tables:
                found += Postings(table).newest(match, within)
            newest = sorted(found, reverse=True)
            count = len(newest)
        having += others if having < postings.common else 0
        yield _Part(match, column == "body", newest, count, more, having, set(newest or ()))


def _seeds(postings: Postings, every: list[_Part], most: int, within: Within) -> list[_Part]:
    """The rarest words: one of the lines with them is chosen. Their lists are read."""
    pool: set[int] = set()
    seeds: list[_Part] = []
    for part in sorted(every, key=lambda part: part.count):
        if len(pool) < most or len(pool) + part.count <= _POOL:
            part.read(postings, within)
            pool |= part.lines
            seeds.append(part)
    return seeds


def _find_beside(
    postings: Postings, every: list[_Part], seeds: list[_Part], within: Within
) -> None:
    """Find the lines of common words and of long lists in which a rarer word stands, too."""
    rare = [part for part in seeds if part.count and not part.more]
    rarer = " OR ".join(f"({part.match})" for part in rare)
    having = sum(part.count for part in rare)
    common = any(part.more for part in seeds)
    for part in every:
        if common:
            part.read(postings, within)
        if rarer and (part.newest is None or part.more):
            most = postings.common if part.newest is None else _POOL
            match = f"({part.match}) AND ({rarer})"
            part.lines.update(postings.newest(match, within, most, having))


def _best_alone(words: Sequence[tuple[_Word, float]], seeds: list[_Part], most: int) -> set[int]:
    """Of the lines of the `seeds` those that have the most telling words themselves."""
    weighed = [(part, idf * part.weight) for word, idf in words for part in word]
    pool, several = set[int](), set[int]()
    for part in seeds:
        several |= pool & part.lines
        pool |= part.lines
    for part, _ in weighed:
        several |= set() if part in seeds else pool & part.lines
    scores = dict.fromkeys(several, 0.0)
    for part, weight in weighed:
        for line in several & part.lines:
            scores[line] += weight
        if part in seeds:  # of lines with nothing else the newest are best
            alone = (line for line in part.newest or () if line not in several)
            few = islice(alone, min(most, part.count))
            scores.update(dict.fromkeys(few, weight))
    return {line for _, line in nlargest(most, zip(scores.values(), scores, strict=True))}


def _weights(word: _Word, reach: set[int], around: Sequence[int]) -> dict[int, float]:
    """The weight of a word in lines within `reach`, and in their neighbours by steps `around`."""
    weights: defaultdict[int, float] = defaultdict(float)
    for part in word:
        for line in reach & part.lines:
            weights[line] += part.weight
            for step in around if part.own else ():
                weights[line + step] += _AROUND
    return weights


def rarity(having: int, total: int) -> float:
    """How telling a word is that `having` lines of all have: BM25's idf."""
    total = max(total, _FEW)
    return math.log(1 + (total - having + 0.5) / (having + 0.5))


def _idf(word: _Word, total: int, common: int) -> float:
    having = next((part.having for part in word if part.having), 0)
    return rarity(max(having, total // 20) if having == common else having, total)
