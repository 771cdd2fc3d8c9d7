"""The month of a day, and the months of its year in its place. Knows days, opens nothing."""

from collections.abc import Collection, Mapping
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.ui.days.day_field import month_start, month_step
from desktop_app.ui.days.heat import HeatGrid
from desktop_app.ui.days.month_jump import MonthGrid
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.words import tr


class Calendar(QWidget):
    """A month under its name, which opens the months of a year in the month's place; a month that
    is taken shows itself, and its last day with words.
    """

    chosen = Signal(object)  # a date
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.grid, self.months = HeatGrid(), MonthGrid()
        self.name = Button("", "name", "chevron-down")
        self.name.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # its arrow stands behind it
        self.name.clicked.connect(self.turn)
        self._before = IconButton("chevron-left", "", 28)
        self._after = IconButton("chevron-right", "", 28)
        self._before.clicked.connect(lambda: self._step(-1))
        self._after.clicked.connect(lambda: self._step(1))
        row = in_row(self.name, None, self._before, self._after)
        row.setSpacing(2)
        column = stacked(self, row, self.grid, self.months)
        column.setSpacing(theme().px(4))
        self.grid.chosen.connect(self._choose)
        self.grid.entered.connect(self.entered)
        self.grid.month_shown.connect(self._say)
        self.months.chosen.connect(self._say)
        self.months.entered.connect(self._take)
        self.months.left.connect(self._back)
        self._unfold(False)

    def show_days(self, words: Mapping[date, int], dreamt: Collection[date], today: date) -> None:
        """How many words each day has, on which days a dream ran, and which day it is."""
        for field in (self.grid, self.months):
            field.show_days(words, dreamt, today)

    def show_day(self, day: date) -> None:
        """Marks a day as chosen and shows its month, without saying `chosen`."""
        self.grid.show_day(day)

    def turn(self) -> None:
        """From the days of a month to the months of its year, or back."""
        if self.unfolded:
            self._back()
        else:
            self.months.show_day(min(self.grid.month, self.months._today))
            self._unfold(True)
            self.months.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def unfolded(self) -> bool:
        """Whether the months are shown in place of the days."""
        return not self.months.isHidden()

    def _choose(self, day: date) -> None:
        self.show_day(day)
        self.chosen.emit(day)

    def _take(self) -> None:
        """The month that is marked: its last day with words, or else only its days."""
        month, newest = self.months.day, self.months.newest
        self._back()
        if newest is None:
            self.grid.show_month(month)
        else:
            self._choose(newest)

    def _back(self) -> None:
        self._unfold(False)
        self.grid.setFocus(Qt.FocusReason.OtherFocusReason)

    def _unfold(self, unfolded: bool) -> None:
        self.grid.setHidden(unfolded)
        self.months.setVisible(unfolded)
        self.name.set_kind("name", "chevron-up" if unfolded else "chevron-down")
        self._before.set_name(tr("Year before") if unfolded else tr("Month before"))
        self._after.set_name(tr("Year after") if unfolded else tr("Month after"))
        self._say()

    def _step(self, by: int) -> None:
        if self.unfolded:
            self.months.choose(month_step(self.months.day, 12 * by))
        else:
            self.grid.show_month(month_step(self.grid.month, by))

    def _say(self, _month: date | None = None) -> None:
        month = month_start(self.months.day if self.unfolded else self.grid.month)
        self.name.setText(dates.year(month) if self.unfolded else dates.month(month))
        words = tr("back to the days") if self.unfolded else tr("choose a month")
        self.name.setAccessibleName(f"{self.name.text()}: {words}")
        self.name.setToolTip(words)
