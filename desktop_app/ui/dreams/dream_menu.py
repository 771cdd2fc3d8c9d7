"""Which days a dream reads, and with which engine: the menu beside Dream now. Starts nothing."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSpinBox, QWidget, QWidgetAction

from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import text

SPANS = (0, 2, 7, 14, 30)
"""Offered windows in days; 0 is every day since the last dream."""
MOST = 365


class DreamMenu(QMenu):
    """Chooses the window; a number of days of one's own is typed in the menu itself."""

    chosen = Signal(int)
    again_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._spans = QActionGroup(self)
        for days in SPANS:
            action = self.addAction(span_in_words(days))
            action.setCheckable(True)
            action.setData(days)
            action.triggered.connect(lambda _checked, days=days: self.chosen.emit(days))
            self._spans.addAction(action)
        self.addAction(self._own_number())
        self.addSeparator()
        engine = self.addAction(self.tr("Engine: built-in"))
        engine.setEnabled(False)
        again = self.addAction(self.tr("Dream again, even if no day has changed"))
        again.triggered.connect(lambda: self.again_asked.emit())

    def show_span(self, days: int) -> None:
        """Which window is chosen now."""
        for action in self._spans.actions():
            action.setChecked(action.data() == days)
        self.number.setValue(days or SPANS[2])

    def _own_number(self) -> QWidgetAction:
        self.number = QSpinBox()
        self.number.setRange(1, MOST)
        self.number.setAccessibleName(self.tr("Number of days"))
        self.set_button = Button(self.tr("Set"))
        self.set_button.clicked.connect(self._take_number)
        self.number.lineEdit().returnPressed.connect(self._take_number)
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(self._theme.px(12), 4, self._theme.px(12), 4)
        row.setSpacing(self._theme.px(8))
        row.addWidget(text(self.tr("Days:")))
        row.addWidget(self.number, 1)
        row.addWidget(self.set_button)
        action = QWidgetAction(self)
        action.setDefaultWidget(line)
        return action

    def _take_number(self) -> None:
        self.chosen.emit(self.number.value())
        self.close()


def span_in_words(days: int) -> str:
    """Every day since the last dream, The last 7 days."""
    if not days:
        return _tr("Every day since the last dream")
    if days == 1:
        return _tr("Today only")
    return _tr("The last %1 days").replace("%1", str(days))


def _tr(words: str) -> str:
    return QCoreApplication.translate("Dreams", words)
