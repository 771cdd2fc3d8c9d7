"""Within: the lines that pass the filters of a query. Knows ids and SQL, not text.

A line's id is day | file | number, so filters by day are bounds and those by file a few bits.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from desktop_app.database import storable
from desktop_app.search.query import Query, SearchIn
from desktop_app.search.rows import recency
from desktop_app.search.schema import DAY_SHIFT, FILE_SHIFT, FILES

# Where a file counts to: its kind, but topics apart from days.
PLACE = "case when kind = 'days' and day is null then 'topics' else kind end"
_MOST = 16  # choices of files that are kept
_chosen: dict[tuple[object, ...], tuple[frozenset[int] | None, frozenset[int]]] = {}
"""The files to look in or to leave out, by the state of an index and what is asked of a file."""


@dataclass(frozen=True)
class Within:
    """Lines that may be found: from `low` on, below `high`, in these `files` but not in those that
    are `left_out`, of these `lines`, and none of `others`. None stands for all."""

    low: int | None = None
    high: int | None = None
    files: frozenset[int] | None = None
    left_out: frozenset[int] = frozenset()
    lines: frozenset[int] | None = None
    others: frozenset[int] = frozenset()

    def __contains__(self, line: int) -> bool:
        return (
            (self.low is None or line >= self.low)
            and (self.high is None or line < self.high)
            and (self.files is None or line >> FILE_SHIFT & FILES in self.files)
            and not (self.left_out and line >> FILE_SHIFT & FILES in self.left_out)
            and (self.lines is None or line in self.lines)
            and line not in self.others
        )

    def sql(self, key: str) -> tuple[list[str], list[str | int]]:
        """The same as conditions on a column of ids, and their values."""
        conditions, values = list[str](), list[str | int]()
        for compared, bound in ((">=", self.low), ("<", self.high)):
            if bound is not None:
                conditions.append(f"{key} {compared} ?")
                values.append(bound)
        # The plus keeps SQLite from asking a full-text table once for each of these.
        number = f"+{key} >> {FILE_SHIFT} & {FILES}"
        for some, asked in (
            (self.files, f"{number} in"),
            (self.left_out or None, f"{number} not in"),
            (self.lines, f"+{key} in"),
            (self.others or None, f"+{key} not in"),
        ):
            if some is not None:
                conditions.append(f"{asked} (select value from json_each(?))")
                values.append(json.dumps(sorted(some)))
        return conditions, values


EVERYWHERE = Within()


def within(
    connection: sqlite3.Connection, query: Query, more: Iterable[sqlite3.Connection] = ()
) -> Within:
    """The lines that the query's filters let through, also of `more` tables like the index's."""
    low, high = _bounds(query)
    tables = (connection, *more)
    lines: frozenset[int] | None = None
    for sought in query.must:
        found = _saying(tables, sought)
        lines = found if lines is None else lines & found
    others = frozenset[int]().union(*(_saying(tables, sought) for sought in query.must_not))
    return Within(low, high, *_files(connection, query), lines, others)


def _saying(tables: Iterable[sqlite3.Connection], sought: tuple[str, str]) -> frozenset[int]:
    table, match = sought
    select = f"select rowid from {table} where {table} match ?"
    return frozenset(row[0] for one in tables for row in one.execute(select, (storable(match),)))


def _files(
    connection: sqlite3.Connection, query: Query
) -> tuple[frozenset[int] | None, frozenset[int]]:
    """The files to look in, None for all, or those to leave out where these are fewer."""
    places, paths = query.kinds, (query.path,) if query.path else ()
    wanted = [
        f"{column} in ({', '.join('?' * len(some))})"
        for column, some in ((PLACE, places), ("path", paths))
        if some
    ]
    values = [*places, *paths]
    for some, sign in ((query.places, ""), ([query.without] if query.without else [], "not ")):
        parts: list[str] = []
        for place in some:
            folder = f"{place.rstrip('/')}/"
            is_part = not sign and place in list(SearchIn)
            parts.append(f"{PLACE} = ?" if is_part else "path = ? or path >= ? and path < ?")
            values += [place] if is_part else [place, folder, f"{folder[:-1]}0"]  # "0" follows "/"
        wanted += [f"{sign}({' or '.join(parts)})"] if parts else []
    if query.for_model:
        wanted.append("not torn")
    where, values = " and ".join(wanted) or "true", [storable(value) for value in values]
    state = connection.execute("select state from counted").fetchone()[0]
    key = (state, where, *values)
    if key not in _chosen:
        if len(_chosen) >= _MOST:
            _chosen.clear()
        every = connection.execute(f"select {where}, id from files", values).fetchall()
        inside, outside = (frozenset(id_ for has, id_ in every if has == one) for one in (1, 0))
        _chosen[key] = (None, outside) if len(outside) <= len(inside) else (inside, frozenset())
    return _chosen[key]


def _bounds(query: Query) -> tuple[int | None, int | None]:
    """The first id of the query's days, and the one after its last."""
    if not query.since and not query.until:
        return None, None
    low = recency(query.since) << DAY_SHIFT if query.since else None
    # What has no date has the largest day, and is left out by either bound.
    last = min(recency(query.until) + 1, recency(None)) if query.until else recency(None)
    return low, last << DAY_SHIFT
