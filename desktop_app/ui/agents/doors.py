"""Agents while the window is open: the doors for them, and looks at those that are followed.

Knows when, not how; what opens the doors is handed in, for the window knows no server.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.errors import Problem
from desktop_app.settings import Settings

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


WATCH, ASKED = "watch", "watch.anything"
_PAUSE_MS = 2_000


class DoorState(StrEnum):
    """Whether agents are answered."""

    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    FAILED = "failed"


class AgentDoors(QObject):
    """Follows the open notebook and the switch `agents.serve`."""

    changed = Signal()

    def __init__(self, jobs: "Jobs", settings: Settings, make_desk: Callable[[], Any]) -> None:
        """`make_desk` may load what the first picture of the window does not need."""
        super().__init__()
        self._jobs, self._settings, self._make = jobs, settings, make_desk
        self._desk: Any = None  # who opens doors, a face that the window does not know
        self._memory: Memory | None = None
        self.state = DoorState.CLOSED
        self.url = ""
        self.problem: Problem | None = None

    @property
    def desk(self) -> Any:
        """What opens the doors; made at the first use."""
        if self._desk is None:
            self._desk = self._make()
        return self._desk

    def follow(self, memory: "Memory") -> None:
        self._memory = memory
        self.choose()

    def choose(self) -> None:
        memory = self._memory
        if memory is not None and self._settings.get("agents.serve"):
            self._show(DoorState.OPENING)
            self._ask(lambda: self.desk.open(memory, lambda: self._memory is memory))
        elif self.state != DoorState.CLOSED:
            self._ask(lambda: self._close(memory))

    def leave(self, memory: "Memory") -> None:
        """This notebook is about to be closed. Blocks until nobody is at work in it."""
        self._memory = None
        if self._desk is not None:
            self._desk.close(memory)

    def _ask(self, work: "Callable[[], str]") -> None:
        """In a thread of its own: the first opening loads for seconds, and saving goes on."""
        opened = lambda url: self._show(DoorState.OPEN if url else DoorState.CLOSED, url)
        failed = lambda problem: self._show(DoorState.FAILED, problem=problem)
        self._jobs.call("doors", work, opened, failed, alone=True)

    def _close(self, memory: "Memory | None") -> str:
        if memory is not None:
            self.desk.close(memory)
        return ""

    def _show(self, state: DoorState, url: str = "", problem: Problem | None = None) -> None:
        self.state, self.url, self.problem = state, url, problem
        self.changed.emit()


class WatchWork(QObject):
    """One look after the other, where anything is followed."""

    def __init__(self, jobs: "Jobs", settings: Settings) -> None:
        super().__init__()
        self._jobs, self._settings = jobs, settings
        self._memory: Memory | None = None
        self._timer = QTimer(self, interval=_PAUSE_MS)
        self._timer.timeout.connect(self.look)

    def follow(self, memory: "Memory") -> None:
        self._jobs.cancel(WATCH)
        self._memory = memory
        self._jobs.call(ASKED, lambda: memory.watched.anything(), lambda _: self._timer.start())

    def stop(self) -> None:
        self._timer.stop()
        self._jobs.cancel(WATCH)
        self._memory = None

    def look(self) -> None:
        """Look now, unless a look is under way or nothing is followed."""
        memory = self._memory
        if memory is None or not memory.watched.wanted or self._jobs.running(WATCH):
            return

        async def work(_report: object) -> None:
            from desktop_app.dreams.engine_choice import engine_of
            from desktop_app.memory.watched import WatchHow

            get = self._settings.get
            try:
                await memory.watched.look(WatchHow.of(get, engine_of(get)))
            except Problem:  # the card tells it as `trouble`; the next look may go well
                return

        nothing = lambda _: None
        self._jobs.start(WATCH, work, done=nothing, failed=nothing)
