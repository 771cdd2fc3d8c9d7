"""The recall test of a dream: how long it takes, and what it says of good changes and of damage.

Baseline in the same run: to read the days as notes, which every dream does.
"""

import time
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from desktop_app.dreams import deciding
from desktop_app.dreams.dreamer import DayText
from desktop_app.dreams.notes.reading import notes_of
from desktop_app.dreams.notes.set_aside import SetAside
from desktop_app.dreams.recall.result import RecallTest
from tests.benchmarks.changes import cases
from tests.dreams.dreaming import as_day, material, proposed
from tests.support import proposals

_TODAY = date(2026, 11, 21)


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; neither `data` nor `work` is used."""
    yield from (_timed(count) for count in (50, 300))
    for half in ("tune", "blind2", "blind3"):
        yield _of_our_engine(half)


def _timed(bullets: int) -> str:
    memory = "# Memory\n\n" + "".join(
        f"- The {n}th berth is sounded on day {n % 28 + 1} with sounder {n}.\n"
        for n in range(bullets)
    )
    days = [
        DayText(
            _TODAY - timedelta(days=back),
            f"memory/{back}.md",
            "".join(f"- Berth {n}: {n * back + 7} cm at {n % 24}:05, calm.\n" for n in range(60)),
        )
        for back in range(14)
    ]
    reading = _seconds(lambda: notes_of(days, SetAside(), lambda: None))
    test = RecallTest(memory.encode(), "MEMORY.md", days)
    proposal = proposals.proposal(*proposals.CHANGES)
    first = _seconds(lambda: test.of(proposal))
    tick = _seconds(lambda: test.of(deciding.decided(proposal, 2, False)))
    return (
        f"{bullets} bullets, 840 lines: first {first:.2f} s ({first / reading:.1f} x reading them),"
        f" after a tick {tick:.2f} s ({tick / reading:.1f} x)"
    )


def _seconds(work: object) -> float:
    assert callable(work)
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _of_our_engine(half: str) -> str:
    """Of each kind of change that the built-in engine makes of labelled cases: how many cost."""
    every: Counter[str] = Counter()
    cost: Counter[str] = Counter()
    for case in cases(half):
        memory = "# M\n\n" + "".join(f"- {line}\n" for line in case["memory"])
        for change in proposed(material(memory, as_day("\n".join(case["day"])))):
            every[change.kind] += 1
            cost[change.kind] += bool(change.costs)
    told = ", ".join(f"{kind} {cost[kind]} of {every[kind]}" for kind in sorted(every))
    return f"{half}: changes that cost an answer: {told}"
