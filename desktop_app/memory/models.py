"""The models of this computer, as an open notebook asks for them."""

import os
from typing import TYPE_CHECKING

from desktop_app.memory.room import Room
from desktop_app.models.address import server_address

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
        """Ask for models at this address, or else at `OLLAMA_HOST` or where Ollama usually is.
        Raises Problem when it is elsewhere and `consent` does not name its host."""
        if self._engines.ask_at(server_address(address, consent, os.environ)):
            self._memory.meaning.forget_servers()
