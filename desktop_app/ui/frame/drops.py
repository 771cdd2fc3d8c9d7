"""Files dropped on the window, wherever in it. Knows the window and names of files, reads none."""

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.folders import first_file
from desktop_app.ui.parts.labels import surface, text
from desktop_app.ui.parts.overlay import Veil


class Drops(QObject):
    """Takes files that are dropped on the window; a veil says beforehand what becomes of them.

    What is not wanted goes its usual way: text into an editor.
    """

    dropped = Signal(str)

    def __init__(self, window: QWidget, words: Callable[[str], str]) -> None:
        """`words` say what becomes of a path, "" where it is not to be taken."""
        super().__init__(window)
        self._window, self._words_of = window, words
        self._over: QObject | None = None
        self.veil = Veil(window)
        self.veil.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._card = surface("card")
        self._card.setParent(self.veil)
        self._words = text("", "section")
        stacked(self._card, self._words, margins=(28, 20, 28, 20))
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def _take(self, event: QDropEvent) -> bool:
        path = first_file(event.mimeData())
        words = self._words_of(path) if path else ""
        if not words:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self.veil.hide()
            self.dropped.emit(path)
        elif self.veil.isHidden():
            room = self._window.rect()
            self._words.setText(words)
            self._card.adjustSize()
            self._card.move(room.center() - self._card.rect().center())
            self.veil.setGeometry(room)
            self.veil.show()
            self.veil.raise_()
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Show and watched is self._window and self._over is None:
            # What the system drags arrives here first, before any field below the mouse has it.
            self._over = self._window.windowHandle()
            if self._over is not None:
                self._over.installEventFilter(self)
        elif kind in (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop):
            return self._take(cast("QDropEvent", event))
        elif kind == QEvent.Type.DragLeave:
            self.veil.hide()
        return False
