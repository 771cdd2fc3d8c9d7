"""Budget: queries of the index that end in time. Knows SQLite and the clock, not what is sought."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
