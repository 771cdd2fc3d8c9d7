"""Long lines that a model says shorter: the button, why it can't be pressed, the work, its end."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.errors import Problem
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.running import Running
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.engines import Engine
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.sessions.levels.level import LevelsWritten
    from desktop_app.settings import Settings

_JOB = "context.levels"


class LevelsCard(QWidget):
    """Has the model that dreams shorten some long lines. What was worded before Cancel is kept."""

    written = Signal()  # prompts may be worded otherwise now

    def __init__(self, jobs: "Jobs", settings: "Settings") -> None:
        super().__init__()
        self._jobs, self._settings = jobs, settings
        self._memory: Memory | None = None
        self.button = Button(tr("Shorten long lines"), "plain", "sparkle")
        self.button.clicked.connect(self.write)
        self.about = text("", "meta", "text2", wrap=True)
        self.running = Running(tr("A model shortens long lines"), tr("Looking for long lines"))
        self.running.cancel_asked.connect(lambda: self._jobs.cancel(_JOB))
        self._column = QVBoxLayout(self)
        for part in (self.button, self.about, self.running):
            self._column.addWidget(part)
        theme().followed_by(self._measure)

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: nothing more is worded for the one before."""
        self._jobs.cancel(_JOB)
        self._memory = memory
        self.show_settings()

    def show_settings(self) -> None:
        """Whether a model is chosen, and which."""
        engine = self._engine()
        asks = engine.asks
        none = tr("No model is chosen. Choose one in Settings, under Models.")
        model = tr("%1 says them shorter, for prompts with little room. No file changes.").replace(
            "%1", engine.model or tr("The installed model")
        )
        self.button.setEnabled(asks and not self._jobs.running(_JOB))
        self.about.setText(model if asks else none)

    def write(self) -> None:
        """Begins, unless a run is under way or no model is chosen."""
        memory, engine = self._memory, self._engine()
        if memory is None or self._jobs.running(_JOB):
            return
        if not engine.asks:
            self.show_settings()
            announce(self, self.about.text())
            return

        async def work(report: Callable[[str], None]) -> "LevelsWritten":
            await asyncio.to_thread(lambda: memory.models.ollama)  # its library loads slowly
            return await memory.levels.write(engine, report=report)

        self._jobs.start(
            _JOB,
            work,
            done=lambda written: self._end(memory, written.told),
            failed=lambda problem: self._end(memory, _said(problem)),
            cancelled=lambda: self._end(memory, tr("Stopped. What was worded before is kept.")),
            step=self.running.say,
        )
        self.button.setEnabled(False)
        self.about.hide()
        self.running.show_running(True)

    def _engine(self) -> "Engine":
        from desktop_app.dreams.engines import engine_of  # long to load

        return engine_of(self._settings.get)

    def _end(self, memory: "Memory", told: str) -> None:
        self.running.show_running(False)
        self.about.show()
        self.show_settings()
        if memory is self._memory:
            self.about.setText(told)
            announce(self, told)
            self.written.emit()

    def _measure(self) -> None:
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme().px(6))


def _said(problem: Problem) -> str:
    return str(problem)
