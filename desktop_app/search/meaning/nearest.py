"""The lines whose vectors lie nearest to a question's. Knows vectors, no text and no model.

Three ways give the same order: `sqlite-vec` inside the database, which the specification asks for
(auto-memory, 'Vector search') and which holds no vectors in memory; a matrix where numpy is
installed; else plain Python. Scores are cosines of vectors of length 1.
"""

import heapq
import importlib.util
import json
import math
import sqlite3
import threading
from array import array
from collections.abc import Sequence
from operator import mul
from typing import Any, Protocol

from desktop_app.search.meaning.embedder import unit
from desktop_app.search.meaning.kept import KeptEmbedder
from desktop_app.search.meaning.store import Store
from desktop_app.search.meaning.vectors_file import FLOAT, floats
from desktop_app.search.schema import FILE_SHIFT, FILES
from desktop_app.search.within import EVERYWHERE, Within

_QUICK = 10_000  # lines; 100,000 take `sqlite-vec` half a second and numpy 25 ms
_DIGITS = 6  # scores closer than that are one, and the newer line comes first

_NO_NUMBER = "a vector holds what is no number"

Scored = tuple[int, float]  # a chunk and how near it is


class Nearest(Protocol):
    """Finds the nearest. Any thread may ask."""

    @property
    def name(self) -> str:
        """What it is done with, for the status."""
        ...

    def top(
        self, embedder: KeptEmbedder, question: Sequence[float], limit: int, within: Within
    ) -> list[Scored]:
        """At most `limit` chunks, nearest first; of equally near ones the newer first."""
        ...


def best(store: Store) -> Nearest:
    """The best way on this computer: `sqlite-vec`, which takes no memory, while it is quick."""
    numpy = importlib.util.find_spec("numpy") is not None
    with store.reading() as db:
        lines = db.execute("select count(*) from places").fetchone()[0]
        if loads_vec(db) and not (numpy and lines > _QUICK):
            return InDatabase(store)
    return Matrix(store) if numpy else PlainPython(store)


def centred(embedder: KeptEmbedder, question: Sequence[float]) -> "array[float]":
    """The question minus the mean of all lines, of length 1.

    All vectors of a small model point in a similar direction; only the rest tells lines apart.
    """
    mean = embedder.mean or [0.0] * embedder.dimension
    return unit([value - middle for value, middle in zip(question, mean, strict=True)])


def relative(
    embedder: KeptEmbedder, sought: Sequence[float], scored: Sequence[Scored]
) -> list[Scored]:
    """How near the `scored` lines are to the text of this vector, in numbers that fit any model.

    1 is as near as a text that says the same, 0 as near as a usual line of this notebook.
    """
    mean = embedder.mean or [0.0] * embedder.dimension
    usual = sum(map(mul, centred(embedder, sought), mean))
    wide = math.sqrt(max(0.0, 1 - sum(map(mul, mean, mean))))  # how far lines lie from their mean
    rounded = ((chunk, round(score, _DIGITS)) for chunk, score in scored)
    return [(chunk, (score - usual) / wide) for chunk, score in rounded] if wide else []


def loads_vec(connection: Any) -> bool:
    """Whether this connection has `sqlite-vec`, loaded now if it can be."""
    try:
        connection.execute("select vec_version()")
        return True
    except Exception as error:  # of sqlite3, or of a module like it
        if type(error).__name__ != "OperationalError":
            raise
    try:
        import sqlite_vec

        connection.enable_load_extension(True)
        try:
            sqlite_vec.load(connection)
        finally:
            connection.enable_load_extension(False)
    except (ImportError, AttributeError, OSError, sqlite3.Error):
        return False  # this Python's SQLite loads no extensions
    return True


def in_database(
    connection: Any, embedder: KeptEmbedder, question: "array[float]", limit: int, within: Within
) -> list[Scored]:
    """`Nearest.top` by a connection that has `sqlite-vec`; `question` is centred."""
    lines, values = _lines(embedder, within)
    rows = connection.execute(
        f"select chunk, round(1 - vec_distance_cosine(vector, ?), {_DIGITS}) as score {lines}"
        " order by score desc, chunk desc limit ?",
        (question.tobytes(), *values, limit),
    )
    return [(chunk, score or 0.0) for chunk, score in rows]


def _lines(embedder: KeptEmbedder, within: Within) -> tuple[str, list[str | int]]:
    """The lines that may be found, in SQL, and its values."""
    conditions, values = within.sql("chunk")
    where = " and ".join(["embedder = ?", *conditions])
    return f"from vectors join places using (sha) where {where}", [embedder.id, *values]


class InDatabase:
    """By `sqlite-vec`, which holds nothing in memory."""

    name = "sqlite-vec"

    def __init__(self, store: Store) -> None:
        self._store = store

    def top(
        self, embedder: KeptEmbedder, question: Sequence[float], limit: int, within: Within
    ) -> list[Scored]:
        with self._store.reading() as db:
            loads_vec(db)
            sought = centred(embedder, question)
            return in_database(db, embedder, sought, limit, within)


class PlainPython:
    """In plain Python, which holds nothing in memory: some tenths of a second for 10,000 lines."""

    name = "plain Python"

    def __init__(self, store: Store) -> None:
        self._store = store

    def top(
        self, embedder: KeptEmbedder, question: Sequence[float], limit: int, within: Within
    ) -> list[Scored]:
        sought, size = centred(embedder, question), embedder.dimension
        lines, values = _lines(embedder, within)
        with self._store.reading() as db:
            rows = db.execute(f"select chunk, vector {lines}", values)
            scored = [(n, round(sum(map(mul, sought, floats(v, size))), _DIGITS)) for n, v in rows]
        if not all(math.isfinite(score) for _, score in scored):
            raise ValueError(_NO_NUMBER)
        return heapq.nlargest(limit, scored, key=lambda one: (one[1], one[0]))


class Matrix:
    """By numpy: one multiplication for all lines. Holds the vectors of one embedder, and takes in
    what is new before each look."""

    name = "numpy"

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._seen: tuple[int, int] | None = None  # the embedder, and the version that is held

    def top(
        self, embedder: KeptEmbedder, question: Sequence[float], limit: int, within: Within
    ) -> list[Scored]:
        with self._lock, self._store.reading():
            version = self._store.version()
            if self._seen != (embedder.id, version):
                self._take_in(embedder)
                self._seen = (embedder.id, version)
            return self._look(centred(embedder, question), limit, within)

    def _take_in(self, embedder: KeptEmbedder) -> None:
        import numpy as np

        if self._seen is None or self._seen[0] != embedder.id:
            self._rows: dict[int, int] = {}  # which row of the matrix a vector is
            self._matrix: Any = np.empty((0, embedder.dimension), np.float32)
        with self._store.snapshot() as db:
            places = db.execute(
                "select chunk, id from places join vectors using (sha) where embedder = ?"
                " order by chunk",
                (embedder.id,),
            ).fetchall()
            used = {vector for _, vector in places}
            rows: list[tuple[int, bytes]] = db.execute(
                "select id, vector from vectors where id in (select value from json_each(?))",
                (json.dumps(sorted(used - self._rows.keys())),),
            ).fetchall()
        if any(len(data) != FLOAT * embedder.dimension for _, data in rows):
            raise ValueError("a vector has another length")
        data = np.frombuffer(b"".join(data for _, data in rows), np.float32)
        if not np.isfinite(data).all():
            raise ValueError(_NO_NUMBER)
        held = [vector for vector in self._rows if vector in used]
        if rows or len(held) < len(self._rows):
            before = self._matrix[[self._rows[vector] for vector in held]]
            self._matrix = np.concatenate([before, data.reshape(-1, before.shape[1])])
            self._rows = {one: n for n, one in enumerate([*held, *(id_ for id_, _ in rows)])}
        self._chunks = np.array([chunk for chunk, _ in places], np.int64)
        self._row_of = np.array([self._rows[vector] for _, vector in places], np.int64)

    def _look(self, question: "array[float]", limit: int, within: Within) -> list[Scored]:
        import numpy as np

        scores = (self._matrix @ np.frombuffer(question, np.float32))[self._row_of]
        scores, chunks = np.round(scores.astype(np.float64), _DIGITS), self._chunks
        if within != EVERYWHERE:
            inside = np.ones(len(chunks), bool)
            if within.low is not None:
                inside &= chunks >= within.low
            if within.high is not None:
                inside &= chunks < within.high
            if within.files is not None:
                inside &= np.isin(chunks >> FILE_SHIFT & FILES, sorted(within.files))
            if within.left_out:
                inside &= ~np.isin(chunks >> FILE_SHIFT & FILES, sorted(within.left_out))
            if within.lines is not None:
                inside &= np.isin(chunks, sorted(within.lines))
            if within.others:
                inside &= ~np.isin(chunks, sorted(within.others))
            scores, chunks = scores[inside], chunks[inside]
        if limit < len(scores):
            least = np.partition(scores, -limit)[-limit]
            above = scores >= least
            scores, chunks = scores[above], chunks[above]
        order = np.lexsort((-chunks, -scores))[:limit]
        return [(int(chunks[n]), float(scores[n])) for n in order]
