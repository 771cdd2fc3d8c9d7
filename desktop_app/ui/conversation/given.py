"""Where a conversation is given, and the turns of one."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit

from desktop_app.notebook.text.records import Message
from desktop_app.ui.conversation.words import speaker
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import set_font, too_long
from desktop_app.ui.parts.folders import first_file
from desktop_app.ui.parts.rows import ASIDE, DETAIL, Index
from desktop_app.words import cut, tr

MOST = 200_000
"""Characters that the field holds; a longer text is read without being shown in it."""
_SHOWN, _TOLD = 500, 900  # characters of a turn in its row, and of its tooltip


class TalkField(QPlainTextEdit):
    """Takes text as it is typed; says when a conversation or a file came in one piece."""

    pasted = Signal(str)
    file_given = Signal(str)
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        set_font(self, "ui")
        self.setMinimumHeight(theme().px(120))

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return bool(first_file(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if path := first_file(source):
            self.file_given.emit(path)
            return
        words, whole = source.text(), not self.toPlainText().strip()
        fits = len(words) + self.document().characterCount() <= MOST and not too_long(words)
        if fits:
            super().insertFromMimeData(source)
        elif not whole:
            words = f"{self.toPlainText()}\n{words}"
        if not fits or (whole and "\n" in words.strip()):
            self.pasted.emit(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class TurnModel(QAbstractListModel):
    """The turns of a conversation; there can be a hundred thousand."""

    def __init__(self) -> None:
        super().__init__()
        self._turns: Sequence[Message] = ()
        self._known: Sequence[bool] = ()

    def show_turns(self, turns: Sequence[Message], known: Sequence[bool]) -> None:
        """`known`: of each turn, whether it was added before."""
        self.beginResetModel()
        self._turns, self._known = turns, known
        self.endResetModel()

    def rowCount(self, _parent: Index | None = None) -> int:
        return len(self._turns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        turn = self._turns[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return speaker(turn.role)
        if role == DETAIL:
            return " ".join(_clean(turn.content[:_SHOWN]).split())
        if role == ASIDE:
            return tr("added before") if self._known[index.row()] else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return _clean(cut(turn.content, _TOLD))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = (self.data(index, each) for each in (Qt.ItemDataRole.DisplayRole, ASIDE, DETAIL))
            return ", ".join(str(word) for word in said if word)
        return None


def _clean(words: str) -> str:
    """Without halves of characters, which no font can show."""
    return words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
