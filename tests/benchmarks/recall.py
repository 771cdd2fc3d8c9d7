"""The recall test of a dream: how long it takes, and what it says of good changes and of damage.

Baseline in the same run: to read the days as notes, which every dream does. With public notebooks
(`--data` and `--mirrors`, see `inbox`) damage is planted into up to 60 lines of each MEMORY.md: the
line dropped, a fact or a word cut out or a number changed, alone and in a line made of two. A line
whose loss costs no answer, since memory says it elsewhere, is left out.
"""

import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from desktop_app.dreams.notes.reading import notes_of
from desktop_app.dreams.notes.set_aside import SetAside

from desktop_app.dreams import deciding
from desktop_app.dreams.proposal import Change, ChangeKind, Support
from desktop_app.dreams.recall.facts import hard_facts, word_pieces
from desktop_app.dreams.recall.result import RecallTest
from desktop_app.dreams.recall.trial import RecallTrial
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.source import Source
from desktop_app.notebook.statements.day_text import DayText
from tests.benchmarks._public import notebooks
from tests.benchmarks.changes import cases
from tests.dreams.dreaming import as_day, material, proposed
from tests.support import proposals

_LINES, _SHORT, _LONG = 60, 15, 300
_TODAY = date(2026, 11, 21)


def run(data: Path | None, work: Path, mirrors: Path | None = None) -> Iterator[str]:
    """Lines to print; `work` is not used."""
    yield from (_timed(count) for count in (50, 300))
    for half in ("tune", "blind2", "blind3"):
        yield _of_our_engine(half)
    yield from _planted([one.memory() for one in notebooks(data, mirrors)])


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


def _planted(memories: list[str]) -> Iterator[str]:
    """Of each kind of damage: how much costs an answer."""
    planted, caught = Counter[str](), Counter[str]()
    for text in memories:
        memory = MemoryFile(text.encode("utf-8", "surrogateescape"))
        trial, chance = RecallTrial(memory, "MEMORY.md"), random.Random(1)
        short = [one.text for one in memory.bullets if one.raw.count("\n") < 2]
        lines = [one for one in dict.fromkeys(short) if _SHORT < len(one) < _LONG]
        chance.shuffle(lines)
        for line, other in list(zip(lines, lines[1:] + lines[:1], strict=True))[:_LINES]:
            if not trial.alone(_changed([line], None)):
                planted["said elsewhere"] += 1
                continue
            for kind, less in _damaged(line, chance):
                merged = _changed([line, other], f"{less}; {other}")
                for name, change in ((kind, _changed([line], less)), (f"{kind}, of two", merged)):
                    planted[name] += 1
                    caught[name] += bool(trial.alone(change))
    for kind, count in planted.items():
        yield f"planted damage, {kind}: {caught[kind]} of {count} caught"


def _damaged(line: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    facts = list(hard_facts(line))
    words = [fact for fact, _ in word_pieces(line)]
    for kind, some in (("a fact cut", facts), ("a word cut", words)):
        if some:
            cut = chance.choice(some)
            yield kind, line[: cut.start] + line[cut.end :]
    if facts and any(map(str.isdigit, line[(cut := chance.choice(facts)).start : cut.end])):
        other = re.sub(r"\d", lambda digit: str(9 - int(digit[0])), line[cut.start : cut.end])
        yield "a number changed", line[: cut.start] + other + line[cut.end :]


def _changed(old: list[str], new: str | None) -> Change:
    kind = ChangeKind.MERGED if len(old) > 1 else ChangeKind.UPDATED
    note = Source("memory/2026-11-21.md", 1, "Bought bread and a lamp.", "x")
    return Change(
        1, kind if new else ChangeKind.REMOVED, "", 1, tuple(old), new, (note,),
        Support.SUPPORTED, True, "",
    )  # fmt: skip
