"""Clearing: no byte of deleted lines stays in the index. Knows its tables, not who has it open.

The full-text tables only mark deleted lines, and the log of the database keeps old pages. This
module removes both, some time after the lines were deleted.
"""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager

from desktop_app.database import patience
from desktop_app.search.schema import COLUMNS

_STEP = 500  # pages of the full-text tables that are merged at once, for which others wait
_PATIENCE = 500  # milliseconds


def clear(
    connection: sqlite3.Connection, change: Callable[[], AbstractContextManager[None]]
) -> None:
    """Remove deleted lines from the tables for good; each step happens in a `change`."""
    leaving = connection.execute("select gone from counted").fetchone()[0]
    for table in COLUMNS if leaving else ():
        pages = -_STEP  # first all that was gathered is taken together, then merged to its end
        merged = True
        while merged:
            with change():
                before = connection.total_changes
                connection.execute(
                    f"insert into {table}({table}, rank) values ('merge', ?)", (pages,)
                )
                merged = connection.total_changes - before > 1
            pages = _STEP
    if leaving:
        with change():
            connection.execute("update counted set gone = gone - ?", (leaving,))
    empty_log(connection)


def empty_log(connection: sqlite3.Connection) -> None:
    """Empty the log beside the file. If somebody is reading it right now, it stays until later."""
    with patience(connection, _PATIENCE):
        connection.execute("pragma wal_checkpoint(truncate)")


def compact(connection: sqlite3.Connection) -> None:
    """Write the file anew, so that no page of it has room in which something old may stand."""
    with patience(connection, _PATIENCE):
        connection.execute("vacuum")
    empty_log(connection)
