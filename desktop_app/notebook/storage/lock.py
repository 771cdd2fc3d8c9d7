"""Lock: one writer at a time among our own programs and threads. Knows a file to hold, no more."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.notebook.storage import trouble
from desktop_app.own_files import hold, open_lock
from desktop_app.words import tr

_NAME = tr("Nightstand's own files")
_PULSE = 0.003  # seconds between two looks
_BEHIND, _MOST_WORDS = 1, 200  # bytes: words stand behind the one that some systems lock


class Lock:
    """A lock file in the program's own data, whose folder must exist. Any thread may use it.

    Whoever waits holds a second file, the turn. A writer that releases the lock and wants it again
    comes after the one with the turn; otherwise a waiter among busy writers could wait for ever.
    The system releases the files of a process that ends, however it ends.
    """

    def __init__(self, path: Path, patience: float = 10.0) -> None:
        """`patience` is how many seconds to wait, for the turn and for the lock each."""
        self._path, self._turn = path, path.with_name(f"{path.name}.turn")
        self._patience = patience
        self._mine = threading.local()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold the lock in the block; a thread that has it may take it again. Raises Problem once
        the patience has run out."""
        if getattr(self._mine, "held", False):  # to queue up behind others would never end
            yield
            return
        with trouble.with_file(_NAME):
            turn = self._taken(self._turn)
            try:
                lock = self._taken(self._path)
            finally:
                os.close(turn)
        self._mine.held = True
        try:
            yield
        finally:
            self._mine.held = False
            os.close(lock)

    def _taken(self, path: Path) -> int:
        """The open file, held. Opened anew each time, so that threads keep each other out too."""
        descriptor = open_lock(path)
        try:
            end = time.monotonic() + self._patience
            while not hold(descriptor):
                if time.monotonic() > end:
                    raise Problem(
                        tr("Another program is writing to this notebook."),
                        tr("Wait until it is done, then try again."),
                    )
                time.sleep(_PULSE)
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor


@contextmanager
def taken(path: Path, words: str) -> Iterator[str | None]:
    """Hold a file in the block, and write `words` into it; or get those of its present holder."""
    with trouble.with_file(_NAME):
        descriptor = open_lock(path)
    try:
        with trouble.with_file(_NAME):
            mine, other = hold(descriptor), None
            if mine:
                os.ftruncate(descriptor, 0)
            os.lseek(descriptor, _BEHIND, os.SEEK_SET)
            if mine:
                os.write(descriptor, words.encode())
            else:
                other = os.read(descriptor, _MOST_WORDS).decode("utf-8", "replace").strip()
        yield other
    finally:
        os.close(descriptor)
