"""Deletes the oldest versions, by age and by size. Knows the history's tables, no files."""

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime

from desktop_app.database import Database, patience
from desktop_app.notebook.history import NAME
from desktop_app.notebook.storage import trouble

_PATIENCE = 500  # milliseconds


@dataclass(frozen=True)
class Pruned:
    """How many versions were deleted, and the bytes of the history's file before and after."""

    versions: int
    before: int
    after: int


def prune(
    database: Database,
    *,
    most: int | None = None,
    older: datetime | None = None,
    needed: Collection[str] = (),
) -> Pruned:
    """Delete the versions from before `older`, and the oldest until the texts take `most` bytes.

    Texts whose sha is `needed` stay, and so does the newest version of each path. Call `give_back`
    afterwards.
    """
    with trouble.database_as_problem(NAME):
        before = _size(database.connection())
        if most is not None and before <= most and older is None:
            return Pruned(0, before, before)
        with overwriting(database), database.write() as db:
            count = _let_go(db, most, older, frozenset(needed))
        return Pruned(count, before, _size(database.connection()))


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


def _let_go(
    db: sqlite3.Connection, most: int | None, older: datetime | None, needed: frozenset[str]
) -> int:
    # By the order in which they were kept: a clock may have been wrong.
    rows = db.execute(
        "select version, at, sha from versions"
        " where version not in (select max(version) from versions group by path) order by version"
    ).fetchall()
    free = [row for row in rows if row[2] not in needed]
    old = {v for v, at, _ in free if older is not None and _moment(at) < older}
    _forget(db, old)
    if most is None:
        return len(old)
    beyond = _beyond(db, most, [(v, sha) for v, _, sha in free if v not in old])
    _forget(db, beyond)
    return len(old) + len(beyond)


def _beyond(db: sqlite3.Connection, most: int, free: Iterable[tuple[int, str]]) -> list[int]:
    """The oldest of these versions, to be deleted until the texts take `most` bytes."""
    sizes = dict(db.execute("select sha, length(packed) from contents").fetchall())
    uses = dict(db.execute("select sha, count(*) from versions group by sha").fetchall())
    taken, removed = sum(sizes.values()), []
    for version, sha in free:
        if taken <= most:
            break
        removed.append(version)
        uses[sha] -= 1
        if not uses[sha]:
            taken -= sizes[sha]
    return removed


def _forget(db: sqlite3.Connection, versions: Collection[int]) -> None:
    db.executemany("delete from versions where version = ?", [(v,) for v in versions])
    db.execute("delete from contents where sha not in (select sha from versions)")


def _moment(at: str) -> datetime:
    moment = datetime.fromisoformat(at)
    return moment if moment.tzinfo else moment.astimezone()


def _size(db: sqlite3.Connection) -> int:
    row = db.execute(
        "select (page_count - freelist_count) * page_size"
        " from pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
    )
    return int(row.fetchone()[0])
