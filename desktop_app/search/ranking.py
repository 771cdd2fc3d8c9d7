"""Ranking: lines in the order in which they answer a question. Knows postings, not text.

BM25F: a line, its headings and date, and the lines around it count as one text; its parts weigh
less the farther away they are. The surroundings of a line are not stored: the postings of a word
show where else it stands. The length of a text does not count: with it, searches found less.

Lines that are best by themselves are found first, then they and their neighbours are ranked with
what stands around them. A very common word says little and takes long to look up. It counts in the
newest lines, and beside a rarer word.
"""

import math
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from desktop_app.search.brought import NOTHING, TierLines
from desktop_app.search.postings import Postings, places
from desktop_app.search.query import AnyOf
from desktop_app.search.schema import NEAR
from desktop_app.search.within import EVERYWHERE, Within

_SATURATION = 0.5  # BM25's k1: how little a word gains where it stands again
_HEAD = 0.4  # what a word weighs in the headings or the date, to one in the line itself
_AROUND = 0.4  # and in a line around it
_BESIDE = 4000  # lines that have a common word and a rarer one
_LEAST = 100  # lines that are best by themselves, for a look at what stands around them
_SPARE = 2  # times the lines wanted, as some ids are of none
_FEW = 100  # lines; in a notebook of fewer a word is no less telling for being in most of them
_DIGITS = 9  # scores closer than that are equal
_STEPS = 64  # of 1, to which a word's worth is rounded where all lines are compared

Ranked = tuple[int, float]  # a line's id and its rank, larger is better


@dataclass(eq=False)
class _Part:
    """The lines that have a word in one column, as bits; not all of them where it is `common`.

    `having` counts the lines wherever one looks, up to what is common.
    """

    match: str
    weight: float
    lines: int
    common: bool
    having: int


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
    order = postings.order
    words = [[*_parts(postings, match, sought.head, within, brought)] for match in sought.words]
    _find_beside(postings, [part for word in words for part in word], within)
    total = postings.total + brought.total
    weighed = [(word, _idf(word, total)) for word in words]
    alone = _best_alone(weighed, max(most, _LEAST))
    scores = _scores(weighed, alone, NEAR if sought.around else 0)
    best = _highest(scores, most * _SPARE)
    return [(order.id_at(place), score) for place, score in best], postings.complete


def _parts(
    postings: Postings, word: str, head: bool, within: Within, brought: TierLines
) -> Iterator[_Part]:
    elsewhere = brought.having.get(word, (0, 0))
    columns = (("body", 1.0), ("head", _HEAD)) if head else (("body", 1.0),)
    for (column, weight), others in zip(columns, elsewhere, strict=False):
        match = f"{{{column}}} : {word}"
        lines, having, common = postings.lines(match)
        if within != EVERYWHERE and lines:
            ids = postings.newest(match, within) if common else ()
            lines = (lines | postings.order.bits(ids)) & postings.order.within(within)
        for table in brought.tables:
            lines |= postings.order.bits(Postings(table).newest(match, within))
        yield _Part(match, weight, lines, common, having + (0 if common else others))


def _find_beside(postings: Postings, every: Sequence[_Part], within: Within) -> None:
    """Find the lines of common words in which a rarer word stands, too."""
    rarer = " OR ".join(f"({part.match})" for part in every if part.lines and not part.common)
    for part in every:
        if part.common and rarer:
            ids = postings.newest(f"({part.match}) AND ({rarer})", within, _BESIDE)
            part.lines |= postings.order.bits(ids)


def _best_alone(words: Sequence[tuple[_Word, float]], most: int) -> list[int]:
    """The places of the lines that have the most telling words themselves, of equals the newest.

    The scores of all lines are added up at once: the bits of a line in `sums` are its score.
    """
    sums: list[int] = []
    rest = 0
    for part, worth in ((part, idf * part.weight) for word, idf in words for part in word):
        rest |= part.lines
        steps = round(worth * _STEPS)
        for digit in range(steps.bit_length()):
            carried, at = part.lines if steps >> digit & 1 else 0, digit
            while carried:
                sums += [0] * (at + 1 - len(sums))
                sums[at], carried, at = sums[at] ^ carried, sums[at] & carried, at + 1
    best, room = 0, most
    for digit in reversed(sums):
        high = rest & digit
        if (found := high.bit_count()) > room:
            rest = high
        else:
            best, room, rest = best | high, room - found, rest ^ high
    return [*places(best), *islice(places(rest), min(room, rest.bit_count()))]


def _scores(
    words: Sequence[tuple[_Word, float]], alone: Sequence[int], near: int
) -> dict[int, float]:
    """The scores of the lines at these places, and of their neighbours that are so near."""
    scores: dict[int, float] = {}
    gains, span = _gains(near), 2 * near + 1
    nearest, all_near = (1 << span) - 1, (1 << span + 2 * near) - 1
    told = [
        (idf, _as_bytes(word[0].lines), _as_bytes(word[1].lines if word[1:] else 0))
        for word, idf in words
    ]
    for place in alone:
        start, shift = divmod(place - 2 * near, 8)
        end, seen = start + 3, []
        for idf, own, head in told:
            bits = int.from_bytes(own[start:end], "little") >> shift & all_near
            above = int.from_bytes(head[start:end], "little") >> shift & all_near
            if bits or above:
                seen.append((idf, bits, above >> near << span))
        for step, line in enumerate(range(place - near, place + near + 1)):
            if line not in scores:
                score = 0.0
                for idf, bits, above in seen:
                    score += idf * gains[bits >> step & nearest | above >> step & nearest + 1]
                scores[line] = score
    return scores


def _as_bytes(lines: int) -> bytes:
    return lines.to_bytes((lines.bit_length() + 7) >> 3, "little")


@cache
def _gains(near: int) -> list[float]:
    """What a word is worth to a line, by the bits of it and its neighbours, the head's above."""
    span, found = 2 * near + 1, []
    for bits in range(2 << span):
        own, head = bits >> near & 1, bits >> span
        weight = own + _HEAD * head + _AROUND * (bits.bit_count() - own - head)
        found.append(weight * (_SATURATION + 1) / (weight + _SATURATION))
    return found


def _highest(scores: dict[int, float], most: int) -> list[tuple[int, float]]:
    """The `most` highest scores; of equal ones the newest come first."""
    least = 10.0**-_DIGITS
    lowest = max(least, min(sorted(scores.values())[-most:], default=0.0) - least)
    high = ((round(score, _DIGITS), line) for line, score in scores.items() if score > lowest)
    return [(line, score) for score, line in sorted(high, reverse=True)[:most]]


def rarity(having: int, total: int) -> float:
    """How telling a word is that `having` lines of all have: BM25's idf."""
    total = max(total, _FEW)
    return math.log(1 + (total - having + 0.5) / (having + 0.5))


def _idf(word: _Word, total: int) -> float:
    having = next((part.having for part in word if part.having), 0)
    common = any(part.common for part in word)
    return rarity(max(having, total // 20) if common else having, total)
