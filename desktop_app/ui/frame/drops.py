"""Files dropped on the window, wherever in it. Knows the window and names of files, reads none."""

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from desktop_app.ui.parts.folders import first_file


class Drops(QObject):
    """Takes files that are dropped on the window. What is not wanted goes its usual way: text into
    an editor."""

    dropped = Signal(str)

    def __init__(self, window: QWidget, wants: Callable[[str], bool]) -> None:
        """`wants` says whether a path is to be taken."""
        super().__init__(window)
        self._window, self._wants = window, wants
        self._over: QObject | None = None
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Show and watched is self._window and self._over is None:
            # What the system drags arrives here first, before any field below the mouse has it.
            self._over = self._window.windowHandle()
            if self._over is not None:
                self._over.installEventFilter(self)
        if kind not in (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop):
            return False
        dragged = cast("QDropEvent", event)
        path = first_file(dragged.mimeData())
        if not path or not self._wants(path):
            return False
        dragged.setDropAction(Qt.DropAction.CopyAction)
        dragged.accept()
        if kind == QEvent.Type.Drop:
            self.dropped.emit(path)
        return True
