"""Pruning: the oldest versions let go, by age and by size. Knows the history's tables, no files.

Never the newest version of a file, never a text that is still needed. What is let go is
overwritten on the disk, and the room can be given back.
"""

import sqlite3
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from desktop_app.database import Database
from desktop_app.notebook.storage import trouble

_PATIENCE = 500  # milliseconds
_NAME = "the history of this notebook"


@dataclass(frozen=True)
class Pruned:
    """How many versions were let go, and the bytes of the history's file before and after."""

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
    """Let go the versions from before `older`, and the oldest until the texts take `most` bytes.

    Texts whose sha is `needed` stay, and the newest version of each path. `give_back` follows.
    """
    with trouble.told_by_database(_NAME):
        before = _size(database.here())
        if most is not None and before <= most and older is None:
            return Pruned(0, before, before)
        database.here().execute("pragma secure_delete=on")
        try:
            with database.write() as db:
                count = _let_go(db, most, older, frozenset(needed))
        finally:
            database.here().execute("pragma secure_delete=fast")
        return Pruned(count, before, _size(database.here()))


def give_back(database: Database) -> None:
    """Make the history's file smaller, which takes a while for a large one.

    Another program that uses it right now leaves that to the next time.
    """
    with trouble.told_by_database(_NAME):
        connection = database.here()
        connection.execute(f"pragma busy_timeout={_PATIENCE}")
        with suppress(sqlite3.OperationalError):
            connection.execute("vacuum")
            connection.execute("pragma wal_checkpoint(truncate)")
        connection.execute("pragma busy_timeout=30000")


def _let_go(
    db: sqlite3.Connection, most: int | None, older: datetime | None, needed: frozenset[str]
) -> int:
    # By the order in which they were kept: a clock may have been wrong.
    rows = db.execute(
        "select version, at, sha from versions"
        " where version not in (select max(version) from versions group by path) order by version"
    ).fetchall()
    free = [(version, at, sha) for version, at, sha in rows if sha not in needed]
    gone = [v for v, at, _ in free if older is not None and _moment(at) < older]
    db.executemany("delete from versions where version = ?", [(v,) for v in gone])
    _drop_texts(db)
    if most is None:
        return len(gone)
    sizes = dict(db.execute("select sha, length(packed) from contents").fetchall())
    uses = dict(db.execute("select sha, count(*) from versions group by sha").fetchall())
    taken = sum(sizes.values())
    done = set(gone)
    for version, _, sha in free:
        if taken <= most:
            break
        if version in done:
            continue
        done.add(version)
        db.execute("delete from versions where version = ?", [version])
        uses[sha] -= 1
        if not uses[sha]:
            taken -= sizes[sha]
    _drop_texts(db)
    return len(done)


def _drop_texts(db: sqlite3.Connection) -> None:
    db.execute("delete from contents where sha not in (select sha from versions)")


def _moment(at: str) -> datetime:
    found = datetime.fromisoformat(at)
    return found if found.tzinfo else found.astimezone()


def _size(db: sqlite3.Connection) -> int:
    found = db.execute(
        "select (page_count - freelist_count) * page_size"
        " from pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
    )
    return int(found.fetchone()[0])
