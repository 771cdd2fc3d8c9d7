"""What stands behind every door: one open notebook, in which operations run for a caller.

No answer of a door has a line in quarantine, whatever version or record it comes from.
"""

import asyncio
import inspect
import json
import logging
import secrets
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Missing, Problem
from desktop_app.faces.doors.policy import Caller, Scope, need
from desktop_app.faces.operations.table import Answer, Call, Operation, fields_of
from desktop_app.jobs import problem_of
from desktop_app.memory import Memory
from desktop_app.notebook.history import written_by
from desktop_app.notebook.quarantine import SHORTEST, quotes_held
from desktop_app.notebook.storage.trouble import Damaged
from desktop_app.settings import Settings
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.faces.doors.live_sessions import LedTalks


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


log = logging.getLogger(__name__)

_KEPT_AFTER = 0.7  # seconds
_LOOK_EACH = 0.5  # seconds; what others write is found within two


class House:
    """Made for an open notebook, which stays its owner's to close."""

    def __init__(self, memory: Memory, settings: Settings) -> None:
        self.memory = memory
        self.settings = settings
        self.runs = DreamRuns()
        self._looking = threading.Lock()
        self._looked = float("-inf")
        self._keeping: asyncio.Task[None] | None = None

    @cached_property
    def talks(self) -> "LedTalks":
        """The conversations that agents lead; what they need takes as long to load as the rest."""
        from desktop_app.faces.doors.live_sessions import LedTalks

        return LedTalks(self.memory, self.settings.get)

    async def do(
        self,
        caller: Caller,
        needed: Scope,
        operation: Operation,
        arguments: dict[str, Any],
        report: Callable[[str], None] = lambda step: None,
    ) -> Any:
        """What an operation answers to this caller. Arguments that are not given have their
        default; it also gets this house as `house`, and the caller as `caller`.

        Raises Problem, and RefusedCall where the caller may not do it.
        """
        given = {one.key: False if one.flag else one.default for one in operation.parameters}
        given |= {"house": self, "caller": caller} | arguments
        call = Call(self.settings, given, report, self.memory)

        def work() -> Any:
            if operation.looks:
                self.look()
            return operation.do(call)

        return await self.by(caller, needed, operation.name, work)

    async def by(self, caller: Caller, needed: Scope, name: str, work: Callable[[], Any]) -> Any:
        """What `work` answers to this caller, without a line that is in quarantine. It goes into
        the book of calls under its `name`, and what it writes carries the caller's name.

        `work` blocks, or answers with what is awaited.
        """

        def cleared(answer: Any) -> Any:
            return answer if inspect.isawaitable(answer) else without(answer, self.memory)

        async def whole() -> Any:
            answer = await asyncio.to_thread(lambda: cleared(work()))
            if inspect.isawaitable(answer):
                answer = await asyncio.to_thread(cleared, await answer)
            return answer

        done = False
        try:
            need(caller, needed)
            with written_by(caller.client):
                try:
                    answer = await whole()
                except Damaged:  # it found the history broken; now there is a new one
                    answer = await whole()
            done = True
        finally:
            # at once, and kept a moment later, with those that come until then
            self.memory.agents.note(caller.client, caller.door, caller.scope, name, ok=done)
            if self._keeping is None or self._keeping.done():
                self._keeping = asyncio.create_task(self._keep())
        return answer

    async def _keep(self) -> None:
        await asyncio.sleep(_KEPT_AFTER)
        await asyncio.to_thread(self.memory.agents.keep)

    def look(self) -> None:
        """Have the index read what others changed, unless it has just done so. Blocks."""
        with self._looking:
            if time.monotonic() - self._looked < _LOOK_EACH:
                return
            with suppress(Problem):  # the search says itself how far it is behind
                self.memory.index.refresh()
            self._looked = time.monotonic()

    async def open(self) -> None:
        """Take up what a killed server left."""
        try:
            await self.talks.resume()
        except Problem as problem:  # it is kept, and tried again at the next start
            log.warning("What was left open could not be flushed: %s", problem)

    async def close(self) -> None:
        """Stop what is still at work."""
        await self.runs.close()
        if "talks" in vars(self):
            await self.talks.close()
        await asyncio.to_thread(self.memory.agents.keep)


def without(answer: Any, memory: Memory) -> Any:
    """An answer without the lines in quarantine, what names one as its source, and what a waiting
    dream says of one. Blocks."""
    held = memory.poison.held()
    if not held:
        return answer
    changes = [change for one in memory.dreams.proposals() for change in one.changes]
    of_held = [
        change.new
        for change in changes
        if change.new and quotes_held((source.quote for source in change.sources), held)
    ]
    # Without the signs of a list and the full stop, as a bullet or a sentence tells it.
    told = (*(one.text for one in held), *of_held)
    texts = {one.lstrip(" \t-*+>").rstrip(" .。") for one in told}
    # What a tool answers is JSON already.
    texts |= {json.dumps(one, ensure_ascii=False)[1:-1] for one in texts}
    longest_first = sorted((one for one in texts if len(one) >= SHORTEST), key=len, reverse=True)

    def rests_on_one(part: Any) -> bool:
        sources = part.get("sources") if isinstance(part, dict) else None
        quotes = [one["quote"] for one in sources or () if isinstance(one, dict) and "quote" in one]
        return quotes_held(quotes, held)

    def cleared(part: Any) -> Any:
        if isinstance(part, str):
            for text in longest_first:
                part = part.replace(text, "")
        elif isinstance(part, dict):
            return {key: cleared(value) for key, value in part.items()}
        elif isinstance(part, list | tuple):
            return [cleared(one) for one in part if not rests_on_one(one)]
        return part

    return cleared(answer)
