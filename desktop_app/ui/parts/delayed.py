"""A moment later, once. Knows no widget."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def delayed(owner: QObject, milliseconds: int, act: Callable[[], object]) -> QTimer:
    """A timer that calls `act` once, so long after it was last started."""
    timer = QTimer(owner, singleShot=True, interval=milliseconds)
    timer.timeout.connect(act)
    return timer
