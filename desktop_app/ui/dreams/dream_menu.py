"""Which days a dream reads, and who dreams: the menu beside Dream now. Starts nothing.

Ollama is only asked for its models when somebody looks.
"""

from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget, QWidgetAction

from desktop_app.dreams.dreamer import EngineName
from desktop_app.errors import Problem
from desktop_app.notebook.spans import SpanKind, span_around
from desktop_app.settings import Settings
from desktop_app.sizes import size
from desktop_app.ui.parts.boxes import in_row, sized
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import section, text
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.models.model import ModelInfo
    from desktop_app.ui.models.server import OllamaServer

SPANS = (0, 1, 2, 7, 14, 30, 90)
"""Offered windows in days; 0 is every day since the last dream."""


class EngineChoice(QObject):
    """Who dreams, as it is set; `changed` when that, or what could be chosen, is another."""

    changed = Signal()
    chosen = Signal()  # by the person, and kept
    failed = Signal(object)  # the Problem of a choice that could not be kept

    def __init__(self, server: "OllamaServer", settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._server, self._settings = server, settings
        server.changed.connect(self.changed)

    @property
    def kind(self) -> EngineName:
        return EngineName(str(self._settings.get("dreams.engine")))

    @property
    def model(self) -> str:
        """The model that was named; "" for none."""
        return str(self._settings.get("dreams.model"))

    @property
    def models(self) -> "tuple[ModelInfo, ...]":
        """Those that can dream here."""
        return tuple(one for one in self._server.sight.models or () if one.chats)

    @property
    def trouble(self) -> str:
        """Why the models could not be asked for; "" if they could."""
        problem = self._server.sight.problem
        return problem.message if problem else ""

    @property
    def all_known(self) -> bool:
        """Whether there are no other models."""
        return self._server.sight.here and not self._server.looking

    def look(self) -> None:
        """Ask Ollama for its models; `changed` tells when it has answered."""
        self._server.look_closely()
        self.changed.emit()

    def choose(self, kind: str, model: str = "") -> None:
        """Keep a choice; without a model the one that was named before stays named."""
        try:
            if model:
                self._settings.set("dreams.model", model)
            self._settings.set("dreams.engine", kind)
        except Problem as problem:
            self.failed.emit(problem)
        self.changed.emit()
        self.chosen.emit()

    @property
    def there(self) -> bool:
        """Whether there is a model: one that is named, or installed."""
        return bool(self.model or self.models)

    @property
    def state(self) -> str:
        """Why no more models are offered; "" when they are all there."""
        if self._server.looking and not self.models:
            return tr("Looking for models …")
        if self.all_known and not self.models:
            return tr("Ollama has no model that can dream")
        return self.trouble.rstrip(".。")


class _Line(QLineEdit):
    """A line in a menu, which Return does not close before what is typed is right."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class DreamMenu(QMenu):
    """Chooses the window and the engine; it asks for models as it opens, and fills by itself."""

    chosen = Signal(int)  # a window in days
    again_asked = Signal()
    until_asked = Signal(object)  # a dream of the days up to this date, now
    chat_asked = Signal()  # a question to be copied into any chat
    span_asked = Signal(object, object)  # the diary of a week or a month, and a day in it

    def __init__(self, parent: QWidget, engines: EngineChoice) -> None:
        super().__init__(parent)
        self._engines = engines
        self.today = date.max
        self._row(section(tr("Days to read"))).setEnabled(False)
        self._spans = QActionGroup(self)
        for days in SPANS:
            action = self._spans.addAction(span_in_words(days))
            action.setCheckable(True)
            action.setData(days)
        self._spans.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self.addActions(self._spans.actions())
        self.addSeparator()
        self._row(section(tr("An earlier time"))).setEnabled(False)
        self.last_day = _Line()
        self.last_day.setPlaceholderText("2026-01-31")
        self.last_day.setAccessibleName(tr("Last day to read"))
        self.last_day.textChanged.connect(self._show_hint)
        self.last_day.returnPressed.connect(self._take_day)
        self.until_button = Button(tr("Dream"), act=self._take_day)
        self._hint = text("", "meta", "text2")
        self._row(text(tr("Up to:")), self.last_day, self.until_button)
        self._row(self._hint)
        self._show_hint()
        self.addSeparator()
        self._row(section(tr("Who dreams"))).setEnabled(False)
        self._kinds = QActionGroup(self)
        self.engines: list[QAction] = []  # what can be chosen to dream, from the top
        self._state = self.addAction("")
        self._state.setEnabled(False)
        chat = tr("Any chat: copy the question, paste the answer …")
        self.addAction(chat, self.chat_asked.emit)
        self.addSeparator()
        self.spans = self.addMenu(tr("Diary of a week or a month"))
        for words, kind, before in (
            (tr("This week"), SpanKind.WEEK, False),
            (tr("The week before"), SpanKind.WEEK, True),
            (tr("This month"), SpanKind.MONTH, False),
            (tr("The month before"), SpanKind.MONTH, True),
        ):
            self.spans.addAction(words, partial(self._ask_span, kind, before))
        self.addAction(tr("Dream again, even if no day has changed"), self.again_asked.emit)
        self.aboutToShow.connect(engines.look)
        engines.changed.connect(self._show_engines)
        self._show_engines()

    def show_span(self, days: int) -> None:
        """Which window is chosen now."""
        for action in self._spans.actions():
            action.setChecked(action.data() == days)

    def _show_engines(self) -> None:
        """Everything that is known now; what is unchanged keeps its action, and so the keyboard."""
        engines = self._engines
        known = {
            one.name: f"{one.name}  ·  {size(one.size)}" if one.size else one.name
            for one in engines.models
        }
        if engines.model and engines.model not in known:
            words = tr("%1 (not installed)") if engines.all_known else "%1"
            known[engines.model] = words.replace("%1", engines.model)
        offered = {
            (EngineName.AUTO, ""): engine_in_words(EngineName.AUTO, engines.model),
            (EngineName.BUILTIN, ""): engine_in_words(EngineName.BUILTIN),
            **{(EngineName.OLLAMA, name): words for name, words in known.items()},
        }
        there = {action.data(): action for action in self.engines}
        for key in there.keys() - offered.keys():
            self.removeAction(there[key])
            there[key].deleteLater()
        self.engines = [there.get(key) or self._engine(*key) for key in offered]
        for action, words in zip(self.engines, offered.values(), strict=True):
            action.setText(words)
            kind, model = action.data()
            named = engines.model if kind == EngineName.OLLAMA else ""
            action.setChecked((kind, model) == (engines.kind, named))
        self._state.setText(engines.state)
        self._state.setVisible(bool(engines.state))
        self.spans.menuAction().setVisible(engines.there)

    def _engine(self, kind: str, model: str) -> QAction:
        action = QAction(self)
        action.setCheckable(True)
        action.setData((kind, model))
        action.triggered.connect(lambda: self._engines.choose(kind, model))
        self._kinds.addAction(action)
        self.insertAction(self._state, action)
        return action

    def _row(self, *parts: QWidget) -> QWidgetAction:
        line = QWidget()
        grows = parts[1] if len(parts) > 1 else parts[0]
        sized(in_row(*parts, grows=grows, within=line), (12, 4, 12, 4), 8)
        action = QWidgetAction(self)
        action.setDefaultWidget(line)
        self.addAction(action)
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

    def _ask_span(self, kind: SpanKind, before: bool) -> None:
        day = span_around(kind, self.today).first - timedelta(days=1) if before else self.today
        self.span_asked.emit(kind, day)


def span_in_words(days: int) -> str:
    """Every day since the last dream, The last 7 days."""
    if not days:
        return tr("Every day since the last dream")
    if days == 1:
        return tr("Today only")
    return tr("The last %1 days").replace("%1", str(days))


def engine_in_words(kind: str, model: str = "") -> str:
    """Without a model, qwen3:8b, Automatic: qwen3:8b, else without a model."""
    if kind == EngineName.BUILTIN:
        return tr("Without a model")
    if kind != EngineName.AUTO:
        return model or tr("The installed model")
    if model:
        return tr("Automatic: %1, else without a model").replace("%1", model)
    return tr("Automatic: without a model until you choose one")
