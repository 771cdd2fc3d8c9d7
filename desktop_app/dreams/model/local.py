"""Models of this computer by their names: found when they are needed, and what is learnt kept.

Knows the server and the kept counts. A model that is gone is a Problem of the dream that wants it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from desktop_app.dreams.dreamer import Draft, Material
from desktop_app.dreams.flush import Message
from desktop_app.dreams.model.asking.kept import Kept
from desktop_app.dreams.model.engine import USUAL_ROOM, ModelDreamer
from desktop_app.dreams.model.summary import ModelSummarizer
from desktop_app.models.asking import OllamaModel
from desktop_app.models.endings import Ending
from desktop_app.models.ollama import Ollama
from desktop_app.models.problem import ModelProblem

ENGINE = ModelDreamer.name


class LocalModel:
    """A model of a server by its name. `room` is the longest context asked for."""

    def __init__(self, server: Ollama, kept: Kept, model: str, room: int = USUAL_ROOM) -> None:
        self._server = server
        self._kept = kept
        self.model = model
        self.room = room

    @asynccontextmanager
    async def found(self) -> AsyncIterator[OllamaModel]:
        """The model, ready to be asked; what it taught of its tokens is kept afterwards."""
        info = await self._server.describe(self.model)
        learnt = await asyncio.to_thread(self._kept.tokens, info.name)
        model = OllamaModel(self._server, info, learnt)
        if not info.chats:
            raise ModelProblem(Ending.UNABLE, model=info.name)
        try:
            yield model
        finally:
            if model.tokens != learnt:
                await asyncio.to_thread(self._kept.learn, info.name, model.tokens)


class LocalDreamer:
    """Dreams with a model that is looked for when the dream begins."""

    name = ENGINE

    def __init__(self, local: LocalModel, kept: Kept) -> None:
        self._local = local
        self._kept = kept

    @property
    def model(self) -> str | None:
        return self._local.model

    async def dream(self, material: Material, report: Callable[[str], None]) -> Draft:
        """See `ModelDreamer.dream`."""
        report(f"Looking for {self._local.model}")
        async with self._local.found() as model:
            dreamer = ModelDreamer(model, answers=self._kept, room=self._local.room)
            return await dreamer.dream(material, report)


class LocalSummarizer:
    """Sums up with a model that is looked for when the first summary is wanted."""

    name = ENGINE

    def __init__(self, local: LocalModel, report: Callable[[str], None]) -> None:
        self._local = local
        self._report = report
        self._summarizer: ModelSummarizer | None = None

    async def summarize(self, messages: Sequence[Message]) -> str | None:
        """See `ModelSummarizer.summarize`. A second try knows what was wrong with the first."""
        async with self._local.found() as model:
            if self._summarizer is None:
                room = self._local.room
                self._summarizer = ModelSummarizer(model, room=room, report=self._report)
            return await self._summarizer.summarize(messages)
