"""Deletes the oldest versions, by size. Knows the history's tables, no files."""

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress

from desktop_app.database import Database, patience
from desktop_app.notebook.history import NAME
from desktop_app.notebook.storage import trouble

_PATIENCE = 500  # milliseconds


def prune(database: Database, most: int, needed: Collection[str] = ()) -> int:
    """Delete the oldest versions until their texts take `most` bytes; how many were deleted.

    Texts whose sha is `needed` stay, and so does the newest version of each path. Call `give_back`
    afterwards.
    """
    with trouble.database_as_problem(NAME):
        if _size(database.connection()) <= most:
            return 0
        with overwriting(database), database.write() as db:
            beyond = _beyond(db, most, frozenset(needed))
            db.executemany("delete from versions where version = ?", [(v,) for v in beyond])
            db.execute("delete from contents where sha not in (select sha from versions)")
            return len(beyond)


@contextmanager
def overwriting(database: Database) -> Iterator[None]:
    """In the block, what is deleted is overwritten on the disk."""
    database.connection().execute("pragma secure_delete=on")
    try:
        yield
    finally:
        database.connection().execute("pragma secure_delete=fast")


def give_back(database: Database) -> bool:
    """Make the history's file smaller, which takes a while; False where another program uses it."""
    with trouble.database_as_problem(NAME):
        connection = database.connection()
        with patience(connection, _PATIENCE), suppress(sqlite3.OperationalError):
            connection.execute("vacuum")
            busy = connection.execute("pragma wal_checkpoint(truncate)").fetchone()[0]
            return not busy
    return False


def _beyond(db: sqlite3.Connection, most: int, needed: frozenset[str]) -> list[int]:
    """The oldest versions, to be deleted until the texts take `most` bytes."""
    # By the order in which they were kept: a clock may have been wrong.
    rows = db.execute(
        "select version, sha from versions"
        " where version not in (select max(version) from versions group by path) order by version"
    ).fetchall()
    sizes = dict(db.execute("select sha, length(packed) from contents").fetchall())
    uses = dict(db.execute("select sha, count(*) from versions group by sha").fetchall())
    taken, removed = sum(sizes.values()), []
    for version, sha in rows:
        if taken <= most:
            break
        if sha in needed:
            continue
        removed.append(version)
        uses[sha] -= 1
        if not uses[sha]:
            taken -= sizes[sha]
    return removed


def _size(db: sqlite3.Connection) -> int:
    row = db.execute(
        "select (page_count - freelist_count) * page_size"
        " from pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
    )
    return int(row.fetchone()[0])
