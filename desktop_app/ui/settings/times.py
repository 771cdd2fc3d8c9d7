"""A time of day and days of the week, to be chosen. Knows the person's language."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTime, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QTimeEdit, QWidget

from desktop_app import dates
from desktop_app.known_settings import WEEKDAYS
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.weeks import first_weekday
from desktop_app.ui.settings.keeping import OnlyWithFocus


class TimeField(QTimeEdit):
    """Hours and minutes, kept once typed to their end; in words as the settings have them.

    What is typed goes over what is there, however the person came into the field: Qt takes no
    digit beside two others, and none over the whole.
    """

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setDisplayFormat("HH:mm")
        self.setKeyboardTracking(False)
        self.timeChanged.connect(lambda _: self.chosen.emit(self.value))
        OnlyWithFocus(self)
        self.lineEdit().installEventFilter(self)
        theme().followed_by(self._measure)

    @property
    def value(self) -> str:
        """Such as 03:00."""
        return self.time().toString("HH:mm")

    def show_kept(self, value: str) -> None:
        """Shows a time without saying that it changed."""
        self.blockSignals(True)
        self.setTime(QTime.fromString(value, "HH:mm"))
        self.blockSignals(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.BacktabFocusReason:
            self.setSelectedSection(self.Section.HourSection)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.lineEdit().selectedText() == self.text():
            self.setSelectedSection(self.Section.HourSection)
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease and not self.lineEdit().selectedText():
            self.setSelectedSection(self.currentSection())
        return super().eventFilter(watched, event)

    def _measure(self) -> None:
        self.lineEdit().setTextMargins(theme().px(8), 0, 0, 0)


class WeekdayChips(QWidget):
    """One chip a day, as the person's week begins; one of them stays chosen."""

    chosen = Signal(list)  # of names as the settings have them

    def __init__(self) -> None:
        super().__init__()
        self.chips: dict[str, Chip] = {}
        within = QWidget()
        self._flow = Flow(within)
        self._box = stacked(self, within)
        first, names = first_weekday(), dates.weekday_names()
        for day in (*range(first, 7), *range(first)):
            chip = Chip(names[day][0], "filter")
            chip.setAccessibleName(names[day][1])
            chip.clicked.connect(lambda _checked, chip=chip: self._choose(chip))
            self.chips[WEEKDAYS[day]] = chip
            self._flow.addWidget(chip)
        theme().followed_by(self._measure)

    @property
    def value(self) -> Sequence[str]:
        """The chosen days, from Monday."""
        return [name for name in WEEKDAYS if self.chips[name].isChecked()]

    def show_kept(self, days: Iterable[str]) -> None:
        """Shows a choice without saying that it changed."""
        days = set(days)
        for name, chip in self.chips.items():
            chip.setChecked(name in days)

    def _measure(self) -> None:
        px = theme().px
        self._flow.setSpacing(px(4))
        self._box.setContentsMargins(px(16), 0, px(16), px(12))

    def _choose(self, chip: Chip) -> None:
        if not self.value:
            chip.setChecked(True)
        self.chosen.emit(self.value)
