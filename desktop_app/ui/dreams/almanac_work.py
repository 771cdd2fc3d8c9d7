"""Writes an almanac, and takes it back. Knows memory and jobs, shows nothing."""

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.errors import Problem
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.almanac.writing import WrittenAlmanac
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.notebook.spans import SpanKind


class AlmanacWork(QObject):
    """One at a time; it may take seconds, which no save is to wait for."""

    running = Signal(bool)
    written = Signal(str, str, object)  # its path, what was done in words, how to undo it or None
    undone = Signal()
    failed = Signal(object)  # a Problem

    def __init__(self, jobs: "Jobs", parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs

    def write(self, memory: "Memory | None", kind: "SpanKind", day: date) -> None:
        """Write the almanac of the span around a day."""
        if memory is None:
            return
        self.running.emit(True)
        self._jobs.call(
            "almanac.write",
            lambda: memory.almanacs.write(kind, day),
            lambda written: self._written(memory, written),
            self._refused,
        )

    def _written(self, memory: "Memory", written: "WrittenAlmanac") -> None:
        from desktop_app.dreams.almanac.writing import AlmanacWrite  # loaded with what it wrote

        self.running.emit(False)
        if written.done == AlmanacWrite.SAME:
            same = tr("%1 says this already.").replace("%1", written.path)
            self.written.emit(written.path, same, None)
            return
        words = tr("%1 is written.").replace("%1", written.path)
        if written.kept:
            words = f"{words} {tr('What you wrote into it stays.')}"
        self.written.emit(written.path, words, self._back(memory, written))

    def _back(self, memory: "Memory", written: "WrittenAlmanac") -> Callable[[], None]:
        return lambda: self._jobs.do(
            lambda: memory.almanacs.take_back(written),
            lambda _done: self.undone.emit(),
            self.failed.emit,
        )

    def _refused(self, problem: Problem) -> None:
        self.running.emit(False)
        self.failed.emit(problem)
