"""The months of a year, to come to any of them quickly. Knows days and words, opens nothing."""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import date

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen

from desktop_app import dates
from desktop_app.ui.days.day_field import DayField, levels, month_start, month_step
from desktop_app.ui.look.theme import theme
from desktop_app.words import counted, tr

_ROW, _COLUMNS, _ROWS = 44, 3, 4
_STEPS = {
    Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -_COLUMNS, Qt.Key.Key_Down: _COLUMNS,
    Qt.Key.Key_PageUp: -12, Qt.Key.Key_PageDown: 12,
}  # fmt: skip


class MonthGrid(DayField):
    """The twelve months of a year; a month is its first day. Arrows move, PageUp and PageDown by a
    year; Enter or a click takes the month, Esc says `left`.
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._newest: dict[date, date] = {}
        self.show_day(self._day)

    def show_days(self, words: Mapping[date, int], dreamt: Collection[date], today: date) -> None:
        """Of days, as for a month: each month counts its days with words."""
        written = sorted(day for day, count in words.items() if count > 0 and day <= today)
        self._newest = {month_start(day): day for day in written}
        super().show_days(Counter(map(month_start, written)), dreamt, today)
        self._levels = levels(self._words)

    def show_day(self, day: date) -> None:
        """Marks the month of a day as chosen, and shows its year."""
        super().show_day(month_start(day))

    @property
    def newest(self) -> date | None:
        """The last day of the chosen month that has words."""
        return self._newest.get(self._day)

    def is_shown(self, day: date) -> bool:
        return day.year == self._day.year

    def day_at(self, place: QPoint) -> date | None:
        column = int(place.x() * _COLUMNS / max(1, self.width()))
        row = int(place.y() // theme().px(_ROW))
        if not (0 <= column < _COLUMNS and 0 <= row < _ROWS) or place.y() < 0:
            return None
        return date(self._day.year, row * _COLUMNS + column + 1, 1)

    def cell(self, day: date) -> QRectF:
        row, column = divmod(day.month - 1, _COLUMNS)
        wide, high = self.width() / _COLUMNS, theme().px(_ROW)
        return QRectF(column * wide + 2, row * high + 2, wide - 4, high - 4)

    def step(self, key: int) -> date | None:
        known = Qt.Key(key)
        return month_step(self._day, _STEPS[known]) if known in _STEPS else None

    def in_words(self, day: date) -> str:
        days = self._words.get(day, 0)
        told = counted("{count} day with notes", "{count} days with notes", days)
        return f"{dates.month(day)}, {told if days else tr('no words')}"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        day = self.day_at(event.position().toPoint())
        if day is not None and day <= self._today:
            self.choose(day)
            self.entered.emit()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(240), _ROWS * theme().px(_ROW))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in range(1, 13):
            self._paint_month(painter, date(self._day.year, number, 1))

    def _paint_month(self, painter: QPainter, month: date) -> None:
        px, box = theme().px, self.cell(month)
        level = self._levels.get(month, 0)
        if level:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color(f"heat{level}"))
            painter.drawRoundedRect(box.adjusted(3, 3, -3, -3), px(6), px(6))
        if month == self._day:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().color("accent"), 3 if self.hasFocus() else 2))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), px(8), px(8))
        ink = "heat3-digit" if level == 3 else "text" if level else "text2"
        painter.setFont(theme().font("ui"))
        painter.setPen(theme().color("text3" if month > self._today else ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, dates.short_month(month))
