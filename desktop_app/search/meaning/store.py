"""The vectors of a notebook, by the hash of the text they were made of. Knows SQL, no model.

They lie beside the index, not in it: a new index takes seconds, its vectors minutes or hours. A
vector belongs to a text, not to a line, so a line that moves or occurs twice costs nothing. Each
place keeps the hash of its text, which shows whether the line has changed. No text stands here.
"""

import json
import sqlite3
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from desktop_app.database import Database, file_number, patience
from desktop_app.errors import Problem
from desktop_app.notebook.storage import trouble
from desktop_app.search import damage
from desktop_app.search.clearing import compact
from desktop_app.search.meaning.embedder import FLOAT, KeptEmbedder, Traits, floats, mean_of
from desktop_app.search.meaning.near import sense_of, sha_of
from desktop_app.tables import must_be
from desktop_app.words import tr

_MOST_QUESTIONS = 1_000
_MOST_UNUSED = 2_000  # vectors of texts that stand nowhere now; an undo may bring them back
_SAMPLE = 2_000  # vectors that the mean is taken of; hashes are as good as chance
_HARDLY = 50  # milliseconds
_NAME = tr("the data for search by meaning")
_VERSION = 4
# A vector of no bytes is that of a text that the model refused.
_TABLES = """
create table embedders (
    id integer primary key autoincrement, name text not null unique, dimension integer not null,
    chosen text not null, complete integer not null default 0, mean blob not null
);
create table vectors (
    embedder integer not null, sha blob not null, sense blob not null, vector blob not null,
    primary key (embedder, sha)
);
create index vectors_of_sense on vectors(embedder, sense);
create table questions (
    id integer primary key, embedder integer not null, sha blob not null, vector blob not null
);
create table files (id integer primary key, path text not null unique, state text not null);
create table places (chunk integer primary key, file integer not null, sha blob not null);
create index places_of_file on places(file);
create index places_of_text on places(sha);
create table counters (name text primary key, count integer not null);
"""
# What reading a file of nonsense can raise, beyond what an index's can.
_ERRORS = (*damage.ERRORS, LookupError, ArithmeticError)


@dataclass(frozen=True)
class Counters:
    """How lines got their vectors: from the same text, from a near text, or new from the model."""

    exact: int = 0
    near: int = 0
    miss: int = 0


@dataclass(frozen=True)
class LinesRead:
    """Of `lines`, those that have a vector are `done`; others are `refused` by the model."""

    done: int
    refused: int
    lines: int


class Store:
    """The vectors in the database at `path`. Any thread may use it, and other programs too.

    Every method raises Problem when the disk refuses, or the file is damaged: then it is begun
    anew, since vectors can be made again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._database = _database(path)
        self._former: list[Database] = []  # other threads may still be using them
        self._number: int | None = None  # which file it is

    def close(self) -> None:
        """Close every thread's connection. Not to be used afterwards."""
        for database in (*self._former, self._database):
            database.close()

    @contextmanager
    def using(self) -> Iterator[sqlite3.Connection]:
        """The database at one moment; an error in the block that makes no sense is damage."""
        with trouble.database_as_problem(_NAME):
            try:
                self._number = self._number or file_number(self._path)
                connection = self._database.connection()
                self._number = self._number or file_number(self._path)  # it is made now
                yield connection
            except sqlite3.ProgrammingError:  # a connection that was closed: no word on the file
                raise
            except _ERRORS as error:
                if damage.refused(error):
                    raise
                self._begin_anew()
                raise Problem(
                    tr("The data for search by meaning is damaged."),
                    tr("Nightstand makes it again in the background."),
                ) from error

    @contextmanager
    def _changing(self, *, news: bool = True) -> Iterator[sqlite3.Connection]:
        """The database, to change; `news` says that a vector or its place has changed."""
        with self.using(), self._database.write() as db:
            yield db
            if news:
                db.execute("insert or replace into counters values ('state', random())")

    def _begin_anew(self) -> None:
        """Put an empty file in the place of a damaged one, unless another program just did."""
        with trouble.with_file(_NAME):
            if self._number == file_number(self._path):
                for ending in ("", "-wal", "-shm"):
                    self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
        self._former.append(self._database)
        self._database, self._number = _database(self._path), None

    # -- embedders --------------------------------------------------------------------------

    def embedders(self) -> list[KeptEmbedder]:
        """All embedders whose vectors are kept, the newest first."""
        select = "select id, name, dimension, chosen, complete, mean from embedders"
        with self.using() as db:
            rows = db.execute(f"{select} order by id desc").fetchall()
            return [
                KeptEmbedder(id_, name, size, chosen, bool(complete), floats(mean, size))
                for id_, name, size, chosen, complete, mean in rows
            ]

    def admit(self, traits: Traits, chosen: str) -> KeptEmbedder:
        """The kept embedder with these traits; it is added if it is new."""
        with self._changing() as db:
            db.execute(
                "insert into embedders (name, dimension, chosen, mean) values (?, ?, ?, ?)"
                " on conflict (name) do update set chosen = excluded.chosen",
                (traits.id, traits.dimension, chosen, bytes(FLOAT * traits.dimension)),
            )
            return next(kept for kept in self.embedders() if kept.name == traits.id)

    def finish(self, embedder: KeptEmbedder) -> None:
        """Let this embedder serve, now that every line has a vector, and delete the older ones.

        A newer one stays: another program is still reading with it.
        """
        with self._changing() as db:
            _need(db, embedder)
            sample = db.execute(
                "select vector from vectors where embedder = ? and vector <> x''"
                " order by sha limit ?",
                (embedder.id, _SAMPLE),
            )
            mean = mean_of(
                [floats(row[0], embedder.dimension) for row in sample], embedder.dimension
            )
            db.execute(
                "update embedders set complete = 1, mean = ? where id = ?",
                (mean.tobytes(), embedder.id),
            )
            db.execute("delete from embedders where id < ?", (embedder.id,))
            for table in ("vectors", "questions"):
                db.execute(f"delete from {table} where embedder not in (select id from embedders)")
            unused = "from vectors where sha not in (select sha from places)"
            db.execute(
                f"delete {unused} and rowid not in"
                f" (select rowid {unused} order by rowid desc limit ?)",
                (_MOST_UNUSED,),
            )

    def forget(self, *, questions: bool = True) -> None:
        """Delete the vectors of all texts that stand nowhere now, and all `questions`, to the last
        byte. What an undo brings back is read again."""
        with self._changing() as db:
            db.execute("delete from vectors where sha not in (select sha from places)")
            if questions:
                db.execute("delete from questions")
        with self.using() as db:
            compact(db)

    # -- what stands where ------------------------------------------------------------------

    def files(self) -> dict[str, str]:
        """The state of every file as it was last looked at, by path."""
        with self.using() as db:
            return dict(db.execute("select path, state from files").fetchall())

    def place(
        self, embedder: KeptEmbedder, path: str, state: str, texts: Mapping[int, bytes]
    ) -> None:
        """Note what a file says now: `texts` are the hashes by chunk. Known texts are counted."""
        with self._changing() as db:
            own = "select sha from places where file = (select id from files where path = ?)"
            before = Counter(sha for (sha,) in db.execute(own, (path,)))
            news = Counter(texts.values()) - before
            known = _present(db, embedder, news)
            _count(db, exact=sum(count for sha, count in news.items() if sha in known))
            _leave(db, [path])
            file = db.execute(
                "insert into files (path, state) values (?, ?)", (path, state)
            ).lastrowid
            db.executemany(
                "insert or replace into places values (?, ?, ?)",
                ((chunk, file, sha) for chunk, sha in texts.items()),
            )

    def leave(self, paths: Iterable[str]) -> None:
        """Forget these files: they are gone."""
        with self._changing() as db:
            _leave(db, paths)

    def shas(self, chunks: Sequence[int]) -> dict[int, bytes]:
        """The hash of the text that each of these chunks had."""
        with self.using() as db:
            rows = db.execute(
                "select chunk, sha from places where chunk in (select value from json_each(?))",
                (json.dumps(list(chunks)),),
            ).fetchall()
        return dict(rows)

    def pending(self, embedder: KeptEmbedder) -> list[int]:
        """One chunk for each text that has no vector yet and was not refused, the newest first."""
        with self.using() as db:
            rows = db.execute(
                "select max(chunk) as newest from places where sha not in"
                " (select sha from vectors where embedder = ?)"
                " group by sha order by newest desc",
                (embedder.id,),
            ).fetchall()
        return [row[0] for row in rows]

    def count(self, embedder: KeptEmbedder) -> LinesRead:
        """How many lines there are, and what came of them."""
        select = (
            "select count(vector) filter (where vector <> x''),"
            " count(vector) filter (where vector = x''), count(*) from places"
            " left join vectors on vectors.sha = places.sha and embedder = ?"
        )
        with self.using() as db:
            return LinesRead(*db.execute(select, (embedder.id,)).fetchone())

    def has_lines(self, count: int) -> bool:
        """Whether there are at least so many lines."""
        with self.using() as db:
            return len(db.execute("select 1 from places limit ?", (count,)).fetchall()) == count

    # -- vectors ----------------------------------------------------------------------------

    def read(self, embedder: KeptEmbedder, shas: Collection[bytes]) -> set[bytes]:
        """Those of these hashes of texts that have a vector."""
        with self.using() as db:
            return _present(db, embedder, shas)

    def near(self, embedder: KeptEmbedder, text: str) -> "array[float] | None":
        """The vector of a text that is near this one. Asks no model."""
        find = "select vector from vectors where embedder = ? and sense = ? and vector <> x''"
        with self.using() as db:
            row = db.execute(f"{find} limit 1", (embedder.id, sense_of(text))).fetchone()
            return floats(row[0], embedder.dimension) if row else None

    def put(
        self,
        embedder: KeptEmbedder,
        vectors: Iterable[tuple[str, "array[float] | None"]],
        lent: Iterable[tuple[str, "array[float]"]] = (),
    ) -> None:
        """Keep new vectors, and those that near texts have `lent`; None is a text that the model
        refused."""
        with self._changing() as db:
            _need(db, embedder)
            for name, pairs in (("miss", vectors), ("near", lent)):
                for text, vector in pairs:
                    new = db.execute(
                        "insert or ignore into vectors values (?, ?, ?, ?)",
                        (
                            embedder.id, sha_of(text), sense_of(text),
                            b"" if vector is None else vector.tobytes(),
                        ),
                    )  # fmt: skip
                    if new.rowcount and vector is not None:  # else another program was faster
                        _count(db, **{name: 1})

    def question(
        self, embedder: KeptEmbedder, text: str, made: Callable[[str], "array[float]"]
    ) -> "array[float]":
        """The vector of a question: the kept one if it was asked before, else `made` now.

        If another program is using the file, it is not kept.
        """
        key = (embedder.id, sha_of(text))
        with self.using() as db:
            find = "select vector from questions where embedder = ? and sha = ?"
            if row := db.execute(find, key).fetchone():
                return floats(row[0], embedder.dimension)
        vector = made(text)
        with (
            suppress(Problem),
            self.using() as db,
            patience(db, _HARDLY),
            self._changing(news=False),
        ):
            db.execute(
                "insert into questions (embedder, sha, vector) values (?, ?, ?)",
                (*key, vector.tobytes()),
            )
            oldest = "delete from questions where id <= (select max(id) from questions) - ?"
            db.execute(oldest, (_MOST_QUESTIONS,))
        return vector

    def counters(self) -> Counters:
        """How often the kept vectors helped, since the file was begun."""
        with self.using() as db:
            rows = dict(db.execute("select name, count from counters").fetchall())
        return Counters(**{name: rows.get(name, 0) for name in asdict(Counters())})

    def state(self) -> int:
        """A number that changes whenever any program changes a vector or its place."""
        with self.using() as db:
            row = db.execute("select count from counters where name = 'state'").fetchone()
            return int(row[0]) if row else 0


def _present(db: sqlite3.Connection, embedder: KeptEmbedder, shas: Iterable[bytes]) -> set[bytes]:
    find = "select 1 from vectors where embedder = ? and sha = ? and vector <> x''"
    return {sha for sha in shas if db.execute(find, (embedder.id, sha)).fetchone()}


def _leave(db: sqlite3.Connection, paths: Iterable[str]) -> None:
    for path in paths:
        own = "file = (select id from files where path = ?)"
        db.execute(f"delete from places where {own}", (path,))
        db.execute("delete from files where path = ?", (path,))


def _count(db: sqlite3.Connection, **more: int) -> None:
    db.executemany(
        "insert into counters values (?, ?)"
        " on conflict (name) do update set count = count + excluded.count",
        ((name, count) for name, count in more.items() if count),
    )


def _need(db: sqlite3.Connection, embedder: KeptEmbedder) -> None:
    """Raises Problem where another program has replaced this embedder meanwhile."""
    if not db.execute("select 1 from embedders where id = ?", (embedder.id,)).fetchone():
        raise Problem(
            tr("Another program reads these lines with another model for search by meaning."),
            tr("Choose the same model in both programs."),
        )


def _database(path: Path) -> Database:
    ours = partial(must_be, _VERSION, _NAME)
    return Database(path, _migrate, durable=False, is_made=_is_made, check=ours)


def _is_made(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("pragma user_version").fetchone()[0] == _VERSION)


def _migrate(connection: sqlite3.Connection) -> None:
    """Make the tables; those of another version are made anew, and their vectors with them."""
    if _is_made(connection):
        return
    rows = connection.execute("select name from sqlite_master where type = 'table'").fetchall()
    for (name,) in rows:
        if not name.startswith("sqlite_"):
            connection.execute(f'drop table "{name}"')
    for statement in _TABLES.split(";\n"):
        connection.execute(statement)
    connection.execute(f"pragma user_version = {_VERSION}")
