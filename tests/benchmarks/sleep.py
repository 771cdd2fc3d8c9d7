"""Sleep: whether what answers a question is still in the prompt after a long conversation.

The four longest conversations of LoCoMo (github.com/snap-research/locomo, data/locomo10.json, as
`locomo-dev.json` in the data folder) are told to a live session with a window of 8,192 tokens, a
day ending where their days end. Then each question is asked within 4,096 tokens: the running
summary and the last turns in the prompt take up to half of them, what memory gives to the question
(`sessions/prompt.py`) the rest. The notebook has no transcript: only what flushes and sleeps wrote
is found. A turn is in the prompt if one line of it holds at least half of the turn's words and
little else. 'all': every turn that a question rests on is there; 'any': one of them is.

The weights of `language/talk.toml` were set on conversations that are not among the last two.
"""

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from desktop_app.language.tokens import tokens
from desktop_app.memory import Memory
from desktop_app.memory.live_session import LiveSession, LiveStep, SleptStep
from desktop_app.models.tokens import rough
from desktop_app.sessions.levels.prompt_plan import architected
from desktop_app.sessions.live_events import (
    FlushAsked,
    LiveMessage,
    MessageCame,
    SleepStrategy,
    TurnWentIdle,
)
from desktop_app.sessions.live_state import NEVER, LiveLimits
from desktop_app.settings import Places
from tests.support.dreaming import NOON, StillClock

WINDOW, BUDGET = 8_192, 4_096
CONVERSATIONS = 4
SLEEPING = LiveLimits(window=WINDOW, turns=0, remember=False)
AWAKE = replace(SLEEPING, flush_at=NEVER, sleep_at=NEVER, window=10_000_000)
WAYS = {
    "last turns alone": AWAKE,
    "flushed and trimmed, no sleep": replace(SLEEPING, sleep_at=NEVER),
    **{f"sleep, {one}": replace(SLEEPING, strategy=one) for one in SleepStrategy},
}
_LEAD = re.compile(r"(?:\S+:\d+: )?(?:- )?(?:[^:]{1,30}: )?")  # a hit's place, and a speaker


@dataclass(frozen=True)
class Asked:
    """A question, and the texts of the turns that its answer rests on."""

    question: str
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """Of each question whether all and any of its evidence is in the prompt; sleeps; its tokens."""

    every: tuple[bool, ...]
    some: tuple[bool, ...]
    sleeps: int
    size: float


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print. `data` holds LoCoMo; notebooks are made below `work`."""
    path = (data or Path()) / "locomo-dev.json"
    if not data or not path.is_file():
        yield "locomo-dev.json: not measured, see tests/benchmarks/sleep.py and --data"
        return
    samples = json.loads(path.read_text(encoding="utf-8"))
    longest = sorted(samples, key=lambda one: -len(list(_turns(one))))[:CONVERSATIONS]
    names = " ".join(f"{one['sample_id']:>13}" for one in longest)
    yield f"{'':30} {names} {'together':>13} sleeps tokens   (all / any evidence in the prompt)"
    for name, limits in WAYS.items():
        found = [_measured(one, limits, work / f"{name} {n}") for n, one in enumerate(longest)]
        every = [hit for one in found for hit in one.every]
        some = [hit for one in found for hit in one.some]
        each = " ".join(_shares(one.every, one.some) for one in found)
        told = f"{sum(one.sleeps for one in found):6} {fmean(one.size for one in found):6.0f}"
        yield f"{name:30} {each} {_shares(every, some)} {told}"


def _measured(sample: dict[str, Any], limits: LiveLimits, folder: Path) -> Found:
    clock = StillClock(NOON)
    places = Places(folder / "data", folder / "config")
    memory = Memory.create(folder / "notebook", places, clock)
    steps: list[LiveStep] = []
    live = memory.sessions.live("locomo", limits=lambda: limits, on_step=steps.append)
    asyncio.run(_told(live, clock, sample))
    memory.index.refresh()
    alone = limits is AWAKE
    prompts = [_prompt(memory, live, one.question, alone) for one in _asked(sample)]
    there = [
        [_stands(text, prompt) for text in one.evidence]
        for one, prompt in zip(_asked(sample), prompts, strict=True)
    ]
    memory.close()
    return Found(
        tuple(map(all, there)),
        tuple(map(any, there)),
        sum(isinstance(step, SleptStep) for step in steps),
        fmean(map(rough, prompts)),
    )


async def _told(live: LiveSession, clock: StillClock, sample: dict[str, Any]) -> None:
    """Tell the conversation, two minutes a turn; a day ends where the next session is later."""
    for at, turns in _sessions(sample):
        if at.date() > clock.now().date() and live.state.messages:
            await live.take(FlushAsked("day"))
        clock.at = at
        for turn in turns:
            clock.forward(minutes=2)
            time = clock.now().isoformat()
            message = LiveMessage(turn["dia_id"], turn["speaker"], turn["text"], time)
            await live.take(MessageCame(message), TurnWentIdle())


def _prompt(memory: Memory, live: LiveSession, question: str, alone: bool) -> str:
    """The whole prompt for a question: memory, the running summary, the last turns."""
    room = BUDGET if alone else BUDGET // 2
    summary = "\n".join(live.state.injected)
    room -= rough(summary)
    turns: list[str] = []
    for message in reversed(live.state.messages):
        line = f"{message.role}: {message.content}"
        if rough(line) > room:
            break
        room -= rough(line)
        turns.insert(0, line)
    talk = "\n".join([summary, *turns])
    if alone:
        return talk
    memory_part = architected(memory.context.material(question), BUDGET - rough(talk))
    return f"{memory_part.text}\n{talk}"


def _stands(turn: str, prompt: str) -> bool:
    """Whether a line of the prompt is this turn, whole or clipped."""
    said = {*tokens(turn)}
    for line in prompt.splitlines():
        words = {*tokens(_LEAD.sub("", line))}
        both = len(said & words)
        if both >= len(said) / 2 and both >= 0.8 * len(words):
            return True
    return False


def _sessions(sample: dict[str, Any]) -> Iterator[tuple[datetime, Sequence[dict[str, Any]]]]:
    talk = sample["conversation"]
    for name, turns in talk.items():
        if isinstance(turns, list):
            at = datetime.strptime(talk[f"{name}_date_time"], "%I:%M %p on %d %B, %Y")
            yield at.replace(tzinfo=NOON.tzinfo), turns


def _turns(sample: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (turn for _, turns in _sessions(sample) for turn in turns)


def _asked(sample: dict[str, Any]) -> list[Asked]:
    """The questions that have an answer, with their evidence."""
    texts = {turn["dia_id"]: turn["text"] for turn in _turns(sample)}
    every = (
        Asked(one["question"], tuple(texts[i] for i in one["evidence"] if i in texts))
        for one in sample["qa"]
        if one["category"] != 5
    )
    return [one for one in every if one.evidence]


def _shares(every: Sequence[bool], some: Sequence[bool]) -> str:
    return f"{fmean(every):.3f} / {fmean(some):.3f}"
