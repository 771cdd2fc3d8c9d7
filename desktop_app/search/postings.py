"""Postings: which lines have a word, as FTS5 tells it until it is late. Knows SQL, no ranking."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from desktop_app.search.within import EVERYWHERE, Within

_COMMON = 10_000  # lines; a word in more of them is common
_OPCODES = 2000  # of SQLite between two looks at the time
_MOST = 10_000  # counts that are kept

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

    def newest(self, match: str, within: Within = EVERYWHERE, most: int = 0) -> list[int]:
        """The newest lines that match, in order; not `most` but `common` of them without it."""
        rows, values = _rows(match, within)
        return self._lines(f"{rows} order by rowid desc limit ?", [*values, most or self.common])

    def among(self, some: Collection[int], match: str, within: Within, *, every: bool) -> list[int]:
        """Which of `some` lines match: of `every` line, or of the newest `common`."""
        rows, values = _rows(match, within)
        rows += "" if every else f" order by rowid desc limit {self.common}"
        # The plus keeps SQLite from asking FTS5 once for each of them.
        wanted = f"select rowid from ({rows}) where +rowid in (select value from json_each(?))"
        return self._lines(wanted, [*values, json.dumps([*some])])

    def all_of(self, match: str, most: int) -> list[int] | None:
        """All lines that match, the newest first; None if there are `most` or more."""
        count = _counts.get((self._state, match))
        lines = self.newest(match, most=most) if count is None or 0 < count < most else []
        if len(lines) < most and count is None:
            self._keep(match, len(lines))
        return None if max(count or 0, len(lines)) >= most else lines

    def count(self, match: str, within: Within = EVERYWHERE) -> int:
        """How many lines match, up to `common`."""
        count = _counts.get((self._state, match)) if within == EVERYWHERE else None
        if count is None:
            rows, values = _rows(match, within)
            select = f"select count(*) from ({rows} limit ?)"
            count = int(self._first(select, [*values, self.common]) or 0)
            if within == EVERYWHERE:
                self._keep(match, count)
        return count

    def _keep(self, match: str, count: int) -> None:
        if len(_counts) >= _MOST:
            _counts.clear()
        if self.complete:
            _counts[self._state, match] = count

    def _lines(self, rows: str, values: list[str | int]) -> list[int]:
        # An array is far quicker than row by row.
        told = self._first(f"select json_group_array(rowid) from ({rows})", values)
        return list(json.loads(told or "[]"))

    def _first(self, select: str, values: list[str | int]) -> Any:
        """The first value that is selected; None when it is late."""
        if self.complete:
            with until(self._connection, self._late) as in_time:
                return self._connection.execute(select, values).fetchone()[0]
            self.complete = in_time()
        return None


def _rows(match: str, within: Within) -> tuple[str, list[str | int]]:
    conditions, values = within.sql("rowid")
    where = " and ".join(["stemmed match ?", *conditions])
    return f"select rowid from stemmed where {where}", [match, *values]
