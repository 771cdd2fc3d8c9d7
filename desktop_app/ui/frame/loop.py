"""Two things of Qt's loop: Python's cycle collector, kept to the interface's thread, and Ctrl-C and
SIGTERM. Knows Python's memory and signals, not windows.

By itself the collector runs in whichever thread allocates next. What it finds may be an object of
Qt's, which must not end in another thread than its own: its timers warn there, and it may take all
down.
"""

import gc
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from PySide6.QtCore import QSocketNotifier, QTimer

EVERY_MS = 1000
"""How often it is looked whether a collection is due."""


@contextmanager
def collected_here() -> Iterator[None]:
    """While it lasts, only this thread, whose Qt loop runs, collects; others never do.

    What is there when it begins stays for the program's life, so no collection looks through it.
    """
    before = gc.isenabled()
    gc.disable()
    gc.freeze()
    clock = QTimer(interval=EVERY_MS)
    clock.timeout.connect(collect_due)
    clock.start()
    try:
        yield
    finally:
        clock.stop()
        gc.unfreeze()
        if before:
            gc.enable()


def collect_due() -> None:
    """Collect as far as Python's own thresholds say that it is time."""
    due = [
        generation
        for generation, (count, most) in enumerate(
            zip(gc.get_count(), gc.get_threshold(), strict=True)
        )
        if most and count > most
    ]
    if due:
        gc.collect(due[-1])


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
