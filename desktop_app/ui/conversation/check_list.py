"""Lines to choose from, by boxes. Knows words only."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.rows import Index

_HEADS = Qt.ItemDataRole.UserRole  # whether a line is the heading of those below it


class CheckDelegate(QStyledItemDelegate):
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.data(_HEADS):
            option.font = theme().font("strong")

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Qt takes each line to be as high as the one before it, and cuts off what has no room."""
        return super().sizeHint(option, index) + QSize(0, theme().px(4))


class CheckList(QListWidget):
    """Lines, some with a box to choose them; a click on the words ticks it, too."""

    entered = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setItemDelegate(CheckDelegate(self))
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        self.setFont(theme().font("chat"))
        self.setSpacing(theme().px(4))

    def add(self, words: str, checked: bool, *, can: bool = True) -> None:
        """A line with a box; not every one can be chosen."""
        item = QListWidgetItem(words)
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        if not can:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
        self.addItem(item)

    def say(self, words: str, *, heads: bool = False) -> None:
        """A line without a box; it may be the heading of those below it."""
        item = QListWidgetItem(words)
        item.setData(_HEADS, heads)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        self.addItem(item)

    def boxes(self) -> list[QListWidgetItem]:
        every = (self.item(row) for row in range(self.count()))
        return [item for item in every if item.flags() & Qt.ItemFlag.ItemIsUserCheckable]

    def checked(self) -> list[bool]:
        return [item.checkState() == Qt.CheckState.Checked for item in self.boxes()]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        before = item.checkState() if item else None
        super().mouseReleaseEvent(event)
        can = item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled and item in self.boxes()
        if can and item.checkState() == before:
            on = before == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)
