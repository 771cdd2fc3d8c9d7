"""Search: build, update and query times, and whether what answers a question is found.

Recall needs data the project does not ship, see `_recall.py`; other engines are asked where they
are installed, see `_peers.py`.
"""

import json
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from desktop_app.notebook.files import Files
from desktop_app.notebook.layout import Layout
from desktop_app.search.find import BUDGET
from desktop_app.search.index import Index, Query
from tests.benchmarks import _peers
from tests.benchmarks._corpus import KINDS, PER_FILE, Writer, bullets_in, write
from tests.benchmarks._recall import chinese, locomo

BULLETS = 20_000
_QUERIES = 300
_CHANGES = 40
Ours = dict[str, float]  # seconds or milliseconds that others are compared with


def run(
    data: Path | None,
    work: Path,
    bullets: Sequence[int] = (BULLETS,),
    peers: Sequence[Path] = (),
) -> Iterator[str]:
    """Lines to print. `data` holds the data sets, None for timings only; `work` is empty.

    `bullets` are the sizes to time. `peers` are Pythons that have other search engines.
    """
    for count in bullets:
        yield from _times(work / str(count), count, peers)
    for name, measure in (("locomo-dev.json", locomo), ("zh-dev.json", chinese)):
        path = data / name if data else Path(name)
        if data and path.is_file():
            yield from measure(json.loads(path.read_text(encoding="utf-8")), work / path.stem)
        else:
            yield f"{name}: not measured, see tests/benchmarks/_recall.py and --data"


def _times(folder: Path, count: int, peers: Sequence[Path]) -> Iterator[str]:
    writer, notebook = Writer(), folder / "notebook"
    paths = write(notebook, writer, count)
    plain = _seconds(lambda: _bare_insert(folder / "bare.db", notebook))
    scan = _scan(notebook)
    files = Files(notebook)
    index = Index(folder / "index.db", files.read, Layout().kind)
    grown = _peers.growth()

    cpu = time.process_time()
    build = _seconds(lambda: index.rebuild(paths))
    cpu = time.process_time() - cpu
    size = index.path.stat().st_size / 1e6
    yield (
        f"{count:,} bullets: build {build:.2f} s ({cpu:.2f} s of a processor), "
        f"{build / plain:.1f} x a bare FTS5 insert; {size:.0f} MB on disk"
    )
    changes = []
    for number, path in enumerate(paths[:: max(1, len(paths) // _CHANGES)]):
        word = f"ours{number}came"
        files.append(path, f"- {word}\n".encode())
        begun = time.perf_counter()
        index.update([path])
        found = index.search(Query(word)).hits
        changes.append(time.perf_counter() - begun)
        if [hit.path for hit in found] != [path]:
            raise RuntimeError(f"{word} was not found")
    one = statistics.median(changes)
    yield (
        f"  one file of {PER_FILE} changed: found {one * 1000:.1f} ms later,"
        f" 1/{build / one:.0f} of the build"
    )

    ours: Ours = {"build": build, "one": one * 1000}
    asked = {kind: [writer.query(kind) for _ in range(_QUERIES)] for kind in KINDS}
    for kind, some in asked.items():
        ours[kind], line = _answers(index, some)
        yield f"  {kind}: {line}; p50 {ours[kind] / 1000 / scan:.2f} x a substring scan"
    yield f"  memory: at most {grown():+.0f} MB for build and queries"
    index.close()

    queries = folder / "queries.txt"
    queries.write_text("\n".join(asked["two words"]), encoding="utf-8")
    yield from _beside(folder, queries, ours, peers)


def _answers(index: Index, queries: list[str]) -> tuple[float, str]:
    """Milliseconds of the median, and a line about all."""
    walls, cpus, late, unfinished = [], [], 0, 0
    for query in queries:
        begun = time.thread_time()
        results = index.search(Query(query))
        cpus.append((time.thread_time() - begun) * 1000)
        walls.append(results.took_ms)
        late += results.took_ms > BUDGET * 1000
        unfinished += not results.complete
    walls.sort()
    cpus.sort()
    half, most = len(walls) // 2, len(walls) * 99 // 100
    return walls[half], (
        f"p50 {walls[half]:.2f} ms, p99 {walls[most]:.1f}, longest {walls[-1]:.0f}"
        f" (of a processor {cpus[half]:.2f}, {cpus[most]:.1f}, {cpus[-1]:.0f});"
        f" {late} of {len(walls)} over {BUDGET * 1000:.0f} ms, {unfinished} not all ranked"
    )


def _beside(folder: Path, queries: Path, ours: Ours, peers: Sequence[Path]) -> Iterator[str]:
    """The same notebook and queries in other engines, each in a process of its own."""
    for engine in _peers.PEERS:
        told = "not installed"
        for python in (*peers, sys.executable):
            command = (
                python,
                _peers.__file__,
                engine.__name__,
                folder / "notebook",
                queries,
                folder,
            )
            done = subprocess.run([*map(str, command)], capture_output=True, text=True)
            if done.returncode:
                told = f"failed: {done.stderr.strip().splitlines()[-1]}"
            elif found := json.loads(done.stdout.splitlines()[-1]):
                told = _compared(found, ours)
                break
        yield f"  {engine.__name__}: {told}"


def _compared(found: dict[str, Any], ours: Ours) -> str:
    kind = found.get("kind", "two words")
    beside = (
        ("build", "s", found.get("build"), ours["build"]),
        ("one file changed", "ms", found.get("one"), ours["one"]),
        (f"{kind} p50", "ms", found["p50"], ours[kind]),
    )
    told = [
        f"{what} {its:.2f} {u} (ours {mine / its:.2f} x)" for what, u, its, mine in beside if its
    ]
    told.append(f"p99 {found['p99']:.1f}")
    if "memory" in found:
        told.append(f"memory at most {found['memory']:+.0f} MB")
    if "start" in found:
        told.append(f"started in {found['start']:.0f} ms")
    return ", ".join(told)


def _bare_insert(path: Path, notebook: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("pragma journal_mode=wal")
    connection.execute("create virtual table plain using fts5(text)")
    rows = ((bullet,) for bullet in bullets_in(notebook))
    connection.executemany("insert into plain values (?)", rows)
    connection.commit()
    connection.close()


def _scan(notebook: Path) -> float:
    """Seconds in which Python finds a word in all of the text."""
    text = "".join(p.read_text(encoding="utf-8") for p in notebook.rglob("*.md")).casefold()
    times = 20
    return _seconds(lambda: [text.count("surtibo") for _ in range(times)]) / times


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
