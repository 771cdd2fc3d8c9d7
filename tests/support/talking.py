"""A talk over a notebook with a scripted model. No Qt."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from desktop_app.dreams.engine_choice import Engine, EngineName
from desktop_app.dreams.engines import ChosenModel
from desktop_app.memory import Memory
from desktop_app.memory.open_talk import TalkEvent
from desktop_app.models.address import Address
from desktop_app.models.endings import Ending
from desktop_app.models.model import ModelAnswer, ModelInfo, ModelMessage
from desktop_app.models.ollama import Ollama
from desktop_app.models.tokens import UNHEARD
from desktop_app.models.transport import Patience
from tests.support.dreaming import MEMORY, StillClock, a_notebook, opened
from tests.support.ollama import OurOllama

SMALL = Engine(EngineName.OLLAMA, "small:latest")
PATIENT = Patience(pauses=(0.01, 0.01))
KEY = "The spare key is with Ana."


@contextmanager
def a_memory(
    tmp_path: Path, ollama: OurOllama, clock: StillClock | None = None, memory: str = MEMORY
) -> Iterator[Memory]:
    """A notebook of two notes, opened, with its models behind the scripted server."""
    root = tmp_path / "notebook"
    root = root if root.exists() else a_notebook(tmp_path, f"{memory}- {KEY}\n")
    made = opened(root, tmp_path, clock)
    made.models.ollama = Ollama(Address("127.0.0.1", ollama.port), PATIENT)
    made.index.refresh()
    try:
        yield made
    finally:
        made.close()


class Heard:
    """A listener that keeps what it heard; `of` gives the events of one kind."""

    def __init__(self, then: Callable[[TalkEvent], None] = lambda event: None) -> None:
        self.events: list[TalkEvent] = []
        self._then = then

    def __call__(self, event: TalkEvent) -> None:
        self.events.append(event)
        self._then(event)

    def of(self, kind: type) -> list[TalkEvent]:
        return [event for event in self.events if isinstance(event, kind)]


class AtOnce:
    """A model that answers at once, and the engines that give it."""

    info = ModelInfo("at-once", 1, 131_072, frozenset({"completion"}), "0", True)
    tokens, total = UNHEARD, None

    async def chosen(self, engine: Engine) -> ChosenModel:
        return ChosenModel(self.info)

    @asynccontextmanager
    async def opened(
        self, engine: Engine, name: str, *, learns: bool = True
    ) -> AsyncIterator["AtOnce"]:
        yield self

    async def chat(self, messages: Sequence[ModelMessage], **_: Any) -> ModelAnswer:
        answer = "That stands in the notes of that day."
        count = sum(len(message.text) for message in messages) // 4
        return ModelAnswer(answer, "", count, len(answer) // 4, 0.0, Ending.DONE)
