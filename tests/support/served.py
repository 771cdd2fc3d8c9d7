"""A notebook served to agents on a free port, in a thread, as the window serves it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from desktop_app.faces.doors.policy import Scope
from desktop_app.faces.doors.server import DoorServer
from desktop_app.memory import Memory
from desktop_app.settings import Settings
from tests.support.dreaming import MEMORY, StillClock, a_notebook, places

AGENT = "claude-code"


class ServedNotebook:
    """What a test of the doors wants to hold in its hands."""

    def __init__(self, folder: Path, root: Path | None = None) -> None:
        self.places = places(folder)
        self.root = root or a_notebook(folder)
        self.clock = StillClock()
        self.memory = Memory.open(self.root, self.places, self.clock)
        self.settings = Settings(self.places.config / "settings.toml")
        data = self.places.data
        self.server = DoorServer(self.memory, self.settings, data, port=0)
        self.server.start()
        self._clients: list[httpx.Client] = []

    def token(self, scope: str) -> str:
        return self.server.keys.token(Scope(scope))

    def agent(self, scope: str = "write", name: str = AGENT) -> httpx.Client:
        """An agent that speaks HTTP."""
        headers = {"authorization": f"Bearer {self.token(scope)}", "x-client": name}
        client = httpx.Client(base_url=self.server.url, headers=headers, timeout=60)
        self._clients.append(client)
        return client

    def text(self, path: str = "MEMORY.md") -> str:
        """What is on the disk."""
        return (self.root / path).read_text(encoding="utf-8")

    def state(self) -> dict[str, bytes]:
        """Every byte of the notebook."""
        files = sorted(one for one in self.root.rglob("*") if one.is_file())
        return {str(one.relative_to(self.root)): one.read_bytes() for one in files}

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self.server.stop()
        self.memory.close()


@contextmanager
def served(folder: Path, root: Path | None = None) -> Iterator[ServedNotebook]:
    """A served notebook, `root` or a new one in the folder; closed in the end."""
    notebook = ServedNotebook(folder, root)
    try:
        yield notebook
    finally:
        notebook.close()


def json_of(call: Callable[..., httpx.Response], *given: Any, **more: Any) -> Any:
    """The JSON of an answer that has to be well."""
    response = call(*given, **more)
    assert response.is_success, (response.status_code, response.text)
    return response.json()


__all__ = ["AGENT", "MEMORY", "ServedNotebook", "json_of", "served"]
