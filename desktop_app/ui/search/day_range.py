"""From which days on, and until which. Knows days as they are typed and chosen, not the search."""

from datetime import date, timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QStyledItemDelegate, QWidget

from desktop_app import dates
from desktop_app.ui.look.theme import theme
from desktop_app.words import tr

_CHOSEN = -1  # the data of "From … to …"


class DayRange(QComboBox):
    """Any time, the past days, or two days that are typed into `days`, a widget for another row."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setItemDelegate(QStyledItemDelegate(self))  # the style sheet reaches no other
        self.setAccessibleName(tr("From which days"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.addItem(tr("Any time"), 0)
        self.addItem(tr("Past 7 days"), 7)
        self.addItem(tr("Past 30 days"), 30)
        self.addItem(tr("Past year"), 365)
        self.addItem(tr("From … to …"), _CHOSEN)
        self._told = False  # the days come from elsewhere, not from here
        self.days = QWidget()
        self.first = self._input(tr("First day"), tr("from 2026-01-31"))
        self.last = self._input(tr("Last day"), tr("to 2026-12-31"))
        self._row = QHBoxLayout(self.days)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.first, 1)
        self._row.addWidget(self.last, 1)
        self.days.hide()
        self.currentIndexChanged.connect(self._chose)
        theme().followed_by(self._measure)

    @property
    def narrows(self) -> bool:
        """Whether any day is left out."""
        return self.currentIndex() > 0 and self.bounds(date.max) != (None, None)

    def bounds(self, today: date) -> tuple[date | None, date | None]:
        """The first and the last day to look at; None for no bound."""
        back = self.currentData()
        if back == _CHOSEN:
            return dates.typed(self.first.text()), dates.typed(self.last.text())
        return (today - timedelta(days=back - 1) if back else None), None

    def widen(self) -> None:
        """Any time again."""
        self.setCurrentIndex(0)

    def choose(self, first: date | None, last: date | None) -> None:
        """Two days, as if they had been typed; the keyboard stays where it is."""
        if self.currentData() == _CHOSEN and self.bounds(date.max) == (first, last):
            return
        self._told = True
        self.first.setText(first.isoformat() if first else "")
        self.last.setText(last.isoformat() if last else "")
        self.setCurrentIndex(self.findData(_CHOSEN))
        self._told = False

    def _input(self, name: str, example: str) -> QLineEdit:
        made = QLineEdit()
        made.setAccessibleName(name)
        made.setPlaceholderText(example)
        made.textChanged.connect(self._typed)
        return made

    def _chose(self) -> None:
        by_days = self.currentData() == _CHOSEN
        self.days.setVisible(by_days)
        if by_days and self.isVisible() and not self._told:
            self.first.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def _typed(self) -> None:
        for one in (self.first, self.last):
            wrong = bool(one.text().strip()) and dates.typed(one.text()) is None
            words = tr("A day is written 2026-01-31.") if wrong else ""
            one.setAccessibleDescription(words)
            one.setToolTip(words)
        self.changed.emit()

    def _measure(self) -> None:
        self._row.setSpacing(theme().px(6))
