"""Schema: the tables of index.db, and checks of them. Knows SQL, not what fills the tables.

The full-text tables hold no text of their own: they index the view `passages`, so FTS5 can compare
them with it. Text without endings to stem, such as pairs of Chinese signs, is in `stemmed` only.
"""

import hashlib
import sqlite3
import unicodedata
from functools import cache, partial
from pathlib import Path

from desktop_app.database import Database
from desktop_app.language import tokens
from desktop_app.search.chunks import LONGEST, chunks
from desktop_app.tables import must_be
from desktop_app.tiers.entry import TierEntry
from desktop_app.words import tr

# A chunk's id is day | file | number, so that "newest first" is the order of ids, which FTS5 reads
# backwards without sorting. Numbers run on within a section and leave a gap after it, so that the
# surroundings of a chunk are the NEAR ids on either side of its own. A file with a `tier` has its
# chunks there, `entries` of them, and none here.
NEAR = 2
FILE_SHIFT = 22
DAY_SHIFT = 41
FILES = (1 << DAY_SHIFT - FILE_SHIFT) - 1  # the bits that are a file's number, once shifted
MOST = (1 << FILE_SHIFT) - NEAR  # numbers of one file; what lies beyond is not found

_GATHERED = 16 << 20  # bytes that FTS5 gathers before it writes; each piece has to be merged

TOKENS = f"unicode61 remove_diacritics 2 tokenchars ''{''.join(sorted(tokens.signs()))}''"
"""How FTS5 finds words, as a part of SQL; left to itself it cuts them at vowel signs."""

_TABLES = f"""
create table files (
    id integer primary key check (id <= {FILES}),
    path text not null unique,
    kind text not null,
    day text,
    sha text not null,
    mtime_ns integer, size integer, inode integer, changed_ns integer,
    tier text, entries integer not null default 0,
    torn integer not null
);
create index files_away on files(tier) where tier is not null;
create table chunks (
    id integer primary key,
    file integer not null,
    line integer not null, end_line integer not null,
    heading text not null,
    text text not null,
    body text, spaced text,
    head text not null
);
create index chunks_of_file on chunks(file);
create table counted (chunks integer not null, gone integer not null, state integer not null);
insert into counted values (0, 0, random());
create view passages as
    select id, coalesce(body, text) as body, coalesce(spaced, text) as spaced, head
    from chunks;
create virtual table stemmed using fts5(
    body, head, content='passages', content_rowid='id', columnsize=0,
    tokenize='porter {TOKENS}'
);
create virtual table typed using fts5(
    spaced, content='passages', content_rowid='id', columnsize=0,
    tokenize='{TOKENS}', prefix='1 2 3'
);
insert into stemmed(stemmed, rank) values ('hashsize', {_GATHERED});
insert into typed(typed, rank) values ('hashsize', {_GATHERED});
"""
COLUMNS = {"stemmed": "body, head", "typed": "spaced"}
_TALK = (
    b'{"type": "user", "message": {"content": [{"text": "a"}]}}\n'
    b'{"id": "c", "role": "user", "content": "c"}\n{"type": "replaced", "from": "c"}\n{"text": "b'
)
_PROBE = "ภาษาไทย မြန်မာ 臺灣の火鍋 瞭解 Ｃａｆé １２ ﬁ 𠮷野家 가각 don't Straße πλοίο Łæø"


def database(path: Path) -> Database:
    """The index at `path`, in memory where its disk has no room: it is made anew in seconds."""
    ours = partial(must_be, fingerprint(), tr("the search index"))
    return Database(path, migrate, durable=False, passing=True, check=ours)


@cache
def fingerprint() -> int:
    """A number that changes when the tables, the rewriting of text or the form of entries do."""
    made_by = (
        _TABLES,
        tokens.index_text(_PROBE),
        *tokens.characters(),
        unicodedata.unidata_version,
        str(LONGEST),
        str(TierEntry.__annotations__),
        str(chunks("talk.jsonl", _TALK)),
    )
    digest = hashlib.sha256("\0".join(made_by).encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def migrate(connection: sqlite3.Connection) -> None:
    """Make the tables; an index made in another way is emptied, to be read from the files again."""
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


def faults(connection: sqlite3.Connection) -> list[str]:
    """What is wrong inside the database; FTS5 compares its index with the text word for word."""
    checked = connection.execute("pragma integrity_check(5)")
    faults_found = [str(row[0]) for row in checked if row[0] != "ok"]
    for table in COLUMNS:
        try:
            connection.execute(f"insert into {table}({table}, rank) values ('integrity-check', 1)")
        except sqlite3.DatabaseError as error:
            faults_found.append(f"{table}: {error}")
    if chunk_count(connection) != connection.execute("select count(*) from chunks").fetchone()[0]:
        faults_found.append(tr("the number of its lines is wrong"))
    orphans = "select count(*) from chunks where file not in (select id from files)"
    if connection.execute(orphans).fetchone()[0]:
        faults_found.append(tr("it has lines that belong to no file"))
    return faults_found


def chunk_count(connection: sqlite3.Connection) -> int:
    """How many chunks there are, at once: to count a million takes milliseconds."""
    row = connection.execute("select chunks from counted").fetchone()
    return int(row[0])
