"""Tiers: how long a get and a search take in each, and how small the index gets.

The bars of the specification are 10 ms (hot), 50 ms (warm) and 500 ms (cold), p99. On one computer
the search index is hot and warm at once. `ENTRIES` entries fill a cold tier of their own.
"""

import random
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.layout import Layout
from desktop_app.search.index import Query, SearchIndex
from desktop_app.search.moving import Mover
from desktop_app.search.similar import text_at
from desktop_app.tiers.entry import TierEntry
from desktop_app.tiers.places import ChosenStores, is_there
from desktop_app.tiers.rules import Tier
from desktop_app.tiers.store import TierStore
from tests.benchmarks._corpus import Writer, bullets_in, write

BULLETS = 50_000
ENTRIES = 1_000_000
_ASKED = 200
_AT_ONCE = 50_000


def run(data: Path | None, work: Path, entries: int = ENTRIES) -> Iterator[str]:
    if not is_there():
        yield "Parquet is not installed: make tiers"
        return
    yield from _notebook(work)
    yield from _many(work, entries)


def _notebook(work: Path) -> Iterator[str]:
    """A notebook at home, then with all but its last tenth away."""
    paths = write(work / "notebook", Writer(), BULLETS)
    files = NotebookFiles(work / "notebook")
    index = SearchIndex(work / "index.db", files.read, Layout().kind)
    stores = ChosenStores(work, "0" * 32)
    index.stores = stores
    index.rebuild(paths)
    index.compact()
    chance = random.Random(3)
    questions = [
        _question(chance, text) for text in chance.sample([*bullets_in(files.root)], _ASKED)
    ]
    places = [(chance.choice(paths), chance.randrange(3, 40)) for _ in range(_ASKED)]
    before, size = [_found(index, one) for one in questions], index.path.stat().st_size
    yield f"hot and warm, get: {_times(lambda n: index.ask(lambda db: text_at(db, *places[n])))}"
    asked = _times(lambda n: _found(index, questions[n]))
    yield f"hot and warm, search of {BULLETS:,} lines: {asked}"
    old = paths[: len(paths) * 9 // 10]
    start = time.perf_counter()
    Mover(index, stores).move(dict.fromkeys(old, Tier.COLD))
    took = time.perf_counter() - start
    index.clear()
    index.compact()
    cold = stores[Tier.COLD].size()
    yield (
        f"moved {len(old)} of {len(paths)} files, {cold.entries:,} lines, in {took:.1f} s: index "
        f"{size / 1e6:.1f} MB before, {index.path.stat().st_size / 1e6:.1f} MB after, and "
        f"{(cold.size or 0) / 1e6:.1f} MB of Parquet"
    )
    yield f"cold, search with the index: {_times(lambda n: _found(index, questions[n]))}"
    here = [_found(index, one, at_hand=True) for one in questions]
    yield f"of these, at hand: {_times(lambda n: _found(index, questions[n], at_hand=True))}"
    after = [_found(index, one) for one in questions]
    pairs = [*zip(before, after, strict=True)]
    same = sum(one == other for one, other in pairs) / len(pairs)
    shared = sum(len({*a} & {*b}) for a, b in pairs) / max(1, sum(len(a) for a, _ in pairs))
    first = sum(a[:1] == b[:1] for a, b in pairs) / len(pairs)
    lost = sum(len({*a} & {*b}) for a, b in zip(before, here, strict=True))
    yield (
        f"found as before: {shared:.1%} of the first ten, the first {first:.1%}, all ten in the "
        f"same order {same:.1%}; at hand alone {lost / max(1, sum(map(len, before))):.1%}"
    )
    index.close()


def _many(work: Path, entries: int) -> Iterator[str]:
    stores, writer = ChosenStores(work / "many", "0" * 32), Writer()
    store, took = stores[Tier.COLD], 0.0
    chance, asked = random.Random(4), list[list[str]]()
    for start in range(0, entries, _AT_ONCE):
        some = [_entry(number, writer.bullet()) for number in range(start, start + _AT_ONCE)]
        asked += [one.words.split()[:3] for one in some[:: _AT_ONCE // 20]]
        began = time.perf_counter()
        store.put(some)
        took += time.perf_counter() - began
    ids = sorted(chance.sample(sorted(store.ids()), _ASKED))
    size = store.size()
    yield f"{size.entries:,} entries put in {took:.0f} s, {(size.size or 0) / 1e6:.0f} MB"
    yield f"cold, get of {entries:,}: {_times(lambda n: store.get([ids[n]]))}"
    yield f"cold, search of {entries:,}: {_times(lambda n: _search(store, asked[n % len(asked)]))}"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    yield f"the process took {peak:,.0f} MB at most"


def _search(store: TierStore, words: list[str]) -> None:
    store.search(words, 40)


def _entry(number: int, text: str) -> TierEntry:
    path, line = f"memory/{number // 50}.md", number % 50 + 1
    key = f"{number // 50 * 2654435761 % 2**32:024x}-{line:06x}"
    words = text.lower()
    return TierEntry(key, path, "days", line, line, "", "", text, words, "2019-03-04")


def _question(chance: random.Random, text: str) -> str:
    words = text.split()
    return " ".join(chance.sample(words, min(4, len(words)))) + "?"


def _found(index: SearchIndex, question: str, *, at_hand: bool = False) -> list[tuple[str, int]]:
    hits = index.search(Query(question, mode="question", at_hand=at_hand)).hits  # type: ignore[arg-type]
    return [(hit.path, hit.line) for hit in hits]


def _times(work: Callable[[int], object]) -> str:
    """The median and the slowest hundredth of many, after one to open what is needed."""
    work(0)
    times = []
    for number in range(_ASKED):
        start = time.perf_counter()
        work(number)
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    return f"p50 {times[len(times) // 2]:.2f} ms, p99 {times[len(times) * 99 // 100]:.2f} ms"
