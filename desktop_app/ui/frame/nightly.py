"""Asks each minute whether a dream is due. Knows memory and jobs, no widget."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.dreams.schedule.plan import ScheduleKind
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.schedule import Computer, ScheduledDream, ScheduleState

JOB = "nightly"
EVERY_MS = 60 * 1000


class Nightly(QObject):
    """Dreams by themselves of one notebook at a time, from `follow` until `stop`."""

    told = Signal(str, str)  # when the next dream comes in a few words, "" where none does; and why
    stated = Signal(object)  # a ScheduleState
    alarmed = Signal(str)  # they pause from now on, and the person did not ask for it: why
    flush_asked = Signal()  # what is typed is to be saved: a dream may begin
    stepped = Signal(str)  # a step of the dream that runs
    ended = Signal()  # it has ended, however
    dreamt = Signal(object)  # a ScheduledDream that began

    def __init__(
        self,
        jobs: "Jobs",
        settings: KeptSettings,
        parent: QObject,
        *,
        computer: "Callable[[], Computer]",
        unsaved: Callable[[], bool],
        stays: Callable[[], bool] = lambda: False,
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        """`computer` makes what asks the system, `unsaved` says whether text is typed that no disk
        has; `stays`: dreams begin also when the window is closed; `busy`: another notebook
        of this program dreams, and this one waits for the next minute."""
        super().__init__(parent)
        self._jobs, self._settings = jobs, settings
        self._computer, self._unsaved, self._stays = computer, unsaved, stays
        self._busy = busy
        self._memory: Memory | None = None
        self._was_paused = True  # or not known
        self._clock = QTimer(self, interval=EVERY_MS)
        self._clock.timeout.connect(self.look)

    @property
    def running(self) -> bool:
        """Whether a dream by itself runs, or it is asked whether one is to."""
        return self._jobs.running(JOB)

    def follow(self, memory: "Memory") -> None:
        """Another notebook is open."""
        self._jobs.cancel(JOB)
        self._memory = memory
        self._was_paused = True
        self._clock.start()
        self.look()

    def stop(self) -> None:
        """Ask no more."""
        self._clock.stop()

    def look(self) -> None:
        """Ask now."""
        self._ask(self._show_and_start)

    def tell(self) -> None:
        """Say how it stands now; none begins, as the person may still be choosing."""
        self._ask(self._show)

    def _ask(self, show: "Callable[[ScheduleState], None]") -> None:
        memory = self._memory
        if memory is not None and not self.running:
            get = self._settings.get
            self._jobs.call(
                "nightly.state", lambda: memory.schedule.state(get), show, lambda _: None
            )

    def _show(self, state: "ScheduleState") -> None:
        words = state.next_told
        if state.next_at is not None and not self._stays():
            words = tr("%1, while Nightstand is open").replace("%1", words)
        self.told.emit(words, state.paused)
        self.stated.emit(state)
        if state.paused and not self._was_paused:
            self.alarmed.emit(state.told)
        self._was_paused = bool(state.paused)

    def person_paused(self) -> None:
        """The person knows it: no alarm is to be told."""
        self._was_paused = True

    def _show_and_start(self, state: "ScheduleState") -> None:
        self._show(state)
        busy = self.running or self._busy()
        if state.why is None and state.schedule.kind != ScheduleKind.OFF and not busy:
            self.flush_asked.emit()
            self._jobs.do(lambda: None, lambda _: self._start())

    def _start(self) -> None:
        memory = self._memory
        if memory is None or self.running or self._busy():
            return
        unsaved, get = self._unsaved(), self._settings.get

        async def work(report: Callable[[str], None]) -> "ScheduledDream":
            from desktop_app.dreams.engines import engine_of  # long to load

            engine, computer = engine_of(get), self._computer()
            if engine.asks:
                await asyncio.to_thread(lambda: memory.models.ollama)  # its library loads slowly
            return await memory.schedule.run_if_due(
                get, computer=computer, unsaved=unsaved, engine=engine, report=report
            )

        self._jobs.start(
            JOB,
            work,
            done=lambda dream: self._done(memory, dream),
            failed=self._failed,
            cancelled=self.ended.emit,
            step=self.stepped.emit,
        )

    def _done(self, memory: "Memory", dream: "ScheduledDream") -> None:
        self.ended.emit()
        if memory is self._memory and dream.cause is not None:
            self.dreamt.emit(dream)
            self.look()
        else:
            self.tell()  # why it was put off

    def _failed(self, problem: "Problem") -> None:
        """The notebook's own data could not be read; the page that reads it says so too."""
        self.ended.emit()
