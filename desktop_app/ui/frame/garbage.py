"""Python's cycle collector, kept to the interface's thread. Knows Python's memory, not windows.

By itself it runs in whichever thread allocates next. What it finds may be an object of Qt's, which
must not end in another thread than its own: its timers warn there, and it may take all down.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QTimer

EVERY_MS = 1000
"""How often it is looked whether a collection is due."""


@contextmanager
def collected_here() -> Iterator[None]:
    """While it lasts, only this thread, whose Qt loop runs, collects; others never do."""
    before = gc.isenabled()
    gc.disable()
    clock = QTimer(interval=EVERY_MS)
    clock.timeout.connect(collect_due)
    clock.start()
    try:
        yield
    finally:
        clock.stop()
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
