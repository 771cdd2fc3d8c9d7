"""Damage: which errors mean a broken index, and which mean a disk that refuses.

Knows SQLite's codes, not the query.
"""

import sqlite3

from desktop_app.salvage import DAMAGE, code_of
from desktop_app.search import schema

# What reading a row of nonsense can raise, in SQLite, in Python's module for it, or in us.
ERRORS = (sqlite3.DatabaseError, ValueError, TypeError, AttributeError)

_REFUSALS = (
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM,
)  # fmt: skip


def refused(error: Exception) -> bool:
    """Whether a disk or another program caused the error; the index itself may be intact."""
    return code_of(error) in _REFUSALS


def certain(error: Exception) -> bool:
    """Whether SQLite itself says that the file is broken."""
    return code_of(error) in DAMAGE


def faults_in(connection: sqlite3.Connection) -> list[str]:
    """The faults inside the index, in SQLite's words. Raises errors that `refused` knows."""
    try:
        return schema.faults(connection)
    except ERRORS as error:
        if refused(error):
            raise
        return [str(error)]
