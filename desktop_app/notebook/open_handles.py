"""Held files: a thread checks replaced files that another program still has open.

Specification: trust, 'Held-open writers'. Knows files and a lock, no contents.
"""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress

from desktop_app.errors import Problem
from desktop_app.notebook.files import NotebookFiles, Stay
from desktop_app.notebook.storage import writing

_FIRST, _LAST = 0.2, 1.0  # seconds between two looks, longer each time


class HeldFiles:
    """The replaced files that stay for now. Each is deleted once nobody can write into it.

    The rest stays on the disk at the end, and the next start finds it.
    """

    def __init__(
        self, files: NotebookFiles, lock: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._files, self._lock = files, lock
        self._stays: dict[str, Stay] = {}
        self._mine = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        files.on_stay = self.look_after

    def look_after(self, stay: Stay) -> None:
        """Delete this file as soon as possible."""
        with self._mine:
            self._stays[stay.name] = stay
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._run, name="held", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Stop the thread. Files that can be deleted within the grace period still are."""
        self._stop.set()
        with self._mine:
            thread = self._thread
        if thread is not None:
            thread.join()
        end = time.monotonic() + writing.GRACE + 0.5
        self._look()
        while any(not stay.is_open for stay in self._stays.values()) and time.monotonic() < end:
            time.sleep(0.05)
            self._look()

    def _run(self) -> None:
        pause = _FIRST
        while not self._stop.wait(pause):
            self._look()
            pause = min(_LAST, pause * 1.5)
            with self._mine:
                if not self._stays:
                    self._thread = None
                    return

    def _look(self) -> None:
        with self._mine:
            stays = dict(self._stays)
        for name, stay in stays.items():
            remaining: Stay | None = stay
            with suppress(Problem), self._lock():  # what can't be done now is done later
                remaining = self._files.settle(name)
            with self._mine:
                self._stays.pop(name, None)
                if remaining is not None:
                    self._stays[remaining.name] = remaining
