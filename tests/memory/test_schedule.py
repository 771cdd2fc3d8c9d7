"""Dreams by themselves: one for each time, over all processes, and at a good moment only."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from desktop_app.dreams.material import DreamDraft, Dreamer, Material
from desktop_app.dreams.proposal import ProposalState
from desktop_app.dreams.runs import alone
from desktop_app.dreams.schedule import Skip
from desktop_app.errors import Problem
from desktop_app.known_settings import KNOWN
from desktop_app.memory import Memory
from desktop_app.memory.schedule import ScheduledDream
from tests.support.dreaming import NOON, StillClock

BEFORE = NOON.replace(hour=2, minute=50)
SAID = "top drinking coffee after 14:00."  # behind "Decided: s", or "S"


class Chosen:
    """Settings as a person chose them."""

    def __init__(self, **chosen: Any) -> None:
        self.values = {key: one.default for key, one in KNOWN.items()}
        self.choose(**{"schedule": "daily"} | chosen)

    def choose(self, **chosen: Any) -> None:
        self.values |= {f"dreams.{name}": value for name, value in chosen.items()}

    def __call__(self, key: str) -> Any:
        return self.values[key]


@pytest.fixture
def clock() -> StillClock:
    return StillClock(BEFORE)


@pytest.fixture
def get() -> Chosen:
    return Chosen()


def asked(memory: Memory, get: Chosen, **how: Any) -> ScheduledDream:
    return asyncio.run(memory.schedule.run_if_due(get, **how))


def begun(memory: Memory, get: Chosen, clock: StillClock) -> None:
    """The program was there before the night, and it is a minute past three."""
    assert asked(memory, get).verdict.why == Skip.NOT_YET
    clock.at = BEFORE + timedelta(minutes=11)


def test_one_that_waits_says_why_and_comes_when_the_moment_is_good(
    memory: Memory, get: Chosen, clock: StillClock
) -> None:
    begun(memory, get, clock)
    found = asked(memory, get, unsaved=True)
    assert (found.verdict.why, found.told) == (Skip.UNSAVED, "Some text is not saved yet.")
    clock.forward(hours=1)
    with alone(memory._notebook.own, "another program", clock.at):
        assert asked(memory, get).verdict.why == Skip.RUNNING
    assert memory.schedule.state(get).next_told == "Next dream soon"
    assert memory.dreams.runs() == []
    clock.forward(hours=1)
    assert asked(memory, get).verdict.missed


def test_dreams_pause_by_themselves_after_a_loss_and_after_a_restore(
    memory: Memory, get: Chosen, clock: StillClock
) -> None:
    for n in range(20):
        memory.files.update(f"- Line {n} of many.", heading="Work")
    begun(memory, get, clock)
    whole = memory.files.read("MEMORY.md").data
    memory.index.refresh()
    (memory.root / "MEMORY.md").write_bytes(b"# Memory\n\n- The boat is blue.\n")
    found = asked(memory, get)
    assert found.verdict.why == Skip.PAUSED
    assert "has lost 22 of 23 lines" in found.told
    clock.forward(minutes=1)
    (memory.root / "MEMORY.md").write_bytes(whole)
    assert asked(memory, get).verdict.why == Skip.PAUSED  # until somebody says so
    memory.schedule.resume()
    assert asked(memory, get).outcome is not None
    clock.forward(days=1)
    version = memory.history.versions("MEMORY.md")[-1].version
    memory.history.restore("MEMORY.md", version)
    assert "was restored on 22 November 2026" in asked(memory, get).told
    clock.forward(minutes=1)
    memory.schedule.resume()
    assert asked(memory, get).outcome is not None


class Told:
    """An engine of these tests."""

    name, model = "told", None

    def __init__(self, act: Callable[[], Any]) -> None:
        self.act = act

    async def dream(self, material: Material, report: Callable[[str], None]) -> DreamDraft:
        report("Asking somebody")
        await self.act()
        return DreamDraft((), "", "", {})


def use(memory: Memory, monkeypatch: pytest.MonkeyPatch, dreamer: Dreamer) -> None:
    monkeypatch.setattr(memory._engines, "dreamer", lambda engine: dreamer)


def test_a_dream_that_fails_is_tried_again_at_the_next_time_and_not_in_a_loop(
    memory: Memory, get: Chosen, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise Problem("Ollama is not there.", "Start it.")

    use(memory, monkeypatch, Told(fail))
    begun(memory, get, clock)
    assert asked(memory, get).told == "Ollama is not there. Start it."
    begun_at = []
    for _ in range(30):
        clock.forward(hours=1)
        begun_at.append(asked(memory, get).outcome is not None)
    assert [n for n, has_begun in enumerate(begun_at, 1) if has_begun] == [24]


def test_a_dream_that_the_end_of_the_program_stops_is_caught_up(
    memory: Memory, get: Chosen, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = asyncio.Event()

    async def wait() -> None:
        waits.set()
        await asyncio.Event().wait()

    async def stopped() -> None:
        task = asyncio.ensure_future(memory.schedule.run_if_due(get))
        await waits.wait()
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()

    use(memory, monkeypatch, Told(wait))
    begun(memory, get, clock)
    asyncio.run(stopped())
    assert memory.dreams.runs() == []
    monkeypatch.undo()
    clock.forward(hours=1)
    assert asked(memory, get).verdict.missed


def test_what_the_table_allows_is_written_and_the_rest_waits(
    memory: Memory, get: Chosen, clock: StillClock
) -> None:
    get.choose(unattended="supported")
    mine = "Remember that Ana keeps the oars in the red shed."
    memory.days.remember(mine)
    begun(memory, get, clock)
    dream = asked(memory, get)
    assert dream.applied is not None
    written = [change.new for change in dream.applied.proposal.changes]
    text = memory.files.read("MEMORY.md").text
    assert any("oars in the red shed" in one for one in written)
    assert "oars in the red shed" in text
    assert SAID not in text  # another program wrote that note
    (rest,) = memory.dreams.proposals()
    assert any(SAID in (change.new or "") for change in rest.changes)
    assert dream.told.startswith("1 change written, ")
    assert not dream.verdict.missed
    (applied,) = memory.dreams.proposals(ProposalState.APPLIED)
    assert [change.accepted for change in applied.changes] == [True]


_PROCESS = """
import asyncio, json, sys
from pathlib import Path
from desktop_app.memory import Memory
from tests.memory.test_schedule import BEFORE, Chosen
from tests.support.dreaming import StillClock, places
from datetime import timedelta
folder = Path(sys.argv[1])
clock = StillClock(BEFORE + timedelta(minutes=11))
memory = Memory.open(folder / "notebook", places(folder), clock)
_ = memory.schedule
print("ready", flush=True)
sys.stdin.readline()
dream = asyncio.run(memory.schedule.run_if_due(Chosen(unattended="supported")))
print(json.dumps([dream.outcome is not None, dream.verdict.why]), flush=True)
memory.close()
"""


def test_of_processes_that_ask_in_the_same_minute_one_dreams(
    memory: Memory, get: Chosen, clock: StillClock, tmp_path: Path
) -> None:
    get.choose(unattended="supported")
    memory.days.remember("Remember that Ana keeps the oars in the red shed.")
    begun(memory, get, clock)
    others = [
        subprocess.Popen(
            [sys.executable, "-c", _PROCESS, str(tmp_path)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd=Path(__file__).parents[2],
        )
        for _ in range(2)
    ]  # fmt: skip
    for process in others:
        assert process.stdout.readline() == "ready\n"
    for process in others:
        process.stdin.write("go\n")
        process.stdin.flush()
    ends = [json.loads(process.communicate()[0]) for process in others]
    assert [process.returncode for process in others] == [0, 0]
    assert sorted(has_begun for has_begun, _ in ends) == [False, True]
    skipped = {why for has_begun, why in ends if not has_begun}
    assert skipped <= {"another dream runs", "not yet"}
    assert memory.files.read("MEMORY.md").text.count("oars in the red shed") == 1
    assert len(memory.dreams.proposals(ProposalState.APPLIED)) == 1
