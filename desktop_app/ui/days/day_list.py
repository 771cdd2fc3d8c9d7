"""The list of days: a big number, a weekday and the day's first lines. Knows heads, opens nothing.

Rows are of one height, so that ten years show at once; the month of the first row on the screen
stands above the list.
"""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFont, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QWidget

from desktop_app import dates
from desktop_app.notebook.days import DayHead
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.labels import section
from desktop_app.ui.parts.rows import THING, EnteredRows, Index, RowDelegate, two_lines
from desktop_app.words import tr

ROW = 64
_SOON = 120  # milliseconds; holding an arrow key down opens only the day it ends on


class DayModel(QAbstractListModel):
    """The days, newest first."""

    def __init__(self) -> None:
        super().__init__()
        self.heads: Sequence[DayHead] = ()

    def show_heads(self, heads: Sequence[DayHead]) -> None:
        """Shows these; where the days are the same ones, only what changed is drawn anew."""
        before, same = self.heads, [head.date for head in heads]
        if same == [head.date for head in before]:
            self.heads = heads
            for row, (old, new) in enumerate(zip(before, heads, strict=True)):
                if old != new:
                    self.dataChanged.emit(self.index(row), self.index(row))
            return
        self.beginResetModel()
        self.heads = heads
        self.endResetModel()

    def row_of(self, day: date) -> int:
        """The row of a day; -1 when it has none."""
        return next((row for row, head in enumerate(self.heads) if head.date == day), -1)

    def rowCount(self, _parent: Index | None = None) -> int:
        return len(self.heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        head = self.heads[index.row()]
        if role == THING:
            return head
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            moon = tr("a dream ran") if head.dreamt else ""
            return ", ".join(filter(None, (dates.whole(head.date), head.head, moon)))
        return None


class DayDelegate(RowDelegate):
    """Draws one day."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, ROW)
        self._number = QFont()
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        self._number = theme().font("title")
        self._number.setPixelSize(theme().px(20))

    def paint_row(self, painter: QPainter, box: QRect, index: Index, selected: bool) -> None:
        head: DayHead = index.data(THING)
        px = theme().px
        first = index.row() > 0 and self._starts_month(index, head)
        if first and not selected:
            painter.setPen(QPen(theme().color("border"), 1))
            painter.drawLine(box.left() + px(8), box.top(), box.right() - px(8), box.top())
        day = QRect(box.left(), box.top() + px(7), px(50), px(26))
        middle = Qt.AlignmentFlag.AlignCenter
        painter.setFont(self._number)
        painter.setPen(theme().color("accent" if selected else "text"))
        painter.drawText(day, middle, str(head.date.day))
        painter.setFont(theme().font("meta"))
        painter.setPen(theme().color("text2"))
        below = day.translated(0, px(24))
        below.setHeight(px(18))
        painter.drawText(below, middle, dates.weekday(head.date))
        room = box.adjusted(px(56), px(11), -px(26 if head.dreamt else 12), 0)
        words = head.head or tr("Nothing written yet")
        painter.setPen(theme().color("text" if head.head else "text3"))
        two_lines(painter, room, words, theme().font("ui"), px(18), middle=True)
        if head.dreamt:
            ratio = painter.device().devicePixelRatioF()
            moon = pixmap("dreams", "accent", 13, ratio)
            painter.drawPixmap(box.right() - px(22), box.top() + px(13), moon)

    def _starts_month(self, index: Index, head: DayHead) -> bool:
        above: DayHead = index.model().index(index.row() - 1, 0).data(THING)
        return (above.date.year, above.date.month) != (head.date.year, head.date.month)


class DayList(QWidget):
    """The days under the month of the first one on the screen."""

    chosen = Signal(object)  # a date
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._quiet = False
        self.model = DayModel()
        self.view = EnteredRows(tr("Days"))
        self.view.setModel(self.model)
        self.view.setItemDelegate(DayDelegate(self.view))
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.entered.connect(self.entered)
        self._month = section("")
        stacked(self, self._month, self.view, grows=self.view)
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._say)
        self.view.selectionModel().currentChanged.connect(self._moved)
        self.view.verticalScrollBar().valueChanged.connect(lambda _value: self._draw_month())
        theme().followed_by(self._measure)

    def show_heads(self, heads: Sequence[DayHead]) -> None:
        """Shows these days, newest first, and keeps the chosen one."""
        chosen = self.view.currentIndex().data(THING)
        self._quiet = True
        self.model.show_heads(heads)
        if chosen is not None and not self.view.currentIndex().isValid():
            self._choose_row(self.model.row_of(chosen.date))
        self._quiet = False
        self._draw_month()

    def show_day(self, day: date | None) -> None:
        """Marks a day as chosen, or none, without saying `chosen`."""
        self._quiet = True
        self._choose_row(self.model.row_of(day) if day else -1)
        self._quiet = False

    def _choose_row(self, row: int) -> None:
        if row < 0:
            self.view.selectionModel().clear()
        elif row != self.view.currentIndex().row():
            index = self.model.index(row)
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)

    def _moved(self, _now: QModelIndex, _before: QModelIndex) -> None:
        if not self._quiet:
            self._soon.start()

    def _say(self) -> None:
        head = self.view.currentIndex().data(THING)
        if head is not None:
            self.chosen.emit(head.date)

    def _draw_month(self) -> None:
        first = self.view.indexAt(QPoint(4, 4)).data(THING)
        self._month.setText(dates.month(first.date).upper() if first else "")
        self._month.setVisible(first is not None)

    def _measure(self) -> None:
        px = theme().px
        self._month.setContentsMargins(px(18), px(10), px(18), px(4))
