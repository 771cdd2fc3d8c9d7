"""The fields of forms, and where plain text is typed. Knows no setting."""

from collections.abc import Mapping

from PySide6.QtCore import QMimeData, Qt, QTime, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import (
    QLineEdit,
    QPlainTextEdit,
    QToolTip,
)

from desktop_app.ui.parts.boxes import sized
from desktop_app.ui.parts.column import LONGEST, folded, too_long
from desktop_app.ui.parts.controls import Choice
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

    def setPlainText(self, text: str) -> None:
        """Shows this; a line too long to be laid out comes in pieces."""
        super().setPlainText(folded(text)[0])

    def insertFromMimeData(self, source: QMimeData) -> None:
        if not too_long(self.textCursor().block().text() + source.text()):
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


class ModelBox(Choice):
    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.activated.connect(lambda at: self.chosen.emit(self.itemData(at)))
        sized(self, width=220)

    def offer(self, words: Mapping[str, str]) -> None:
        there = {self.itemData(n): self.itemText(n) for n in range(self.count())}
        if there != words and not self.view().isVisible():  # else it is under the person's hand
            self.clear()
            for name, shown in words.items():
                self.addItem(shown, name)

    def choose(self, name: str) -> None:
        """Shows this one without saying `chosen`."""
        if not self.view().isVisible():
            self.setCurrentIndex(max(0, self.findData(name)))


class LineField(QLineEdit):
    """Words, chosen once they are typed to their end."""

    chosen = Signal(str)

    def __init__(self, name: str, width: int = 220, *, looks: bool = False) -> None:
        """It `looks` for words at Enter; they stay until then."""
        super().__init__()
        self.setAccessibleName(name)
        self.kept, self._looks = "", looks
        self.setPlaceholderText(tr("Words, then Enter") if looks else "")
        sized(self, width=width)
        (self.returnPressed if looks else self.editingFinished).connect(self._finish)

    def choose(self, words: str) -> None:
        """Shows what is kept, unless the person is typing."""
        self.kept = words
        if not self._looks and not (self.hasFocus() and self.isModified()):
            self.setText(words)

    def read(self) -> str:
        return self.text().strip()

    def _finish(self) -> None:
        self.setModified(False)
        self.chosen.emit(self.read())


class TimeField(LineField):
    """Hours and minutes; what is typed goes over what is there, and what is no time goes."""

    def __init__(self, name: str) -> None:
        super().__init__(name, 84)

    def read(self) -> str:
        time = QTime.fromString(self.text().strip(), "H:m")
        return time.toString("HH:mm") if time.isValid() else self.kept

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if not self.hasSelectedText():
            self.selectAll()
