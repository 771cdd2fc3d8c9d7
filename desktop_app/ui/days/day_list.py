"""The list pane of the days: a month at a glance, which says how much was written on which day; and
below it one list of days, newest first, with the notes without a date at its end. Opens nothing.
"""

from bisect import bisect_left
from calendar import monthrange
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta

from PySide6.QtCore import QLocale, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app import dates
from desktop_app.memory.days import Topic
from desktop_app.notebook.days import DayHead
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import Scrolled, in_row, sized, stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.marked_text import TextLook, paint_some
from desktop_app.ui.parts.rows import THING, Index, RowDelegate, RowWords, ThingRows, rounded
from desktop_app.words import counted, headed, tr

_CELL, _GAP, _HEAD, _ROWS = 28, 2, 24, 6
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -7, Qt.Key.Key_Down: 7}
_MONTHS = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}


def levels(words: Mapping[date, int]) -> dict[date, int]:
    """A level from 1 to 3 for each day with words: its third among all days of the notebook."""
    counts = sorted(count for count in words.values() if count > 0)
    if not counts:
        return {}
    thirds = [counts[len(counts) // 3], counts[2 * len(counts) // 3]]
    return {day: 1 + bisect_left(thirds, count) for day, count in words.items() if count > 0}


def week_start(day: date) -> date:
    """The first day of the week that this day is in, as the desktop counts weeks."""
    first = int(QLocale().firstDayOfWeek().value) - 1  # 0 is Monday
    return day - timedelta(days=(day.weekday() - first) % 7)


def month_step(day: date, by: int) -> date:
    """The same day `by` months on (back where it is less than 0), or that month's last."""
    months = min(max(day.year * 12 + day.month - 1 + by, 13), 9999 * 12 + 10)  # weeks have room
    year, month = months // 12, months % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


class HeatGrid(QWidget):
    """One month; arrows move by day and week, PageUp and PageDown by month, T goes to today.

    No day after today can be chosen.
    """

    chosen = Signal(object)  # a date
    entered = Signal()  # Enter: the person wants to read
    month_shown = Signal(object)  # the first of a month

    def __init__(self) -> None:
        super().__init__()
        self.today = self.day = date.today()
        self.month = self.day.replace(day=1)
        self._levels: dict[date, int] = {}
        self._words: Mapping[date, int] = {}
        self._dreamt: Collection[date] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        sized(self, height=_HEAD + _ROWS * (_CELL + _GAP))
        self._describe()

    def show_days(self, words: Mapping[date, int], dreamt: Collection[date], today: date) -> None:
        self._words, self._dreamt, self.today = words, dreamt, today
        self._levels = levels(words)
        self._describe()

    def show_day(self, day: date) -> None:
        """Marks a day as chosen and shows its month, without saying `chosen`."""
        self.show_month(day)
        self.day = day
        self._describe()

    def show_month(self, day: date) -> None:
        self.month = month_step(day, 0).replace(day=1)
        self.month_shown.emit(self.month)
        self.update()

    def choose(self, day: date) -> None:
        """Chooses a day as a person does; a day after today becomes today."""
        day = min(month_step(day, 0), self.today)
        if day != self.day or day.replace(day=1) != self.month:
            self.show_day(day)
            self.chosen.emit(day)

    def cell(self, day: date) -> QRectF:
        px = theme().px
        row, column = divmod((day - week_start(self.month)).days, 7)
        pitch = self.width() / 7
        top = px(_HEAD) + row * px(_CELL + _GAP)
        return QRectF(column * pitch + 2, top, pitch - 4, px(_CELL))

    def in_words(self, day: date) -> str:
        count = self._words.get(day, 0)
        words = counted("{count} word", "{count} words", count) if count else tr("no words")
        dream = tr("a dream ran") if day in self._dreamt else ""
        return ", ".join(filter(None, (dates.whole(day), words, dream)))

    def _days(self) -> Iterator[date]:
        for n in range(monthrange(self.month.year, self.month.month)[1]):
            yield self.month.replace(day=n + 1)

    def _describe(self) -> None:
        self.setAccessibleName(headed(tr("Days"), self.in_words(self.day)))
        self.update()

    def _past_at(self, event: QMouseEvent) -> date | None:
        past = (day for day in self._days() if day <= self.today)
        return next((day for day in past if self.cell(day).contains(event.position())), None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.choose(self.day + timedelta(days=_STEPS[key]))
        elif key in _MONTHS:
            self.choose(month_step(self.day, _MONTHS[key]))
        elif key == Qt.Key.Key_T and not event.modifiers():
            self.choose(self.today)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if day := self._past_at(event):
            self.choose(day)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        shapes = Qt.CursorShape
        can = self._past_at(event)
        self.setCursor(shapes.PointingHandCursor if can else shapes.ArrowCursor)
        self.setToolTip(self.in_words(can) if can else "")

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().color("text3"))
        pitch = self.width() / 7
        for column in range(7):
            name = dates.initial(week_start(self.month) + timedelta(days=column))
            place = QRectF(column * pitch, 0, pitch, theme().px(_HEAD - 4))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)
        for day in self._days():
            self._paint_day(painter, day)

    def _paint_day(self, painter: QPainter, day: date) -> None:
        px, color = theme().px, theme().color
        box, level, chosen = self.cell(day), self._levels.get(day, 0), day == self.day
        if level:
            inset = 3.5 if chosen else 0  # so that the ring stands off from a dark ground
            ground = box.adjusted(inset, inset, -inset, -inset)
            rounded(painter, ground, f"heat{level}", "", 4 if chosen else 7)
        if chosen:
            rounded(painter, box, "", "accent", 7, 3 if self.hasFocus() else 2)
        elif day == self.today:
            rounded(painter, box, "", "text2")
        ink = "heat3-digit" if level == 3 else "text" if level else "text2"
        painter.setFont(theme().font("strong" if day == self.today else "meta"))
        painter.setPen(color("text3" if day > self.today else ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(day.day))
        if day in self._dreamt:
            moon = pixmap("dreams", ink, 8, self.devicePixelRatioF())
            painter.drawPixmap(int(box.right()) - px(11), int(box.top()) + px(3), moon)


class Calendar(QWidget):
    """A month under its name, with a step to the months beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.grid = HeatGrid()
        self.name = text(dates.month(self.grid.month), "strong")
        before = IconButton("chevron-left", tr("Month before"), 28, act=lambda: self._step(-1))
        after = IconButton("chevron-right", tr("Month after"), 28, act=lambda: self._step(1))
        stacked(self, in_row(self.name, None, before, after, gap=2), self.grid, gap=4)
        self.grid.month_shown.connect(lambda month: self.name.setText(dates.month(month)))

    def _step(self, by: int) -> None:
        self.grid.show_month(month_step(self.grid.month, by))


_LEAST = 100  # pixels of the list, below which the pane scrolls


def _told(thing: DayHead | Topic) -> RowWords:
    if isinstance(thing, Topic):
        return RowWords(thing.name, thing.head, icon="note")
    parts = [dates.whole(thing.date), thing.head, tr("a dream ran") if thing.dreamt else ""]
    return RowWords(", ".join(filter(None, parts)))


class DayDelegate(RowDelegate):
    """Draws one day: a big number, a weekday and its first lines; or a note without a date. The
    first of a group has the group's name above it."""

    above = 24

    def __init__(self) -> None:
        super().__init__(height=64, group=_month)

    def paint_above(self, painter: QPainter, box: QRect, index: Index) -> None:
        px = theme().px
        caption = QRect(box.left() + px(10), box.top() + px(7), box.width() - px(20), px(14))
        thing: DayHead | Topic = index.data(THING)
        undated = tr("Notes without a date")
        name = undated if isinstance(thing, Topic) else dates.month(thing.date)
        self.draw_line(painter, caption, name.upper(), theme().font("caption"), "text2")

    def paint_row(self, painter: QPainter, box: QRect, index: Index, selected: bool) -> None:
        thing: DayHead | Topic = index.data(THING)
        px, font, color = theme().px, theme().font, theme().color
        if isinstance(thing, Topic):
            super().paint_row(painter, box.adjusted(px(6), px(4), 0, 0), index, selected)
            return
        room = box.adjusted(px(56), px(11), -px(26 if thing.dreamt else 12), 0)
        day, centre = (
            QRect(box.left(), box.top() + px(7), px(50), px(26)),
            Qt.AlignmentFlag.AlignCenter,
        )
        number = font("title")
        number.setPixelSize(px(20))
        painter.setFont(number)
        painter.setPen(color("accent" if selected else "text"))
        painter.drawText(day, centre, str(thing.date.day))
        painter.setFont(font("meta"))
        painter.setPen(color("text2"))
        painter.drawText(day.translated(0, px(20)), centre, dates.weekday(thing.date))
        tone = color("text" if thing.head else "text3")
        look = TextLook(font("ui"), px(18), tone, tone, tone)
        words = thing.head or tr("Nothing written yet")
        paint_some(painter, room, words, (), look)
        if thing.dreamt:
            moon = pixmap("dreams", "accent", 13, painter.device().devicePixelRatioF())
            painter.drawPixmap(box.right() - px(22), box.top() + px(13), moon)


def _month(thing: DayHead | Topic) -> tuple[int, int] | None:
    return None if isinstance(thing, Topic) else (thing.date.year, thing.date.month)


class DayPane(QFrame):
    """The month and the list, which show the same chosen day."""

    def __init__(self, title: str, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "side")
        self.month = Calendar()
        self.list = ThingRows(tr("Days"), _told, DayDelegate(), lambda one: one.path)
        self.list.setUniformItemSizes(False)
        header = PaneHeader(title)
        tools = (("note", "plus"), ("note.new", "note"), ("conversation", "conversation"))
        for action, icon in tools:
            header.add(IconButton.of(actions[action], icon))
        inside, inset = QWidget(), QWidget()
        sized(stacked(inset, self.month), (16, 0, 12, 10))
        stacked(inside, inset, rule(), self.list, grows=self.list)
        self.room = Scrolled(inside)
        stacked(self, header, self.room, grows=self.room)
        self.list.setMinimumHeight(theme().px(_LEAST))

    def show_things(self, heads: Sequence[DayHead], topics: Sequence[Topic], today: date) -> None:
        dreamt = {head.date for head in heads if head.dreamt}
        self.month.grid.show_days({head.date: head.words for head in heads}, dreamt, today)
        self.list.show_things([*heads, *topics])

    def show_path(self, path: str, day: date | None) -> None:
        """Marks a day or a note as chosen, without saying so; `day` is that of a further file."""
        heads = [one for one in self.list.rows.things if isinstance(one, DayHead)]
        self.list.choose_key(next((one.path for one in heads if one.date == day), path))
        if day is not None:
            self.month.grid.show_day(day)
