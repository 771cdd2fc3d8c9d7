"""Turn: what memory adds to a turn of a conversation, against a bare FTS5 question.

A turn asks for what fits its words, with MEMORY.md and two days, within 4,096 tokens.
"""

import sqlite3
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from desktop_app.memory import Memory
from desktop_app.sessions.levels.prompt_plan import architected
from desktop_app.settings import Places
from tests.benchmarks._corpus import Writer, bullets_in, write
from tests.support.dreaming import NOON, StillClock

BULLETS = 100_000
_TURNS, _BUDGET = 200, 4_096


def run(data: Path | None, work: Path, bullets: Sequence[int] = (BULLETS,)) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    for count in bullets:
        yield from _turns(work / str(count), count)


def _turns(folder: Path, count: int) -> Iterator[str]:
    writer, notebook = Writer(), folder / "notebook"
    write(notebook, writer, count)
    memory = Memory.create(notebook, Places(folder / "data", folder / "config"), StillClock(NOON))
    memory.index.refresh()
    memory.search.find("warm")
    plain = sqlite3.connect(folder / "bare.db")
    plain.execute("create virtual table plain using fts5(text)")
    plain.executemany("insert into plain values (?)", ((one,) for one in bullets_in(notebook)))
    select = "select text from plain where plain match ? order by rank limit 50"
    ours, bare, worked = [], [], []
    for question in [writer.query("a question") for _ in range(_TURNS)]:
        begun, cpu = time.perf_counter(), time.process_time()
        architected(memory.context.material(question), _BUDGET)
        worked.append(time.process_time() - cpu)
        ours.append(time.perf_counter() - begun)
        words = " OR ".join(f'"{word}"' for word in question.strip("?").split())
        begun = time.perf_counter()
        plain.execute(select, (words,)).fetchall()
        bare.append(time.perf_counter() - begun)
    plain.close()
    memory.close()
    half, most = statistics.median(ours), sorted(ours)[_TURNS * 99 // 100]
    yield (
        f"{count:,} bullets: p50 {1000 * half:.1f} ms, p99 {1000 * most:.1f} "
        f"({1000 * statistics.median(worked):.1f} ms of a processor), "
        f"{half / statistics.median(bare):.1f} x a bare question"
    )
