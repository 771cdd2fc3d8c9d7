"""Engines: cards without a model, and models, chosen as a person asks. Knows models by name.

Nothing here asks a server before a dream or a flush has something to read. Ollama's client and
the cards are imported when they are first wanted: they take long to load.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from desktop_app.dreams.engine_choice import AnswerForm, Engine, EngineName
from desktop_app.dreams.flush import NoSummarizer, Summarizer
from desktop_app.dreams.material import DreamDraft, Dreamer, Material
from desktop_app.dreams.model.habits import KnownHabits
from desktop_app.dreams.model.measure import chosen_form
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.models.address import Address
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.notebook.text.records import Message
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.model.calls import Asking
    from desktop_app.dreams.model.engine import ModelDreamer
    from desktop_app.dreams.model.summary import ModelSummarizer
    from desktop_app.models.model import ModelInfo
    from desktop_app.models.ollama import Ollama


@dataclass(frozen=True)
class ChosenModel:
    """The model that will work, or why none does."""

    model: "ModelInfo | None"
    reason: str = ""


class Engines:
    """The engines of one notebook: the one without a model and the models of one server."""

    def __init__(self, at: Address, habits: KnownHabits) -> None:
        self._habits = habits
        self._at = at

    @cached_property
    def ollama(self) -> "Ollama":
        """The server that is asked for models."""
        from desktop_app.models.ollama import Ollama

        return Ollama(self._at)

    def ask_at(self, at: Address) -> bool:
        """Ask this server from now on. A call under way ends with the server it began with.

        Returns whether the server is another one than before.
        """
        if at == self._at:
            return False
        self._at = at
        self.__dict__.pop("ollama", None)
        return True

    async def chosen(self, engine: Engine) -> ChosenModel:
        """The model that would work now. Raises Problem when a model must work and none can."""
        if engine.kind == EngineName.BUILTIN:
            return ChosenModel(None, tr("The settings say to use no model."))
        if not engine.asks:
            return ChosenModel(None, tr("No model is chosen."))
        try:
            return ChosenModel(await self._model_named(engine.model))
        except Problem as problem:
            if engine.kind == EngineName.OLLAMA:
                raise
            return ChosenModel(None, problem.message)

    async def offered(self, engine: Engine, today: date) -> "ModelInfo | None":
        """The model to offer a person who has chosen none: the largest of those that would answer
        in words of their own; None where there is none, or nobody answers.
        """
        if engine.kind != EngineName.AUTO or engine.model:
            return None
        try:
            await self.ollama.version()  # one short question: whether anybody is there
            models = await self.ollama.models()
        except Problem:
            return None
        able = [one for one in models if one.chats and not self.why_form(one, today)]
        return max(able, key=lambda one: one.size, default=None)

    def dreamer(self, engine: Engine) -> Dreamer:
        """A dreamer. It asks `chosen` when the dream begins."""
        return _ChosenDreamer(self, engine) if engine.asks else _builtin()

    def summarizer(self, engine: Engine, report: Report = lambda step: None) -> Summarizer | None:
        """A summarizer, which asks `chosen` when it is needed; None where no model is wanted."""
        return _ChosenSummarizer(self, engine, report) if engine.asks else None

    @asynccontextmanager
    async def opened(
        self,
        engine: Engine,
        name: str,
        report: Report = lambda step: None,
        *,
        once: bool = False,
        learns: bool = True,
    ) -> "AsyncIterator[Asking]":
        """The model of this name, ready to be asked within the bounds of `engine`, each question
        `once` or until an answer is usable; what it taught is kept afterwards, however it went, but
        not without `learns`.
        """
        from desktop_app.dreams.model.calls import ATTEMPTS, Asking
        from desktop_app.models.asking import OllamaModel
        from desktop_app.models.contexts import longest, memory_here

        server = await asyncio.to_thread(lambda: self.ollama)  # its library loads slowly
        info, at = await server.describe(name), server.wire.address
        before = await asyncio.to_thread(self._habits.of, info.name, at)
        model = OllamaModel(server, info, before.tokens, before.pace)
        if not info.chats:
            raise ModelProblem(Ending.UNABLE, model=info.name)
        total = engine.minutes * 60.0 if engine.minutes else None
        readable = total / 2 * (before.pace.reading or math.inf) if total else math.inf
        memory = 0 if at.outside else memory_here()  # nobody knows another computer's
        context = engine.room or longest(info, memory, readable)
        asking = Asking(model, context, report, total, 1 if once else ATTEMPTS, before)
        try:
            yield asking
        finally:
            now = replace(asking.habits, pace=model.pace, tokens=model.tokens)
            if learns and now != before:
                await asyncio.to_thread(self._habits.keep, info.name, at, now)

    @asynccontextmanager
    async def dreaming(self, engine: Engine, name: str) -> "AsyncIterator[ModelDreamer]":
        """A dreamer with the model of this name."""
        from desktop_app.dreams.model.engine import ModelDreamer

        async with self.opened(engine, name) as asking:
            yield ModelDreamer(asking, engine.answers)

    async def suspicious(self, engine: Engine, lines: Sequence[str]) -> Collection[int]:
        """The places of the lines that the model of `engine` takes for an order or a secret; none
        where no model is asked. Raises Problem when it does not answer, TimeoutError when it takes
        too long."""
        from desktop_app.dreams.model import gate_question

        async with asyncio.timeout(gate_question.SECONDS):
            choice = await self.chosen(engine)
            if choice.model is None:
                return ()
            async with self.opened(engine, choice.model.name, learns=False) as asking:
                return await gate_question.suspicious(asking, lines)

    def why_form(self, model: "ModelInfo", today: date) -> str:
        """Why this model would not be asked for words of its own, "" where it would."""
        habits = self._habits.of(model.name, self._at)
        return chosen_form(AnswerForm.AUTO, model, habits, habits.pace, today)[1]

    async def _model_named(self, name: str) -> "ModelInfo":
        await self.ollama.version()  # one short question: whether anybody is there
        if name:
            info = await self.ollama.describe(name)
            if not info.chats:
                raise ModelProblem(Ending.UNABLE if info.local else Ending.CLOUD, model=info.name)
            return info
        models = [info for info in await self.ollama.models() if info.chats]
        if len(models) == 1:
            return models[0]
        if models:
            names = ", ".join(info.name for info in models)
            raise Problem(
                tr("No model is chosen, and Ollama has several."),
                tr("Choose one of {names}.").format(names=names),
            )
        raise Problem(
            tr("Ollama has no model here that can dream."),
            tr(
                "Install one, for example with `nightstand models --pull qwen3:4b`, or "
                "dream without a model."
            ),
        )


def _builtin() -> Dreamer:
    from desktop_app.dreams.card_dream import CardDreamer

    return CardDreamer()


def looking(engine: Engine) -> str:
    """The step in which the model is looked for."""
    if engine.model:
        return tr("Looking for {model}").format(model=engine.model)
    return tr("Looking for a model")


class _ChosenDreamer:
    """Dreams with the engine that is found when the dream begins.

    Until then it has the names that were asked for.
    """

    def __init__(self, engines: Engines, engine: Engine) -> None:
        self._engines = engines
        self._engine = engine
        self.name: str = EngineName.OLLAMA
        self.model = engine.model or None

    async def dream(self, material: Material, report: Report) -> DreamDraft:
        """See `Dreamer`."""
        report(looking(self._engine))
        choice = await self._engines.chosen(self._engine)
        if choice.model is None:
            reason = choice.reason.rstrip(".。")
            report(tr("{reason}: dreaming without a model").format(reason=reason))
            self.name, self.model = EngineName.BUILTIN, None
            return replace(await _builtin().dream(material, report), fell_back=choice.reason)
        self.model = choice.model.name
        async with self._engines.dreaming(self._engine, self.model) as dreamer:
            return await dreamer.dream(material, report)


class _ChosenSummarizer:
    """Sums up with the model that is found when there is something to sum up."""

    name = EngineName.OLLAMA

    def __init__(self, engines: Engines, engine: Engine, report: Report) -> None:
        self._engines = engines
        self._engine = engine
        self._report = report
        self._model = ""
        self._summarizer: ModelSummarizer | None = None

    async def summarize(self, messages: Sequence[Message]) -> str | None:
        """See `Summarizer`; a second try knows what was wrong with the first.

        Raises NoSummarizer where there is no model to ask.
        """
        from desktop_app.dreams.model.summary import ModelSummarizer

        self._model = self._model or await self._choose()
        try:
            opened = self._engines.opened(self._engine, self._model, self._report, once=True)
            async with opened as asking:
                self._summarizer = self._summarizer or ModelSummarizer(asking)
                return await self._summarizer.summarize(messages)
        except Problem as problem:
            self._report(problem.message.rstrip(".。"))
            raise

    async def _choose(self) -> str:
        self._report(looking(self._engine))
        try:
            choice = await self._engines.chosen(self._engine)
        except Problem as problem:
            choice = ChosenModel(None, problem.message)
        if choice.model is None:
            reason = choice.reason.rstrip(".。")
            self._report(tr("{reason}: the notes are chosen without a model").format(reason=reason))
            raise NoSummarizer(choice.reason)
        return choice.model.name
