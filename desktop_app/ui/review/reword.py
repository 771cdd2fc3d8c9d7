"""A small field in which a line is written anew. Knows keys: Enter keeps, Esc leaves."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit

from desktop_app.ui.look.theme import theme
from desktop_app.words import tr

_MOST_LINES = 8
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Reword(QPlainTextEdit):
    """As high as its text; Shift+Enter makes another line."""

    kept = Signal(str)
    left = Signal()
    grown = Signal()  # it is higher or lower than before

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setProperty("kind", "field")
        self.setAccessibleName(name)
        self.setAccessibleDescription(tr("Enter keeps it, Escape leaves it as it was"))
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().documentLayout().documentSizeChanged.connect(self._grow)
        theme().followed_by(self._measure)

    def begin(self, words: str) -> None:
        """Shows these words, all of them chosen, with the keyboard."""
        self.setPlainText(words)
        self.show()
        self._grow()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectAll()

    def put_cursor(self, place: int) -> None:
        """The cursor at a place, and nothing chosen."""
        cursor = self.textCursor()
        cursor.setPosition(min(place, len(self.toPlainText())))
        self.setTextCursor(cursor)

    def _measure(self) -> None:
        self.setFont(theme().font("chat"))
        self.document().setDocumentMargin(theme().px(4))
        self._grow()

    def _grow(self) -> None:
        # The size of a plain text's document counts lines, not pixels.
        lines = min(_MOST_LINES, max(1, round(self.document().size().height())))
        inside = lines * self.fontMetrics().lineSpacing() + 2 * theme().px(4)
        height = inside + 2 * theme().px(7) + 2
        if height != self.minimumHeight():
            self.setFixedHeight(height)
            self.grown.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in _ENTER and not shift:
            words = self.toPlainText().strip()
            if words:
                self.kept.emit(words)
            else:
                self.left.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
