"""Postings: which lines have a word, as FTS5 tells it until it is late. Knows SQL, no ranking.

A set of lines is a whole number with a bit for each line, at its place in the order of all lines:
Python joins two sets of 100,000 lines in two microseconds. What FTS5 told is kept in this form.
"""

import json
import re
import sqlite3
from bisect import bisect, bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from desktop_app.search.schema import FILE_SHIFT, FIRST_ID, NEAR
from desktop_app.search.within import EVERYWHERE, Within

_COMMON = 10_000  # lines; a word in more of them is common
_OPCODES = 2000  # of SQLite between two looks at the time
_ORDERS, _SCOPES = 8, 16  # that are kept
_BITS = 100_000_000  # of sets that are kept
_FEW = 100  # lines; fewer are read anew each time
_LATER = 1_000_000  # changes between two states of one index
_CHANGED = 8  # files; after more of them changed all lines of a word are read anew

_ANY = re.compile(rb"[^\0]", re.DOTALL)
_orders: dict[int, "LineOrder"] = {}  # by the state of an index
_sets: dict[str, tuple[int, "LineSet"]] = {}  # by what the lines match, with that state


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


class LineSet(NamedTuple):
    """The newest lines that match, as bits, and how many they are; others may match, too, where a
    word is `common`."""

    bits: int
    having: int
    common: bool


class LineOrder:
    """The places of all lines, the oldest first. Those of a section follow each other, with a gap
    of NEAR places after it."""

    def __init__(self, sizes: Mapping[int, int]) -> None:
        self.sizes = sizes  # of each file, by what the ids of its lines begin with
        self._files = sorted(sizes)
        self._starts = [*accumulate((sizes[one] + NEAR for one in self._files), initial=2 * NEAR)]
        self._spans = dict(zip(self._files, pairwise(self._starts), strict=True))
        self._scopes: dict[Within, int] = {}

    def moved(self, bits: int, old: "LineOrder", changed: Iterable[int]) -> int:
        """A set of an older order in this one, without the lines of files that have changed."""
        moved, before, now = 0, 0, 0
        for first in sorted(changed):
            (start, stop), (_, end) = old._span(first), self._span(first)
            moved |= (bits >> before & (1 << start - before) - 1) << now
            before, now = stop, end
        return moved | bits >> before << now

    def _span(self, first: int) -> tuple[int, int]:
        """From where to where a file has its places, or would have them."""
        start = self._starts[bisect_left(self._files, first)]
        return self._spans.get(first, (start, start))

    def bits(self, ids: Collection[int]) -> int:
        """The set of the lines with these ids, but those that came after this order was made."""
        if not ids:
            return 0
        data = bytearray((self._starts[-1] >> 3) + 1)
        shift = end = 0
        for id_ in sorted(ids):
            if id_ >= end:
                first = id_ >> FILE_SHIFT << FILE_SHIFT
                start, stop = self._spans.get(first, (first, first))
                shift, end = first - start, first - start + stop
                if id_ >= end:
                    continue
            place = id_ - shift
            data[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(data, "little")

    def id_at(self, place: int) -> int:
        """The id of the line at a place; that of a gap belongs to no line."""
        at = max(bisect(self._starts, place, hi=len(self._files)) - 1, 0)
        return int(self._files[at] + place - self._starts[at])

    def within(self, scope: Within) -> int:
        """The set of the lines that may be found."""
        files = replace(scope, lines=None, others=frozenset())
        if files not in self._scopes:
            if len(self._scopes) >= _SCOPES:
                self._scopes.clear()
            spans = self._spans.items()
            marks = ["01"[first in files] * (stop - start) for first, (start, stop) in spans]
            self._scopes[files] = int("0" + "".join(reversed(marks)), 2) << 2 * NEAR
        bits = self._scopes[files]
        bits &= -1 if scope.lines is None else self.bits(scope.lines)
        return bits & ~self.bits(scope.others)


def places(bits: int) -> Iterator[int]:
    """The places of the lines of a set, the newest first."""
    data = bits.to_bytes((bits.bit_length() >> 3) + 1, "big")
    for found in _ANY.finditer(data):
        byte, last = data[found.start()], 8 * (len(data) - found.start()) - 1
        for at in range(8):
            if byte << at & 128:
                yield last - at


class Postings:
    """Looks for lines that match, for one search; once it is `late` no more are found.

    `total` is the number of all lines of the index, `complete` whether there was time for all.
    """

    def __init__(
        self, connection: sqlite3.Connection, late: Callable[[], bool] = lambda: False
    ) -> None:
        self._connection = connection
        self._late = late
        self.total, self._state = connection.execute("select chunks, state from counted").fetchone()
        self.complete = True
        self._changes: dict[int, dict[int, int]] = {}

    @property
    def order(self) -> LineOrder:
        """The order of the lines of the index."""
        if self._state not in _orders:
            if len(_orders) >= _ORDERS:
                _orders.pop(next(iter(_orders)), None)
            last = max((one for one in _orders if 0 < self._state - one < _LATER), default=None)
            sizes = {} if last is None else {**_orders[last].sizes, **self._changed(last)}
            count = self._connection.execute("select count(*) from files").fetchone()[0]
            if len(sizes) != count:  # a file is gone, so that no older order tells what changed
                for one in [*_orders]:
                    _orders.pop(one, None)
                sizes = self._changed()
            _orders[self._state] = LineOrder(sizes)
        return _orders[self._state]

    def _changed(self, state: int | None = None) -> dict[int, int]:
        """The sizes of the files whose lines changed since the index had a state, or of all."""
        select = (
            f"select json_group_array({FIRST_ID}), json_group_array(numbers) from files"
            f"{'' if state is None else f' where stamp > {state}'}"
        )
        return dict(zip(*map(json.loads, self._connection.execute(select).fetchone()), strict=True))

    def lines(self, match: str) -> LineSet:
        """The newest lines that match; what is asked often is kept."""
        order = self.order  # before the lines, so that no change comes between unseen
        state, found = _sets.pop(match, (self._state, None))
        if found and state != self._state:
            found = self._still(match, state, found)
        if not found:
            ids = self.newest(match)
            found = LineSet(order.bits(ids), len(ids), len(ids) >= _COMMON)
        if self.complete and not 0 < found.having < _FEW:
            if len(_sets) >= _BITS // max(self.total, _FEW):
                _sets.pop(next(iter(_sets), match), None)
            _sets[match] = self._state, found
        return found

    def _still(self, match: str, state: int, found: LineSet) -> LineSet | None:
        """What was found when the index had another state, as it is now; None if much changed."""
        old = _orders.get(state)
        if state not in self._changes:
            self._changes[state] = self._changed(state)
        changed = self._changes[state]
        if old is None or len(changed) > _CHANGED:
            return None
        bits = self.order.moved(found.bits, old, changed)
        for first, size in changed.items():
            bits |= self.order.bits(self.newest(match, Within(first, first + size)))
        having = _COMMON if found.common else min(bits.bit_count(), _COMMON)
        return LineSet(bits, having, having >= _COMMON)

    def newest(self, match: str, within: Within = EVERYWHERE, most: int = 0) -> list[int]:
        """The ids of the newest lines that match, at most so many, else those of a common word."""
        if not self.complete:
            return []
        conditions, values = within.sql("rowid")
        where = " and ".join(["stemmed match ?", *conditions])
        # An array is far quicker than row by row.
        select = (
            "select json_group_array(rowid) from"
            f" (select rowid from stemmed where {where} order by rowid desc limit ?)"
        )
        with until(self._connection, self._late) as in_time:
            found = self._connection.execute(select, [match, *values, most or _COMMON]).fetchone()
            return list(json.loads(found[0]))
        self.complete = in_time()
        return []
