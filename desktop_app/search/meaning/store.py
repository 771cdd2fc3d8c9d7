"""The vectors of a notebook, by the text they were made of. Knows SQL, no model and no files.

They lie beside the index, not in it: a new index takes seconds, its vectors minutes or hours. A
vector belongs to a text, not to a line, so a line that moves or occurs twice costs nothing. Each
place keeps the hash of its text, which shows whether the line has changed.
"""

import json
import math
import sqlite3
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields

from desktop_app.errors import Problem
from desktop_app.search.clearing import compact, empty_log
from desktop_app.search.meaning import near
from desktop_app.search.meaning.embedder import Traits
from desktop_app.search.meaning.kept import Counters, KeptEmbedder, sha_of
from desktop_app.search.meaning.vectors_file import VectorsFile, floats
from desktop_app.words import tr

_MOST_QUESTIONS = 1_000
_MOST_UNUSED = 2_000  # vectors of texts that stand nowhere now; an undo may bring them back
_SAMPLE = 2_000  # vectors that the mean is taken of; hashes are as good as chance
_CANDIDATES = 20


class Store(VectorsFile):
    """The vectors in the database at `path`. Any thread may use it, and other programs too.

    Every method raises Problem when the disk refuses or the file is damaged.
    """

    @contextmanager
    def _writing(self, *, news: bool = True) -> Iterator[sqlite3.Connection]:
        """The database, to change; `news` says that a vector or its place has changed."""
        with self.writing() as database:
            yield database
            if news:
                _count(database, version=1)

    # -- embedders --------------------------------------------------------------------------

    def embedders(self) -> list[KeptEmbedder]:
        """All embedders whose vectors are kept, the newest first."""
        with self.reading() as db:
            rows = db.execute(
                "select id, name, dimension, chosen, complete, mean from embedders order by id desc"
            ).fetchall()
            return [
                KeptEmbedder(
                    id_, name, dimension, chosen, bool(complete), mean and floats(mean, dimension)
                )
                for id_, name, dimension, chosen, complete, mean in rows
            ]

    def admit(self, traits: Traits, chosen: str) -> KeptEmbedder:
        """The kept embedder with these traits; it is added if it is new."""
        with self._writing() as db:
            db.execute(
                "insert into embedders (name, dimension, chosen) values (?, ?, ?)"
                " on conflict (name) do update set chosen = excluded.chosen",
                (traits.id, traits.dimension, chosen),
            )
            return next(kept for kept in self.embedders() if kept.name == traits.id)

    def finish(self, embedder: KeptEmbedder) -> None:
        """Let this embedder serve, now that every line has a vector, and delete the older ones.

        A newer one stays: another program is still reading with it.
        """
        with self._writing() as db:
            _need(db, embedder)
            sample = db.execute(
                "select vector from vectors where embedder = ? order by sha limit ?",
                (embedder.id, _SAMPLE),
            )
            mean = _mean([floats(row[0], embedder.dimension) for row in sample], embedder.dimension)
            db.execute(
                "update embedders set complete = 1, mean = ? where id = ?",
                (mean.tobytes(), embedder.id),
            )
            db.execute("delete from embedders where id < ?", (embedder.id,))
            deleted = 0
            for table in ("vectors", "questions", "refused"):
                statement = f"delete from {table} where embedder not in (select id from embedders)"
                deleted += db.execute(statement).rowcount
            unused = "from vectors where sha not in (select sha from places)"
            deleted += db.execute(
                f"delete {unused} and id not in (select id {unused} order by id desc limit ?)",
                (_MOST_UNUSED,),
            ).rowcount
            _let_go_of_texts(db, always=deleted > 0)

    def clear(self) -> None:
        """Remove every byte of texts that stand nowhere now; their vectors stay."""
        with self._writing(news=False) as db:
            _let_go_of_texts(db)
        with self.reading() as db:
            empty_log(db)

    def saying(self, says: Callable[[str], bool]) -> int:
        """How many vectors are of a text of which this is true."""
        with self.reading() as db:
            return sum(says(text) for (text,) in db.execute("select text from vectors"))

    def forget(self, *, questions: bool = True) -> None:
        """Delete the vectors of all texts that stand nowhere now, and all `questions`, to the last
        byte. What an undo brings back is read again."""
        with self._writing() as db:
            db.execute("delete from vectors where sha not in (select sha from places)")
            db.execute("delete from near where vector not in (select id from vectors)")
            db.execute("delete from refused where sha not in (select sha from places)")
            if questions:
                db.execute("delete from questions")
        with self.reading() as db:
            compact(db)

    # -- what stands where ------------------------------------------------------------------

    def files(self) -> dict[int, tuple[str, str]]:
        """The path and the hash of every file as it was last looked at, by number."""
        with self.reading() as db:
            rows = db.execute("select id, path, sha from files").fetchall()
        return {id_: (path, sha) for id_, path, sha in rows}

    def place(
        self, embedder: KeptEmbedder, file: int, path: str, sha: str, texts: Mapping[int, bytes]
    ) -> None:
        """Note what a file says now: `texts` are the hashes by chunk. Known texts are counted."""
        with self._writing() as db:
            before = Counter(
                row[0]
                for row in db.execute(
                    "select places.sha from places join files on files.id = file"
                    " where path = ? or file = ?",
                    (path, file),
                )
            )
            news = Counter(texts.values()) - before
            # One that waits for its vector somewhere will not be asked for twice.
            stands = "select 1 from places where sha = ? limit 1"
            known = {text for text in news if db.execute(stands, (text,)).fetchone()}
            known |= self._present(db, embedder, news)
            _count(db, exact=news.total() - len(news.keys() - known))
            former = db.execute("select id from files where path = ?", (path,)).fetchall()
            self._leave(db, [file, *(row[0] for row in former)])
            db.execute("insert into files values (?, ?, ?)", (file, path, sha))
            db.executemany(
                "insert into places values (?, ?, ?)",
                ((chunk, file, text) for chunk, text in texts.items()),
            )

    def leave(self, files: Sequence[int]) -> None:
        """Forget these files: they are gone, or have another number now."""
        with self._writing() as db:
            self._leave(db, files)

    def shas(self, chunks: Sequence[int]) -> dict[int, bytes]:
        """The hash of the text that each of these chunks had."""
        with self.reading() as db:
            rows = db.execute(
                "select chunk, sha from places where chunk in (select value from json_each(?))",
                (json.dumps(list(chunks)),),
            ).fetchall()
        return dict(rows)

    def pending(self, embedder: KeptEmbedder) -> list[int]:
        """One chunk for each text that has no vector yet and was not refused, the newest first."""
        with self.reading() as db:
            rows = db.execute(
                "select max(chunk) as newest from places where not exists ("
                " select 1 from vectors where embedder = ? and vectors.sha = places.sha)"
                " and sha not in (select sha from refused where embedder = ?)"
                " group by sha order by newest desc",
                (embedder.id, embedder.id),
            ).fetchall()
        return [row[0] for row in rows]

    def refuse(self, embedder: KeptEmbedder, text: str) -> None:
        """Note that the model can't read this text; it has no vector until `forgive`."""
        with self._writing(news=False) as db:
            _need(db, embedder)
            db.execute("insert or ignore into refused values (?, ?)", (embedder.id, sha_of(text)))

    def forgive(self, embedder: KeptEmbedder) -> None:
        """Let refused texts be tried again."""
        with self._writing(news=False) as db:
            db.execute("delete from refused where embedder = ?", (embedder.id,))

    def refused(self, embedder: KeptEmbedder) -> int:
        """How many lines have a text that this embedder's model refused."""
        with self.reading() as db:
            row = db.execute(
                "select count(*) from places join refused using (sha) where embedder = ?",
                (embedder.id,),
            )
            return int(row.fetchone()[0])

    def count(self, embedder: KeptEmbedder) -> tuple[int, int]:
        """How many lines have a vector of this embedder, and how many lines there are."""
        with self.reading() as db:
            done = db.execute(
                "select count(*) from places join vectors using (sha) where embedder = ?",
                (embedder.id,),
            ).fetchone()[0]
            every = db.execute("select count(*) from places").fetchone()[0]
        return done, every

    def has_lines(self, count: int) -> bool:
        """Whether there are at least so many lines."""
        with self.reading() as connection:
            some = "select 1 from places limit ?"
            counted = connection.execute(f"select count(*) from ({some})", (count,)).fetchone()[0]
        return bool(counted == count)

    @staticmethod
    def _leave(db: sqlite3.Connection, files: Sequence[int]) -> None:
        for table, column in (("places", "file"), ("files", "id")):
            db.executemany(f"delete from {table} where {column} = ?", ((f,) for f in files))

    @staticmethod
    def _present(
        db: sqlite3.Connection, embedder: KeptEmbedder, shas: Iterable[bytes]
    ) -> set[bytes]:
        find = "select 1 from vectors where embedder = ? and sha = ?"
        return {sha for sha in shas if db.execute(find, (embedder.id, sha)).fetchone()}

    # -- vectors ----------------------------------------------------------------------------

    def read(self, embedder: KeptEmbedder, shas: Iterable[bytes]) -> set[bytes]:
        """Those of these hashes of texts that have a vector."""
        with self.reading() as db:
            return self._present(db, embedder, shas)

    def vector(self, embedder: KeptEmbedder, text: str) -> "array[float] | None":
        """The vector of exactly this text."""
        with self.reading() as db:
            row = db.execute(
                "select vector from vectors where embedder = ? and sha = ?",
                (embedder.id, sha_of(text)),
            ).fetchone()
            return floats(row[0], embedder.dimension) if row else None

    def vectors(self, embedder: KeptEmbedder, texts: Iterable[str]) -> dict[str, bytes]:
        """The vectors of those of these texts that have one, as float32 bytes."""
        find = "select vector from vectors where embedder = ? and sha = ?"
        with self.reading() as db:
            rows = ((one, db.execute(find, (embedder.id, sha_of(one))).fetchone()) for one in texts)
            kept_vectors = {text: row[0] for text, row in rows if row}
            if not all(
                math.isfinite(sum(floats(v, embedder.dimension))) for v in kept_vectors.values()
            ):
                raise ValueError("a vector holds what is no number")
        return kept_vectors

    def near(
        self, embedder: KeptEmbedder, text: str, threshold: float = near.LEAST
    ) -> "array[float] | None":
        """The vector of a text that says the same in nearly the same letters. Asks no model."""
        keys = near.keys(text)
        with self.reading() as db:
            rows = db.execute(
                # The plus keeps SQLite from walking through all vectors to have them in order.
                "select id, text, vector from vectors where id in ("
                f" select vector from near where key in ({', '.join('?' * len(keys))})"
                ") and +embedder = ? order by +id desc limit ?",
                (*keys, embedder.id, _CANDIDATES),
            ).fetchall()
            rated = ((near.likeness(text, row[1]), row) for row in rows)
            for likeness, row in sorted(rated, key=lambda pair: -pair[0]):
                if likeness >= threshold and near.says_the_same(text, row[1]):
                    return floats(row[2], embedder.dimension)
        return None

    def put(
        self,
        embedder: KeptEmbedder,
        made: Iterable[tuple[str, "array[float]"]],
        lent: Iterable[tuple[str, "array[float]"]] = (),
    ) -> None:
        """Keep new vectors (`made`) and borrowed ones (`lent`); nobody borrows a borrowed one."""
        with self._writing() as db:
            _need(db, embedder)
            for is_lent, pairs in ((0, made), (1, lent)):
                for text, vector in pairs:
                    new = db.execute(
                        "insert or ignore into vectors (embedder, sha, text, vector, lent)"
                        " values (?, ?, ?, ?, ?)",
                        (embedder.id, sha_of(text), text, vector.tobytes(), is_lent),
                    )
                    if not new.rowcount:  # another program was faster
                        continue
                    _count(db, **{"near" if is_lent else "miss": 1})
                    if not is_lent:
                        db.executemany(
                            "insert or ignore into near values (?, ?)",
                            ((key, new.lastrowid) for key in near.keys(text)),
                        )

    def question(
        self, embedder: KeptEmbedder, text: str, made: Callable[[str], "array[float]"]
    ) -> "array[float]":
        """The vector of a question: the kept one if it was asked before, else `made` now.

        If another program is using the file, the question is neither counted nor kept.
        """
        key = (embedder.id, sha_of(text))
        with self.reading() as db:
            find = "select vector from questions where embedder = ? and sha = ?"
            row = db.execute(find, key).fetchone()
            kept_vector = floats(row[0], embedder.dimension) if row else None
        vector = made(text) if kept_vector is None else kept_vector
        with suppress(Problem), self.hurried(), self._writing(news=False) as db:
            _count(db, asked=1, asked_before=int(bool(row)))
            turn = db.execute("select count from counters where name = 'asked'").fetchone()[0]
            db.execute(
                "insert or replace into questions values (?, ?, ?, ?)",
                (*key, vector.tobytes(), turn),
            )
            if turn % 100 == 0:
                oldest = turn - _MOST_QUESTIONS
                db.execute("delete from questions where asked < ?", (oldest,))
        return vector

    def counters(self) -> Counters:
        """How often the kept vectors helped, since the file was begun."""
        with self.reading() as db:
            rows = dict(db.execute("select name, count from counters").fetchall())
        return Counters(**{field.name: rows.get(field.name, 0) for field in fields(Counters)})

    def version(self) -> int:
        """A number that changes whenever any program changes a vector or its place."""
        with self.reading() as db:
            row = db.execute("select count from counters where name = 'version'").fetchone()
            return int(row[0]) if row else 0


def _count(db: sqlite3.Connection, **more: int) -> None:
    db.executemany(
        "insert into counters values (?, ?)"
        " on conflict (name) do update set count = count + excluded.count",
        ((name, count) for name, count in more.items() if count),
    )


def _let_go_of_texts(db: sqlite3.Connection, *, always: bool = False) -> None:
    """Empty the texts that stand nowhere now. Their vectors stay, as they may be needed again."""
    emptied = db.execute(
        "update vectors set text = '' where text <> '' and sha not in (select sha from places)"
    ).rowcount
    if emptied or always:
        db.execute("delete from near where vector not in (select id from vectors where text <> '')")


def _need(db: sqlite3.Connection, embedder: KeptEmbedder) -> None:
    """Raises Problem where another program has replaced this embedder meanwhile."""
    if not db.execute("select 1 from embedders where id = ?", (embedder.id,)).fetchone():
        raise Problem(
            tr("Another program reads these lines with another model for search by meaning."),
            tr("Choose the same model in both programs."),
        )


def _mean(vectors: "Sequence[array[float]]", dimension: int) -> "array[float]":
    if not vectors:
        return array("f", [0.0] * dimension)
    return array("f", [sum(values) / len(vectors) for values in zip(*vectors, strict=True)])
