"""Rows: the new records in a database that another program writes. Only reads; knows no agent.

It is opened so that nothing beside it is made or changed: SQLite itself would make files for a
database in WAL mode. A file that changes while it is read is left until it rests.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from desktop_app.sessions.agents.adapter import Rows
from desktop_app.sessions.agents.tail import TailPiece, TailPlace, TailRecord, object_in

T = TypeVar("T")

PIECE = 500
"""How many rows are read at once."""


class BusyError(OSError):
    """Its own program is writing it, or it is no database that is known; another time, then."""


def read_rows(path: Path, rows: Rows, place: TailPlace, most: int = PIECE) -> TailPiece:
    """The next rows. Raises OSError."""

    def read(connection: sqlite3.Connection) -> TailPiece:
        last = connection.execute(rows.last).fetchone()[0]
        again = last < place.offset
        begin = 0 if again else place.offset
        found = connection.execute(rows.query, (begin, most)).fetchall()
        before = [begin, *(row[0] for row in found)]
        records = tuple(
            TailRecord(TailPlace(number), object_in(text), str(session))
            for number, (_, session, text) in zip(before, found, strict=False)
        )
        return TailPiece(records, TailPlace(before[-1]), more=before[-1] < last, again=again)

    return _asked(path, read)


def last_row(path: Path, rows: Rows) -> TailPlace:
    """The place behind the last row. Raises OSError."""
    return TailPlace(_asked(path, lambda connection: connection.execute(rows.last).fetchone()[0]))


def sessions_in(path: Path, rows: Rows) -> int:
    """How many conversations a person holds in it; 0 if nobody can tell now."""
    with suppress(OSError):
        return len(_asked(path, lambda connection: connection.execute(rows.sessions).fetchall()))
    return 0


def _asked(path: Path, ask: Callable[[sqlite3.Connection], T]) -> T:
    """What `ask` gets of a database that is the same before and after."""
    before = _state(path)
    if _size(f"{path}-journal"):
        raise BusyError(f"{path} is being written")
    logged = _size(f"{path}-wal") > 0
    how = "mode=ro&readonly_shm=1" if logged else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?{how}", uri=True)) as connection:
            answer = ask(connection)
    except sqlite3.Error as error:
        raise BusyError(str(error)) from error
    if not logged and _state(path) != before:
        raise BusyError(f"{path} was written meanwhile")
    return answer


def _state(path: Path) -> tuple[int, ...]:
    about = path.stat()
    return about.st_ino, about.st_size, about.st_mtime_ns, _size(f"{path}-wal")


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116  # of a name that may not be there
    except OSError:
        return 0
