"""Later, once: after a moment, or after a picture. Knows no page."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

AT_REST = 2_000
"""Milliseconds after a change until what only tells of it is asked for: no save waits for that."""


def delayed(owner: QObject, milliseconds: int, act: Callable[[], object]) -> QTimer:
    """A timer that calls `act` once, so long after it was last started."""
    timer = QTimer(owner, singleShot=True, interval=milliseconds)
    timer.timeout.connect(act)
    return timer


def at_rest(owner: QObject, act: Callable[[], object]) -> QTimer:
    """The same, once nothing has changed for `AT_REST`."""
    return delayed(owner, AT_REST, act)


class OncePainted(QObject):
    """Calls `act` once, when a widget was painted next: what its picture does not need."""

    def __init__(self, widget: QWidget, act: Callable[[], object]) -> None:
        super().__init__(widget)
        self._later = delayed(self, 10, act)
        self._later.timeout.connect(self.deleteLater)
        widget.installEventFilter(self)
        widget.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._later.start)  # what is inside the widget comes before
        return False
