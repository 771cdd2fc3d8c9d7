"""Fresh: how long after it was written a line is found, written here and by another program.

A notebook of 20,000 bullets, watched as the window does it. What is noted here is beside a bare
append that reaches the disk; what another program appends waits until its file has rested.
"""

import os
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.benchmarks._corpus import Writer, write

_BULLETS, _OWN, _OUTSIDE = 20_000, 30, 8
_LATE = 30.0  # seconds after which something is broken


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty."""
    paths = write(work / "notebook", Writer(), _BULLETS)
    memory = Memory.create(work / "notebook", Places(work / "data", work / "config"))
    memory.index.refresh()
    memory.index.watch(memory.index.refresh)
    try:
        own = [_until_found(memory, f"ownword{n}", memory.days.remember) for n in range(_OWN)]
        bare = [_seconds(lambda: _append(work / "bare.md", "- a line\n")) for _ in range(_OWN)]
        half = statistics.median(own)
        yield (
            f"noted here until found: {half * 1000:.0f} ms, longest {max(own) * 1000:.0f};"
            f" {half / statistics.median(bare):.1f} x a bare durable append"
        )
        outside = []
        for number in range(_OUTSIDE):
            file = work / "notebook" / paths[number * 7]

            def noted(word: str, file: Path = file) -> None:
                _append(file, f"- {word}\n")

            outside.append(_until_found(memory, f"otherword{number}", noted))
            time.sleep(0.5)
        yield (
            f"appended by another program until found: {statistics.median(outside):.2f} s,"
            f" longest {max(outside):.2f}"
        )
    finally:
        memory.close()


def _until_found(memory: Memory, word: str, note: Callable[[str], object]) -> float:
    """Seconds from before the word is noted until a search has it."""
    begun = time.perf_counter()
    note(word)
    while not memory.search.find(word).hits:
        if time.perf_counter() - begun > _LATE:
            raise RuntimeError(f"{word} was not found within {_LATE:.0f} s")
        threading.Event().wait(0.005)
    return time.perf_counter() - begun


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
