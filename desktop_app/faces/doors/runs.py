"""Dreams that agents started: each goes on by itself, can be followed, and be cancelled."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from desktop_app.errors import Missing, Problem
from desktop_app.faces.operations.table import fields_of
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
    state: RunState = RunState.RUNNING
    steps: list[str] = field(default_factory=list)
    answer: dict[str, Any] | None = None
    problem: dict[str, str] | None = None
    task: "asyncio.Task[None] | None" = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def told(self) -> dict[str, Any]:
        """The run as JSON."""
        return {
            "run": self.id,
            **fields_of(self, "state", "answer", "problem"),
            "steps": list(self.steps),
        }

    def report(self, step: str) -> None:
        """Note a step."""
        if len(self.steps) < _MOST_STEPS:
            self.steps.append(step)
        self._wake()

    def end(
        self, state: RunState, answer: dict[str, Any] | None = None, problem: Problem | None = None
    ) -> None:
        """It is over."""
        self.state, self.answer = state, answer
        if problem is not None:
            self.problem = {"problem": problem.message, "hint": problem.hint}
        self._wake()

    def _wake(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()


class DreamRuns:
    """Belongs to one loop."""

    def __init__(self) -> None:
        self._runs: dict[str, StartedDream] = {}

    def start(
        self, dream: Callable[[Callable[[str], None]], Awaitable[dict[str, Any]]]
    ) -> StartedDream:
        """Have `dream` go on; it gets a function that takes its steps, from any thread."""
        loop, run = asyncio.get_running_loop(), StartedDream(secrets.token_hex(4))

        def report(step: str) -> None:
            loop.call_soon_threadsafe(run.report, step)

        async def whole() -> None:
            try:
                run.end(RunState.ENDED, await dream(report))
            except Problem as problem:
                run.end(RunState.FAILED, problem=problem)
            except asyncio.CancelledError:
                run.end(RunState.CANCELLED)

        run.task = asyncio.create_task(whole())
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
        if run.task is not None and not run.task.done():
            run.task.cancel()
            await asyncio.wait([run.task])
            if run.state == RunState.RUNNING:  # it had not begun
                run.end(RunState.CANCELLED)
        return run

    async def close(self) -> None:
        """Cancel all of them."""
        for id_ in list(self._runs):
            await self.cancel(id_)
