"""Lock: one writer at a time among our own programs and threads. Knows a file to hold, no more."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from desktop_app.errors import Problem
from desktop_app.notebook.storage import trouble

_PULSE = 0.003  # seconds between two looks


class Lock:
    """A lock file in the program's own data, whose folder must exist; any thread may ask.

    Who waits holds a second file, the turn, meanwhile: whoever lets go of the lock and wants it
    again at once stands behind it. Without that a waiter among busy writers may starve.
    """

    def __init__(self, path: Path, patience: float = 10.0) -> None:
        """`patience` is how many seconds to wait, for the turn and for the lock each."""
        self._turn = filelock.FileLock(path.with_name(f"{path.name}.turn"), mode=0o600)
        self._patience = patience
        self._lock = filelock.FileLock(path, mode=0o600)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold it for the block; a thread that has it may take it again.

        Raises Problem when the patience is at its end.
        """
        with trouble.told("its lock", "change"):
            try:
                self._acquire()
            except filelock.Timeout as error:
                raise Problem(
                    "Another program is writing to this notebook.",
                    "Wait until it is done, then try again.",
                ) from error
        try:
            yield
        finally:
            self._lock.release()

    def _acquire(self) -> None:
        if self._lock.is_locked:  # by this thread: to queue up behind others would never end
            self._lock.acquire()
            return
        with self._turn.acquire(timeout=self._patience, poll_interval=_PULSE):
            self._lock.acquire(timeout=self._patience, poll_interval=_PULSE)
