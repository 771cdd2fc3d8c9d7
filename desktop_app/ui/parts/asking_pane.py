"""The left of a page that is asked something: a field, and the answers below it."""

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import IconButton, LineInput
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.rows import ThingRows
from desktop_app.words import tr

_PAGE = 6  # rows that Page Up and Page Down go
_STEPS: dict[int, int] = {
    Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _PAGE, Qt.Key.Key_PageUp: -_PAGE,
}  # fmt: skip


class AskingPane(QFrame):
    """Says `asked` at every key in its field. The arrows go through the rows meanwhile."""

    asked = Signal()

    def __init__(self, title: str, field: str, hint: str, rows: ThingRows) -> None:
        """`field` is what a screen reader says of the field, `hint` stands in it."""
        super().__init__()
        self.setProperty("surface", "side")
        self.input = LineInput()
        self.input.setAccessibleName(field)
        self.input.setPlaceholderText(hint)
        self.input.setProperty("kind", "asking")
        clear = IconButton("cross", tr("Clear the search"), 22, act=self.input.clear)
        clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        clear.hide()
        self.input.textChanged.connect(lambda words: clear.setVisible(bool(words)))
        in_row(None, clear, within=self.input, margins=(0, 0, 4, 0))
        self.input.textChanged.connect(lambda _words: self.asked.emit())
        self.rows = rows
        self.input.installEventFilter(self)
        self._head = stacked(None, self.input, margins=(14, 0, 14, 10), gap=10)
        self.header = PaneHeader(title)
        stacked(self, self.header, self._head, rows, grows=rows)

    @property
    def query(self) -> str:
        return self.input.text().strip()

    def add(self, *parts: QWidget) -> None:
        for part in parts:
            self._head.addWidget(part)

    def take_keyboard(self) -> None:
        self.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.input.selectAll()

    def forget(self) -> None:
        """Takes the words away without asking anything."""
        with QSignalBlocker(self):
            self.input.clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if watched is not self.input or not pressed:
            return False
        key, modifiers = event.key(), event.modifiers()  # type: ignore[attr-defined]
        if key in _STEPS and not modifiers & ~Qt.KeyboardModifier.KeypadModifier:
            self.rows.step(_STEPS[key])
        elif self.input.entered_by(event):  # type: ignore[arg-type]
            self.rows.entered.emit()
        elif key == Qt.Key.Key_Escape and self.input.text():
            self.input.clear()
        else:
            return False
        return True
