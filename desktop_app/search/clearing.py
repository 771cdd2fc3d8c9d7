"""Clearing: no byte stays of lines that are gone. Knows the index's tables, not who has it open.

What leaves the full-text tables is only marked as gone in them, and the log of the database keeps
the pages of before: both are made good here, some time after the lines went.
"""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from desktop_app.search.schema import COLUMNS

_STEP = 500  # pages of the full-text tables that are merged at once, for which others wait
_PATIENCE = 500  # milliseconds


def clear(
    connection: sqlite3.Connection, change: Callable[[], AbstractContextManager[None]]
) -> None:
    """Have the tables hold what the files say and no more; each step is taken in a `change`."""
    gone = connection.execute("select gone from counted").fetchone()[0]
    for table in COLUMNS if gone else ():
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
    if gone:
        with change():
            connection.execute("update counted set gone = gone - ?", (gone,))
    empty_log(connection)


def empty_log(connection: sqlite3.Connection) -> None:
    """Leave nothing in the log beside the file. One that is read right now is left until later."""
    usual = connection.execute("pragma busy_timeout").fetchone()[0]
    connection.execute(f"pragma busy_timeout = {_PATIENCE}")
    try:
        connection.execute("pragma wal_checkpoint(truncate)")
    finally:
        connection.execute(f"pragma busy_timeout = {usual}")


def remove(path: Path) -> None:
    """Let a file of ours go, if it is there and may."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
