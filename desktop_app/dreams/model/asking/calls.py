"""Asking a model: one question, its stream watched, one retry that says what was wrong.

Knows models and kept answers; what a usable answer is, the caller says.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from desktop_app.dreams.model.asking.faults import Fault, sentence
from desktop_app.dreams.model.asking.kept import KeptAnswer
from desktop_app.dreams.model.asking.runaway import Runaway
from desktop_app.errors import Problem
from desktop_app.models.endings import Ending
from desktop_app.models.model import Answer, Chunk, Message, Model, Schema
from desktop_app.models.problem import ModelProblem
from desktop_app.models.tokens import room

ATTEMPTS = 2
HINT = "Nothing was changed. Try again, or choose another model."
_TICK = 1.0  # seconds between two sentences about the progress

# Endings that are the answer's own fault, so that asking once more may help.
_FAULTS = {
    Ending.EMPTY: Fault.NOTHING,
    Ending.ONLY_THINKING: Fault.NOTHING,
    Ending.TOOL_CALL: Fault.TOOL,
    Ending.LENGTH: Fault.LONG,
}

Report = Callable[[str], None]
T = TypeVar("T")


class UnusableAnswer(Problem):
    """No answer could be used; `fault` is what was wrong with the last one."""

    def __init__(self, fault: Fault, model: str) -> None:
        super().__init__(sentence(fault, model), HINT)
        self.fault = fault


class Answers(Protocol):
    """Where usable answers wait for another try."""

    def answer(self, key: str) -> KeptAnswer | None: ...

    def keep(self, key: str, answer: KeptAnswer) -> None: ...


class InMemory:
    """Keeps answers as long as it lives."""

    def __init__(self) -> None:
        self._answers: dict[str, KeptAnswer] = {}

    def answer(self, key: str) -> KeptAnswer | None:
        return self._answers.get(key)

    def keep(self, key: str, answer: KeptAnswer) -> None:
        self._answers[key] = answer


@dataclass(frozen=True)
class Question:
    """One call: its messages, room for the answer in tokens, and what it is called in progress.

    `key` names it among kept answers. `again` makes the messages that tell what was wrong. `schema`
    is the form of an answer in JSON.
    """

    messages: tuple[Message, ...]
    most: int
    key: str
    again: Callable[[Fault], tuple[Message, ...]]
    part: str = ""
    schema: Schema | None = None


@dataclass
class Asking:
    """The calls of one dream or flush. `spent` counts tokens; `context` only grows."""

    model: Model
    longest: int
    answers: Answers = field(default_factory=InMemory)
    report: Report = lambda step: None
    total: float | None = None
    attempts: int = ATTEMPTS
    context: int = 0
    spent: int = 0

    async def ask(self, question: Question, use: Callable[[str, bool], T | Fault]) -> T:
        """What `use` makes of the answer. `use(text, last)` says what is wrong with one, or takes
        it, in a thread of its own; `last` is true when it won't be asked again. Raises Problem when
        nothing was usable.
        """
        known = await asyncio.to_thread(self.answers.answer, question.key)
        if known is not None:
            used = await asyncio.to_thread(use, known.text, True)
            if not isinstance(used, Fault):
                self.spent += known.tokens
                return used
        messages = question.messages
        spent = self.spent
        taken: T | Fault = Fault.NOTHING
        for attempt in range(1, self.attempts + 1):
            last = attempt == self.attempts
            try:
                answer = await self._stream(messages, question)
                # The window's loop is this one: judging may take a while.
                taken = await asyncio.to_thread(use, answer.text, last)
            except _Ran as runaway:
                taken = runaway.fault
            except ModelProblem as problem:
                fault = _FAULTS.get(problem.ending)
                if fault is None or last:
                    raise
                taken = fault
            if not isinstance(taken, Fault):
                kept = KeptAnswer(answer.text, self.spent - spent)
                with suppress(Problem):  # it is here; only another try would have to ask again
                    await asyncio.to_thread(self.answers.keep, question.key, kept)
                return taken
            messages = question.again(taken)
        assert isinstance(taken, Fault)
        raise UnusableAnswer(taken, self.model.info.name)

    async def _stream(self, messages: Sequence[Message], question: Question) -> Answer:
        runaways = Runaway(), Runaway()
        heard = 0

        def hear(chunk: Chunk) -> None:
            nonlocal heard
            heard += 1
            for runaway, piece in zip(runaways, (chunk.text, chunk.thinking), strict=True):
                if runaway.feed(piece):
                    raise _Ran(Fault.REPEATS)

        estimate = self.model.tokens.estimate(*(each.content for each in messages))
        self.context = room(estimate, question.most, self.longest, self.context)
        async with self._telling(question.part, lambda: heard):
            answer = await self.model.chat(
                messages,
                context=self.context,
                most=question.most,
                total=self.total,
                on_chunk=hear,
                schema=question.schema,
            )
        self.spent += (answer.prompt_tokens or 0) + (answer.answer_tokens or heard)
        return answer

    @asynccontextmanager
    async def _telling(self, part: str, heard: Callable[[], int]) -> AsyncIterator[None]:
        """Says every second how far it is."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        name = f"Asking {self.model.info.name}{f' ({part})' if part else ''}"
        self.report(name)

        async def tell() -> None:
            while True:
                await asyncio.sleep(_TICK)
                seconds = round(loop.time() - begun)
                said = f"{heard():,} tokens, " if heard() else ""
                self.report(f"{name}: {said}{seconds} s")

        telling = asyncio.create_task(tell())
        try:
            yield
        finally:
            telling.cancel()
            await asyncio.wait([telling])


class _Ran(Exception):  # noqa: N818  # it ends a stream, and is told as a fault
    """The stream was stopped by us."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault
