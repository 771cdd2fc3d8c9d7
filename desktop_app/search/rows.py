"""Rows: how what a file says comes into the index and leaves it. Knows SQL, not files or queries.

Only chunks that differ are exchanged, so a line at the end of a very large file costs little. A row
leaves the full-text tables before its chunk does, with the old values: they hold no text of it.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from desktop_app.language import words
from desktop_app.notebook.files import Snapshot, Stat
from desktop_app.notebook.layout import FileKind
from desktop_app.search.chunks import chunks
from desktop_app.search.schema import COLUMNS, DAY_SHIFT, FILE_SHIFT, MOST, NEAR

_MONTHS = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]  # fmt: skip
_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


class _ChunkRow(NamedTuple):
    line: int
    end_line: int
    heading: str
    text: str
    head: str

    def says(self) -> tuple[str, str, str]:
        return self[2:]


def put(
    connection: sqlite3.Connection,
    due: list[int],
    file: int | None,
    kind: FileKind,
    day: date | None,
    snapshot: Snapshot,
    stat: Stat | None,
) -> None:
    """Hold what a file says now, instead of what `file` (its number, if it has one) said.

    The chunks that are new join those that are `due`, for `index` in the same transaction.
    """
    file = connection.execute(
        "insert or replace into files values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (file, snapshot.path, kind, day and day.isoformat(), snapshot.sha, *_marks(stat)),
    ).lastrowid
    assert file is not None
    due += _exchange(connection, file, _said(file, day, snapshot))


def held(connection: sqlite3.Connection) -> list[str]:
    """The paths of every file that is indexed."""
    return [row[0] for row in connection.execute("select path from files order by path")]


def saying(connection: sqlite3.Connection, paths: Iterable[str]) -> list[str]:
    """Of these files those that said something when they were indexed."""
    one = (
        "select 1 from files where path = ?"
        " and exists (select 1 from chunks where chunks.file = files.id)"
    )
    return [path for path in paths if connection.execute(one, (path,)).fetchone()]


def holding(
    connection: sqlite3.Connection, path: str, kind: FileKind | None, day: date | None
) -> tuple[str | None, Callable[[Snapshot], bool]]:
    """The sha of a file as it is indexed (None: it is not), and what tells whether all that is
    held of it, at this moment, is what that state of the file says."""
    connection.execute("begin")
    try:
        query = "select id, sha, kind, day from files where path = ?"
        row = connection.execute(query, (path,)).fetchone()
        query = "select * from chunks where file = ? order by id"
        found = connection.execute(query, (row[0],)).fetchall() if row else []
    finally:
        connection.rollback()
    if not row:
        return None, lambda _: True

    def same(snapshot: Snapshot) -> bool:
        right = [_columns(id_, row[0], said) for id_, said in _said(row[0], day, snapshot).items()]
        return row[2:] == (kind, day and day.isoformat()) and found == right

    return row[1], same


def remove(connection: sqlite3.Connection, file: int) -> None:
    """Take a file away with all that it said."""
    _exchange(connection, file, {})
    connection.execute("delete from files where id = ?", (file,))


def see(connection: sqlite3.Connection, file: int, stat: Stat | None) -> None:
    """Keep the marks of change a file has now; what it says is as it was."""
    update = "update files set mtime_ns = ?, size = ?, inode = ?, changed_ns = ? where id = ?"
    connection.execute(update, (*_marks(stat), file))


def empty(connection: sqlite3.Connection) -> None:
    """Take everything away at once."""
    for table in COLUMNS:
        connection.execute(f"insert into {table}({table}) values ('delete-all')")
    connection.execute("delete from chunks")
    connection.execute("update counted set chunks = 0, gone = 0")
    connection.execute("delete from files")


def index(connection: sqlite3.Connection, due: Sequence[int]) -> None:
    """Let the full-text tables take in the chunks that are due.

    All of it in one statement a table: FTS5 writes what it gathered at the end of each.
    """
    for table, columns in COLUMNS.items():
        connection.execute(
            f"insert into {table}(rowid, {columns}) select id, {columns} from passages"
            " where id in (select value from json_each(?))",
            (json.dumps(due),),
        )


def recency(day: date | None) -> int:
    """The order of days; what has no date, such as MEMORY.md, is always current."""
    return (day or date.max).toordinal()


def _exchange(
    connection: sqlite3.Connection, file: int, fresh: Mapping[int, _ChunkRow]
) -> list[int]:
    """Turn the chunks of a file into these, by id. Returns the ids of those that are new."""
    select = "select id, line, end_line, heading, text, head from chunks where file = ?"
    held = {row[0]: _ChunkRow(*row[1:]) for row in connection.execute(select, (file,))}
    same = {id_ for id_ in held.keys() & fresh.keys() if held[id_].says() == fresh[id_].says()}
    leaving = sorted(held.keys() - same)
    coming = sorted(fresh.keys() - same)
    if leaving:
        for table in COLUMNS:
            _leave(connection, table, leaving)
        connection.executemany("delete from chunks where id = ?", ((id_,) for id_ in leaving))
    connection.executemany(
        "update chunks set line = ?, end_line = ? where id = ?",
        ((*fresh[id_][:2], id_) for id_ in same if fresh[id_][:2] != held[id_][:2]),
    )
    connection.executemany(
        "insert into chunks values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (_columns(id_, file, fresh[id_]) for id_ in coming),
    )
    more = len(coming) - len(leaving)
    connection.execute(
        "update counted set chunks = chunks + ?, gone = gone + ?", (more, len(leaving))
    )
    return coming


def _name(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _first(day: date | None, file: int) -> int:
    """The id of a file's first chunk."""
    return recency(day) << DAY_SHIFT | file << FILE_SHIFT


def _said(file: int, day: date | None, snapshot: Snapshot) -> dict[int, _ChunkRow]:
    """The chunks of a file by id, in order; after a section some ids stay free."""
    first = _first(day, file)
    told = f"{_date_words(day)} {_name(snapshot.path)}"
    heads: dict[tuple[str, ...], str] = {}
    said: dict[int, _ChunkRow] = {}
    number = -1
    section: tuple[str, ...] = ()
    for line, end_line, above, text in chunks(snapshot.path, snapshot.data):
        number += 1 if above == section else NEAR + 1
        if number >= MOST:
            break
        section = above
        if above not in heads:
            heads[above] = words.index_text(" ".join([*above, told]))
        heading = above[-1] if above else ""
        said[first + number] = _ChunkRow(line, end_line, heading, text, heads[above])
    return said


def _leave(connection: sqlite3.Connection, table: str, ids: list[int]) -> None:
    columns = COLUMNS[table]
    connection.execute(
        f"insert into {table}({table}, rowid, {columns}) select 'delete', id, {columns}"
        " from passages where id in (select value from json_each(?))",
        (json.dumps(ids),),
    )


def _columns(id_: int, file: int, row: _ChunkRow) -> tuple[int | str | None, ...]:
    body = words.index_text(row.text)
    spaced = words.spaced_text(body)
    other = [None if text == than else text for text, than in ((body, row.text), (spaced, body))]
    return id_, file, row.line, row.end_line, row.heading, row.text, *other, row.head


def _marks(stat: Stat | None) -> tuple[int | None, ...]:
    if stat is None:
        return (None,) * 4
    return stat.mtime_ns, stat.size, stat.inode, stat.changed_ns


def _date_words(day: date | None) -> str:
    if day is None:
        return ""
    month, weekday = _MONTHS[day.month - 1], _WEEKDAYS[day.weekday()]
    chinese = f"{day.month}月{day.day}日 星期{'一二三四五六日'[day.weekday()]}"
    return f"{day.isoformat()} {weekday} {day.day} {month} {chinese}"
