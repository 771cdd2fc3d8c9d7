"""Following agents' conversations in the background, as long as the window is open.

Knows when it is time to look, not what a look does.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from desktop_app.errors import Problem
from desktop_app.ui.parts.settings import KeptSettings

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

JOB, ASKED = "watch", "watch.anything"
_PAUSE_MS = 2_000


class WatchWork(QObject):
    """One look after the other, where anything is followed."""

    def __init__(self, jobs: "Jobs", settings: KeptSettings) -> None:
        super().__init__()
        self._jobs, self._settings = jobs, settings
        self._memory: Memory | None = None
        self._timer = QTimer(self, interval=_PAUSE_MS)
        self._timer.timeout.connect(self.look)

    def follow(self, memory: "Memory") -> None:
        """Another notebook is open."""
        self._jobs.cancel(JOB)
        self._memory = memory
        self._jobs.call(ASKED, lambda: memory.watched.anything(), lambda _: self._timer.start())

    def stop(self) -> None:
        """Look no more: the window closes."""
        self._timer.stop()
        self._jobs.cancel(JOB)
        self._memory = None

    def look(self) -> None:
        """Look now, unless a look is under way or nothing is followed."""
        memory = self._memory
        if memory is None or not memory.watched.wanted or self._jobs.running(JOB):
            return

        async def work(_report: object) -> None:
            from desktop_app.dreams.engines import engine_of
            from desktop_app.memory.watched import WatchHow

            get = self._settings.get
            try:
                await memory.watched.look(WatchHow.of(get, engine_of(get)))
            except Problem:  # the card tells it as `trouble`; the next look may go well
                return

        nothing = lambda *_: None  # noqa: E731
        self._jobs.start(JOB, work, done=nothing, failed=nothing, cancelled=nothing, step=nothing)
