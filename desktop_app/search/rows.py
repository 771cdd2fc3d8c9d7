"""Rows: how the chunks of a file come into the index and leave it. Knows SQL, no files or queries.

Only changed chunks are replaced, so one new line in a very large file costs little. The full-text
tables hold no text themselves: a row leaves them, by its old values, before its chunk is deleted.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

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
    """Index what a file says now, in place of what it said as number `file`, if it has one.

    The ids of new chunks are added to `due`; `index` takes them in, in the same transaction.
    """
    torn = kind is not FileKind.SESSIONS and git_conflict(snapshot.data) is not None
    file = connection.execute(
        "insert or replace into files values (?, ?, ?, ?, ?, ?, ?, ?, ?, null, 0, ?)",
        (file, snapshot.path, kind, day and day.isoformat(), snapshot.sha, *_marks(stat), torn),
    ).lastrowid
    assert file is not None
    due += _exchange(connection, file, _chunk_rows(file, day, snapshot))


def put_lines(
    connection: sqlite3.Connection, file: int, day: str | None, lines: Mapping[int, TierEntry]
) -> list[int]:
    """Add what a file says as it was kept elsewhere, by numbers. Returns the ids for `index`."""
    first = _first(date.fromisoformat(day) if day else None, file)
    fresh = {
        first + n: _ChunkRow(one.line, one.end_line, one.heading, one.text, one.head)
        for n, one in lines.items()
    }
    return _exchange(connection, file, fresh)


def alone(file: int, kind: FileKind, day: date | None, snapshot: Snapshot) -> sqlite3.Connection:
    """A table like the index's, of this one file."""
    made = sqlite3.connect(":memory:", check_same_thread=False)
    migrate(made)
    due: list[int] = []
    put(made, due, file, kind, day, snapshot, None)
    index(made, due)
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


def state_of(
    connection: sqlite3.Connection, path: str, kind: FileKind | None, day: date | None
) -> tuple[str | None, Callable[[Snapshot], bool]]:
    """The sha of a file as indexed, None if it is not, and a function that compares its rows.

    The function says whether the rows, as they are now, are those of a snapshot of the file.
    """
    connection.execute("begin")
    try:
        query = "select id, sha, kind, day, tier from files where path = ?"
        row = connection.execute(query, (path,)).fetchone()
        query = "select * from chunks where file = ? order by id"
        rows_held = connection.execute(query, (row[0],)).fetchall() if row else []
    finally:
        connection.rollback()
    if not row:
        return None, lambda _: True

    def same(snapshot: Snapshot) -> bool:
        id_file, _, *about, tier = row
        said = {} if tier else _chunk_rows(id_file, day, snapshot)  # what is away is not here
        right = [_columns(id_, id_file, row_said) for id_, row_said in said.items()]
        return about == [kind, day and day.isoformat()] and rows_held == right

    return row[1], same


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
    connection: sqlite3.Connection, file: int, fresh: Mapping[int, _ChunkRow]
) -> list[int]:
    """Replace the chunks of a file by these, by id. Returns the ids of the new ones."""
    select = "select id, line, end_line, heading, text, head from chunks where file = ?"
    old = {row[0]: _ChunkRow(*row[1:]) for row in connection.execute(select, (file,))}
    same = {id_ for id_ in old.keys() & fresh.keys() if old[id_].says() == fresh[id_].says()}
    leaving = sorted(old.keys() - same)
    coming = sorted(fresh.keys() - same)
    if leaving:
        for table in COLUMNS:
            _leave(connection, table, leaving)
        connection.executemany("delete from chunks where id = ?", ((id_,) for id_ in leaving))
    connection.executemany(
        "update chunks set line = ?, end_line = ? where id = ?",
        ((*fresh[id_][:2], id_) for id_ in same if fresh[id_][:2] != old[id_][:2]),
    )
    connection.executemany(
        "insert into chunks values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (_columns(id_, file, fresh[id_]) for id_ in coming),
    )
    more = len(coming) - len(leaving)
    connection.execute(
        "update counted set chunks = chunks + ?, gone = gone + ?, state = random()",
        (more, len(leaving)),
    )
    return coming


def _first(day: date | None, file: int) -> int:
    """The id of a file's first chunk."""
    return recency(day) << DAY_SHIFT | file << FILE_SHIFT


def _chunk_rows(file: int, day: date | None, snapshot: Snapshot) -> dict[int, _ChunkRow]:
    """The chunks of a file by id, in order; after a section some ids stay free."""
    first = _first(day, file)
    name = snapshot.path.rpartition("/")[2].rpartition(".")[0]
    said = [_date_words(day), "" if day and name == day.isoformat() else name]
    chunk_rows: dict[int, _ChunkRow] = {}
    number = -1
    section, heading, head = tuple[str, ...](), "", tokens.index_text(" ".join(said))
    for line, end_line, above, text in chunks(snapshot.path, snapshot.data):
        number += 1
        if above != section:
            number += NEAR
            section, heading = above, above[-1] if above else ""
            head = tokens.index_text(" ".join([*above, *said]))
        if number >= MOST:
            break
        chunk_rows[first + number] = _ChunkRow(line, end_line, heading, text, head)
    return chunk_rows


def _leave(connection: sqlite3.Connection, table: str, ids: list[int]) -> None:
    columns = COLUMNS[table]
    connection.execute(
        f"insert into {table}({table}, rowid, {columns}) select 'delete', id, {columns}"
        " from passages where id in (select value from json_each(?))",
        (json.dumps(ids),),
    )


def _columns(id_: int, file: int, row: _ChunkRow) -> tuple[int | str | None, ...]:
    body = spaced = None
    if not row.text.isascii():
        indexed = tokens.index_texts(row.text)
        body, spaced = (None if one == row.text else one for one in indexed)
    return id_, file, row.line, row.end_line, row.heading, row.text, body, spaced, row.head


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
