"""Which engine dreams, and which models there are to choose from. Knows settings and jobs.

Ollama is only asked when somebody looks; what it said last is shown until it answers again.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.dreamer import EngineName
from desktop_app.errors import Problem
from desktop_app.ui.models.server import other_computer
from desktop_app.ui.parts.settings import KeptSettings

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.models.model import ModelInfo

_JOB = "dreams.models"


class EngineChoice(QObject):
    """`models` can chat and run here; `trouble` is why they could not be asked for, "" if not."""

    changed = Signal()
    chosen = Signal()  # by the person, and kept
    failed = Signal(object)  # the Problem of a choice that could not be kept

    def __init__(self, jobs: "Jobs", settings: KeptSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._settings = jobs, settings
        self._memory: Memory | None = None
        self.models: tuple[ModelInfo, ...] = ()
        self.trouble = ""
        self.elsewhere = ""  # the other computer that the models run on, "" for this one
        self.asked = False  # whether Ollama has answered, or failed to, since the notebook came

    @property
    def kind(self) -> EngineName:
        return EngineName(str(self._settings.get("dreams.engine")))

    @property
    def model(self) -> str:
        """The model that was named; "" for none."""
        return str(self._settings.get("dreams.model"))

    @property
    def looking(self) -> bool:
        return self._jobs.running(_JOB)

    def use(self, memory: "Memory") -> None:
        """Another notebook: it may ask another Ollama."""
        self._memory = memory
        self._jobs.cancel(_JOB)
        self.models, self.trouble, self.asked = (), "", False
        self.changed.emit()

    def look(self) -> None:
        """Ask Ollama for its models; `changed` tells when it has answered."""
        memory = self._memory
        if memory is None or self.looking:
            self.changed.emit()  # what is chosen may have been changed elsewhere
            return

        async def ask(_report: Callable[[str], None]) -> "tuple[ModelInfo, ...]":
            ollama = await asyncio.to_thread(
                lambda: memory.models.ollama
            )  # its library loads slowly
            self.elsewhere = other_computer(ollama.wire.address.url)
            return tuple(model for model in await ollama.models() if model.chats)

        self._jobs.start(
            _JOB,
            ask,
            done=lambda models: self._answered(models, ""),
            failed=lambda problem: self._answered(self.models, problem.message),
            cancelled=lambda: None,
            step=lambda _step: None,
        )
        self.changed.emit()

    def choose(self, kind: str, model: str = "") -> None:
        """Keep a choice; without a model the one that was named before stays named."""
        try:
            if model:
                self._settings.set("dreams.model", model)
            self._settings.set("dreams.engine", kind)
        except Problem as problem:
            self.failed.emit(problem)
        self.changed.emit()
        self.chosen.emit()

    def _answered(self, models: "tuple[ModelInfo, ...]", trouble: str) -> None:
        self.models, self.trouble, self.asked = models, trouble, True
        self.changed.emit()
