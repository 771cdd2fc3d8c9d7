"""The file of the vectors: its tables, and a new file in place of a damaged one. Knows no embedder.

Vectors can be made again, so a damaged file is not worth mending. Any damage, also what SQLite does
not notice (a lost table, a vector cut short), ends in a `Problem` and in a new file.
"""

import sqlite3
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from desktop_app.database import Database, file_number, patience
from desktop_app.errors import Problem
from desktop_app.notebook.storage import trouble
from desktop_app.salvage import DamagedFile
from desktop_app.search import damage
from desktop_app.tables import must_be
from desktop_app.words import tr

_NAME = tr("the data for search by meaning")
_VERSION = 3
FLOAT = 4
"""Bytes of a number in a vector."""
_HARDLY = 50  # milliseconds
_TABLES = """
create table embedders (
    id integer primary key autoincrement, name text not null unique, dimension integer not null,
    chosen text not null, complete integer not null default 0, mean blob
);
create table vectors (
    id integer primary key autoincrement, embedder integer not null, sha blob not null,
    text text not null, vector blob not null, lent integer not null,
    unique (embedder, sha)
);
create table near (key integer, vector integer, primary key (key, vector)) without rowid;
create table questions (
    embedder integer not null, sha blob not null, vector blob not null, asked integer not null,
    primary key (embedder, sha)
);
create table refused (embedder integer not null, sha blob not null, primary key (embedder, sha));
create table files (id integer primary key, path text not null, sha text not null);
create table places (
    chunk integer primary key, file integer not null, sha blob not null
);
create index places_of_file on places(file);
create index places_of_text on places(sha);
create table counters (name text primary key, count integer not null);
"""
_EXPECTED = {line.split()[2] for line in _TABLES.splitlines() if line.startswith("create table")}
# What reading a file of nonsense can raise beyond what an index's can.
_ERRORS = (*damage.ERRORS, LookupError, ArithmeticError)


class VectorsFile:
    """The database at `path`. Any thread may use it, and other programs too.

    Every method raises Problem when the disk refuses or the file is damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged = False
        self._database = _database(path)
        self._former: list[Database] = []
        self._opened: int | None = None  # which file it is
        self._looked = False

    @property
    def aside(self) -> DamagedFile | None:
        """What stood in the file's place and is no file, where that was set aside."""
        return self._database.aside

    def close(self) -> None:
        """Close every thread's connection. Not to be used afterwards."""
        for database in (*self._former, self._database):
            database.close()

    def is_damaged(self) -> bool:
        """Whether a use found the file damaged; if none has, the first call checks all of it."""
        if self.damaged or self._looked:
            return self.damaged
        with suppress(Problem), self.reading() as db:
            if _tables(db) != _EXPECTED:
                raise ValueError("a table is missing")
            for table in ("vectors", "questions"):
                wrong = (
                    f"select 1 from {table} join embedders on embedders.id = embedder"
                    f" where length(vector) <> {FLOAT} * dimension limit 1"
                )
                if db.execute(wrong).fetchone():
                    raise ValueError("a vector has another length")
            self._looked = True
        return self.damaged

    def start_over(self) -> None:
        """Begin with an empty file in place of a damaged one, unless another program just did."""
        with trouble.changing(_NAME):
            if self._opened == file_number(self.path):
                for ending in ("", "-wal", "-shm"):
                    self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        self._former.append(self._database)  # another thread may still be using it
        self._database = _database(self.path)
        self._opened = None
        self.damaged = self._looked = False

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The database, to read; an error in the block that makes no sense is damage."""
        with self._as_problem():
            yield self._connection()

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """The database at one moment, whatever is written meanwhile."""
        with self.reading() as database:
            database.execute("begin")
            try:
                yield database
            finally:
                database.rollback()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The database, to change: either all changes of the block are kept, or none."""
        with self._as_problem():
            self._connection()
            with self._database.write() as database:
                yield database

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """In the block, another program that uses the file is waited for only 50 ms."""
        with self._as_problem():
            connection = self._connection()
        with patience(connection, _HARDLY):
            yield

    def _connection(self) -> sqlite3.Connection:
        self._opened = self._opened or file_number(self.path)
        connection = self._database.connection()
        self._opened = self._opened or file_number(self.path)
        return connection

    @contextmanager
    def _as_problem(self) -> Iterator[None]:
        try:
            with trouble.database_as_problem(_NAME), self._judged():
                yield
        except _Damaged as failure:
            raise Problem(
                tr("The data for search by meaning is damaged."),
                tr("Nightstand makes it again in the background."),
            ) from failure.__cause__

    @contextmanager
    def _judged(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:  # a connection that was closed: no word on the file
            raise
        except _ERRORS as error:
            if damage.refused(error):
                raise
            self.damaged = True
            raise _Damaged from error


class _Damaged(Exception):  # noqa: N818  # never leaves this module
    """The file turned out to be damaged while it was used."""


def floats(data: bytes, dimension: int) -> "array[float]":
    """The vector in these bytes. Raises ValueError if its length is wrong."""
    if len(data) != FLOAT * dimension:
        raise ValueError(f"a vector of {len(data)} bytes for {dimension} numbers")
    return array("f", data)


def _database(path: Path) -> Database:
    ours = partial(must_be, _VERSION, _NAME)
    return Database(path, _migrate, durable=False, is_made=_is_made, check=ours)


def _is_made(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("pragma user_version").fetchone()[0] == _VERSION)


def _tables(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("select name from sqlite_master where type = 'table'")
    return {name for (name,) in rows if not name.startswith("sqlite_")}


def _migrate(connection: sqlite3.Connection) -> None:
    """Make the tables; those of another version are made anew, and their vectors with them."""
    if _is_made(connection):
        return
    for name in _tables(connection):
        connection.execute(f'drop table "{name}"')
    for statement in _TABLES.split(";\n"):
        connection.execute(statement)
    connection.execute(f"pragma user_version = {_VERSION}")
