"""Which days a dream reads, and who dreams: the menu beside Dream now. Starts nothing."""

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget, QWidgetAction

from desktop_app.dreams.engine_choice import EngineName
from desktop_app.errors import Problem
from desktop_app.settings import Settings
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.parts.boxes import sized
from desktop_app.ui.parts.labels import section
from desktop_app.words import tr

SPANS = (0, 1, 2, 7, 14, 30, 90)
"""Offered windows in days; 0 is every day since the last dream."""


class DreamMenu(QMenu):
    """Chooses the window, and leads to where the engine is chosen."""

    chosen = Signal()  # by the person, and kept
    engine_asked = Signal()  # who dreams is to be chosen
    failed = Signal(object)  # the Problem of a choice that could not be kept
    again_asked = Signal()
    chat_asked = Signal()  # a question to be copied into any chat

    def __init__(self, parent: QWidget, server: OllamaServer, settings: Settings) -> None:
        super().__init__(parent)
        self._server, self._settings = server, settings
        self.today = date.max
        self._caption(tr("Days to read"))
        self._spans = QActionGroup(self)
        for days in SPANS:
            action = self._spans.addAction(span_in_words(days))
            action.setCheckable(True)
            action.setData(days)
        self._spans.triggered.connect(lambda action: self._keep(action.data()))
        self.addActions(self._spans.actions())
        self.addSeparator()
        self._caption(tr("Who dreams"))
        self.engine = self.addAction("", self.engine_asked.emit)
        chat = tr("Dream with any AI chat…")
        self.addAction(chat, self.chat_asked.emit)
        self.addSeparator()
        self.addAction(tr("Dream again, even if no day has changed"), self.again_asked.emit)
        self.aboutToShow.connect(server.look_closely)

    @property
    def days(self) -> int:
        """Which window Dream now reads; 0 is every day since the last dream."""
        return int(self._settings.get("dreams.days"))

    def show_choices(self) -> None:
        """Everything as it is set, and known now."""
        for action in self._spans.actions():
            action.setChecked(action.data() == self.days)
        model = str(self._settings.get("dreams.model"))
        engine = engine_in_words(str(self._settings.get("dreams.engine")), model)
        self.engine.setText(f"{engine}…")

    def _keep(self, days: int) -> None:
        try:
            self._settings.set("dreams.days", days)
        except Problem as problem:
            self.failed.emit(problem)
        self.chosen.emit()

    def _caption(self, words: str) -> None:
        action = QWidgetAction(self)
        action.setDefaultWidget(sized(section(words), (12, 4, 12, 4)))
        action.setEnabled(False)
        self.addAction(action)


def span_in_words(days: int) -> str:
    """Every day since the last dream, The last 7 days."""
    if not days:
        return tr("Every day since the last dream")
    if days == 1:
        return tr("Today only")
    return tr("The last %1 days", days)


def engine_in_words(kind: str, model: str = "") -> str:
    """Without a model, qwen3:8b, Automatic: qwen3:8b, else without a model."""
    if kind == EngineName.BUILTIN:
        return tr("Without a model")
    if kind != EngineName.AUTO:
        return model or tr("The installed model")
    if model:
        return tr("Automatic: %1, else without a model", model)
    return tr("Automatic: no model chosen yet")
