"""Gate: many threads use a thing at once, or one alone exchanges it. Knows threads only."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Lets many threads in at once, or one alone."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0

    @contextmanager
    def inside(self) -> Iterator[None]:
        with self._changed:
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: self._inside == 0)
            yield
