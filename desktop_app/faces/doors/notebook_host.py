"""What stands behind every door: one open notebook, in which operations run for a caller.

No answer of a door has a line in quarantine, whatever version or record it comes from.
"""

import asyncio
import inspect
import json
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Problem
from desktop_app.faces.doors.policy import Caller, Scope, need
from desktop_app.faces.operations.table import Call, Operation
from desktop_app.memory import Memory
from desktop_app.notebook.history import written_by
from desktop_app.notebook.quarantine import SHORTEST, quotes_held
from desktop_app.notebook.storage.trouble import Damaged
from desktop_app.settings import Settings

if TYPE_CHECKING:
    from desktop_app.faces.doors.live_sessions import LedTalks


log = logging.getLogger(__name__)

_KEPT_AFTER = 0.7  # seconds
_LOOK_EACH = 0.5  # seconds; what others write is found within two


class House:
    """Made for an open notebook, which stays its owner's to close."""

    def __init__(self, memory: Memory, settings: Settings) -> None:
        self.memory = memory
        self.settings = settings
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
    ) -> Any:
        """What an operation answers to this caller. Arguments that are not given have their
        default; it also gets this house as `house`, and the caller as `caller`.

        Raises Problem, and RefusedCall where the caller may not do it.
        """
        given = {one.key: False if one.flag else one.default for one in operation.parameters}
        given |= {"house": self, "caller": caller} | arguments
        call = Call(self.settings, given, lambda step: None, self.memory)

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
