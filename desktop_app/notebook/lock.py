"""Lock: one writer at a time among our own programs and threads. Knows a file to hold, no more."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from desktop_app.errors import Problem
from desktop_app.notebook import trouble

_PATIENCE = 10.0  # seconds
_PULSE = 0.005  # seconds between two looks; with longer ones a waiter starves among many writers


class Lock:
    """A lock file in the program's own data, whose folder must exist; any thread may ask."""

    def __init__(self, path: Path) -> None:
        self._lock = filelock.FileLock(path, mode=0o600)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold it for the block; a thread that has it may take it again.

        Raises Problem after ten seconds in vain.
        """
        with trouble.told("its lock", "change"):
            try:
                self._lock.acquire(timeout=_PATIENCE, poll_interval=_PULSE)
            except filelock.Timeout as error:
                raise Problem(
                    "Another program is writing to this notebook.",
                    "Wait until it is done, then try again.",
                ) from error
        try:
            yield
        finally:
            self._lock.release()
