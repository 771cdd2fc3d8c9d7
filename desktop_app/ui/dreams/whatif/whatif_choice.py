"""Which two engines are compared: two lists of choices, and a button. Starts nothing."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.dreams.dreamer import EngineName
from desktop_app.ui.conversation.choices import Choice
from desktop_app.ui.dreams.dream_menu import span_in_words
from desktop_app.ui.dreams.engine_choice import EngineChoice
from desktop_app.ui.dreams.engine_words import engine_in_words, model_in_words, state_in_words
from desktop_app.ui.dreams.paper_card import PaperCard
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.words import tr


class WhatIfChoice(PaperCard):
    """The built-in engine, and every model that is installed; the two have to differ."""

    asked = Signal(str, str)  # `builtin` or a model, each

    def __init__(self, engines: EngineChoice) -> None:
        super().__init__(tr("What if another engine dreamt?"), "merge")
        self._engines = engines
        self._running = False
        self._days = text("", "meta", "text2", wrap=True)
        self._state = text("", "meta", "text2", wrap=True)
        self.left, self.right = Choice(tr("Left engine")), Choice(tr("Right engine"))
        self.button = Button(tr("Compare"), "primary")
        self.button.clicked.connect(self._ask)
        rows = QWidget()
        self._row = Flow(rows)
        for caption, choice in ((tr("Left"), self.left), (tr("Right"), self.right)):
            self._row.addWidget(_captioned(caption, choice))
            choice.currentIndexChanged.connect(self._show_state)
        told = tr(
            "Both read the same days and the same MEMORY.md, one after the other. Nothing is "
            "written, and what waits for you stays. You take what you like from either. The "
            "comparison is lost when the window closes."
        )
        self.add(text(told, "body", wrap=True), rows, self._days, self._state, self.button)
        engines.changed.connect(self._fill)
        self._fill()
        theme().followed_by(self._space)

    def show_span(self, days: int) -> None:
        """Which days they read."""
        words = tr("Days: %1").replace("%1", span_in_words(days))
        self._days.setText(words)

    def show_running(self, running: bool) -> None:
        """While they dream, nothing else begins; the keyboard stays here."""
        self._running = running
        if running and self.button.hasFocus():
            self.focus()
        self._show_state()

    def focus(self) -> None:
        """The keyboard on the first choice."""
        self.left.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self) -> None:
        known = {str(EngineName.BUILTIN): engine_in_words(EngineName.BUILTIN)}
        if self._engines.model:
            known[self._engines.model] = self._engines.model
        known |= {model.name: model_in_words(model) for model in self._engines.models}
        for choice, first in ((self.left, 0), (self.right, 1)):
            before = choice.currentData()
            with QSignalBlocker(choice):
                choice.clear()
                for name, words in known.items():
                    choice.addItem(words, name)
                at = choice.findData(before) if before else -1
                choice.setCurrentIndex(at if at >= 0 else min(first, choice.count() - 1))
        if self.left.currentIndex() == self.right.currentIndex() == 0:  # models came meanwhile
            with QSignalBlocker(self.right):
                self.right.setCurrentIndex(min(1, self.right.count() - 1))
        self._show_state()

    def _show_state(self) -> None:
        same = self.left.currentData() == self.right.currentData()
        words = state_in_words(self._engines)
        if same and not words:
            words = tr("Choose two different ones.")
        elif self._engines.elsewhere and not words:
            sentence = tr("A model gets your notes at %1.")
            words = sentence.replace("%1", self._engines.elsewhere)
        self._state.setText(breakable(words))
        self._state.setVisible(bool(words))
        self.button.setEnabled(not same and not self._running)

    def _ask(self) -> None:
        if self.button.isEnabled():
            self.asked.emit(self.left.currentData(), self.right.currentData())

    def _space(self) -> None:
        self._row.setSpacing(theme().px(12))


def _captioned(caption: str, choice: Choice) -> QWidget:
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(text(caption, "caption", "text2"))
    column.addWidget(choice)
    choice.setMinimumWidth(theme().px(200))
    return widget
