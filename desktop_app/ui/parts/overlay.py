"""A card over a dimmed window: the ground of the palette.

Knows how to come, dim, hold the keyboard and go; not what stands on the card.
"""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.tab_order import walk


class Veil(QWidget):
    """A dim cloth over its parent, or over the part of it given; a click on it says `clicked`."""

    clicked = Signal()

    def __init__(self, parent: QWidget, alpha: int = 90) -> None:
        super().__init__(parent)
        self._alpha = alpha
        self.hide()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.clicked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(0, 0, 0, self._alpha))


class Overlay(Veil):
    """The veil with a card on it; Esc or a click beside the card puts it away again."""

    closed = Signal()

    def __init__(self, parent: QWidget, name: str, width: int, height: int) -> None:
        """`width` and `height` are the card's at zoom 1, and less where the window is smaller."""
        super().__init__(parent)
        self._wanted = (width, height)
        self._before: QWidget | None = None
        self.card = surface("card")
        self.card.setParent(self)
        self.card.setAccessibleName(name)
        self.clicked.connect(self.close_card)
        parent.installEventFilter(self)
        theme().changed.connect(self.place)

    def open_card(self, first: QWidget) -> None:
        """Comes to the front with the keyboard in `first`."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self.place()
        self.show()
        self.raise_()
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_card(self) -> None:
        """Goes, and gives the keyboard back to where it was."""
        if not self.isVisible():
            return
        self.hide()
        before, self._before = self._before, None
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

    def place(self) -> None:
        """Fits the veil to the window and the card into it, a little above the middle."""
        room = self.parentWidget().rect()
        self.setGeometry(room)
        px = theme().px
        width = min(px(self._wanted[0]), room.width() - 32)
        height = min(px(self._wanted[1]), room.height() - 64)
        top = min(px(88), (room.height() - height) // 2)
        self.card.setGeometry((room.width() - width) // 2, top, width, height)

    def want_height(self, height: int) -> None:
        """Grows or shrinks the card to what stands on it, in pixels at zoom 1."""
        self._wanted = (self._wanted[0], height)
        self.place()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_card()
        # Nothing that is pressed here may reach the page below.

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes round on the card and never to the page below."""
        walk((self.card,), forward)
        return True

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return False
