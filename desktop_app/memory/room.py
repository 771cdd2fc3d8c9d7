"""What the rooms of an open notebook have in common. A room is the class for one noun."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.dreams.engines import Engines
    from desktop_app.dreams.store import DreamStore
    from desktop_app.memory.files import Files
    from desktop_app.memory.memory import Memory


class Room:
    """Works on the notebook of a `Memory`, which it asks for the other rooms that it needs."""

    def __init__(self, memory: "Memory") -> None:
        self._memory = memory
        self._notebook = memory._notebook
        self._clock = memory._clock
        self._writing = memory._writing
        self._set_up()

    def _set_up(self) -> None:
        """Make what a room of this kind has of its own."""

    @property
    def _files(self) -> "Files":
        return self._memory.files

    @property
    def _store(self) -> "DreamStore":
        return self._memory._store

    @property
    def _engines(self) -> "Engines":
        return self._memory._engines
