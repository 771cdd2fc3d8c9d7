"""Dream: a whole dream without a model, against only reading and splitting the same files.

A week of days with thirty lines each over memories of 300, 5,000 and 20,000 bullets; a tenth of the
lines is about a bullet and gives it a new value, and each day has a rule.
"""

import asyncio
import random
import statistics
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from desktop_app.memory import Memory
from desktop_app.notebook.lines import split
from desktop_app.settings import Places
from tests.benchmarks._corpus import seconds
from tests.support.dreaming import StillClock

DAYS, LINES = 7, 30
_NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
_TIMES = 3
_THINGS = ("report", "survey", "boiler", "chart", "permit", "meeting", "invoice", "fence")
_PLACES = ("harbour", "river", "school", "garden", "office", "station", "library", "bridge")
_SYLLABLES = ("ka", "lo", "mir", "ten", "sa", "vu", "dre", "pol", "in", "ash", "bo", "qui")


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    for bullets in (300, 5_000, 20_000):
        yield from _dreams(work / str(bullets), bullets)


def _dreams(folder: Path, bullets: int) -> Iterator[str]:
    places = Places(folder / "data", folder / "config")
    memory = Memory.create(folder / "notebook", places, StillClock(_NOW))
    texts = _notebook(bullets)
    for path, text in texts.items():
        (memory.root / path).write_text(text, encoding="utf-8")
    plain = statistics.median(
        seconds(lambda: [split(memory.files.read(path).text) for path in texts])
        for _ in range(_TIMES)
    )
    took, worked, changes = [], [], 0
    for _ in range(_TIMES):
        start, before = time.perf_counter(), time.process_time()
        outcome = asyncio.run(memory.dreams.dream(DAYS, force=True))
        took.append(time.perf_counter() - start)
        worked.append(time.process_time() - before)
        changes = len(outcome.proposal.changes) if outcome.proposal else 0
    dream = statistics.median(took)
    yield (
        f"{bullets} bullets, {DAYS} days of {LINES} lines: {dream:.2f} s, first {took[0]:.2f} s "
        f"({statistics.median(worked):.2f} s of one processor), {changes} changes, "
        f"{dream / plain:.0f} x read and split ({plain * 1000:.1f} ms)"
    )
    apply = seconds(lambda: memory.dreams.apply(kinds=["added"]))
    undo = seconds(memory.dreams.undo)
    yield f"{bullets} bullets: apply {apply * 1000:.0f} ms, undo {undo * 1000:.0f} ms"
    memory.close()


def _notebook(bullets: int) -> dict[str, str]:
    chance = random.Random(1)
    lines = [_line(chance, number) for number in range(bullets)]
    texts = {"MEMORY.md": "# Memory\n\n## Work\n\n" + "".join(f"- {line}\n" for line in lines)}
    for back in range(DAYS):
        day = date(2026, 11, 21) - timedelta(days=back)
        notes = [_note(chance, lines) for _ in range(LINES)]
        body = "".join(f"- {note}\n" for note in [*notes, _rule(chance, back)])
        texts[f"memory/{day}.md"] = f"# Daily Memory: {day}\n\n## Notes (09:00)\n\n{body}"
    return texts


def _line(chance: random.Random, number: int) -> str:
    thing, place = chance.choice(_THINGS), chance.choice(_PLACES)
    due = chance.randint(1, 20)
    return f"{_name(number)}'s {thing} for the {place} is due on {due} November."


def _name(number: int) -> str:
    """A name of its own for each number."""
    name = ""
    for _ in range(4):
        number, rest = divmod(number, len(_SYLLABLES))
        name += _SYLLABLES[rest]
    return name.capitalize()


def _note(chance: random.Random, lines: list[str]) -> str:
    if chance.random() < 0.9:
        return f"Talked about the {chance.choice(_THINGS)} at the {chance.choice(_PLACES)}, fine."
    subject, _, due = chance.choice(lines).partition(" is due on ")
    later = chance.randint(21, 30)
    return f"{subject} moves from {due.removesuffix('.')} to {later} November."


def _rule(chance: random.Random, number: int) -> str:
    thing, place = chance.choice(_THINGS), chance.choice(_PLACES)
    return f"Rule: {_name(number)} is asked before the {thing} of the {place} is signed."
