"""Where a person types plain text, whatever becomes of it. Knows keys and lines."""

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QToolTip

from desktop_app.ui.parts.column import LONGEST, folded, too_long
from desktop_app.ui.parts.notices import announce
from desktop_app.words import filled, together, tr

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PlainField(QPlainTextEdit):
    """Tab leads on. Ctrl+Enter says `entered`. In a `short` one Enter does, too, Shift+Enter begins
    a line and Esc says `left`. Keys belong to an input method while it composes."""

    entered = Signal()
    left = Signal()

    def __init__(self, name: str, hint: str = "", *, short: bool = False, kind: str = "field"):
        super().__init__()
        self._short = short
        self.setProperty("kind", kind)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)

    def takes(self, words: str) -> bool:
        """Whether no line becomes too long to be laid out with these words in it."""
        return not too_long(self.textCursor().block().text() + words)

    def setPlainText(self, text: str) -> None:
        """Shows this; a line too long to be laid out comes in pieces."""
        super().setPlainText(folded(text)[0])

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self.takes(source.text()):
            super().insertFromMimeData(source)
            return
        words = tr("This was not pasted: it would make a line of more than %1 characters.")
        words = together(filled(words, f"{LONGEST:,}"), tr("Break it into lines first."))
        QToolTip.showText(self.mapToGlobal(self.cursorRect().bottomLeft()), words, self)
        announce(self, words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held, enter = event.modifiers(), event.key() in _ENTER
        leaves = event.key() == Qt.Key.Key_Escape
        shift = bool(held & Qt.KeyboardModifier.ShiftModifier)
        if (enter or leaves) and self.textCursor().block().layout().preeditAreaText():
            return
        if enter and (held & Qt.KeyboardModifier.ControlModifier or (self._short and not shift)):
            self.entered.emit()
        elif leaves and self._short:
            self.left.emit()
        else:
            super().keyPressEvent(event)
