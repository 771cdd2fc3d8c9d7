"""Which days a dream reads, and who dreams: the menu beside Dream now. Starts nothing.

Ollama is only asked for its models when somebody looks.
"""

from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget, QWidgetAction

from desktop_app.dreams.choice import EngineName
from desktop_app.errors import Problem
from desktop_app.notebook.spans import SpanKind, span_around
from desktop_app.settings import Settings
from desktop_app.sizes import size
from desktop_app.ui.parts.boxes import sized
from desktop_app.ui.parts.labels import section
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.ui.models.server import OllamaServer

SPANS = (0, 1, 2, 7, 14, 30, 90)
"""Offered windows in days; 0 is every day since the last dream."""


class DreamMenu(QMenu):
    """Chooses the window and the engine; it asks for models as it opens, and fills by itself."""

    chosen = Signal(int)  # a window in days
    engine_chosen = Signal()  # by the person, and kept
    failed = Signal(object)  # the Problem of a choice that could not be kept
    again_asked = Signal()
    chat_asked = Signal()  # a question to be copied into any chat
    span_asked = Signal(object, object)  # the diary of a week or a month, and a day in it

    def __init__(self, parent: QWidget, server: "OllamaServer", settings: Settings) -> None:
        super().__init__(parent)
        self._server, self._settings = server, settings
        self.today = date.max
        self._caption(tr("Days to read"))
        self._spans = QActionGroup(self)
        for days in SPANS:
            action = self._spans.addAction(span_in_words(days))
            action.setCheckable(True)
            action.setData(days)
        self._spans.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self.addActions(self._spans.actions())
        self.addSeparator()
        self._caption(tr("Who dreams"))
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
        self.aboutToShow.connect(self._look)
        server.changed.connect(self.show_engines)
        self.show_engines()

    @property
    def kind(self) -> EngineName:
        """Who dreams, as it is set."""
        return EngineName(str(self._settings.get("dreams.engine")))

    @property
    def model(self) -> str:
        """The model that was named; "" for none."""
        return str(self._settings.get("dreams.model"))

    def show_span(self, days: int) -> None:
        """Which window is chosen now."""
        for action in self._spans.actions():
            action.setChecked(action.data() == days)

    def show_engines(self) -> None:
        """Everything that is known now; what is unchanged keeps its action, and so the keyboard."""
        sight, named = self._server.sight, self.model
        models = [one for one in sight.models or () if one.chats]
        known = {
            one.name: f"{one.name}  ·  {size(one.size)}" if one.size else one.name for one in models
        }
        all_known = sight.here and not self._server.looking
        if named and named not in known:
            known[named] = (tr("%1 (not installed)") if all_known else "%1").replace("%1", named)
        offered = {
            (EngineName.AUTO, ""): engine_in_words(EngineName.AUTO, named),
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
            chosen = self.kind, named if kind == EngineName.OLLAMA else ""
            action.setChecked((kind, model) == chosen)
        words = sight.problem.message.rstrip(".。") if sight.problem else ""
        if not models and (all_known or self._server.looking):
            words = tr("Ollama has no model that can dream")
            words = tr("Looking for models …") if self._server.looking else words
        self._state.setText(words)
        self._state.setVisible(bool(words))
        self.spans.menuAction().setVisible(bool(named or models))

    def _look(self) -> None:
        self._server.look_closely()
        self.show_engines()

    def _engine(self, kind: str, model: str) -> QAction:
        action = QAction(self)
        action.setCheckable(True)
        action.setData((kind, model))
        action.triggered.connect(lambda: self.choose(kind, model))
        self._kinds.addAction(action)
        self.insertAction(self._state, action)
        return action

    def choose(self, kind: str, model: str) -> None:
        """Keep a choice; without a model the one that was named before stays named."""
        try:
            if model:
                self._settings.set("dreams.model", model)
            self._settings.set("dreams.engine", kind)
        except Problem as problem:
            self.failed.emit(problem)
        self.show_engines()
        self.engine_chosen.emit()

    def _caption(self, words: str) -> None:
        action = QWidgetAction(self)
        action.setDefaultWidget(sized(section(words), (12, 4, 12, 4)))
        action.setEnabled(False)
        self.addAction(action)

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
