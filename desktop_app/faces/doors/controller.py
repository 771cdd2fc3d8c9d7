"""The desk: what the window asks of the doors. Blocks; the doors are loaded when one opens."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.faces.doors.policy import KEYS, Keys, Scope
from desktop_app.memory import Memory
from desktop_app.settings import Settings

if TYPE_CHECKING:
    from desktop_app.faces.doors.server import DoorServer


class DoorDesk:
    """Opens and closes the doors to one notebook at a time. Any thread may call."""

    def __init__(self, settings: Settings, data: Path) -> None:
        """`data` is where the keys are kept."""
        self._settings = settings
        self._data = data
        self._server: DoorServer | None = None
        self._guard = threading.RLock()

    def open(self, memory: Memory, wanted: Callable[[], bool]) -> str:
        """Serve a notebook from now on; where it answers, "" if it is not `wanted` any more.
        Raises Problem.
        """
        from desktop_app.faces.doors.server import DoorServer

        with self._guard:
            self.close(memory)
            if not wanted():
                return ""
            self._server = DoorServer(memory, self._settings, self._data)
            try:
                self._server.start()
            except BaseException:
                self.close(memory)
                raise
            return self._server.url

    def close(self, memory: Memory) -> None:
        """Serve this notebook no more."""
        with self._guard:
            if self._server is not None and self._server.house.memory is memory:
                self._server.stop()
                self._server = None

    def key(self, scope: str) -> str:
        """The key of a scope: read, write or decide. Raises Problem."""
        return Keys(self._data / KEYS).token(Scope(scope))

    def renew(self) -> None:
        """Make other keys; the old ones open nothing from now on. Raises Problem."""
        Keys(self._data / KEYS).renew()
