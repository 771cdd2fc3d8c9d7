"""Budget: looks into the index that end in time. Knows SQLite and the clock, not what is sought."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_OPCODES = 2000  # of SQLite between two looks at the time


@contextmanager
def until(connection: sqlite3.Connection, late: Callable[[], bool]) -> Iterator[Callable[[], bool]]:
    """What is looked up in the block ends when it is `late`.

    What it gives tells afterwards whether there was time enough. FTS5 gathers the beginnings of
    words in one go, which cannot be broken off.
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
