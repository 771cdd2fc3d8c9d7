"""Models of this computer by their names: found when they are needed, and what is learnt kept.

Knows the server and the kept counts. A model that is gone is a Problem of the dream that wants it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace

from desktop_app.dreams.consolidator.answer_form import AnswerForm
from desktop_app.dreams.model.asking.calls import ATTEMPTS, Asking
from desktop_app.dreams.model.asking.habits import KnownHabits
from desktop_app.dreams.model.asking.kept import KeptAnswers
from desktop_app.dreams.model.engine import ModelDreamer
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.models.asking import OllamaModel
from desktop_app.models.endings import Ending
from desktop_app.models.ollama import Ollama
from desktop_app.models.problem import ModelProblem


@dataclass(frozen=True)
class Local:
    """The models of one server, and what is known of them, which grows. `room` is the longest
    context, `total` the longest time of one call in seconds.
    """

    server: Ollama
    answers: KeptAnswers
    habits: KnownHabits
    room: int
    total: float | None

    @asynccontextmanager
    async def dreamer(self, name: str, form: AnswerForm) -> AsyncIterator[ModelDreamer]:
        """A dreamer with the model of this name, whose answers are kept for another try."""
        async with self.opened(name) as asking:
            asking.answers = self.answers
            yield ModelDreamer(asking, form)

    @asynccontextmanager
    async def opened(
        self,
        name: str,
        report: Report = lambda step: None,
        *,
        attempts: int = ATTEMPTS,
        learns: bool = True,
    ) -> AsyncIterator[Asking]:
        """The model of this name, ready to be asked; what it taught is kept afterwards, however it
        went, but not without `learns`.
        """
        info = await self.server.describe(name)
        learnt = await asyncio.to_thread(self.answers.tokens, info.name)
        at = self.server.wire.address
        before = await asyncio.to_thread(self.habits.of, info.name, at)
        model = OllamaModel(self.server, info, learnt, before.pace)
        if not info.chats:
            raise ModelProblem(Ending.UNABLE, model=info.name)
        asking = Asking(model, self.room, {}, report, self.total, attempts, before)
        try:
            yield asking
        finally:
            if learns and model.tokens != learnt:
                with suppress(Problem):  # the dream is worth more than what it taught
                    await asyncio.to_thread(self.answers.learn, info.name, model.tokens)
            now = replace(asking.habits, pace=model.pace)
            if learns and now != before:
                await asyncio.to_thread(self.habits.keep, info.name, at, now)
