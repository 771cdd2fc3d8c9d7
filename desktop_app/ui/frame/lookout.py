"""Looks at the notebook's files, now and then and when asked. Opens none of them itself.

What changed is told by the notebook. This says what no change says: that there is trouble, that it
has passed, and that a new day has begun.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from desktop_app.ui.window import Window

if TYPE_CHECKING:
    from datetime import date

    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

EVERY_MS = 5 * 60 * 1000
"""How often the files are looked at even when no event came."""


class Lookout(QObject):
    """Looks for one window, from `follow` until `stop`; also when the window is woken."""

    def __init__(self, window: Window, jobs: "Jobs") -> None:
        super().__init__(window)
        self._window, self._jobs = window, jobs
        self._memory: Memory | None = None
        self._today: date | None = None
        self._told = ""  # the trouble that the banner tells, as it does
        self._clock = QTimer(self, interval=EVERY_MS)
        self._clock.timeout.connect(self.look)
        QGuiApplication.instance().applicationStateChanged.connect(self._woke)

    def follow(self, memory: "Memory") -> None:
        """Another notebook is open; the first look is asked for by the caller."""
        self._memory, self._today, self._told = memory, memory.today(), ""
        self._clock.start()

    def look(self) -> None:
        """Look now."""
        if self._memory is not None:
            self._jobs.call("look", self._memory.refresh, lambda _: self._looked(), self._trouble)

    def stop(self) -> None:
        """Look no more."""
        self._clock.stop()

    def _looked(self) -> None:
        today = self._memory.today() if self._memory else None
        trouble = self._told or self._window.banner.words  # another page may have told it first
        if not trouble and today == self._today:
            return
        if self._told and self._window.banner.words == self._told:
            self._window.banner.clear()
        self._told, self._today = "", today
        self._window.show_again()

    def _trouble(self, problem: "Problem") -> None:
        self._window.say_problem(problem.message, problem.hint)
        self._told = self._window.banner.words

    def _woke(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self.look()
