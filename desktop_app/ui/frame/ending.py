"""Ctrl-C and SIGTERM, heard by Qt's loop. Knows signals, not what ends."""

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from PySide6.QtCore import QSocketNotifier


@contextmanager
def asked_to_end(end: Callable[[], object]) -> Iterator[None]:
    """While it lasts, Ctrl-C and SIGTERM close the window in good order."""
    ear, mouth = socket.socketpair()
    for side in (ear, mouth):
        side.setblocking(False)
    before = signal.set_wakeup_fd(mouth.fileno())
    numbers = (signal.SIGINT, signal.SIGTERM)
    handlers = {number: signal.signal(number, lambda *_: None) for number in numbers}

    def heard() -> None:
        with suppress(BlockingIOError):
            ear.recv(64)
        end()

    notifier = QSocketNotifier(ear.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(heard)
    try:
        yield
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        ear.close()
        mouth.close()
