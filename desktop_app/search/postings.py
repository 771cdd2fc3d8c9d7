"""Postings: which lines have a word, as FTS5 tells it until it is late. Knows SQL, no ranking."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from desktop_app.search.within import EVERYWHERE, Within

_COMMON = 10_000  # lines; a word in more of them is common
_OPCODES = 2000  # of SQLite between two looks at the time
_MOST = 10_000  # counts that are kept
_SIEVE = 65_521  # a prime, since ids differ by powers of two

_counts: dict[tuple[int, str], int] = {}  # of lines, by the state of an index and what they match


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


class Postings:
    """Looks for lines that match, for one search; once it is `late` no more are found.

    `total` is the number of all lines of the index, `complete` whether there was time for all. A
    word in more than `common` lines is common.
    """

    def __init__(
        self, connection: sqlite3.Connection, late: Callable[[], bool] = lambda: False
    ) -> None:
        self._connection = connection
        self._late = late
        self.total, self._state = connection.execute("select chunks, state from counted").fetchone()
        self.complete = True
        self.common = _COMMON

    def newest(
        self, match: str, within: Within = EVERYWHERE, most: int = 0, having: int | None = None
    ) -> list[int]:
        """The newest lines that match, in order; not `most` but `common` of them without it.
        `having`: no more than these match."""
        rows, values = _rows(match, within)
        most = most or self.common
        if having is None or having > most:
            return self._lines(f"{rows} order by rowid desc limit ?", [*values, most])
        return self._lines(rows, values)[::-1] if having else []  # FTS5 reads on sooner than back

    def among(self, some: set[int], match: str, within: Within, *, every: bool) -> set[int]:
        """Which of `some` lines match: of `every` line, or of the newest `common`."""
        rows, values = _rows(match, within)
        rows += "" if every else f" order by rowid desc limit {self.common}"
        sieve = bytearray(_SIEVE)  # quicker than to look for each id in a list
        for line in some:
            sieve[line % _SIEVE] = 1
        wanted = f"select rowid from ({rows}) where substr(?, rowid % {_SIEVE} + 1, 1) = x'01'"
        return some.intersection(self._lines(wanted, [*values, bytes(sieve)]))

    def count(self, match: str, within: Within = EVERYWHERE) -> int:
        """How many lines match, up to `common`."""
        count = _counts.get((self._state, match)) if within == EVERYWHERE else None
        if count is None:
            rows, values = _rows(match, within)
            select = f"select count(*) from ({rows} limit ?)"
            count = int(self._first(select, [*values, self.common]) or 0)
            if within == EVERYWHERE and self.complete:
                if len(_counts) >= _MOST:
                    _counts.clear()
                _counts[self._state, match] = count
        return count

    def _lines(self, rows: str, values: list[Any]) -> list[int]:
        # An array is far quicker than row by row.
        told = self._first(f"select json_group_array(rowid) from ({rows})", values)
        return list(json.loads(told or "[]"))

    def _first(self, select: str, values: list[Any]) -> Any:
        """The first value that is selected; None when it is late."""
        if self.complete:
            with until(self._connection, self._late) as in_time:
                return self._connection.execute(select, values).fetchone()[0]
            self.complete = in_time()
        return None


def _rows(match: str, within: Within) -> tuple[str, list[Any]]:
    conditions, values = within.sql("rowid")
    where = " and ".join(["stemmed match ?", *conditions])
    return f"select rowid from stemmed where {where}", [match, *values]
