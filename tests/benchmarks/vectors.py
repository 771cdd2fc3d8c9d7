"""Vectors: times of the nearest and of the cache."""

import asyncio
import random
import statistics
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.layout import Layout
from desktop_app.search.index import Query, SearchIndex
from desktop_app.search.meaning.embedder import KeptEmbedder, Traits, unit
from desktop_app.search.meaning.embedder_choice import EmbedderChoice
from desktop_app.search.meaning.meaning import Meaning
from desktop_app.search.meaning.near import sha_of
from desktop_app.search.meaning.nearest import Nearest
from desktop_app.search.meaning.store import Store
from desktop_app.search.within import EVERYWHERE
from tests.benchmarks._corpus import Writer, seconds, write
from tests.benchmarks._recall import LOCOMO, measured, told
from tests.support.embedding import Concepts, Rack

_SIZE = 384
ONE = array("f", [1.0])
"""A vector, where none is asked for."""


def run(data: Path | None, work: Path, lines: int = 5_000) -> Iterator[str]:
    """Lines to print; `work` is empty, `lines` are those among which a question is asked again."""
    yield _asked_again(work / "asked", lines)
    yield from _nearest(work / "nearest.db")
    yield from measured(data, LOCOMO, lambda samples: _lookups(work / "lookups.db", told(samples)))


# -- times ----------------------------------------------------------------------------------


def _nearest(path: Path) -> Iterator[str]:
    chance = random.Random(3)
    store, held = opened(path, _SIZE)
    question = unit([chance.gauss(0, 1) for _ in range(_SIZE)])
    for lines in (10_000, 100_000):
        _fill(store, held, lines, chance)
        way = Nearest(store)
        first = seconds(lambda way=way: way.top(held, question, 50, EVERYWHERE))
        times = [seconds(lambda way=way: way.top(held, question, 50, EVERYWHERE)) for _ in range(9)]
        took = f"{statistics.median(times) * 1000:.1f} ms"
        yield f"nearest 50 of {lines:,} by {way.name}: {took}, first {first:.2f} s"
    store.close()


def _fill(store: Store, held: KeptEmbedder, lines: int, chance: random.Random) -> None:
    """Vectors of chance, which are as quick to search as real ones."""
    rows = [array("f", (chance.random() - 0.5 for _ in range(_SIZE))) for _ in range(200)]
    texts = {n: sha_of(f"line {n}") for n in range(lines)}
    store.place(held, "MEMORY.md", str(lines), texts)
    with store._changing() as db:
        db.executemany(
            "insert or ignore into vectors values (?, ?, ?, ?)",
            ((held.id, sha, sha, rows[n % 200].tobytes()) for n, sha in texts.items()),
        )


def _lookups(path: Path, said: Iterable[str]) -> Iterator[str]:
    texts = list(said)
    store, held = opened(path, 1)
    store.put(held, ((text, ONE) for text in dict.fromkeys(texts)))
    some = random.Random(5).sample(texts, 300)
    exact = sorted(seconds(lambda text=text: store.read(held, [sha_of(text)])) for text in some)
    nearly = sorted(seconds(lambda text=text: store.near(held, f"{text} indeed")) for text in some)
    for name, times in (("exact", exact), ("near", nearly)):
        half, most = (times[len(times) * part // 100] * 1000 for part in (50, 99))
        yield (
            f"{name} lookup among {len(set(texts)):,} texts: p50 {half:.2f} ms, p99 {most:.2f} ms"
        )
    store.close()


def _asked_again(folder: Path, lines: int) -> str:
    """A search whose question was asked before: its vector is kept, so that no model is asked."""
    paths = write(folder / "notebook", Writer(), lines)
    index = SearchIndex(folder / "index.db", NotebookFiles(folder / "notebook").read, Layout().kind)
    index.rebuild(paths)
    meaning = Meaning(folder / "vectors.db", index, Rack(ollama_concepts=Concepts(batch=500)))
    meaning.choose(EmbedderChoice("ollama", "concepts"))
    asyncio.run(meaning.keep_up())
    question = Query(Writer().query("a question"), mode="question")
    meaning.search(question)
    store = Store(folder / "vectors.db")
    held = store.embedders()[0]
    vector, whole, words = (
        statistics.median(seconds(work) for _ in range(9)) * 1000
        for work in (
            lambda: store.question(held, question.text, _refused),
            lambda: meaning.search(question),
            lambda: index.search(question),
        )
    )
    for one in (store, meaning, index):
        one.close()
    return (
        f"a question asked before, {lines:,} lines: its vector {vector:.2f} ms (to be below 5),"
        f" the search {whole:.1f} ms (to be below 100), {whole / words:.1f} x by words alone"
    )


def _refused(text: str) -> NoReturn:
    raise RuntimeError(f"{text} was not kept")


def opened(path: Path, dimension: int) -> tuple[Store, KeptEmbedder]:
    store = Store(path)
    return store, store.admit(Traits("benchmark", dimension, frozenset(), 0.3), "benchmark")
