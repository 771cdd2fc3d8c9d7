"""The desk: what the window asks of the doors. Blocks; the doors are loaded when one opens."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.faces.doors.policy import KEYS, Keys, Scope
from desktop_app.memory import Memory
from desktop_app.settings import Settings
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.faces.doors.serving import DoorServer

_PATIENCE = 5.0  # seconds that a test waits for an answer


class DoorDesk:
    """Opens and closes the doors to one notebook at a time, in whichever window it is. Any thread
    may call."""

    def __init__(self, settings: Settings, data: Path) -> None:
        """`data` is where the keys are kept."""
        self._settings = settings
        self._data = data
        self._server: DoorServer | None = None
        self._served: Memory | None = None
        self._guard = threading.RLock()

    def open(self, memory: Memory, wanted: Callable[[], bool]) -> str:
        """Serve a notebook from now on; where it answers, "" if it is not `wanted` any more.
        Raises Problem, also while another one is served.
        """
        from desktop_app.faces.doors.serving import DoorServer

        with self._guard:
            if self._served is not None and self._served is not memory:
                words = tr("Agents use the notebook “{name}” in another window.")
                raise Problem(
                    words.format(name=self._served.name),
                    tr("Close that window, and they use this one."),
                )
            self.close(memory)
            if not wanted():
                return ""
            server = DoorServer(memory, self._settings, self._data)
            try:
                server.start()
            except BaseException:
                server.stop()
                raise
            self._server, self._served = server, memory
            return server.url

    def close(self, memory: Memory) -> None:
        """Serve this notebook no more."""
        with self._guard:
            if self._served is not memory:
                return
            server, self._server, self._served = self._server, None, None
            if server is not None:
                server.stop()

    def key(self, scope: str) -> str:
        """The key of a scope: read, write or decide. Raises Problem."""
        return self._keys().token(Scope(scope))

    def renew(self) -> None:
        """Make other keys; the old ones open nothing from now on. Raises Problem."""
        self._keys().renew()

    def test(self) -> str:
        """Knock as an agent does, at both doors; what was found. Raises Problem."""
        import httpx

        server = self._server
        if server is None:
            raise Problem(tr("The doors are closed."), tr("Let agents use this notebook first."))
        head = {
            "Authorization": f"Bearer {self.key(Scope.READ)}",
            "Accept": "application/json, text/event-stream",
            "X-Client": "nightstand-test",
        }
        who = {"name": "nightstand-test", "version": "1"}
        given = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": who}
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": given}
        try:
            with httpx.Client(base_url=server.url, trust_env=False, timeout=_PATIENCE) as client:
                answers = (
                    client.get("/api/memory/main", headers=head),
                    client.post("/mcp", json=hello, headers=head),
                    client.get("/api/status"),
                )
        except httpx.HTTPError as error:
            nobody = tr("Nobody answers at {url}.").format(url=server.url)
            raise Problem(nobody, str(error)) from error
        found = tuple(one.status_code for one in answers)
        if found != (200, 200, 401):
            raise Problem(
                tr("The doors answer otherwise than they should: {found}.").format(found=found)
            )
        return tr("REST and MCP answer, and nobody comes in without a key.")

    def _keys(self) -> Keys:
        return Keys(self._data / KEYS)
