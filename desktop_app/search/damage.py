"""Damage: which errors tell of an index that is broken, and which of a disk that refuses.

Knows SQLite's codes, not what was asked.
"""

import sqlite3

from desktop_app.search import schema

# What reading a row of nonsense can raise, in SQLite, in Python's module for it, or in us.
ERRORS = (sqlite3.DatabaseError, ValueError, TypeError, AttributeError)

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_REFUSALS = (
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM,
)  # fmt: skip


def refused(error: Exception) -> bool:
    """Whether a disk or another program stood in the way of an index that may be well."""
    return _code(error) in _REFUSALS


def certain(error: Exception) -> bool:
    """Whether SQLite itself says that the file is broken."""
    return _code(error) in _DAMAGE


def found(connection: sqlite3.Connection) -> list[str]:
    """What is wrong inside, in SQLite's words. Raises what `refused` knows."""
    try:
        return schema.faults(connection)
    except ERRORS as error:
        if refused(error):
            raise
        return [str(error)]


def _code(error: Exception) -> int:
    """SQLite's own code; what Python's module says by itself has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
