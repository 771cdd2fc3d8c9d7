"""The list pane of the days: a month at a glance, and below it one list of days, newest first, with
the notes without a date at its end. Knows heads, opens nothing.
"""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QAbstractListModel, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.notebook.day_list import Topic
from desktop_app.notebook.days import DayHead
from desktop_app.ui.days.calendar import Calendar
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.labels import rule, section
from desktop_app.ui.parts.rows import THING, EnteredRows, Index, RowDelegate, two_lines
from desktop_app.words import tr

ROW = 64
_LEAST = 100  # pixels of the list, below which the pane scrolls
_SOON = 120  # milliseconds; holding an arrow key down opens only the day it ends on


class DayModel(QAbstractListModel):
    """The days, newest first, then the notes without a date; each has a path."""

    def __init__(self) -> None:
        super().__init__()
        self.things: Sequence[DayHead | Topic] = ()

    def show_things(self, things: Sequence[DayHead | Topic]) -> None:
        """Shows these; where they are the same ones, only what changed is drawn anew."""
        before = self.things
        if [one.path for one in things] == [one.path for one in before]:
            self.things = things
            for row, (old, new) in enumerate(zip(before, things, strict=True)):
                if old != new:
                    self.dataChanged.emit(self.index(row), self.index(row))
            return
        self.beginResetModel()
        self.things = things
        self.endResetModel()

    def rowCount(self, _parent: Index | None = None) -> int:
        return len(self.things)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        thing = self.things[index.row()]
        if role == THING:
            return thing
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            if isinstance(thing, Topic):
                return ", ".join(filter(None, (thing.name, thing.head)))
            moon = tr("a dream ran") if thing.dreamt else ""
            return ", ".join(filter(None, (dates.whole(thing.date), thing.head, moon)))
        return None


class DayDelegate(RowDelegate):
    """Draws one day: a big number, a weekday and its first lines; or a note without a date."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, ROW)

    def paint_row(self, painter: QPainter, box: QRect, index: Index, selected: bool) -> None:
        thing: DayHead | Topic = index.data(THING)
        px, ratio = theme().px, painter.device().devicePixelRatioF()
        above = index.model().index(index.row() - 1, 0).data(THING)
        if above is not None and _group(above) != _group(thing) and not selected:
            painter.setPen(QPen(theme().color("border"), 1))
            painter.drawLine(box.left() + px(8), box.top(), box.right() - px(8), box.top())
        dreamt = isinstance(thing, DayHead) and thing.dreamt
        room = box.adjusted(px(56), px(11), -px(26 if dreamt else 12), 0)
        if isinstance(thing, Topic):
            token = "accent" if selected else "text2"
            painter.drawPixmap(
                box.left() + px(17), box.top() + px(13), pixmap("note", token, 16, ratio)
            )
            line = QRect(room.left(), room.top(), room.width(), px(18))
            self.draw_line(painter, line, thing.name, theme().font("strong"), "text")
            line.translate(0, px(19))
            self.draw_line(painter, line, thing.head, theme().font("meta"), "text2")
            return
        middle = Qt.AlignmentFlag.AlignCenter
        day = QRect(box.left(), box.top() + px(7), px(50), px(26))
        number = theme().font("title")
        number.setPixelSize(px(20))
        painter.setFont(number)
        painter.setPen(theme().color("accent" if selected else "text"))
        painter.drawText(day, middle, str(thing.date.day))
        painter.setFont(theme().font("meta"))
        painter.setPen(theme().color("text2"))
        below = QRect(day.left(), day.top() + px(24), day.width(), px(18))
        painter.drawText(below, middle, dates.weekday(thing.date))
        words = thing.head or tr("Nothing written yet")
        painter.setPen(theme().color("text" if thing.head else "text3"))
        two_lines(painter, room, words, theme().font("ui"), px(18), middle=True)
        if dreamt:
            moon = pixmap("dreams", "accent", 13, ratio)
            painter.drawPixmap(box.right() - px(22), box.top() + px(13), moon)


class DayList(QWidget):
    """The list under the month of the first day on the screen."""

    chosen = Signal(str)  # a path
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._quiet = False  # the list is set, and nobody chooses
        self.model = DayModel()
        self.view = EnteredRows(tr("Days"))
        self.view.setModel(self.model)
        self.view.setItemDelegate(DayDelegate(self.view))
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.entered.connect(self.entered)
        self._group = section("")
        stacked(self, self._group, self.view, grows=self.view)
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._say)
        self.view.selectionModel().currentChanged.connect(self._moved)
        self.view.verticalScrollBar().valueChanged.connect(lambda _value: self._draw_group())
        theme().followed_by(self._measure)

    def show_things(self, heads: Sequence[DayHead], topics: Sequence[Topic] = ()) -> None:
        """Shows these days, newest first, and the notes without a date; the chosen one stays so."""
        chosen = self.view.currentIndex().data(THING)
        self._quiet = True
        self.model.show_things([*heads, *topics])
        self._quiet = False
        if chosen is not None and not self.view.currentIndex().isValid():
            self.show_path(chosen.path)
        self._draw_group()

    def show_path(self, path: str) -> None:
        """Marks the day or note at a path as chosen, or none, without saying `chosen`."""
        things = enumerate(self.model.things)
        row = next((row for row, one in things if one.path == path), -1)
        self._quiet = True
        if row < 0:
            self.view.selectionModel().clear()
        elif row != self.view.currentIndex().row():
            self.view.setCurrentIndex(self.model.index(row))
            self.view.scrollTo(self.model.index(row))
        self._quiet = False

    def _moved(self) -> None:
        if not self._quiet:
            self._soon.start()

    def _say(self) -> None:
        thing = self.view.currentIndex().data(THING)
        if thing is not None:
            self.chosen.emit(thing.path)

    def _draw_group(self) -> None:
        first = self.view.indexAt(QPoint(4, 4)).data(THING)
        self._group.setText(_group(first).upper() if first else "")
        self._group.setVisible(first is not None)

    def _measure(self) -> None:
        px = theme().px
        self._group.setContentsMargins(px(18), px(10), px(18), px(4))


def _group(thing: DayHead | Topic) -> str:
    """Under which words it stands: its month, or that it has no date."""
    return tr("Notes without a date") if isinstance(thing, Topic) else dates.month(thing.date)


class DayPane(QFrame):
    """The month and the list show the same chosen day; choosing in either says so."""

    chosen = Signal(object)  # a date
    path_chosen = Signal(str)
    entered = Signal()  # the person wants to read it

    def __init__(self, title: str, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "side")
        self.month, self.list = Calendar(), DayList()
        self.month.chosen.connect(self.chosen)
        self.list.chosen.connect(self.path_chosen)
        for part in (self.month, self.list):
            part.entered.connect(self.entered)
        self._inset = QVBoxLayout()
        self._inset.addWidget(self.month)
        header = PaneHeader(title)
        for action, icon in (("note", "plus"), ("conversation", "conversation")):
            header.add(IconButton.of(actions[action], icon))
        inside = QWidget()
        inside.setProperty("clear", "true")
        stacked(inside, self._inset, rule(), self.list, grows=self.list)
        self.room = QScrollArea()  # where a window is too low for all of it
        self.room.setWidgetResizable(True)
        self.room.setFrameShape(QFrame.Shape.NoFrame)
        self.room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.room.setWidget(inside)
        stacked(self, header, self.room, grows=self.room)
        theme().followed_by(self._measure)

    def show_things(self, heads: Sequence[DayHead], topics: Sequence[Topic], today: date) -> None:
        """Shows these days, newest first, and the notes without a date."""
        dreamt = {head.date for head in heads if head.dreamt}
        self.month.grid.show_days({head.date: head.words for head in heads}, dreamt, today)
        self.list.show_things(heads, topics)

    def show_path(self, path: str, day: date | None) -> None:
        """Marks a day or a note as chosen, without saying so; `day` is that of a further file."""
        own = next((one.path for one in self.list.model.things if day and _day(one) == day), path)
        self.list.show_path(own)
        if day is not None:
            self.month.grid.show_day(day)

    def _measure(self) -> None:
        px = theme().px
        self._inset.setContentsMargins(px(16), 0, px(12), px(10))
        self.list.view.setMinimumHeight(px(_LEAST))


def _day(thing: DayHead | Topic) -> date | None:
    return thing.date if isinstance(thing, DayHead) else thing.day
