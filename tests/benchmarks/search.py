"""Search: build, update and query times, and whether what answers a question is found.

Recall needs data the project does not ship, see `_recall.py`.
"""

import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.layout import Layout
from desktop_app.search.find import BUDGET
from desktop_app.search.index import Query, SearchIndex
from tests.benchmarks._corpus import KINDS, PER_FILE, Writer, bullets_in, seconds, write
from tests.benchmarks._recall import CHINESE, LOCOMO, chinese, locomo, measured

BULLETS = 20_000
_QUERIES = 300
_CHANGES = 40
Told = dict[str, float | str]
Ours = dict[str, float]  # `build` in seconds, `one` and each kind of query in milliseconds


def run(data: Path | None, work: Path, bullets: Sequence[int] = (BULLETS,)) -> Iterator[str]:
    """Lines to print. `data` holds the data sets, None for timings only; `work` is empty.

    `bullets` are the sizes to time; the memory taken is told in full for the first one only, since
    what one leaves serves the next.
    """
    for count in bullets:
        yield from _times(work / str(count), count)
    yield from measured(data, LOCOMO, lambda told: locomo(told, work / "locomo"))
    yield from measured(data, CHINESE, lambda told: chinese(told, work / "zh"))


def _times(folder: Path, count: int) -> Iterator[str]:
    writer, notebook = Writer(), folder / "notebook"
    paths = write(notebook, writer, count)
    files = NotebookFiles(notebook)
    index = SearchIndex(folder / "index.db", files.read, Layout().kind)
    grown = _growth()

    cpu = time.process_time()
    build = seconds(lambda: index.rebuild(paths))
    cpu = time.process_time() - cpu
    size = index.path.stat().st_size / 1e6
    yield (
        f"{count:,} bullets: build {build:.2f} s ({cpu:.2f} s of a processor), "
        f"{size:.0f} MB on disk"
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
        yield f"  {kind}: {line}"
    yield f"  memory: at most {grown():+.0f} MB for build and queries"
    index.close()

    yield f"  a bare FTS5 insert: {_compared(_bare_insert(folder / 'bare.db', notebook), ours)}"
    yield f"  a scan by Python: {_compared(_scan(notebook), ours)}"


def _answers(index: SearchIndex, queries: list[str]) -> tuple[float, str]:
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


def _compared(found: Told, ours: Ours) -> str:
    kind = found.get("kind", "two words")
    told = [
        f"{what} {found[figure]:.2f} {unit} (ours {ours[mine] / found[figure]:.2g} x)"
        for what, figure, unit, mine in (
            ("build", "build", "s", "build"),
            (f"{kind} p50", "p50", "ms", kind),
        )
        if figure in found
    ]
    return ", ".join(told)


def _bare_insert(path: Path, notebook: Path) -> Told:
    connection = sqlite3.connect(path)
    connection.execute("pragma journal_mode=wal")
    connection.execute("create virtual table plain using fts5(text)")
    rows = ((bullet,) for bullet in bullets_in(notebook))
    insert = "insert into plain values (?)"
    took = seconds(lambda: (connection.executemany(insert, rows), connection.commit()))
    connection.close()
    return {"build": took}


def _scan(notebook: Path) -> Told:
    """How long Python takes to find a word in all of the text."""
    text = "".join(p.read_text(encoding="utf-8") for p in notebook.rglob("*.md")).casefold()
    times = 20
    took = seconds(lambda: [text.count("surtibo") for _ in range(times)]) / times
    return {"kind": "one word", "p50": took * 1000}


def _growth() -> Callable[[], float]:
    """What tells how many megabytes this process has taken in at most since now; 0 where the
    system doesn't say."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        before = _status("VmRSS")
    except OSError:
        return lambda: 0.0
    return lambda: _status("VmHWM") - before


def _status(name: str) -> float:
    told = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith(name)) / 1000
