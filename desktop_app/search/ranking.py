"""Ranking: lines in the order in which they answer a question. Knows postings, not text.

BM25F: a line, its headings and date, and the lines around it count as one text; its parts weigh
less the farther away they are. The surroundings of a line are not stored: the postings of a word
show where else it stands. The length of a text does not count: with it, searches found less.

Only lines with one of the rarest words are ranked. A very common word says little and takes long to
look up. It counts in the newest lines, and beside a rarer word.
"""

import json
import math
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from desktop_app.search.brought import NOTHING, TierLines
from desktop_app.search.query import AnyOf
from desktop_app.search.schema import NEAR, chunk_count
from desktop_app.search.within import EVERYWHERE, Within

_OPCODES = 2000  # of SQLite between two looks at the time


@contextmanager
def until(connection: sqlite3.Connection, late: Callable[[], bool]) -> Iterator[Callable[[], bool]]:
    """Queries in the block end when it is `late`.

    The block gets a function that says afterwards whether there was enough time. FTS5 collects the
    beginnings of words in one step, which cannot be interrupted.
    """
    ended = False
    connection.set_progress_handler(late, _OPCODES)
    try:
        yield lambda: not ended
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
            raise
        ended = True
    finally:
        connection.set_progress_handler(None, 0)


_SATURATION = 0.5  # BM25's k1: how little a word gains where it stands again
_HEAD = 0.4  # what a word weighs in the headings or the date, to one in the line itself
_AROUND = 0.4  # and in a line around it
_COMMON = 10_000  # lines; a word in more of them is common
_POOL = 4000  # lines to choose from, brought by the rarest words
_LEAST = 100  # lines that are best by themselves, for a look at what stands around them
_SPARE = 2  # times the lines wanted, as some ids are of none
_FEW = 100  # lines; in a notebook of fewer a word is no less telling for being in most of them
_DIGITS = 9  # scores closer than that are equal

Ranked = tuple[int, float]  # a line's id and its rank, larger is better


@dataclass(eq=False)
class _Postings:
    """The newest `lines` that have a word in one column; `more`: they are not all.

    `newest` has them in order. `having` counts those there are wherever one looks, up to _COMMON.
    """

    match: str
    own: bool  # in the lines themselves, not in their heads
    newest: list[int]
    lines: set[int]
    more: bool
    having: int

    @property
    def weight(self) -> float:
        return 1.0 if self.own else _HEAD


_Word = list[_Postings]  # in the line itself, and in its head where that counts


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
    words: list[_Word] = []

    def late() -> bool:
        return time.perf_counter() > deadline

    with until(connection, late) as in_time:
        for match in sought.words:
            words.append(list(_postings(connection, match, sought.head, within, brought)))
    every = [postings for word in words for postings in word]
    seeds = _seeds(every, most)
    with until(connection, late) as still_in_time:
        _find_beside(connection, every, seeds, within)
    total = chunk_count(connection) + brought.total
    weighed = [(word, _idf(word, total)) for word in words]
    alone = _best_alone(weighed, seeds, max(most, _LEAST))
    scores = _scores(weighed, alone, around=sought.around)
    return _highest(scores, most * _SPARE), in_time() and still_in_time()


def _highest(scores: dict[int, float], most: int) -> list[Ranked]:
    """The lines of the `most` highest scores; of equal ones the newest come first."""
    lowest = min(sorted(scores.values())[-most:], default=0.0) - 10.0**-_DIGITS  # to round is slow
    high = ((round(score, _DIGITS), line) for line, score in scores.items() if score >= lowest)
    return [(line, score) for score, line in sorted(high, reverse=True)[:most]]


def _scores(
    words: Sequence[tuple[_Word, float]], alone: set[int], *, around: bool
) -> dict[int, float]:
    """The scores of the lines that are best alone, and with `around` of their neighbours."""
    near = NEAR if around else 0
    steps = [step for step in range(-near, near + 1) if step]
    shown = {one for line in alone for one in range(line - near, line + near + 1)}
    reach = {one for line in alone for one in range(line - 2 * near, line + 2 * near + 1)}
    scores: defaultdict[int, float] = defaultdict(float)
    for word, idf in words:
        for line, weight in _weights(word, reach, steps).items():
            if line in shown:
                scores[line] += idf * weight * (_SATURATION + 1) / (weight + _SATURATION)
    return scores


def _postings(
    connection: sqlite3.Connection, word: str, head: bool, within: Within, brought: TierLines
) -> Iterator[_Postings]:
    elsewhere = brought.having.get(word, (0, 0))
    for column, more in zip(("body", "head") if head else ("body",), elsewhere, strict=False):
        match = f"{{{column}}} : {word}"
        every = _lines(connection, match, EVERYWHERE, _COMMON)
        having = len(every)
        if having < _COMMON:
            lines = every if within == EVERYWHERE else [line for line in every if line in within]
        else:
            lines = _lines(connection, match, within, _COMMON)
        common = len(lines) == _COMMON
        for table in brought.tables:
            lines = sorted([*lines, *_lines(table, match, within, _COMMON)], reverse=True)
        having += more if having < _COMMON else 0
        yield _Postings(match, column == "body", lines, set(lines), common, having)


def _lines(connection: sqlite3.Connection, match: str, within: Within, most: int) -> list[int]:
    """Lines that match, newest first."""
    conditions, values = within.sql("rowid")
    where = " and ".join(["stemmed match ?", *conditions])
    select = f"select rowid from stemmed where {where} order by rowid desc limit ?"
    gathered = f"select json_group_array(rowid) from ({select})"  # far quicker than row by row
    return list(json.loads(connection.execute(gathered, [match, *values, most]).fetchone()[0]))


def _seeds(every: list[_Postings], most: int) -> list[_Postings]:
    """The rarest words: one of the lines with them is chosen."""
    pool: set[int] = set()
    seeds: list[_Postings] = []
    for postings in sorted(every, key=lambda postings: len(postings.lines)):
        if len(pool) < most or len(pool) + len(postings.lines) <= _POOL:
            pool |= postings.lines
            seeds.append(postings)
    return seeds


def _find_beside(
    connection: sqlite3.Connection, every: list[_Postings], seeds: list[_Postings], within: Within
) -> None:
    """Add the lines of common words in which a rarer word stands, too."""
    brought = " OR ".join(f"({postings.match})" for postings in seeds if not postings.more)
    for postings in every:
        if postings.more and brought:
            match = f"({postings.match}) AND ({brought})"
            postings.lines.update(_lines(connection, match, within, _POOL))


def _best_alone(
    words: Sequence[tuple[_Word, float]], seeds: list[_Postings], most: int
) -> set[int]:
    """Of the lines of the `seeds` those that have the most telling words themselves."""
    weighed = [(postings, idf * postings.weight) for word, idf in words for postings in word]
    pool = set[int]().union(*(postings.lines for postings in seeds))
    seen, several = set[int](), set[int]()
    for postings, _ in weighed:
        here = pool & postings.lines
        several |= seen & here
        seen |= here
    scores = dict.fromkeys(several, 0.0)
    for postings, weight in weighed:
        for line in several & postings.lines:
            scores[line] += weight
        if postings in seeds:  # of lines with nothing else the newest are best
            alone = [line for line in postings.newest if line not in several]
            scores.update(dict.fromkeys(alone[:most], weight))
    best = sorted(zip(scores.values(), scores, strict=True), reverse=True)
    return {line for _, line in best[:most]}


def _weights(word: _Word, reach: set[int], around: Sequence[int]) -> dict[int, float]:
    """The weight of a word in lines within `reach`, and in their neighbours by steps `around`."""
    weights: defaultdict[int, float] = defaultdict(float)
    for postings in word:
        for line in reach & postings.lines:
            weights[line] += postings.weight
            for step in around if postings.own else ():
                weights[line + step] += _AROUND
    return weights


def rarity(having: int, total: int) -> float:
    """How telling a word is that `having` lines of all have: BM25's idf."""
    total = max(total, _FEW)
    return math.log(1 + (total - having + 0.5) / (having + 0.5))


def _idf(word: _Word, total: int) -> float:
    having = next((postings.having for postings in word if postings.having), 0)
    return rarity(max(having, total // 20) if having == _COMMON else having, total)
