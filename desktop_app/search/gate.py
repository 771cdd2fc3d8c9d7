"""Gate: many threads use a thing at once, or one thread alone replaces it. Knows threads only."""

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
            self._changed.wait_for(self._is_empty)
            yield

    def empties(self, most: float) -> bool:
        """Wait until nobody is inside, for `most` seconds at most; whether it came to that."""
        with self._changed:
            return self._changed.wait_for(self._is_empty, most)

    def _is_empty(self) -> bool:
        return self._inside == 0
