"""A month at a glance: how much was written on which day. Knows days and words, opens nothing."""

from bisect import bisect_left
from collections.abc import Collection, Mapping
from datetime import date, timedelta

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app import dates
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.desktop import week_start
from desktop_app.ui.parts.labels import text
from desktop_app.words import counted, tr

FIRST, LAST = date(1, 2, 1), date(9999, 11, 30)  # so that a month before and after exist
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


def month_start(day: date) -> date:
    """The first of the day's month."""
    return day.replace(day=1)


def month_step(day: date, by: int) -> date:
    """The same day `by` months on (back where it is less than 0), or that month's last."""
    year, month = divmod(day.year * 12 + day.month - 1 + by, 12)
    first = min(max(date(min(max(year, 1), 9999), month + 1, 1), FIRST), month_start(LAST))
    after = month_start(first + timedelta(days=31))
    return first.replace(day=min(day.day, (after - timedelta(days=1)).day))


class HeatGrid(QWidget):
    """One month; arrows move by day and week, PageUp and PageDown by month, T goes to today.

    No day after today can be chosen.
    """

    chosen = Signal(object)  # a date
    entered = Signal()  # Enter: the person wants to read
    month_shown = Signal(object)  # the first of a month

    def __init__(self) -> None:
        super().__init__()
        self._today = self._day = date.today()
        self._month = month_start(self._day)
        self._levels: dict[date, int] = {}
        self._words: Mapping[date, int] = {}
        self._dreamt: Collection[date] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        theme().changed.connect(self.updateGeometry)
        self._describe()

    @property
    def day(self) -> date:
        """The chosen day."""
        return self._day

    @property
    def month(self) -> date:
        """The first of the month that is shown."""
        return self._month

    def show_days(self, words: Mapping[date, int], dreamt: Collection[date], today: date) -> None:
        """How many words each day has, on which days a dream ran, and which day it is."""
        self._words, self._dreamt, self._today = words, dreamt, today
        self._levels = levels(words)
        self._describe()

    def show_day(self, day: date) -> None:
        """Marks a day as chosen and shows its month, without saying `chosen`."""
        self.show_month(day)
        self._day = day
        self._describe()

    def show_month(self, month: date) -> None:
        """Shows another month; the chosen day stays what it is."""
        month = month_start(min(max(month, FIRST), LAST))
        if month != self._month:
            self._month = month
            self.month_shown.emit(month)
        self.updateGeometry()
        self.update()

    def choose(self, day: date) -> None:
        """Chooses a day as a person does; a day after today becomes today."""
        day = min(max(day, FIRST), self._today)
        if day != self._day or month_start(day) != self._month:
            self.show_day(day)
            self.chosen.emit(day)

    def day_at(self, place: QPoint) -> date | None:
        """The day drawn at a place of the widget; None beside the days."""
        px = theme().px
        column = int(place.x() * 7 / max(1, self.width()))
        row = (place.y() - px(_HEAD)) // px(_CELL + _GAP)
        if place.y() < px(_HEAD) or not (0 <= column < 7 and 0 <= row < _ROWS):
            return None
        day = week_start(self._month) + timedelta(days=7 * row + column)
        return day if month_start(day) == self._month else None

    def cell(self, day: date) -> QRectF:
        """Where a day that is shown is drawn."""
        px = theme().px
        row, column = divmod((day - week_start(self._month)).days, 7)
        pitch = self.width() / 7
        top = px(_HEAD) + row * px(_CELL + _GAP)
        return QRectF(column * pitch + 2, top, pitch - 4, px(_CELL))

    def in_words(self, day: date) -> str:
        """A day as its tooltip and a screen reader say it."""
        count = self._words.get(day, 0)
        words = counted("{count} word", "{count} words", count) if count else tr("no words")
        dream = tr("a dream ran") if day in self._dreamt else ""
        return ", ".join(filter(None, (dates.whole(day), words, dream)))

    def _describe(self) -> None:
        """Says the chosen day to a screen reader, and draws anew."""
        self.setAccessibleName(f"{tr('Days')}: {self.in_words(self._day)}")
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.choose(self._day + timedelta(days=_STEPS[key]))
        elif key in _MONTHS:
            self.choose(month_step(self._day, _MONTHS[key]))
        elif key == Qt.Key.Key_T and not event.modifiers():
            self.choose(self._today)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        day = self.day_at(event.position().toPoint())
        if day is not None and day <= self._today:
            self.choose(day)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        day = self.day_at(event.position().toPoint())
        can = day is not None and day <= self._today
        shape = Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            day = self.day_at(event.pos())
            if day is not None:
                QToolTip.showText(event.globalPos(), self.in_words(day), self)
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        px = theme().px
        after = month_step(self._month, 1)
        rows = ((after - timedelta(days=1)) - week_start(self._month)).days // 7 + 1
        return QSize(px(240), px(_HEAD) + rows * px(_CELL + _GAP))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().color("text3"))
        pitch = self.width() / 7
        for column in range(7):
            name = dates.initial(week_start(self._month) + timedelta(days=column))
            place = QRectF(column * pitch, 0, pitch, theme().px(_HEAD - 4))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)
        day = self._month
        while day.month == self._month.month:
            self._paint_day(painter, day)
            day += timedelta(days=1)

    def _paint_day(self, painter: QPainter, day: date) -> None:
        px = theme().px
        box = self.cell(day)
        level = self._levels.get(day, 0)
        chosen = day == self._day
        if level:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color(f"heat{level}"))
            inset = 3.5 if chosen else 0  # so that the ring stands off from a dark ground
            ground = box.adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(ground, px(7) - inset, px(7) - inset)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if chosen:
            painter.setPen(QPen(theme().color("accent"), 2 if not self.hasFocus() else 3))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), px(7), px(7))
        elif day == self._today:
            painter.setPen(QPen(theme().color("text2"), 1.4))
            painter.drawRoundedRect(box.adjusted(0.7, 0.7, -0.7, -0.7), px(7), px(7))
        ink = "heat3-digit" if level == 3 else "text" if level else "text2"
        painter.setFont(theme().font("strong" if day == self._today else "meta"))
        painter.setPen(theme().color("text3" if day > self._today else ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(day.day))
        if day in self._dreamt:
            painter.setPen(Qt.PenStyle.NoPen)
            moon = pixmap("dreams", ink, 8, self.devicePixelRatioF())
            painter.drawPixmap(int(box.right()) - px(11), int(box.top()) + px(3), moon)


class Calendar(QWidget):
    """A month under its name, with a step to the months beside it."""

    chosen = Signal(object)  # a date
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.grid = HeatGrid()
        self.name = text("", "strong")
        before = IconButton("chevron-left", tr("Month before"), 28, act=lambda: self._step(-1))
        after = IconButton("chevron-right", tr("Month after"), 28, act=lambda: self._step(1))
        row = in_row(self.name, None, before, after)
        row.setSpacing(2)
        stacked(self, row, self.grid).setSpacing(theme().px(4))
        self.grid.chosen.connect(self.chosen)
        self.grid.entered.connect(self.entered)
        self.grid.month_shown.connect(lambda month: self.name.setText(dates.month(month)))
        self.name.setText(dates.month(self.grid.month))

    def _step(self, by: int) -> None:
        self.grid.show_month(month_step(self.grid.month, by))
