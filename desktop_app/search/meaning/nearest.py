"""The lines whose vectors lie nearest to a question's. Knows vectors, no text and no model.

Three ways give the same order: `sqlite-vec` inside the database, which the specification asks for
(auto-memory, 'Vector search') and which holds no vectors in memory; a matrix where numpy is
installed; else plain Python. Scores are cosines of vectors of length 1.
"""

import importlib.util
import math
import sqlite3
import threading
from array import array
from collections.abc import Sequence
from itertools import islice
from operator import mul
from typing import Any

from desktop_app.search.meaning.embedder import KeptEmbedder, floats, unit
from desktop_app.search.meaning.store import Store
from desktop_app.search.within import Within

_QUICK = 10_000  # lines; 100,000 take `sqlite-vec` half a second and numpy 25 ms
_DIGITS = 6  # scores closer than that are one, and the newer line comes first
_LINES = "from vectors join places using (sha) where embedder = ? and vector <> x''"

Scored = tuple[int, float]  # a chunk and how near it is


def centred(embedder: KeptEmbedder, question: Sequence[float]) -> "array[float]":
    """The question minus the mean of all lines, of length 1.

    All vectors of a small model point in a similar direction; only the rest tells lines apart.
    """
    return unit([value - middle for value, middle in zip(question, embedder.mean, strict=True)])


def relative(
    embedder: KeptEmbedder, sought: Sequence[float], scored: Sequence[Scored]
) -> list[Scored]:
    """How near the `scored` lines are to the text of this vector, in numbers that fit any model.

    1 is as near as a text that says the same, 0 as near as a usual line of this notebook.
    """
    mean = embedder.mean
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
    """The nearest chunks by SQL, by `sqlite-vec` or by plain Python; `question` is centred."""
    score = "1 - vec_distance_cosine(vector, ?)"
    if not loads_vec(connection):
        score = "likeness(vector, ?)"
        connection.create_function("likeness", 2, lambda data, _: _likeness(data, question))
    conditions, values = within.sql("chunk")
    rows = connection.execute(
        f"select chunk, round({score}, {_DIGITS}) as score"
        f" {' and '.join([_LINES, *conditions])} order by score desc, chunk desc limit ?",
        (question.tobytes(), embedder.id, *values, limit),
    )
    return [(chunk, score or 0.0) for chunk, score in rows]


def _likeness(data: bytes, question: "array[float]") -> float:
    return _number(sum(map(mul, question, floats(data, len(question)))))


def _number(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError("a vector holds what is no number")
    return value


class Nearest:
    """Finds the nearest of the vectors in a store, in the best way on this computer: `sqlite-vec`,
    which takes no memory, while it is quick. Any thread may ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._seen: tuple[int, int] | None = None  # the embedder, and the state that is held
        with store.using() as db:
            lines = db.execute("select count(*) from places").fetchone()[0]
            vec, numpy = loads_vec(db), importlib.util.find_spec("numpy") is not None
        self._by_numpy = numpy and not (vec and lines <= _QUICK)
        self.name = "numpy" if self._by_numpy else "sqlite-vec" if vec else "plain Python"
        """What it is done with, for the status."""

    def top(
        self, embedder: KeptEmbedder, question: Sequence[float], limit: int, within: Within
    ) -> list[Scored]:
        """At most `limit` chunks, nearest first; of equally near ones the newer first."""
        sought = centred(embedder, question)
        with self._store.using() as db:
            if not self._by_numpy:
                return in_database(db, embedder, sought, limit, within)
            with self._lock:
                state = embedder.id, self._store.state()
                if self._seen != state:
                    self._take_in(db, embedder)
                    self._seen = state
                return self._look(sought, limit, within)

    def _take_in(self, db: sqlite3.Connection, embedder: KeptEmbedder) -> None:
        """Hold the vectors of one embedder."""
        import numpy as np

        rows = db.execute(f"select chunk, vector {_LINES}", (embedder.id,)).fetchall()
        data = np.frombuffer(b"".join(vector for _, vector in rows), np.float32)
        self._matrix = data.reshape(len(rows), embedder.dimension)
        self._chunks = np.array([chunk for chunk, _ in rows], np.int64)
        _number(float(data.sum()))

    def _look(self, question: "array[float]", limit: int, within: Within) -> list[Scored]:
        import numpy as np

        scores = (self._matrix @ np.frombuffer(question, np.float32)).astype(np.float64)
        scores = np.round(scores, _DIGITS)
        order = np.lexsort((-self._chunks, -scores))
        found = ((int(self._chunks[n]), float(scores[n])) for n in order)
        return list(islice((one for one in found if one[0] in within), max(limit, 0)))
