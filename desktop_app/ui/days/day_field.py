"""A field of days or months one can choose from, by key and by mouse. Knows days and their words,
not where they are drawn.
"""

from bisect import bisect_left
from collections.abc import Collection, Mapping
from datetime import date, timedelta

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app import dates
from desktop_app.ui.look.theme import theme
from desktop_app.words import counted, tr

FIRST, LAST = date(1, 2, 1), date(9999, 11, 30)  # so that a month before and after exist


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


class DayField(QWidget):
    """Subclasses say where a day is drawn, and where each key leads; T goes to today.

    No day after today can be chosen.
    """

    chosen = Signal(object)  # a date
    entered = Signal()  # Enter: the person wants to read

    def __init__(self) -> None:
        super().__init__()
        self._today = date.today()
        self._day = self._today
        self._levels: dict[date, int] = {}
        self._words: Mapping[date, int] = {}
        self._dreamt: Collection[date] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        theme().changed.connect(self.updateGeometry)

    @property
    def day(self) -> date:
        """The chosen day."""
        return self._day

    def show_days(self, words: Mapping[date, int], dreamt: Collection[date], today: date) -> None:
        """How many words each day has, on which days a dream ran, and which day it is."""
        self._words, self._dreamt, self._today = words, dreamt, today
        self._levels = levels(words)
        self.describe()

    def show_day(self, day: date) -> None:
        """Marks a day as chosen, without saying `chosen`."""
        self._day = day
        self.describe()

    def choose(self, day: date) -> None:
        """Chooses a day as a person does; a day after today becomes today."""
        day = min(max(day, FIRST), self._today)
        if day != self._day or not self.is_shown(day):
            self.show_day(day)
            self.chosen.emit(day)

    def is_shown(self, _day: date) -> bool:
        """Whether the day is on the part of time that is drawn."""
        return True

    def day_at(self, place: QPoint) -> date | None:
        """The day drawn at a place of the widget; None beside the days."""
        raise NotImplementedError

    def cell(self, day: date) -> QRectF:
        """Where a day that is shown is drawn."""
        raise NotImplementedError

    def step(self, key: int) -> date | None:
        """The day to which a key leads from the chosen one; None where it leads nowhere."""
        raise NotImplementedError

    def in_words(self, day: date) -> str:
        """A day as its tooltip and a screen reader say it."""
        count = self._words.get(day, 0)
        words = counted("{count} word", "{count} words", count) if count else tr("no words")
        dream = tr("a dream ran") if day in self._dreamt else ""
        return ", ".join(filter(None, (dates.whole(day), words, dream)))

    def describe(self) -> None:
        """Says the chosen day to a screen reader, and draws anew."""
        self.setAccessibleName(f"{tr('Days')}: {self.in_words(self._day)}")
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        day = self.step(key)
        if day is not None:
            self.choose(day)
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
