"""Rows: how the chunks of a file come into the index and leave it. Knows SQL, no files or queries.

Only changed chunks are replaced, so one new line in a very large file costs little. The full-text
tables hold no text themselves: a row leaves them, by its old values, before its chunk is deleted.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from desktop_app.language import tokens
from desktop_app.notebook.files import Snapshot, Stat
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.remarks import git_conflict
from desktop_app.search.chunks import chunks
from desktop_app.search.schema import COLUMNS, DAY_SHIFT, FILE_SHIFT, MOST, NEAR, migrate
from desktop_app.tiers.entry import TierEntry

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
    body: str | None = None
    spaced: str | None = None


_COLUMNS = f"id, file, {', '.join(_ChunkRow._fields)}"
Said = Mapping[int, _ChunkRow]
"""What a file says, by the numbers of its lines."""


def said(day: date | None, snapshot: Snapshot) -> Said:
    """The chunks of a file, in order; after a section some numbers stay free."""
    name = snapshot.path.rpartition("/")[2].rpartition(".")[0]
    about = [_date_words(day), "" if day and name == day.isoformat() else name]
    every: dict[int, _ChunkRow] = {}
    number = -1
    section, heading, head = tuple[str, ...](), "", tokens.index_text(" ".join(about))
    for line, end_line, above, text in chunks(snapshot.path, snapshot.data):
        number += 1
        if above != section:
            number += NEAR
            section, heading = above, above[-1] if above else ""
            head = tokens.index_text(" ".join([*above, *about]))
        if number >= MOST:
            break
        every[number] = _ChunkRow(line, end_line, heading, text, head)
    return every


def written(every: Said) -> Said:
    """The same, with the words of each line as the full-text tables take them."""
    odd = [number for number, row in every.items() if not row.text.isascii()]
    pairs = tokens.index_texts([every[number].text for number in odd])
    return {**every, **{n: _written(every[n], *own) for n, own in zip(odd, pairs, strict=True)}}


def _written(row: _ChunkRow, *pair: str) -> _ChunkRow:
    return _ChunkRow(*row[:5], *(None if one == row.text else one for one in pair))


def known(connection: sqlite3.Connection, paths: Iterable[str]) -> dict[str, tuple[int, str, str]]:
    """Of these files those that are indexed: their numbers, hashes and kinds."""
    select = "select path, id, sha, kind from files where path in (select value from json_each(?))"
    every = connection.execute(select, (json.dumps([*paths]),))
    return {path: (file, sha, kind) for path, file, sha, kind in every}


def put(
    connection: sqlite3.Connection,
    file: int | None,
    kind: FileKind,
    day: date | None,
    snapshot: Snapshot,
    stat: Stat | None,
    says: Said,
) -> list[int]:
    """Index what a file says now, in place of what it said as number `file`; without one it is new
    and all that it says is `written`.

    Returns the ids of new chunks; `index` takes them in, in the same transaction.
    """
    torn = kind is not FileKind.SESSIONS and git_conflict(snapshot.data) is not None
    number = connection.execute(
        "insert or replace into files values (?, ?, ?, ?, ?, ?, ?, ?, ?, null, 0, ?)",
        (file, snapshot.path, kind, day and day.isoformat(), snapshot.sha, *_marks(stat), torn),
    ).lastrowid
    assert number is not None
    return _exchange(connection, number, _by_id(day, number, says), is_new=file is None)


def put_lines(
    connection: sqlite3.Connection, file: int, day: str | None, lines: Mapping[int, TierEntry]
) -> list[int]:
    """Add what a file says as it was kept elsewhere, by numbers. Returns the ids for `index`."""
    fresh = {
        n: _ChunkRow(one.line, one.end_line, one.heading, one.text, one.head)
        for n, one in lines.items()
    }
    return _exchange(
        connection, file, _by_id(date.fromisoformat(day) if day else None, file, fresh)
    )


def alone(file: int, kind: FileKind, day: date | None, snapshot: Snapshot) -> sqlite3.Connection:
    """A table like the index's, of this one file."""
    made = sqlite3.connect(":memory:", check_same_thread=False)
    migrate(made)
    index(made, put(made, file, kind, day, snapshot, None, said(day, snapshot)))
    return made


def indexed_paths(connection: sqlite3.Connection) -> list[str]:
    """The paths of every file that is indexed."""
    return [row[0] for row in connection.execute("select path from files order by path")]


def saying(connection: sqlite3.Connection, paths: Iterable[str]) -> list[str]:
    """Of these files those that said something when they were indexed."""
    one = (
        "select 1 from files where path = ?"
        " and (entries or exists (select 1 from chunks where chunks.file = files.id))"
    )
    return [path for path in paths if connection.execute(one, (path,)).fetchone()]


def held(
    connection: sqlite3.Connection, path: str
) -> tuple[tuple[Any, ...] | None, list[tuple[Any, ...]]]:
    """Of a file its number, sha, kind, day and tier, and its rows, at one moment; None and no rows
    where it is not indexed."""
    connection.execute("begin")
    try:
        query = "select id, sha, kind, day, tier from files where path = ?"
        file = connection.execute(query, (path,)).fetchone()
        query = f"select {_COLUMNS} from chunks where file = ? order by id"
        return file, connection.execute(query, (file[0],)).fetchall() if file else []
    finally:
        connection.rollback()


def rows_of(file: int, day: date | None, snapshot: Snapshot) -> list[tuple[Any, ...]]:
    """The rows that a file has where it is indexed as it should be."""
    every = _by_id(day, file, written(said(day, snapshot)))
    return [(id_, file, *row) for id_, row in every.items()]


def remove(connection: sqlite3.Connection, file: int) -> None:
    """Take a file away with all that it said."""
    _exchange(connection, file, {})
    connection.execute("delete from files where id = ?", (file,))


def let_go(connection: sqlite3.Connection, path: str, sha: str, lines: int, tier: str) -> bool:
    """Take away the `lines` that a file says, which a tier has now; the file stays known.

    False where the file is in another state by now, or elsewhere.
    """
    select = (
        "select id, (select count(*) from chunks where file = files.id) from files"
        " where path = ? and sha = ? and tier is null"
    )
    row = connection.execute(select, (path, sha)).fetchone()
    if row is None or row[1] != lines:
        return False
    _exchange(connection, row[0], {})
    update = "update files set tier = ?, entries = ? where id = ?"
    connection.execute(update, (tier, lines, row[0]))
    return True


def see(connection: sqlite3.Connection, file: int, stat: Stat | None) -> None:
    """Keep the present marks of change of a file whose text is the same."""
    update = "update files set mtime_ns = ?, size = ?, inode = ?, changed_ns = ? where id = ?"
    connection.execute(update, (*_marks(stat), file))


def empty(connection: sqlite3.Connection) -> None:
    """Delete everything at once."""
    for table in COLUMNS:
        connection.execute(f"insert into {table}({table}) values ('delete-all')")
    connection.execute("delete from chunks")
    connection.execute("update counted set chunks = 0, gone = 0, state = random()")
    connection.execute("delete from files")


def index(connection: sqlite3.Connection, due: Sequence[int]) -> None:
    """Add the chunks that are due to the full-text tables.

    One statement for each table: FTS5 writes to the disk at the end of each statement.
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
    connection: sqlite3.Connection, file: int, fresh: Said, *, is_new: bool = False
) -> list[int]:
    """Replace the chunks of a file by these, by id. Returns the ids of the new ones."""
    select = "select id, line, end_line, heading, text, head from chunks where file = ?"
    there = [] if is_new else connection.execute(select, (file,))
    old = {row[0]: row[1:] for row in there}
    same = {id_ for id_ in old.keys() & fresh.keys() if old[id_][2:] == fresh[id_][2:5]}
    leaving = sorted(old.keys() - same)
    coming = fresh if is_new else written({id_: fresh[id_] for id_ in sorted(fresh.keys() - same)})
    if leaving:
        for table in COLUMNS:
            _leave(connection, table, leaving)
        connection.executemany("delete from chunks where id = ?", ((id_,) for id_ in leaving))
    connection.executemany(
        "update chunks set line = ?, end_line = ? where id = ?",
        ((*fresh[id_][:2], id_) for id_ in same if fresh[id_][:2] != old[id_][:2]),
    )
    connection.executemany(
        f"insert into chunks ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(id_, file, *row) for id_, row in coming.items()],
    )
    more = len(coming) - len(leaving)
    connection.execute(
        "update counted set chunks = chunks + ?, gone = gone + ?, state = random()",
        (more, len(leaving)),
    )
    return [*coming]


def _by_id(day: date | None, file: int, says: Said) -> Said:
    first = recency(day) << DAY_SHIFT | file << FILE_SHIFT
    return {first + number: row for number, row in says.items()}


def _leave(connection: sqlite3.Connection, table: str, ids: list[int]) -> None:
    columns = COLUMNS[table]
    connection.execute(
        f"insert into {table}({table}, rowid, {columns}) select 'delete', id, {columns}"
        " from passages where id in (select value from json_each(?))",
        (json.dumps(ids),),
    )


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
