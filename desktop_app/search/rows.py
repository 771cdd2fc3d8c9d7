"""Rows: how what a file says comes into the index and leaves it. Knows SQL, not files or queries.

Only chunks that differ are exchanged, so that a line added to a very large file costs little. A row
leaves the full-text tables before its chunk does, with the old values: they hold no text of it.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from desktop_app.language import words
from desktop_app.notebook.files import Snapshot, Stat
from desktop_app.notebook.layout import named_date
from desktop_app.search.chunks import Chunk, chunks
from desktop_app.search.schema import COLUMNS, DAY_SHIFT, FILE_SHIFT, NEAR

_MONTHS = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]  # fmt: skip
_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


@dataclass
class Due:
    """Chunks that the full-text tables have yet to take in: for their own text, or for what
    stands near them too."""

    own: list[int] = field(default_factory=list)
    near: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class _Row:
    line: int
    end_line: int
    heading: str
    text: str
    head: str

    def says(self) -> tuple[str, str, str]:
        return self.heading, self.text, self.head


def put(
    connection: sqlite3.Connection,
    due: Due,
    file: int | None,
    kind: str,
    snapshot: Snapshot,
    stat: Stat | None,
) -> None:
    """Hold what a file says now, instead of what `file` (its number, if it has one) said.

    `index` must follow in the same transaction.
    """
    day = _day(snapshot.path)
    file = connection.execute(
        "insert or replace into files values (?, ?, ?, ?, ?, ?, ?, ?)",
        (file, snapshot.path, kind, day and day.isoformat(), snapshot.sha, *_marks(stat)),
    ).lastrowid
    assert file is not None
    _exchange(connection, due, file, _first(day, file), list(_said(snapshot)))


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
    connection: sqlite3.Connection, path: str, kind: str | None
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
    day = _day(path)
    first = _first(day, row[0])

    def same(snapshot: Snapshot) -> bool:
        right = [_columns(first + n, row[0], said) for n, said in enumerate(_said(snapshot))]
        return row[2:] == (kind, day and day.isoformat()) and found == right

    return row[1], same


def remove(connection: sqlite3.Connection, file: int) -> None:
    """Take a file away with all that it said."""
    _exchange(connection, Due(), file, 0, [])
    connection.execute("delete from files where id = ?", (file,))


def see(connection: sqlite3.Connection, file: int, stat: Stat | None) -> None:
    """Keep the marks of change a file has now; what it says is as it was."""
    update = "update files set mtime_ns = ?, size = ?, inode = ? where id = ?"
    connection.execute(update, (*_marks(stat), file))


def empty(connection: sqlite3.Connection) -> None:
    """Take everything away at once."""
    for table in COLUMNS:
        connection.execute(f"insert into {table}({table}) values ('delete-all')")
    connection.execute("delete from chunks")
    connection.execute("delete from files")


def index(connection: sqlite3.Connection, due: Due) -> None:
    """Let the full-text tables take in what is due.

    All of it in one statement a table: FTS5 writes what it gathered at the end of each.
    """
    for table, ids in (("typed", due.own), ("stemmed", due.near)):
        columns = COLUMNS[table]
        connection.execute(
            f"insert into {table}(rowid, {columns}) select id, {columns} from passages"
            " where id in (select value from json_each(?))",
            (json.dumps(ids),),
        )


def recency(day: date | None) -> int:
    """The order of days; what has no date, such as MEMORY.md, is always current."""
    return (day or date.max).toordinal()


def _exchange(
    connection: sqlite3.Connection, due: Due, file: int, first: int, fresh: list[_Row]
) -> None:
    """Turn the chunks of a file, numbered from `first`, into these."""
    select = "select id, line, end_line, heading, text, head from chunks where file = ? order by id"
    held = [(row[0], _Row(*row[1:])) for row in connection.execute(select, (file,))]
    both = range(min(len(held), len(fresh)))
    longer = range(len(both), max(len(held), len(fresh)))
    changed = [n for n in both if held[n][1].says() != fresh[n].says()] + list(longer)
    near = sorted({n + step for n in changed for step in range(-NEAR, NEAR + 1) if n + step >= 0})

    leaving = [held[n][0] for n in changed if n < len(held)]
    _leave(connection, "typed", leaving)
    _leave(connection, "stemmed", [held[n][0] for n in near if n < len(held)])
    connection.executemany("delete from chunks where id = ?", ((id_,) for id_ in leaving))
    connection.executemany(
        "update chunks set line = ?, end_line = ? where id = ?",
        (
            (fresh[n].line, fresh[n].end_line, held[n][0])
            for n in both
            if (held[n][1].line, held[n][1].end_line) != (fresh[n].line, fresh[n].end_line)
        ),
    )
    coming = [n for n in changed if n < len(fresh)]
    connection.executemany(
        "insert into chunks values (?, ?, ?, ?, ?, ?, ?, ?)",
        (_columns(first + n, file, fresh[n]) for n in coming),
    )
    due.own += (first + n for n in coming)
    due.near += (first + n for n in near if n < len(fresh))


def _day(path: str) -> date | None:
    return named_date(f"{_name(path)[:10]}.md")


def _name(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _first(day: date | None, file: int) -> int:
    """The id of a file's first chunk."""
    return recency(day) << DAY_SHIFT | file << FILE_SHIFT


def _said(snapshot: Snapshot) -> Iterator[_Row]:
    told = f"{_date_words(_day(snapshot.path))} {_name(snapshot.path)}"
    return _rows(chunks(snapshot.path, snapshot.data), told)


def _leave(connection: sqlite3.Connection, table: str, ids: list[int]) -> None:
    columns = COLUMNS[table]
    if ids:
        connection.execute(
            f"insert into {table}({table}, rowid, {columns}) select 'delete', id, {columns}"
            " from passages where id in (select value from json_each(?))",
            (json.dumps(ids),),
        )


def _rows(pieces: Iterable[Chunk], told: str) -> Iterator[_Row]:
    heads: dict[tuple[str, ...], str] = {}
    for piece in pieces:
        above = piece.headings
        if above not in heads:
            heads[above] = words.index_text(" ".join([*above, told]))
        heading = above[-1] if above else ""
        yield _Row(piece.line, piece.end_line, heading, piece.text, heads[above])


def _columns(id_: int, file: int, row: _Row) -> tuple[int | str | None, ...]:
    body = words.index_text(row.text)
    other = None if body == row.text else body
    return id_, file, row.line, row.end_line, row.heading, row.text, other, row.head


def _marks(stat: Stat | None) -> tuple[int | None, ...]:
    return (stat.mtime_ns, stat.size, stat.inode) if stat else (None, None, None)


def _date_words(day: date | None) -> str:
    if day is None:
        return ""
    month, weekday = _MONTHS[day.month - 1], _WEEKDAYS[day.weekday()]
    chinese = f"{day.month}月{day.day}日 星期{'一二三四五六日'[day.weekday()]}"
    return f"{day.isoformat()} {weekday} {day.day} {month} {chinese}"
