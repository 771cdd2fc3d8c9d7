"""A whole year as a strip of heat: a column for each week. Knows days and words, opens nothing."""

from datetime import date, timedelta

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen

from desktop_app import dates
from desktop_app.ui.days.day_field import DayField, month_step
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.weeks import week_start
from desktop_app.words import counted, tr

_HEAD, _PITCH = 16, 5  # pixels of the months' letters, and from one row to the next
_WEEKS = 54  # that a year can touch
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -7, Qt.Key.Key_Right: 7}
_YEARS = {Qt.Key.Key_PageUp: -12, Qt.Key.Key_PageDown: 12}


class YearStrip(DayField):
    """One year; arrows move by day and week, PageUp and PageDown by year, T goes to today."""

    def __init__(self) -> None:
        super().__init__()
        self._year = self._day.year
        self.describe()

    @property
    def year(self) -> int:
        """The year that is shown."""
        return self._year

    def show_year(self, year: int) -> None:
        """Shows another year; the chosen day stays what it is."""
        if year != self._year:
            self._year = year
            self.describe()

    def show_day(self, day: date) -> None:
        """Marks a day as chosen and shows its year, without saying `chosen`."""
        self._year = day.year
        super().show_day(day)

    def is_shown(self, day: date) -> bool:
        return day.year == self._year

    def day_at(self, place: QPoint) -> date | None:
        row = int((place.y() - theme().px(_HEAD)) // theme().px(_PITCH))
        if place.y() < theme().px(_HEAD) or not 0 <= row < 7 or place.x() < 0:
            return None
        day = self._first_shown() + timedelta(days=7 * int(place.x() // self._pitch) + row)
        return day if self.is_shown(day) else None

    def cell(self, day: date) -> QRectF:
        px = theme().px
        column, row = divmod((day - self._first_shown()).days, 7)
        top = px(_HEAD) + row * px(_PITCH)
        return QRectF(column * self._pitch, top, self._pitch - 1, px(_PITCH) - 1)

    def step(self, key: int) -> date | None:
        known = Qt.Key(key)
        if known in _STEPS:
            return self._day + timedelta(days=_STEPS[known])
        return month_step(self._day, _YEARS[known]) if known in _YEARS else None

    def describe(self) -> None:
        """The chosen day is the name of the strip; the days of each month stand behind it."""
        super().describe()
        self.setAccessibleName(f"{self._year}: {self.in_words(self._day)}")
        self.setAccessibleDescription("; ".join(self._months_in_words()))

    def _months_in_words(self) -> list[str]:
        told = []
        for month in range(1, 13):
            first = date(self._year, month, 1)
            days = sum(1 for day in self._levels if (day.year, day.month) == (self._year, month))
            if days:
                said = counted("{count} day with notes", "{count} days with notes", days)
                told.append(f"{dates.month(first)}: {said}")
        return told or [tr("no words")]

    @property
    def _pitch(self) -> float:
        return max(1.0, self.width() / _WEEKS)

    def _first_shown(self) -> date:
        return week_start(date(max(self._year, 2), 1, 1))

    def sizeHint(self) -> QSize:
        px = theme().px
        return QSize(px(240), px(_HEAD) + 7 * px(_PITCH) + 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().color("text3"))
        high = painter.fontMetrics().height()
        for month in range(1, 13):
            first = date(self._year, month, 1)
            left = self.cell(first).left()
            place = QRectF(left, 0, self.width() / 12, high)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft, dates.month_initial(first))
        painter.setPen(Qt.PenStyle.NoPen)
        day = date(self._year, 1, 1)
        while day.year == self._year and day <= self._today:
            level = self._levels.get(day, 0)
            painter.setBrush(theme().color(f"heat{level}" if level else "hover"))
            painter.drawRect(self.cell(day))
            if day == date.max:
                break
            day += timedelta(days=1)
        if self.is_shown(self._day):
            self._paint_ring(painter)

    def _paint_ring(self, painter: QPainter) -> None:
        """A frame around the chosen day, set off from the days beside it."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.cell(self._day)
        if self.hasFocus():
            painter.setPen(QPen(theme().color("accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            edge = QRectF(self.rect()).adjusted(-1, theme().px(_HEAD) - 2, 1, -1)
            painter.drawLine(edge.bottomLeft(), edge.bottomRight())
        painter.setPen(QPen(theme().color("side"), 1.5))
        painter.setBrush(theme().color("accent"))
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 2.5, 2.5)
