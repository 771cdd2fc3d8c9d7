"""Schema: the tables of index.db, and how a file's rows come and go. Knows SQL, not queries.

The full-text tables hold no text of their own: they index the view `passages`, so FTS5 can compare
them with it. Their rows must therefore leave before the chunks do, with the old values.
"""

import hashlib
import json
import sqlite3
import unicodedata
from collections.abc import Collection
from datetime import date

import opencc
import sqlite_utils

from desktop_app.language import words
from desktop_app.notebook.files import Snapshot, Stat
from desktop_app.notebook.layout import named_date
from desktop_app.search.chunks import LONGEST, MOST, chunks

# A chunk's id is day | file | number, so that "newest first" is the order of ids, which FTS5 reads
# backwards without sorting, and so that neighbours have neighbouring ids.
FILE_SHIFT = 22
DAY_SHIFT = 41
assert MOST + 2 < 1 << FILE_SHIFT

_TABLES = f"""
create table files (
    id integer primary key check (id < {1 << (DAY_SHIFT - FILE_SHIFT)}),
    path text not null unique,
    kind text not null,
    day text,
    sha text not null,
    mtime_ns integer, size integer, inode integer
);
create table chunks (
    id integer primary key,
    file integer not null,
    line integer not null, end_line integer not null,
    heading text not null,
    text text not null,
    body text,
    head text not null
);
create index chunks_of_file on chunks(file);
create view passages as
    select id, coalesce(body, text) as body, head, (
        select group_concat(coalesce(near.body, near.text), ' ') from chunks as near
        where near.id between chunks.id - 2 and chunks.id + 2
            and near.id <> chunks.id and near.head = chunks.head
    ) as around
    from chunks;
create virtual table stemmed using fts5(
    body, head, around, content='passages', content_rowid='id',
    tokenize='porter unicode61 remove_diacritics 2'
);
create virtual table typed using fts5(
    body, content='passages', content_rowid='id',
    tokenize='unicode61 remove_diacritics 2', prefix='1 2'
);
insert into stemmed(stemmed, rank) values ('rank', 'bm25(1.0, 0.4, 0.3)');
"""
_COLUMNS = {"stemmed": "body, head, around", "typed": "body"}
_PROBE = "臺灣の火鍋 瞭解 Ｃａｆé １２ ﬁ 𠮷野家 가각 don't"
_MONTHS = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]  # fmt: skip
_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def fingerprint() -> int:
    """A number that changes when the tables or the rewriting of text do."""
    made_by = (
        _TABLES,
        words.index_text(_PROBE),
        opencc.__version__,
        unicodedata.unidata_version,
        str(LONGEST),
    )
    digest = hashlib.sha256("\0".join(made_by).encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def migrate(database: sqlite_utils.Database) -> None:
    """Make the tables; an index made in another way is emptied, to be read from the files again."""
    connection = database.conn
    if connection.execute("pragma user_version").fetchone()[0] == fingerprint():
        return
    virtual_first = "order by sql like 'create virtual%' desc, type = 'view' desc"
    kept_by_sqlite = "name like 'sqlite!_%' escape '!'"
    while row := connection.execute(
        f"select type, name from sqlite_master where type in ('table', 'view')"
        f" and not {kept_by_sqlite} {virtual_first} limit 1"
    ).fetchone():
        connection.execute(f'drop {row[0]} "{row[1]}"')
    for statement in _TABLES.split(";\n"):
        connection.execute(statement)
    connection.execute(f"pragma user_version = {fingerprint()}")


def put(
    connection: sqlite3.Connection,
    file: int | None,
    kind: str,
    snapshot: Snapshot,
    stat: Stat | None,
) -> int:
    """Add a file with its chunks, and return its number; `index` must follow.

    `file` is the number it had before `clear`, if any.
    """
    name = snapshot.path.rpartition("/")[2].rpartition(".")[0]
    day = named_date(f"{name[:10]}.md")
    file = connection.execute(
        "insert into files values (?, ?, ?, ?, ?, ?, ?, ?)",
        (file, snapshot.path, kind, day and day.isoformat(), snapshot.sha, *_marks(stat)),
    ).lastrowid
    assert file is not None
    first = recency(day) << DAY_SHIFT | file << FILE_SHIFT
    told = f"{_date_words(day)} {name}"
    rows = []
    for number, piece in enumerate(chunks(snapshot.path, snapshot.data)):
        body = words.index_text(piece.text)
        heading = piece.headings[-1] if piece.headings else ""
        rows.append((
            first | number, file, piece.line, piece.end_line, heading, piece.text,
            None if body == piece.text else body,
            words.index_text(" ".join([*piece.headings, told])),
        ))  # fmt: skip
    connection.executemany("insert into chunks values (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    return file


def index(connection: sqlite3.Connection, files: Collection[int]) -> None:
    """Put the chunks of files that were just filled into the full-text tables.

    All in one statement a table: FTS5 writes what it gathered at the end of each.
    """
    for table, columns in _COLUMNS.items():
        connection.execute(
            f"insert into {table}(rowid, {columns}) select id, {columns} from passages"
            " where id in (select id from chunks where file in (select value from json_each(?)))",
            (json.dumps(list(files)),),
        )


def clear(connection: sqlite3.Connection, file: int) -> None:
    """Take a file and its chunks away, out of the full-text tables first."""
    for table, columns in _COLUMNS.items():
        connection.execute(
            f"insert into {table}({table}, rowid, {columns}) select 'delete', id, {columns}"
            " from passages where id in (select id from chunks where file = ?)",
            (file,),
        )
    connection.execute("delete from chunks where file = ?", (file,))
    connection.execute("delete from files where id = ?", (file,))


def see(connection: sqlite3.Connection, file: int, stat: Stat | None) -> None:
    """Keep the marks of change a file has now; its text is as it was."""
    update = "update files set mtime_ns = ?, size = ?, inode = ? where id = ?"
    connection.execute(update, (*_marks(stat), file))


def empty(connection: sqlite3.Connection) -> None:
    """Take everything away at once."""
    for table in _COLUMNS:
        connection.execute(f"insert into {table}({table}) values ('delete-all')")
    connection.execute("delete from chunks")
    connection.execute("delete from files")


def faults(connection: sqlite3.Connection) -> list[str]:
    """What is wrong inside the database; FTS5 compares its index with the text word for word."""
    found = [str(row[0]) for row in connection.execute("pragma quick_check(5)") if row[0] != "ok"]
    for table in _COLUMNS:
        try:
            connection.execute(f"insert into {table}({table}, rank) values ('integrity-check', 1)")
        except sqlite3.DatabaseError as error:
            found.append(f"{table}: {error}")
    return found


def recency(day: date | None) -> int:
    """The order of days; what has no date, such as MEMORY.md, is always current."""
    return (day or date.max).toordinal()


def _marks(stat: Stat | None) -> tuple[int | None, ...]:
    return (stat.mtime_ns, stat.size, stat.inode) if stat else (None, None, None)


def _date_words(day: date | None) -> str:
    if day is None:
        return ""
    month, weekday = _MONTHS[day.month - 1], _WEEKDAYS[day.weekday()]
    chinese = f"{day.month}月{day.day}日 星期{'一二三四五六日'[day.weekday()]}"
    return f"{day.isoformat()} {weekday} {day.day} {month} {chinese}"
