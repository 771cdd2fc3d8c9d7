"""Dreams that agents started: each goes on by itself, can be followed, and be cancelled."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from desktop_app.errors import Missing
from desktop_app.faces.operations.table import Answer, fields_of
from desktop_app.jobs import problem_of
from desktop_app.words import tr

_KEPT = 20  # runs that are remembered after their end
_MOST_STEPS = 500


class RunState(StrEnum):
    """How far a dream is that an agent started."""

    RUNNING = "running"
    ENDED = "ended"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass
class StartedDream:
    """A dream under way, or how it ended: with the operation's `answer`, or with a `problem`."""

    id: str
    task: "asyncio.Future[Answer]"
    state: RunState = RunState.RUNNING
    steps: list[str] = field(default_factory=list)
    answer: Answer | None = None
    problem: dict[str, str] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def told(self) -> Answer:
        """The run as JSON."""
        return fields_of(self, "state", "steps", "answer", "problem", run="id")

    def change(self, step: str = "", **how: Any) -> None:
        """Note a step, or how it ended."""
        if step and len(self.steps) < _MOST_STEPS:
            self.steps.append(step)
        vars(self).update(how)
        self.changed.set()
        self.changed = asyncio.Event()


class DreamRuns:
    """Belongs to one loop."""

    def __init__(self) -> None:
        self._runs: dict[str, StartedDream] = {}

    def start(self, dream: Callable[[Callable[[str], None]], Awaitable[Answer]]) -> StartedDream:
        """Have `dream` go on; it gets a function that takes its steps, from any thread."""
        loop = asyncio.get_running_loop()

        def report(step: str) -> None:
            loop.call_soon_threadsafe(run.change, step)

        def end(task: "asyncio.Future[Answer]") -> None:
            if task.cancelled():
                run.change(state=RunState.CANCELLED)
            elif (error := task.exception()) is None:
                run.change(state=RunState.ENDED, answer=task.result())
            else:
                run.change(state=RunState.FAILED, problem=problem_of(error).as_json())

        run = StartedDream(secrets.token_hex(4), asyncio.ensure_future(dream(report)))
        run.task.add_done_callback(end)
        self._runs[run.id] = run
        over = [one.id for one in self._runs.values() if one.state != RunState.RUNNING]
        for old in over[:-_KEPT]:
            del self._runs[old]
        return run

    def find(self, id: str) -> StartedDream:  # noqa: A002
        """A run by its id. Raises Missing."""
        if id not in self._runs:
            raise Missing(tr("There is no such run."), tr("It may have ended long ago."))
        return self._runs[id]

    async def follow(self, id: str) -> AsyncIterator[tuple[str, Any]]:  # noqa: A002
        """Its events from its beginning to its end: ("step", text), then ("end", the run)."""
        run, at = self.find(id), 0
        while True:
            changed = run.changed
            for step in run.steps[at:]:
                at += 1
                yield "step", step
            if run.state != RunState.RUNNING:
                yield "end", run.told()
                return
            await changed.wait()

    async def cancel(self, id: str) -> StartedDream:  # noqa: A002
        """Cancel a run, and wait for its end."""
        run = self.find(id)
        run.task.cancel()
        await asyncio.wait([run.task])
        return run

    async def close(self) -> None:
        """Cancel all of them."""
        for id_ in list(self._runs):
            await self.cancel(id_)
