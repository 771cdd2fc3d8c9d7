"""A month at a glance: how much was written on which day. Knows days and words, opens nothing."""

from datetime import date, timedelta

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen

from desktop_app import dates
from desktop_app.ui.days.day_field import FIRST, LAST, DayField, month_start, month_step
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.desktop import week_start

_CELL, _GAP, _HEAD = 28, 2, 24
_ROWS = 6
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -7, Qt.Key.Key_Down: 7}
_MONTHS = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}


class HeatGrid(DayField):
    """One month; arrows move by day and week, PageUp and PageDown by month, T goes to today."""

    month_shown = Signal(object)  # the first of a month

    def __init__(self) -> None:
        super().__init__()
        self._month = month_start(self._day)
        self.describe()

    @property
    def month(self) -> date:
        """The first of the month that is shown."""
        return self._month

    def show_day(self, day: date) -> None:
        """Marks a day as chosen and shows its month, without saying `chosen`."""
        self.show_month(day)
        super().show_day(day)

    def show_month(self, month: date) -> None:
        """Shows another month; the chosen day stays what it is."""
        month = month_start(min(max(month, FIRST), LAST))
        if month != self._month:
            self._month = month
            self.month_shown.emit(month)
        self.updateGeometry()
        self.update()

    def is_shown(self, day: date) -> bool:
        return month_start(day) == self._month

    def day_at(self, place: QPoint) -> date | None:
        px = theme().px
        column = int(place.x() * 7 / max(1, self.width()))
        row = (place.y() - px(_HEAD)) // px(_CELL + _GAP)
        if place.y() < px(_HEAD) or not (0 <= column < 7 and 0 <= row < _ROWS):
            return None
        day = self._first_shown() + timedelta(days=7 * row + column)
        return day if self.is_shown(day) else None

    def cell(self, day: date) -> QRectF:
        px = theme().px
        row, column = divmod((day - self._first_shown()).days, 7)
        pitch = self.width() / 7
        top = px(_HEAD) + row * px(_CELL + _GAP)
        return QRectF(column * pitch + 2, top, pitch - 4, px(_CELL))

    def step(self, key: int) -> date | None:
        known = Qt.Key(key)
        if known in _STEPS:
            return self._day + timedelta(days=_STEPS[known])
        return month_step(self._day, _MONTHS[known]) if known in _MONTHS else None

    def _first_shown(self) -> date:
        return week_start(self._month)

    def sizeHint(self) -> QSize:
        px = theme().px
        after = month_step(self._month, 1)
        rows = ((after - timedelta(days=1)) - self._first_shown()).days // 7 + 1
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
            name = dates.initial(self._first_shown() + timedelta(days=column))
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
