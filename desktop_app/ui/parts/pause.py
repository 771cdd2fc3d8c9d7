"""The pause in somebody's typing after which it is kept. Knows time, not what is typed."""

from PySide6.QtCore import QObject, QTimer, Signal

PAUSE = 800  # milliseconds after the last key
LATEST = 3_000  # milliseconds after the first key, for somebody who makes no pause


class Pause(QObject):
    """`over` comes `PAUSE` after the last `touch`, or `LATEST` after the first one since then."""

    over = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rest = QTimer(self, singleShot=True, interval=PAUSE)
        self._latest = QTimer(self, singleShot=True, interval=LATEST)
        for timer in (self._rest, self._latest):
            timer.timeout.connect(self._end)

    def touch(self) -> None:
        """Something was typed."""
        self._rest.start()
        if not self._latest.isActive():
            self._latest.start()

    def stop(self) -> None:
        """What was typed is kept already, or is nobody's any more."""
        self._rest.stop()
        self._latest.stop()

    def _end(self) -> None:
        self.stop()
        self.over.emit()
