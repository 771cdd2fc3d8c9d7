"""The models of this computer, as an open notebook asks for them."""

import os
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from desktop_app.dreams.engine_choice import Engine
from desktop_app.errors import Problem
from desktop_app.memory.room import Room
from desktop_app.models.address import server_address
from desktop_app.threads import Waits

if TYPE_CHECKING:  # its HTTP library takes long to import, and most runs ask no model
    from desktop_app.models.ollama import Ollama


class Models(Room):
    """Where dreams, flushes and the search by meaning ask for models."""

    @property
    def ollama(self) -> "Ollama":
        """Where models are asked for, when a call names one."""
        return self._engines.ollama

    @ollama.setter
    def ollama(self, server: "Ollama") -> None:
        self._engines.ollama = server
        self._memory.meaning.forget_servers()

    def ask_at(self, address: str, consent: str = "") -> None:
        """Ask for models at this address; without one at `OLLAMA_HOST`, or where Ollama usually is.

        Raises Problem when it is not on this computer and `consent` does not name its host; models
        are then asked for where they were before.
        """
        if self._engines.ask_at(server_address(address, consent, os.environ)):
            self._memory.meaning.forget_servers()

    def suspicious(self, engine: Engine, lines: Sequence[str]) -> Collection[int]:
        """The places of the lines that the model of `engine` takes for an order or a secret: all of
        them where it should say and does not, none where no model is chosen or there. Blocks."""
        if not lines or not engine.asks:
            return ()
        try:
            return Waits().waited(lambda: self._engines.suspicious(engine, lines))
        except (Problem, TimeoutError):
            return range(len(lines))
