"""The list pane of the days: a month at a glance, and below it one list of days, newest first, with
the notes without a date at its end. Knows heads, opens nothing.
"""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app import dates
from desktop_app.notebook.day_list import Topic
from desktop_app.notebook.days import DayHead
from desktop_app.ui.days.calendar import Calendar
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import Scrolled, sized, stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.labels import rule, section
from desktop_app.ui.parts.marked_text import TextLook, paint_some
from desktop_app.ui.parts.rows import THING, Index, RowDelegate, RowWords, ThingRows
from desktop_app.words import tr

_LEAST = 100  # pixels of the list, below which the pane scrolls


def _told(thing: DayHead | Topic) -> RowWords:
    if isinstance(thing, Topic):
        parts = [thing.name, thing.head]
    else:
        parts = [dates.whole(thing.date), thing.head, tr("a dream ran") if thing.dreamt else ""]
    return RowWords(", ".join(filter(None, parts)))


class DayDelegate(RowDelegate):
    """Draws one day: a big number, a weekday and its first lines; or a note without a date. The
    first of a group has the group's name above it."""

    above = 17

    def __init__(self) -> None:
        super().__init__(height=64, group=_group)

    def paint_row(self, painter: QPainter, box: QRect, index: Index, selected: bool) -> None:
        thing: DayHead | Topic = index.data(THING)
        px, font, color = theme().px, theme().font, theme().color
        ratio = painter.device().devicePixelRatioF()
        if self.begins(index):
            caption = QRect(box.left() + px(10), box.top() + px(3), box.width() - px(20), px(14))
            self.draw_line(painter, caption, _group(thing).upper(), font("caption"), "text2")
            box = box.translated(0, px(12))
        dreamt = isinstance(thing, DayHead) and thing.dreamt
        room = box.adjusted(px(56), px(11), -px(26 if dreamt else 12), 0)
        ink = "accent" if selected else "text"
        if isinstance(thing, Topic):
            note = pixmap("note", "accent" if selected else "text2", 16, ratio)
            painter.drawPixmap(box.left() + px(17), box.top() + px(13), note)
            line = QRect(room.left(), room.top(), room.width(), px(18))
            self.draw_line(painter, line, thing.name, font("strong"), "text")
            self.draw_line(painter, line.translated(0, px(19)), thing.head, font("meta"), "text2")
            return
        day = QRect(box.left(), box.top() + px(7), px(50), px(26))
        number = font("title")
        number.setPixelSize(px(20))
        for words, face, token in (
            (str(thing.date.day), number, ink),
            (dates.weekday(thing.date), font("meta"), "text2"),
        ):
            painter.setFont(face)
            painter.setPen(color(token))
            painter.drawText(day, Qt.AlignmentFlag.AlignCenter, words)
            day = QRect(day.left(), day.top() + px(24), day.width(), px(18))
        tone = color("text" if thing.head else "text3")
        look = TextLook(font("ui"), px(18), tone, tone, tone)
        words = thing.head or tr("Nothing written yet")
        paint_some(painter, room, words, (), look, middle=True)
        if dreamt:
            moon = pixmap("dreams", "accent", 13, ratio)
            painter.drawPixmap(box.right() - px(22), box.top() + px(13), moon)


def _group(thing: DayHead | Topic) -> str:
    """Under which words it stands: its month, or that it has no date."""
    return tr("Notes without a date") if isinstance(thing, Topic) else dates.month(thing.date)


class DayList(ThingRows):
    """The days, newest first, then the notes without a date. `group` is the month of the first day
    on the screen, to stand above them."""

    def __init__(self) -> None:
        super().__init__(tr("Days"), _told, DayDelegate(), lambda one: one.path)
        self.group = sized(section(""), (18, 10, 18, 4))
        self.verticalScrollBar().valueChanged.connect(self._draw_group)

    def show_things(self, things: Sequence[DayHead | Topic], otherwise: int = -1) -> None:
        super().show_things(things, otherwise)
        self._draw_group()

    def show_path(self, path: str) -> None:
        """Marks the day or note at a path as chosen, or none, without saying `chosen`."""
        paths = [one.path for one in self.rows.things]
        self.choose(paths.index(path) if path in paths else -1)

    def _draw_group(self) -> None:
        first = self.indexAt(QPoint(4, 4)).data(THING)
        self.group.setText(_group(first).upper() if first else "")
        self.group.setVisible(first is not None)


class DayPane(QFrame):
    """The month and the list, which show the same chosen day."""

    def __init__(self, title: str, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "side")
        self.month, self.list = Calendar(), DayList()
        header = PaneHeader(title)
        tools = (("note", "plus"), ("note.new", "note"), ("conversation", "conversation"))
        for action, icon in tools:
            header.add(IconButton.of(actions[action], icon))
        inside, inset = QWidget(), QWidget()
        sized(stacked(inset, self.month), (16, 0, 12, 10))
        stacked(inside, inset, rule(), self.list.group, self.list, grows=self.list)
        self.room = Scrolled(inside)
        stacked(self, header, self.room, grows=self.room)
        theme().followed_by(self._measure)

    def show_things(self, heads: Sequence[DayHead], topics: Sequence[Topic], today: date) -> None:
        """Shows these days, newest first, and the notes without a date."""
        dreamt = {head.date for head in heads if head.dreamt}
        self.month.grid.show_days({head.date: head.words for head in heads}, dreamt, today)
        self.list.show_things([*heads, *topics])

    def show_path(self, path: str, day: date | None) -> None:
        """Marks a day or a note as chosen, without saying so; `day` is that of a further file."""
        heads = [one for one in self.list.rows.things if isinstance(one, DayHead)]
        self.list.show_path(next((one.path for one in heads if one.date == day), path))
        if day is not None:
            self.month.grid.show_day(day)

    def _measure(self) -> None:
        self.list.setMinimumHeight(theme().px(_LEAST))
