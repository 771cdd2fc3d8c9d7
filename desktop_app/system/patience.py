"""Patience: asks the system something that may never answer. Knows threads, not the question."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Impatient(Generic[T]):
    """Asks `work` in a thread of its own, and waits for at most so many seconds.

    While an earlier question has no answer, no second one is asked.
    """

    def __init__(self, work: Callable[[], T | None], seconds: float = 1.0) -> None:
        self._work, self._seconds = work, seconds
        self._thread: threading.Thread | None = None
        self._answer: list[T | None] = []

    def ask(self) -> T | None:
        """The answer; None where it did not come in time."""
        if self._thread is not None and self._thread.is_alive():
            return None
        self._answer = answer = []
        self._thread = threading.Thread(
            target=lambda: answer.append(self._work()), name="system", daemon=True
        )
        self._thread.start()
        self._thread.join(self._seconds)
        return answer[0] if answer else None
