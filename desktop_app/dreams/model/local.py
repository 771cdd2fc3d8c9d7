"""Models of this computer by their names: found when they are needed, and what is learnt kept.

Knows the server and the kept counts. A model that is gone is a Problem of the dream that wants it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from desktop_app.dreams.consolidator.answer_form import AnswerForm
from desktop_app.dreams.dreamer import DreamDraft, Material
from desktop_app.dreams.model.asking.habits import UNKNOWN, Habits, KnownHabits, Lessons
from desktop_app.dreams.model.asking.kept import KeptAnswers
from desktop_app.dreams.model.engine import ModelDreamer
from desktop_app.dreams.model.sizing import Size
from desktop_app.dreams.model.summary import ModelSummarizer
from desktop_app.errors import Problem
from desktop_app.models.asking import OllamaModel
from desktop_app.models.endings import Ending
from desktop_app.models.ollama import Ollama
from desktop_app.models.problem import ModelProblem
from desktop_app.models.tokens import USUAL_ROOM


class Local:
    """The models of one server, and the counts kept of them. `room` is the longest context,
    `total` the longest time of one call in seconds, `form` as in `ModelDreamer`; what is known of
    models grows."""

    def __init__(
        self,
        server: Ollama,
        answers: KeptAnswers,
        room: int = USUAL_ROOM,
        total: float | None = None,
        form: AnswerForm = AnswerForm.AUTO,
        habits: KnownHabits | None = None,
    ) -> None:
        self._server = server
        self._known_habits = habits
        self._lessons = Lessons()
        self._form = form
        self.answers = answers
        self.room = room
        self.total = total

    async def dream(
        self, model: str, material: Material, report: Callable[[str], None]
    ) -> DreamDraft:
        """A dream with the model of this name: see `ModelDreamer.dream`."""
        async with self.opened(model) as opened:
            return await self.engine_over(opened).dream(material, report)

    async def expected(self, model: str, material: Material) -> Size:
        """What a dream with the model of this name would take."""
        async with self.opened(model) as opened:
            return await self.engine_over(opened).expected(material)

    def summarizer(self, model: OllamaModel, report: Callable[[str], None]) -> ModelSummarizer:
        """Sums up with a model that was found."""
        return ModelSummarizer(model, room=self.room, total=self.total, report=report)

    def engine_over(self, model: OllamaModel) -> ModelDreamer:
        """An engine over a model that was found."""
        return ModelDreamer(
            model,
            answers=self.answers,
            room=self.room,
            total=self.total,
            form=self._form,
            lessons=self._lessons,
        )

    @asynccontextmanager
    async def opened(self, name: str, *, learns: bool = True) -> AsyncIterator[OllamaModel]:
        """The model, ready to be asked; what it taught is kept afterwards, however it went.

        Without `learns` nothing is kept.
        """
        info = await self._server.describe(name)
        learnt = await asyncio.to_thread(self.answers.tokens, info.name)
        before = await asyncio.to_thread(self._habits, info.name)
        self._lessons.habits = before
        model = OllamaModel(self._server, info, learnt, before.pace)
        if not info.chats:
            raise ModelProblem(Ending.UNABLE, model=info.name)
        try:
            yield model
        finally:
            if learns and model.tokens != learnt:
                with suppress(Problem):  # the dream is worth more than what it taught
                    await asyncio.to_thread(self.answers.learn, info.name, model.tokens)
            now = replace(self._lessons.habits, pace=model.pace)
            if learns and now != before and self._known_habits is not None:
                await asyncio.to_thread(
                    self._known_habits.keep, info.name, self._server.wire.address, now
                )

    def _habits(self, name: str) -> Habits:
        known = self._known_habits
        return known.of(name, self._server.wire.address) if known else UNKNOWN
