"""Reading: files of the notebook come into the index, and are compared with it. Knows no query."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from typing import NamedTuple

from desktop_app.errors import Problem
from desktop_app.notebook.files import Snapshot, Stat
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.storage.trouble import Outside
from desktop_app.search import rows
from desktop_app.search.freshness import Loss, loss_of
from desktop_app.words import tr

_AT_ONCE, _BYTES = 700, 16_000_000  # read while FTS5 takes in the words of those before them


class IndexSource(NamedTuple):
    """Where the index has the notebook from: `read` gives a file as it is now, `kind` what it is
    in the notebook, `dated` the day that it is of."""

    read: Callable[[str], Snapshot]
    kind: Callable[[str], FileKind | None]
    dated: Callable[[str], date | None]

    def now(self, path: str) -> Snapshot | None:
        """A file as it is now, none where a link leads out; None if it can't be read."""
        try:
            path.encode()  # a name of odd bytes can't be indexed
            return self.read(path)
        except Outside:
            return Snapshot(path, b"", "")
        except (UnicodeEncodeError, Problem):
            return None


class _Found(NamedTuple):
    """A file as it was found: its number if it is indexed, and what it says if that is new.

    `kind` is None of a file that is gone.
    """

    file: int | None
    kind: FileKind | None
    snapshot: Snapshot
    day: date | None = None
    says: rows.Said | None = None


def take(
    connection: sqlite3.Connection,
    source: IndexSource,
    marks: Mapping[str, Stat | None],
    *,
    home: bool = False,
) -> tuple[list[str], set[str]]:
    """Index these files inside a transaction; returns the changed ones and the unreadable ones.

    The index keeps what it has of unreadable files. All are read only now, when nobody else can
    write, so an older state never replaces a newer one. `home`: also those whose lines a tier has,
    though they are the same.
    """
    changed: list[str] = []
    unread: set[str] = set()
    paths = [*marks]
    known = rows.known(connection, paths)
    indexing: Future[None] | None = None
    with ThreadPoolExecutor(1, "index") as beside:
        found: dict[str, _Found | None] = {}
        size = 0
        for number, path in enumerate(paths, 1):
            one = found[path] = _found(source, path, known.get(path), home)
            size += len(one.snapshot.data) if one else 0
            if number < len(paths) and len(found) < _AT_ONCE and size < _BYTES:
                continue
            if indexing:
                indexing.result()  # one of us at a time asks the database
            unread |= {path for path, one in found.items() if one is None}
            due: list[int] = []
            for path, one in found.items():
                if one is None:
                    continue
                if one.kind and one.says is not None:
                    due += rows.put(
                        connection, one.file, one.kind, one.day, one.snapshot, marks[path],
                        one.says,
                    )  # fmt: skip
                    changed.append(path)
                elif one.file and one.kind:
                    rows.see(connection, one.file, marks[path])
                elif one.file:
                    rows.remove(connection, one.file)
                    changed.append(path)
            found, size = {}, 0
            if number < len(paths):
                indexing = beside.submit(rows.index, connection, due)
            else:
                rows.index(connection, due)
    return changed, unread


def _found(
    source: IndexSource, path: str, known: tuple[int, str, str] | None, home: bool
) -> _Found | None:
    snapshot = source.now(path)
    if snapshot is None:
        return None
    file, *about = known or (None, "", "")
    kind = source.kind(path) if snapshot.exists else None
    if not kind or (file and about == [snapshot.sha, kind] and not home):
        return _Found(file, kind, snapshot)
    day = source.dated(path)
    says = rows.said(day, snapshot)
    return _Found(file, kind, snapshot, day, says if file else rows.written(says))


def due(
    connection: sqlite3.Connection, source: IndexSource, stats: Mapping[str, Stat]
) -> dict[str, Stat | None]:
    """The files whose marks of change differ from the index, with their marks; None: it is gone."""
    select = "select path, kind, mtime_ns, size, inode, changed_ns from files"
    indexed = {path: (kind, marks) for path, kind, *marks in connection.execute(select)}
    # A note is a copy or none by what lies beside it, so by what came and went.
    moved = indexed.keys() != stats.keys()

    def differs(path: str, stat: Stat) -> bool:
        kind, marks = indexed.get(path, (None, None))
        return marks != [*stat] or (moved and kind != source.kind(path))

    differing = {path: stat for path, stat in stats.items() if differs(path, stat)}
    return differing | dict.fromkeys(indexed.keys() - stats.keys())


def lost(connection: sqlite3.Connection, stats: Mapping[str, Stat]) -> Loss | None:
    """What would go in a suspicious way if these were the files now."""
    empty = (path for path, stat in stats.items() if not stat.size)
    return loss_of(rows.indexed_paths(connection), stats, rows.saying(connection, empty))


def differing(connection: sqlite3.Connection, source: IndexSource) -> Iterator[tuple[str, str]]:
    """The files that differ from the index, each with the fault inside, or "" if it has changed.

    Each file is cut into chunks again and compared with its rows.
    """
    for path in rows.indexed_paths(connection):
        file, held = rows.held(connection, path)
        snapshot, day = source.now(path), source.dated(path)
        if snapshot is None or file is None:  # it can't be read, or left meanwhile
            continue
        number, sha, kind, dated, tier = file
        if snapshot.sha != sha:
            yield path, ""
            continue
        right = [] if tier else rows.rows_of(number, day, snapshot)  # what is away is not here
        if held != right or (kind, dated) != (source.kind(path), day and day.isoformat()):
            yield path, tr("{path} is not indexed as it is").format(path=path)
