"""Asking a model: one question, its stream watched, one retry that says what was wrong.

Knows models; what a usable answer is, the caller says.
"""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from desktop_app.dreams.consolidator.answer import Fault, sentence
from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.model.habits import UNKNOWN, Habits
from desktop_app.dreams.model.progress import step
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.models.contexts import USUAL_ROOM
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.model import AnswerPiece, ModelAnswer, ModelMessage, Schema
from desktop_app.models.pace import fresh
from desktop_app.models.tokens import room
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.models.asking import OllamaModel

_LONG = 2_400
_RUNS = (600, 10), (_LONG, 3)  # the last 600 characters are one piece ten times, or 2,400 three
_EVERY = 200  # new characters between two looks


class Runaway:
    """Takes pieces of a stream; `feed` is true once its end only repeats."""

    def __init__(self) -> None:
        self._tail = ""
        self._new = 0

    def feed(self, piece: str) -> bool:
        self._tail = (self._tail + piece)[-_LONG:]
        self._new += len(piece)
        if self._new < _EVERY:
            return False
        self._new = 0
        return any(_repeats(self._tail[-size:], size, often) for size, often in _RUNS)


def _repeats(text: str, length: int, often: int) -> bool:
    """Whether so long a text is one piece, again and again, cut anywhere."""
    pieces = range(1, length // often + 1)
    return len(text) == length and any(text[size:] == text[:-size] for size in pieces)


ATTEMPTS = 2
HINT = tr("Nothing was changed. Try again, or choose another model.")
_TICK = 1.0  # seconds between two sentences about the progress
_THINKING = 1_024  # tokens

# Endings that are the answer's own fault, so that asking once more may help.
_FAULTS = {
    Ending.EMPTY: Fault.NOTHING,
    Ending.ONLY_THINKING: Fault.NOTHING,
    Ending.TOOL_CALL: Fault.TOOL,
    Ending.LENGTH: Fault.LONG,
}
# Faults of the form, which a server can rule out when it is told the form.
_FORM = {
    Fault.NOTHING, Fault.NO_MEMORY, Fault.OUT_OF_ORDER, Fault.NO_LINES, Fault.TOOL, Fault.LONG,
    Fault.REPEATS,
}  # fmt: skip

T = TypeVar("T")
Ask = Callable[[Fault | None], tuple[ModelMessage, ...]]
"""Makes the messages of a question, once more with what was wrong with the last answer."""


class UnusableAnswer(Problem):
    """No answer could be used; `fault` is what was wrong with the last one."""

    def __init__(self, fault: Fault, model: str) -> None:
        super().__init__(sentence(fault, model), HINT)
        self.fault = fault


def missed_form(problem: Problem) -> bool:
    """Whether a question failed since no answer kept to its form."""
    if isinstance(problem, ModelProblem):
        return problem.ending in _FAULTS
    return isinstance(problem, UnusableAnswer) and problem.fault in _FORM


@dataclass(frozen=True)
class ModelQuestion:
    """One call: its messages, and `most` tokens of an answer beside what the model thinks.

    `part` is what it is called in progress. `schema` is the form of an answer in JSON; `strict` is
    the question to a model that misses the form without one. `form` says of which answers the
    length is learnt.
    """

    ask: Ask
    most: int
    part: str = ""
    schema: Schema | None = None
    strict: "ModelQuestion | None" = None
    form: AnswerForm | None = None


@dataclass
class Asking:
    """The calls of one dream or flush. `room` is the longest context, `total` are seconds for one
    call. `spent` counts tokens, `calls` what was really asked; `context` only grows. What they
    teach of the model goes into `habits`.
    """

    model: "OllamaModel"
    room: int = USUAL_ROOM
    report: Report = lambda step: None
    total: float | None = None
    attempts: int = ATTEMPTS
    habits: Habits = UNKNOWN
    context: int = field(default=0, init=False)
    spent: int = field(default=0, init=False)
    calls: int = field(default=0, init=False)
    _before: tuple[str, ...] = field(default=(), init=False)
    _wrote: int = field(default=0, init=False)

    @property
    def longest(self) -> int:
        """The longest context, in tokens, that the model and the person allow."""
        return min(self.room, self.model.info.context)

    def with_thoughts(self, most: int) -> int:
        """Room for an answer of so many tokens and what the model thinks before it."""
        return most + (_THINKING if self.model.info.thinks else 0)

    async def ask(
        self,
        question: ModelQuestion,
        use: Callable[[str, bool], T | Fault],
        fault: Fault | None = None,
    ) -> T:
        """What `use` makes of the answer. `use(text, last)` says what is wrong with one, or takes
        it, in a thread of its own; `last` is true when it won't be asked again. `fault` is what was
        wrong with an answer before. Raises Problem when nothing was usable.
        """
        strict = question.strict if self.habits.strict else None
        self._wrote = 0
        taken: T | Fault = Fault.NOTHING
        for attempt in range(1, self.attempts + 1):
            last = attempt == self.attempts
            try:
                answer = await self._stream(question, strict or question, fault, attempt)
                # The window's loop is this one: judging may take a while.
                taken = await asyncio.to_thread(use, answer.text, last)
            except _Ran:
                taken = Fault.REPEATS
            except ModelProblem as problem:
                if problem.ending not in _FAULTS or last:
                    raise
                taken = _FAULTS[problem.ending]
            if not isinstance(taken, Fault):
                self._learn(question, strict is not None)
                return taken
            if not last:
                self.report(sentence(taken, self.model.info.name))
            fault = taken
            strict = strict or (question.strict if taken in _FORM else None)
        assert isinstance(taken, Fault)
        raise UnusableAnswer(taken, self.model.info.name)

    def _learn(self, question: ModelQuestion, strict: bool) -> None:
        """A usable answer came: how much was written for it, and whether the form was missed."""
        habits = self.habits
        if question.form:
            habits = habits.wrote(self._wrote, numbered=question.form == AnswerForm.NUMBERS)
        if question.strict is not None:
            habits = dataclasses.replace(habits, strict=strict, missed="")
        self.habits = habits

    async def _stream(
        self, question: ModelQuestion, form: ModelQuestion, fault: Fault | None, attempt: int
    ) -> ModelAnswer:
        runaways = Runaway(), Runaway()
        heard = 0

        def hear(chunk: AnswerPiece) -> None:
            nonlocal heard
            heard += 1
            for runaway, piece in zip(runaways, (chunk.text, chunk.thinking), strict=True):
                if runaway.feed(piece):
                    raise _Ran

        messages = form.ask(fault)
        texts = tuple(each.content for each in messages)
        estimate = self.model.tokens.estimate(*texts)
        most = self.with_thoughts(question.most)
        self.context = room(estimate, most, self.longest, self.context)
        pace, new = self.model.pace, estimate.likely * fresh(texts, self._before)
        loading = 0 if self.calls else pace.loading
        reading = None if pace.reading is None else new / pace.reading + loading
        self._before = texts
        self.calls += 1
        asking = tr("Asking {model} once more") if attempt > 1 else tr("Asking {model}")
        name = asking.format(model=self.model.info.name)
        name += f" ({question.part})" if question.part else ""
        answer: ModelAnswer | None = None
        try:
            async with self._telling(name, reading, lambda: heard):
                answer = await self.model.chat(
                    messages,
                    context=self.context,
                    most=most,
                    total=self.total,
                    on_chunk=hear,
                    schema=form.schema,
                )
                return answer
        except ModelProblem as problem:
            answer = problem.answer
            raise
        finally:
            wrote = (answer and answer.answer_tokens) or heard
            read = (answer and answer.prompt_tokens) or (estimate.likely if heard else 0)
            self._wrote += wrote
            self.spent += read + wrote

    @asynccontextmanager
    async def _telling(
        self, name: str, reading: float | None, heard: Callable[[], int]
    ) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        self.report(name)

        async def tell() -> None:
            while True:
                await asyncio.sleep(_TICK)
                self.report(step(name, heard(), round(loop.time() - begun), reading))

        telling = asyncio.create_task(tell())
        try:
            yield
        finally:
            telling.cancel()
            await asyncio.wait([telling])


class _Ran(Exception):  # noqa: N818  # it ends a stream, and is told as a fault
    pass
