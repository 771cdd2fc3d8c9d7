"""Which days a dream reads, and with which engine: the menu beside Dream now. Starts nothing."""

from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSpinBox,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from desktop_app.dreams.dreamer import EngineName
from desktop_app.ui.dreams.engine_choice import EngineChoice
from desktop_app.ui.dreams.engine_words import engine_in_words, model_in_words, state_in_words
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import section, text
from desktop_app.words import tr

SPANS = (0, 2, 7, 14, 30)
"""Offered windows in days; 0 is every day since the last dream."""
MOST = 365


class _Line(QLineEdit):
    """A line in a menu, which Return does not close before what is typed is right."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class DreamMenu(QMenu):
    """Chooses the window and the engine; it asks for models as it opens, and fills by itself."""

    chosen = Signal(int)
    again_asked = Signal()
    until_asked = Signal(object)  # a dream of the days up to this date, now
    chat_asked = Signal()  # a question to be copied into any chat

    def __init__(self, parent: QWidget, engines: EngineChoice) -> None:
        super().__init__(parent)
        self._engines = engines
        self.today = date.max
        self._spans = QActionGroup(self)
        self.addAction(self._heading(tr("Days to read")))
        for days in SPANS:
            action = self.addAction(span_in_words(days))
            action.setCheckable(True)
            action.setData(days)
            action.triggered.connect(lambda _checked, days=days: self.chosen.emit(days))
            self._spans.addAction(action)
        self.addAction(self._own_number())
        self.addSeparator()
        self.addAction(self._heading(tr("An earlier time")))
        self.addAction(self._last_day())
        self.addSeparator()
        self.addAction(self._heading(tr("Who dreams")))
        self._kinds = QActionGroup(self)
        self._shown: list[QAction] = []
        self._state = QAction(self)
        self._state.setEnabled(False)
        self.addAction(self._state)
        chat = self.addAction(tr("Any chat: copy the question, paste the answer …"))
        chat.triggered.connect(lambda: self.chat_asked.emit())
        self.addSeparator()
        again = self.addAction(tr("Dream again, even if no day has changed"))
        again.triggered.connect(lambda: self.again_asked.emit())
        self.aboutToShow.connect(engines.look)
        engines.changed.connect(self._show_engines)
        self._show_engines()

    def show_span(self, days: int) -> None:
        """Which window is chosen now."""
        for action in self._spans.actions():
            action.setChecked(action.data() == days)
        self.number.setValue(days or SPANS[2])

    @property
    def engines(self) -> list[QAction]:
        """What can be chosen to dream, from the top."""
        return list(self._shown)

    def _show_engines(self) -> None:
        """Everything that is known now; what is unchanged keeps its action, and so the keyboard."""
        engines = self._engines
        known = {model.name: model_in_words(model) for model in engines.models}
        if engines.model and engines.model not in known:
            known[engines.model] = engine_in_words(EngineName.OLLAMA, engines.model)
            if engines.asked and not engines.trouble and not engines.looking:
                sentence = tr("%1 (not installed)").replace("%1", engines.model)
                known[engines.model] = sentence
        offered = {
            (EngineName.AUTO, ""): engine_in_words(EngineName.AUTO, engines.model),
            (EngineName.BUILTIN, ""): engine_in_words(EngineName.BUILTIN),
            **{(EngineName.OLLAMA, name): words for name, words in known.items()},
        }
        there = {action.data(): action for action in self._shown}
        for key in there.keys() - offered.keys():
            self.removeAction(there[key])
            there[key].deleteLater()
        self._shown = [there.get(key) or self._engine(*key) for key in offered]
        for action, words in zip(self._shown, offered.values(), strict=True):
            action.setText(words)
            kind, model = action.data()
            named = engines.model if kind == EngineName.OLLAMA else ""
            action.setChecked((kind, model) == (engines.kind, named))
        self._state.setText(state_in_words(engines))
        self._state.setVisible(bool(self._state.text()))

    def _engine(self, kind: str, model: str) -> QAction:
        action = QAction(self)
        action.setCheckable(True)
        action.setData((kind, model))
        action.triggered.connect(lambda: self._engines.choose(kind, model))
        self._kinds.addAction(action)
        self.insertAction(self._state, action)
        return action

    def _heading(self, words: str) -> QWidgetAction:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(theme().px(12), theme().px(6), theme().px(12), 2)
        row.addWidget(section(words))
        action = QWidgetAction(self)
        action.setDefaultWidget(line)
        action.setEnabled(False)
        return action

    def _own_number(self) -> QWidgetAction:
        self.number = QSpinBox()
        self.number.setRange(1, MOST)
        self.number.setAccessibleName(tr("Number of days"))
        self.set_button = Button(tr("Set"))
        self.set_button.clicked.connect(self._take_number)
        self.number.lineEdit().returnPressed.connect(self._take_number)
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(theme().px(12), 4, theme().px(12), 4)
        row.setSpacing(theme().px(8))
        row.addWidget(text(tr("Days:")))
        row.addWidget(self.number, 1)
        row.addWidget(self.set_button)
        action = QWidgetAction(self)
        action.setDefaultWidget(line)
        return action

    def _last_day(self) -> QWidgetAction:
        self.last_day = _Line()
        self.last_day.setPlaceholderText("2026-01-31")
        self.last_day.setAccessibleName(tr("Last day to read"))
        self.until_button = Button(tr("Dream"))
        self.until_button.clicked.connect(self._take_day)
        self.last_day.returnPressed.connect(self._take_day)
        self._hint = text("", "meta", "text2")
        self.last_day.textChanged.connect(self._show_hint)
        self._show_hint()
        line = QWidget()
        column = QVBoxLayout(line)
        column.setContentsMargins(theme().px(12), 4, theme().px(12), 4)
        column.setSpacing(theme().px(4))
        row = in_row(text(tr("Up to:")), self.last_day, self.until_button, grows=self.last_day)
        row.setSpacing(theme().px(8))
        column.addLayout(row)
        column.addWidget(self._hint)
        action = QWidgetAction(self)
        action.setDefaultWidget(line)
        return action

    def _typed_day(self) -> date | None:
        try:
            return date.fromisoformat(self.last_day.text().strip())
        except ValueError:
            return None

    def _show_hint(self) -> None:
        day, typed = self._typed_day(), bool(self.last_day.text().strip())
        words = tr("The days that end there are read.")
        if typed and day is None:
            words = tr("A day is written 2026-01-31.")
        elif day is not None and day > self.today:
            words = tr("That day has not come yet.")
        self._hint.setText(words)
        self.last_day.setAccessibleDescription(words)
        self.until_button.setEnabled(day is not None and day <= self.today)

    def _take_day(self) -> None:
        if self.until_button.isEnabled():
            self.until_asked.emit(self._typed_day())
            self.close()

    def _take_number(self) -> None:
        self.chosen.emit(self.number.value())
        self.close()


def span_in_words(days: int) -> str:
    """Every day since the last dream, The last 7 days."""
    if not days:
        return tr("Every day since the last dream")
    if days == 1:
        return tr("Today only")
    return tr("The last %1 days").replace("%1", str(days))
