"""A trap for what would leave this computer: a listener to which the whole environment leads."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest


class Trap:
    """A listener that takes every call and remembers what came."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.caught: list[bytes] = []
        self._ends = False
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            caller, _ = self._listening.accept()
            with caller:
                if self._ends:
                    return
                caller.settimeout(5)
                self.caught.append(b"a call")
                with suppress(OSError):
                    self.caught.append(caller.recv(10_000))

    def close(self) -> None:
        self._ends = True
        with socket.create_connection(self._listening.getsockname()):
            self._thread.join()
        self._listening.close()


@contextmanager
def set_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[Trap]:
    """A trap to which every proxy and Ollama's own variable lead, with a key to be sent along."""
    trap = Trap()
    for name in ("http_proxy", "https_proxy", "all_proxy", "ollama_host"):
        monkeypatch.setenv(name, trap.url)
        monkeypatch.setenv(name.upper(), trap.url)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("OLLAMA_API_KEY", "secret")
    try:
        yield trap
    finally:
        trap.close()
