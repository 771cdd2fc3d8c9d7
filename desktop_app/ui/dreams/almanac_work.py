"""Writes an almanac, and takes it back. Knows memory and jobs, shows nothing."""

import asyncio
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.almanac.writing import AlmanacWrite
from desktop_app.dreams.engines import engine_of
from desktop_app.errors import Problem
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.almanac.writing import WrittenAlmanac
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.notebook.spans import SpanKind


JOB = "almanac"


class AlmanacWork(QObject):
    """One at a time; it may take seconds, minutes with a model, which no save is to wait for."""

    running = Signal(bool)
    asking = Signal(bool)  # a model is asked, or no more
    stepped = Signal(str)  # what it does now
    written = Signal(str, str, object)  # its path, what was done in words, how to undo it or None
    undone = Signal()
    failed = Signal(object)  # a Problem

    def __init__(self, jobs: "Jobs", settings: KeptSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._settings = jobs, settings
        self._memory: Memory | None = None  # whose almanacs are told

    def use(self, memory: "Memory") -> None:
        """Another notebook. A model that writes for the one before is left."""
        self._memory = memory
        self.cancel()

    def cancel(self) -> None:
        """Leave the model: the almanac is written without its words."""
        self._jobs.cancel(JOB)

    def write(self, kind: "SpanKind", day: date) -> None:
        """Write the almanac of the span around a day, as the settings say who dreams."""
        memory, engine = self._memory, engine_of(self._settings.get)
        if memory is None or self._jobs.running(JOB):
            return

        async def work(report: Callable[[str], None]) -> "WrittenAlmanac":
            if engine.asks:
                await asyncio.to_thread(lambda: memory.models.ollama)  # its library loads slowly
            return await memory.almanacs.write_told(kind, day, engine, report)

        self._jobs.start(
            JOB,
            work,
            done=lambda written: self._written(memory, written),
            failed=self._refused,
            cancelled=self._ended,
            step=self.stepped.emit,
        )
        self.running.emit(True)
        self.asking.emit(engine.asks)

    def _ended(self) -> None:
        self.running.emit(False)
        self.asking.emit(False)

    def _written(self, memory: "Memory", written: "WrittenAlmanac") -> None:
        self._ended()
        if memory is self._memory:
            back = None if written.done == AlmanacWrite.SAME else self._back(memory, written)
            self.written.emit(written.path, _in_words(written), back)

    def _back(self, memory: "Memory", written: "WrittenAlmanac") -> Callable[[], None]:
        return lambda: self._jobs.do(
            lambda: memory.almanacs.take_back(written),
            lambda _done: self.undone.emit(),
            self.failed.emit,
        )

    def _refused(self, problem: Problem) -> None:
        self._ended()
        self.failed.emit(problem)


def _in_words(written: "WrittenAlmanac") -> str:
    said = (
        tr("%1 says this already.") if written.done == AlmanacWrite.SAME else tr("%1 is written.")
    )
    words = [said.replace("%1", written.path)]
    if written.kept and written.done != AlmanacWrite.SAME:
        words.append(tr("What you wrote into it stays."))
    if written.unsaid:
        words.append(
            counted(
                "{count} sentence was left out: no line says it.",
                "{count} sentences were left out: no line says them.",
                written.unsaid,
            )
        )
    if written.wordless:
        words.append(tr("No model opened it: {why}").format(why=written.wordless))
    return " ".join(words)
