"""Vectors: times of the nearest and of the cache, and what the cache saves on a stream of notes.

The stream is LoCoMo's: what is said in five conversations, then what was observed of it, in order
(`locomo-dev.json`, see tests/benchmarks/_recall.py). Wrong near hits are counted where it is known
that two texts do not say the same: observations with one number, name, day or denial altered, and
labelled pairs of notes (tests/fixtures/labelled) that are no duplicates.
"""

import asyncio
import itertools
import json
import random
import statistics
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.layout import Layout
from desktop_app.search.index import Query, SearchIndex
from desktop_app.search.meaning import near
from desktop_app.search.meaning.choice import EmbedderChoice
from desktop_app.search.meaning.embedder import Traits, unit
from desktop_app.search.meaning.kept import KeptEmbedder, sha_of
from desktop_app.search.meaning.meaning import Meaning
from desktop_app.search.meaning.nearest import Nearest, PlainPython, best
from desktop_app.search.meaning.store import Store
from desktop_app.search.within import EVERYWHERE
from tests.benchmarks._corpus import Writer, write
from tests.benchmarks._recall import sessions
from tests.benchmarks.grounding import _locomo as _claims
from tests.support.embedding import Concepts, Rack

THRESHOLDS = (0.98, 0.95, 0.9, 0.85, 0.8)
_LABELLED = Path(__file__).parent.parent / "fixtures" / "labelled"
_SIZE = 384
_ONE = array("f", [1.0])


def run(data: Path | None, work: Path, lines: int = 5_000) -> Iterator[str]:
    """Lines to print; `work` is empty, `lines` are those among which a question is asked again."""
    yield _asked_again(work / "asked", lines)
    yield from _nearest(work / "nearest.db")
    path = data / "locomo-dev.json" if data else Path("locomo-dev.json")
    if data and path.is_file():
        samples = json.loads(path.read_text(encoding="utf-8"))
        yield from _lookups(work / "lookups.db", list(_stream(samples)))
        yield from _saved(work, list(_stream(samples)))
        for kind, pairs in _altered(samples).items():
            yield from _wrong(f"LoCoMo's observations, {kind}", pairs)
    else:
        yield "locomo-dev.json: not measured, see tests/benchmarks/_recall.py and --data"
    yield from _wrong("labelled pairs that are no duplicates", list(_pairs(duplicates=False)))
    yield from _wrong("labelled pairs that are duplicates", list(_pairs(duplicates=True)))


# -- times ----------------------------------------------------------------------------------


def _nearest(path: Path) -> Iterator[str]:
    chance = random.Random(3)
    store, held = _opened(path, _SIZE)
    question = unit([chance.gauss(0, 1) for _ in range(_SIZE)])
    for lines in (10_000, 100_000):
        _fill(store, held, lines, chance)
        ways: list[tuple[str, Nearest]] = [("the best here", best(store))]
        ways += [("plain Python", PlainPython(store))] if lines <= 10_000 else []
        for name, way in ways:
            first = _seconds(lambda way=way: way.top(held, question, 50, EVERYWHERE))
            times = [
                _seconds(lambda way=way: way.top(held, question, 50, EVERYWHERE)) for _ in range(9)
            ]
            took = f"{statistics.median(times) * 1000:.1f} ms"
            yield f"nearest 50 of {lines:,} by {name} ({way.name}): {took}, first {first:.2f} s"
    store.close()


def _fill(store: Store, held: KeptEmbedder, lines: int, chance: random.Random) -> None:
    """Vectors of chance, which are as quick to search as real ones."""
    rows = [array("f", (chance.random() - 0.5 for _ in range(_SIZE))) for _ in range(200)]
    texts = {n: sha_of(f"line {n}") for n in range(lines)}
    store.place(held, 1, "MEMORY.md", str(lines), texts)
    with store._writing() as db:
        db.executemany(
            "insert or ignore into vectors (embedder, sha, text, vector, lent)"
            " values (?, ?, '', ?, 1)",
            ((held.id, sha, rows[n % 200].tobytes()) for n, sha in texts.items()),
        )


def _lookups(path: Path, texts: list[str]) -> Iterator[str]:
    store, held = _opened(path, 1)
    store.put(held, ((text, _ONE) for text in dict.fromkeys(texts)))
    some = random.Random(5).sample(texts, 300)
    exact = sorted(_seconds(lambda text=text: store.vector(held, text)) for text in some)
    nearly = sorted(
        _seconds(lambda text=text: store.near(held, f"{text} indeed", near.THRESHOLD))
        for text in some
    )
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
        statistics.median(_seconds(work) for _ in range(9)) * 1000
        for work in (
            lambda: store.question(held, question.text, _refused),
            lambda: meaning.search(question),
            lambda: index.search(question),
        )
    )
    for opened in (store, meaning, index):
        opened.close()
    return (
        f"a question asked before, {lines:,} lines: its vector {vector:.2f} ms (to be below 5),"
        f" the search {whole:.1f} ms (to be below 100), {whole / words:.1f} x by words alone"
    )


def _refused(text: str) -> NoReturn:
    raise RuntimeError(f"{text} was not kept")


# -- what is saved --------------------------------------------------------------------------


def _saved(work: Path, texts: list[str]) -> Iterator[str]:
    yield f"a stream of {len(texts):,} notes, the same words; other plain words allowed:"
    for threshold, alike in itertools.product(THRESHOLDS, (False, True)):
        store, held = _opened(work / f"saved-{threshold}-{alike}.db", 1)
        exact = nearly = 0
        for text in texts:
            if store.vector(held, text) is not None:
                exact += 1
            elif store.near(held, text, threshold, alike=alike) is not None:
                nearly += 1
                store.put(held, (), [(text, _ONE)])
            else:
                store.put(held, [(text, _ONE)])
        every = len(texts)
        miss = every - exact - nearly
        yield (
            f"  threshold {threshold:.2f}{', other words' if alike else ''}: exact "
            f"{exact / every:.1%}, near {nearly / every:.1%}, made {miss / every:.1%}"
        )
        store.close()


def _wrong(title: str, pairs: list[tuple[str, str]]) -> Iterator[str]:
    """How many of these pairs would share a vector."""
    yield f"{title}: {len(pairs):,} pairs"
    likeness = [near.likeness(one, other) for one, other in pairs]
    agree = [
        like >= min(THRESHOLDS) and near.says_the_same(one, other)
        for like, (one, other) in zip(likeness, pairs, strict=True)
    ]
    alike = [
        like >= min(THRESHOLDS) and near.says_alike(one, other)
        for like, (one, other) in zip(likeness, pairs, strict=True)
    ]
    for threshold in THRESHOLDS:
        by_letters = sum(like >= threshold for like in likeness)
        served, words = (
            sum(like >= threshold and same for like, same in zip(likeness, some, strict=True))
            for some in (agree, alike)
        )
        yield (
            f"  threshold {threshold:.2f}: {served} served ({served / len(pairs):.2%}), {words} "
            f"({words / len(pairs):.2%}) in other plain words, {by_letters} by letters alone"
        )


def _stream(samples: list[dict[str, Any]]) -> Iterator[str]:
    for sample in samples:
        paths, _ = sessions(sample["conversation"], "")
        for text in paths.values():
            yield from (line[2:] for line in text.split("\n") if line.startswith("- "))
        for observed in sample["observation"].values():
            yield from (said for said, _ in itertools.chain.from_iterable(observed.values()))


def _altered(samples: list[dict[str, Any]]) -> dict[str, list[tuple[str, str]]]:
    """Each true observation with each altered one made of it, by what was altered."""
    true: dict[tuple[Any, ...], str] = {}
    found: dict[str, list[tuple[str, str]]] = {}
    for claim in _claims(samples):
        if claim.kind == "true":
            true[claim.sources] = claim.text
        elif not claim.kind.startswith("unrelated") and claim.sources in true:
            found.setdefault(claim.kind, []).append((true[claim.sources], claim.text))
    return found


def _pairs(*, duplicates: bool) -> Iterator[tuple[str, str]]:
    for path in sorted(_LABELLED.glob("pairs-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if (row["is"] == "duplicate") is duplicates:
                yield row["memory"], row["note"]


def _opened(path: Path, dimension: int) -> tuple[Store, KeptEmbedder]:
    store = Store(path)
    return store, store.admit(Traits("benchmark", dimension, frozenset(), 0.3), "benchmark")


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
