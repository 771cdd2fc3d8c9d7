"""Lines that a dream left in the days, one row each: when, and what it says. Knows rows only.

As high as all its rows, so that it scrolls with what stands around it; only seen rows are drawn.
"""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.marked_text import TextLook, paint_some
from desktop_app.ui.parts.rows import THING, TITLE, Index, RowDelegate, RowsView
from desktop_app.ui.review.left_words import secret_word
from desktop_app.ui.review.source_row import Names
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.left import LeftLine


_LINE, _PAD = 19, 7  # pixels of a line; above and below each row
_GAP = 14  # between words and place
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ON = (Qt.Key.Key_J, Qt.Key.Key_K)  # they lead back to the changes


class LeftRows(QAbstractListModel):
    """Rows that are made into words only when one looks at them."""

    def __init__(self, edited: str) -> None:
        super().__init__()
        self._edited = edited
        self.names = Names(date.min)
        self.lines: Sequence[LeftLine] = ()

    def show(self, lines: "Sequence[LeftLine]", names: Names) -> None:
        self.beginResetModel()
        self.lines, self.names = lines, names
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = TITLE) -> object:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if role == THING:
            return line
        if role in (TITLE, Qt.ItemDataRole.ToolTipRole):
            return self.words(line)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.names.of(line.path, line.line)}: {self.words(line)}"
        return None

    def words(self, line: "LeftLine") -> str:
        """What it says, after what the secret in it is."""
        text = line.text or self._edited
        return f"{secret_word(line.secret)}: {text}" if line.secret else text


class _Delegate(RowDelegate):
    """What it says, in one or two lines, and at the right where."""

    def __init__(self, parent: QWidget, model: LeftRows) -> None:
        super().__init__(parent)
        self._model = model

    def height_of(self, row: int, width: int) -> int:
        """How high a row is in a list of this width."""
        line = self._model.lines[row]
        room = width - 2 * theme().px(18) - self._place(line)[1] - theme().px(_GAP)
        words = QFontMetrics(theme().font("ui")).horizontalAdvance(self._model.words(line))
        return theme().px(_LINE) * (1 if words <= room else 2) + 2 * theme().px(_PAD)

    def paint_row(self, painter: QPainter, box: QRect, index: Index, selected: bool) -> None:
        px = theme().px
        line: LeftLine = index.data(THING)
        place, width = self._place(line)
        left, right = box.left() + px(10), box.right() - px(10)
        ink = theme().color("text" if line.text else "text3")
        look = TextLook(theme().font("ui"), px(_LINE), ink, ink, theme().color("hit"))
        top = box.top() + px(_PAD) - 1
        words = QRect(left, top, max(1, right - left - width - px(_GAP)), 2 * px(_LINE))
        paint_some(painter, words, str(index.data(TITLE)), (), look)
        beside = QRect(right - width, top, width, px(_LINE))
        self.draw_line(painter, beside, place, theme().font("meta"), "text2")

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = cast("QAbstractItemView", self.parent()).viewport().width()
        return QSize(theme().px(160), self.height_of(index.row(), width))

    def _place(self, line: "LeftLine") -> tuple[str, int]:
        """20 Nov · line 6, and how wide that is."""
        place = self._model.names.of(line.path, line.line)
        return place, QFontMetrics(theme().font("meta")).horizontalAdvance(place) + 1


class LeftList(RowsView):
    """A click or Enter opens a line where it stands."""

    opened = Signal(str, int)
    reached = Signal(int, int)  # a row is to be seen: its top and height

    def __init__(self) -> None:
        super().__init__("")
        self._model = LeftRows(tr("Edited since the dream"))
        self.setModel(self._model)
        self._rows = _Delegate(self, self._model)
        self.setItemDelegate(self._rows)
        self.setUniformItemSizes(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._open)
        self.selectionModel().currentChanged.connect(self._reach)
        theme().changed.connect(self._measure)

    def show_lines(self, lines: "Sequence[LeftLine]", names: Names) -> None:
        """Other lines; the same number of the row stays chosen while there is one."""
        row = self.currentIndex().row()
        self._model.show(lines, names)
        self._measure()
        if 0 <= row < len(lines) and self.hasFocus():
            self.setCurrentIndex(self._model.index(row, 0))

    def _measure(self) -> None:
        width = self.viewport().width()
        heights = (self._rows.height_of(row, width) for row in range(len(self._model.lines)))
        self.setFixedHeight(sum(heights))
        self.scheduleDelayedItemsLayout()

    def _open(self, index: QModelIndex) -> None:
        line: LeftLine = index.data(THING)
        self.opened.emit(line.path, line.line)

    def _reach(self, index: QModelIndex) -> None:
        if index.isValid():
            place = self.visualRect(index)
            self.reached.emit(place.top(), place.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._measure()

    def event(self, event: QEvent) -> bool:
        # The keys of a review mean its changes; here Enter opens a line, and nothing is decided.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.ShiftModifier,
                Qt.KeyboardModifier.KeypadModifier,
            )
            if plain and event.key() not in (*_ON, Qt.Key.Key_Escape):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self.currentIndex().isValid():
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:
        """The keyboard is at one row: only this row has to be brought into view."""
        if query == Qt.InputMethodQuery.ImCursorRectangle and self.currentIndex().isValid():
            return self.visualRect(self.currentIndex())
        return super().inputMethodQuery(query)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.lines:
            self.setCurrentIndex(self._model.index(0, 0))
