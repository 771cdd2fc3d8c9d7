"""Week bars: how often something happened in each week of half a year. Knows numbers only."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app import dates
from desktop_app.sessions.hindsight.pattern import met_in_words
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.weeks import week_start
from desktop_app.words import counted, tr

WEEKS = 26
_HIGH = 56


def by_week(days: Iterable[date], today: date) -> list[tuple[date, int]]:
    """The first day of each of the last weeks, the oldest first, and how many days fall in it."""
    last = week_start(today)
    counts = Counter(week_start(day) for day in days)
    weeks = [last - timedelta(weeks=n) for n in reversed(range(WEEKS))]
    return [(week, counts[week]) for week in weeks]


class WeekBars(QWidget):
    """A bar for each week; a week in which nothing happened has a dot."""

    def __init__(self) -> None:
        super().__init__()
        self._weeks: list[tuple[date, int]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)

    def show_days(self, days: Iterable[date], today: date) -> None:
        """Shows these days in place of those before; one may be there several times."""
        self._weeks = by_week(days, today)
        total = sum(count for _, count in self._weeks)
        self.setAccessibleName(
            counted("met once in half a year", "met {count} times in half a year", total)
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(320), theme().px(_HIGH))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._weeks:
            at = min(len(self._weeks) - 1, int(event.pos().x() / self._step))
            week, count = self._weeks[at]
            told = met_in_words(count)
            words = tr("The week of {day}: {told}").format(day=dates.whole(week), told=told)
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    @property
    def _step(self) -> float:
        return self.width() / max(1, len(self._weeks))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        most = max((count for _, count in self._weeks), default=0)
        px, step = theme().px, self._step
        low, wide = px(4), max(2.0, step - px(4))
        for n, (_, count) in enumerate(self._weeks):
            high = low + (self.height() - low) * count / most if count else low
            painter.setBrush(theme().color("heat3" if count else "border"))
            box = QRectF(n * step, self.height() - high, wide, high)
            painter.drawRoundedRect(box, px(2), px(2))
