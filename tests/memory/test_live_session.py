"""A live session over a real notebook: what its effects write, what failures and kills leave."""

import asyncio
import random
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from desktop_app.dreams import line_proposals
from desktop_app.dreams.engine_choice import Engine, EngineName
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.live_session import (
    LiveSession,
    LiveStep,
    SleptStep,
)
from desktop_app.notebook import days
from desktop_app.sessions.live import NEVER, LiveEvent, LiveLimits, LiveState
from desktop_app.sessions.live_events import ExtractNow, LiveMessage, SleepStrategy
from tests.support.dreaming import StillClock, a_notebook, opened, places

ROOT = Path(__file__).parents[2]
TODAY = "memory/2026-11-21.md"
LIMITS = LiveLimits(
    window=2_000, turns=0, flush_at=NEVER, sleep_messages=4, keep=2, extract_messages=100
)
FACTS = (
    "My sister Ines works as a harbour pilot in Porto since 2019.",
    "I prefer printed charts to screens when I plan a passage.",
    "I decided to sell the old dinghy before the winter of 2027.",
    "Yesterday I went to the boatyard and paid 1,450 euros for the mast.",
    "I learned that the fuel gauge sticks: the fix was to clean its contact.",
)
SLEEPY = (*FACTS, *["Is it raining over there now? " * 31] * 4)


@pytest.fixture
def memory(tmp_path: Path, clock: StillClock) -> Memory:
    return opened(a_notebook(tmp_path, "# Memory\n"), tmp_path, clock)


class Told(list[LiveStep]):
    """The steps of a session."""

    def of(self, kind: type[Any]) -> list[Any]:
        return [step for step in self if isinstance(step, kind)]


def begun(memory: Memory, told: Told | None = None, **more: Any) -> LiveSession:
    limits = more.pop("limits", LIMITS)
    steps: Told = Told() if told is None else told
    return LiveSession(memory.sessions, "s", limits=lambda: limits, on_step=steps.append, **more)


def messages(*texts: str, first: int = 0) -> list[LiveMessage]:
    return [LiveMessage(f"m{n}", "user", text) for n, text in enumerate(texts, start=first)]


def come(*texts: str, first: int = 0) -> list[LiveEvent]:
    return [partial(LiveState.came, message=one) for one in messages(*texts, first=first)]


def take(live: LiveSession, *events: Any) -> None:
    asyncio.run(live.take(*events))


def day(memory: Memory, path: str = TODAY) -> str:
    return memory.files.read(path).text


# -- flush ---------------------------------------------------------------------------------------


def test_a_flush_that_fails_is_told_loses_nothing_and_is_tried_again(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told()
    live = begun(memory, told)
    append = days.append_block

    def refused(*args: object, **more: object) -> None:
        raise Problem("The disk is full.")

    monkeypatch.setattr(days, "append_block", refused)
    take(live, *come(FACTS[0]), LiveState.flush)
    assert [one.message for one in told.of(Problem)] == ["The disk is full."]
    assert not memory.files.read(TODAY).exists
    monkeypatch.setattr(days, "append_block", append)
    take(live, *come(FACTS[1], first=1))
    assert [day(memory).count(fact) for fact in FACTS[:2]] == [1, 1]


def test_what_is_not_to_be_remembered_reaches_no_file(memory: Memory) -> None:
    live = begun(memory)
    first, second = messages(*FACTS[:2])
    came = [replace(first, remembered=False), second]
    take(live, *(partial(LiveState.came, message=one) for one in came), LiveState.flush)
    assert FACTS[0] not in day(memory) and FACTS[1] in day(memory)


# -- sleep ---------------------------------------------------------------------------------------


def test_neither_a_sleep_nor_a_flush_nor_facts_write_what_was_forgotten(memory: Memory) -> None:
    memory.files.update(FACTS[1])
    memory.forgetting.forget(memory.forgetting.find(FACTS[1]), frozenset())
    sliding = replace(LIMITS, strategy=SleepStrategy.SLIDING_WINDOW)
    take(begun(memory, limits=sliding), *come(*SLEEPY))
    (proposal,) = memory.dreams.proposals()
    assert [change.new for change in proposal.changes] == [FACTS[4]]
    told = Told()
    other = LiveSession(memory.sessions, "t", limits=lambda: LIMITS, on_step=told.append)
    take(other, *come(*SLEEPY))
    (slept,) = told.of(SleptStep)
    assert FACTS[0] in slept.summary and "printed charts" not in slept.summary
    eager = replace(LIMITS, extract_messages=1, sleep_at=NEVER)
    take(
        LiveSession(memory.sessions, "u", limits=lambda: eager),
        *come(*FACTS),
        LiveState.idle,
        LiveState.flush,
    )
    assert FACTS[0] in day(memory) and "printed charts" not in day(memory)


def test_what_was_slept_over_is_not_flushed_as_well(memory: Memory) -> None:
    told = Told()
    live = begun(memory, told)
    take(live, *come(*SLEEPY), LiveState.flush)
    assert [day(memory).count(fact) for fact in FACTS] == [1] * len(FACTS)
    assert begun(memory).state.flushed == frozenset()
    again = begun(memory)
    again.restore(messages(*SLEEPY))
    assert {f"m{n}" for n in range(len(FACTS))} <= again.state.flushed


def test_a_sleep_writes_nothing_that_a_flush_has_written(memory: Memory) -> None:
    told = Told()
    live = begun(memory, told)
    take(live, *come(*FACTS), LiveState.flush)
    take(live, *come(*SLEEPY[5:], first=5))
    assert len(told.of(SleptStep)) == 1
    assert [day(memory).count(fact) for fact in FACTS] == [1] * len(FACTS)


def test_a_sleep_writes_and_proposes_nothing_where_auto_memory_is_off_and_a_flush_has_it_later(
    memory: Memory,
) -> None:
    told = Told()
    live = begun(memory, told, limits=replace(LIMITS, remember=False))
    take(live, *come(*SLEEPY))
    (slept,) = told.of(SleptStep)
    assert slept.summary and len(live.state.messages) < len(SLEEPY)
    assert (slept.saved, slept.proposed, memory.dreams.proposals(None)) == (None, 0, [])
    assert not (memory.root / TODAY).exists()
    take(live, LiveState.flush)
    assert [day(memory).count(fact) for fact in FACTS] == [1] * len(FACTS)


def test_what_waits_for_an_extraction_is_not_kept_once_auto_memory_is_off(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = replace(LIMITS, extract_messages=1)
    asked = []

    class Model:
        name = "told"

        async def summarize(self, messages: object) -> str:
            nonlocal limits
            asked.append(messages)
            limits = replace(limits, remember=False)
            return f"- User: {FACTS[1]}"

    monkeypatch.setattr(memory._engines, "summarizer", lambda *more: Model())
    told = Told()
    live = LiveSession(
        memory.sessions,
        "s",
        limits=lambda: limits,
        engine=Engine(EngineName.OLLAMA, "m"),
        on_step=told.append,
    )
    take(live, *come(FACTS[0]), LiveState.idle)
    assert asked and FACTS[0] in day(memory) and FACTS[1] not in day(memory)
    live._due.append(ExtractNow(live.state.messages))
    live._due.append(partial(live._reread, live.state.messages))
    take(live)
    assert len(asked) == 1 and FACTS[1] not in day(memory)


def test_what_an_extraction_and_a_flush_both_find_stands_in_the_day_once(memory: Memory) -> None:
    for first, then in ((LiveState.idle, LiveState.flush), (LiveState.flush, LiveState.idle)):
        live = begun(memory, limits=replace(LIMITS, extract_messages=1))
        take(live, *come(*FACTS), first)
        take(live, then)
        assert [day(memory).count(fact) for fact in FACTS] == [1] * len(FACTS)
        (memory.root / TODAY).unlink()
        memory.index.refresh()
        with memory._notebook.database.write() as db:
            db.execute("delete from flushed")


def test_a_sleep_that_fails_leaves_the_prompt_and_is_tried_again(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told()
    live = begun(memory, told)
    with monkeypatch.context() as patch:

        def refused(*args: object, **more: object) -> None:
            raise Problem("The disk is full.")

        patch.setattr(days, "append_block", refused)
        take(live, *come(*SLEEPY))
        assert told.of(Problem) and len(live.state.messages) == len(SLEEPY)
    take(live, LiveState.idle)
    assert len(told.of(SleptStep)) == 1 and day(memory).count(FACTS[0]) == 1


def test_a_sleep_that_was_cut_off_behind_its_writing_writes_nothing_again(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a kill leaves it: the day and the books have it, the conversation knows nothing of it."""
    with monkeypatch.context() as patch:

        def gone(*args: object) -> None:
            raise Problem("Gone.")

        patch.setattr(line_proposals, "propose_lines", gone)
        take(begun(memory), *come(*SLEEPY))
    before = day(memory)
    again = begun(memory)
    again.restore(messages(*SLEEPY))
    take(again, LiveState.idle, LiveState.flush)
    assert again.state.summary
    assert day(memory).startswith(before)
    assert [day(memory).count(fact) for fact in FACTS] == [1] * len(FACTS)


def test_a_model_words_the_summary_anew_after_the_rules(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Model:
        name = "told"

        async def summarize(self, messages: object) -> str:
            assert told.of(SleptStep), "the rules have acted"
            return "- User: Ines is a pilot in Porto."

    told = Told()
    live = begun(memory, told, engine=Engine(EngineName.OLLAMA, "m"))
    monkeypatch.setattr(memory._engines, "summarizer", lambda *more: Model())
    take(live, *come(*SLEEPY))
    assert live.state.summary == "- User: Ines is a pilot in Porto."


# -- extraction, restored ---------------------------------------------------------------


def test_what_two_takes_ask_for_is_carried_out_once(memory: Memory) -> None:
    live = begun(memory)

    async def both() -> None:
        await asyncio.gather(
            live.take(*come(FACTS[0]), LiveState.flush), live.take(LiveState.flush)
        )

    asyncio.run(both())
    assert day(memory).count(FACTS[0]) == 1


# -- kills ---------------------------------------------------------------------------------------

LIVING = """
import asyncio, sys
from pathlib import Path
from desktop_app.memory import Memory
from desktop_app.memory.live_session import LiveSession
from desktop_app.sessions.live_events import *
from desktop_app.settings import Places
from tests.memory.test_live_session import LIMITS
from dataclasses import replace
from functools import partial

root, data, log = (Path(word) for word in sys.argv[1:4])
memory = Memory.open(root, Places(data / "data", data / "config"))
limits = replace(LIMITS, flush_at=0.5, sleep_at=0.6, sleep_gap=0, turns=8)
live = LiveSession(memory.sessions, "s", limits=lambda: limits)
said = log.read_text().splitlines() if log.exists() else []
messages = [LiveMessage(f"m{n}", "user", text) for n, text in enumerate(said)]
live.restore(messages)
print("open", flush=True)

async def main():
    for n in range(len(said), len(said) + 200):
        text = f"My boat number {n}x lies in berth {n * 7}y of the south harbour since 2019."
        with log.open("a") as file:
            file.write(text + "\\n")
        message = LiveMessage(f"m{n}", "user", text)
        await live.take(lambda state: state.came(message))
        print(n, flush=True)

asyncio.run(main())
"""


def check_kills(tmp_path: Path, seed: int, times: int) -> None:
    root, log, chance = a_notebook(tmp_path, "# Memory\n"), tmp_path / "said", random.Random(seed)
    for _ in range(times):
        command = [sys.executable, "-c", LIVING, str(root), str(tmp_path), str(log)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert process.stdout is not None
        for _ in range(chance.randrange(2, 14)):
            process.stdout.readline()
        try:
            process.wait(chance.random() * 0.05)
        except subprocess.TimeoutExpired:
            process.kill()
        process.stdout.close()
        process.wait()
    said = log.read_text().splitlines()
    memory = Memory.open(root, places(tmp_path))
    live = LiveSession(
        memory.sessions, "s", limits=lambda: replace(LIMITS, sleep_at=NEVER, window=10**6)
    )
    live.restore(LiveMessage(f"m{n}", "user", text) for n, text in enumerate(said))
    take(live, LiveState.flush)
    assert not live.state.unflushed()
    written = "".join(path.read_text() for path in (root / "memory").glob("*.md"))
    memory.close()
    assert len(said) > 15
    assert [text for text in said if written.count(f": {text}") > 1] == []
    dealt_with = [text for text in said if text in written]
    assert len(dealt_with) > len(said) / 3, "the rules leave out what repeats what was said"


def test_killed_at_random_moments_nothing_is_lost_or_flushed_twice(tmp_path: Path) -> None:
    check_kills(tmp_path, seed=3, times=5)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(20, 26))
def test_killed_more_often_nothing_is_lost_or_flushed_twice(tmp_path: Path, seed: int) -> None:
    check_kills(tmp_path, seed, times=25)
