"""How a conversation is to be added: its cause and who sums it up. Knows settings by their keys."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from desktop_app.dreams.engines import Engine, engine_of
from desktop_app.ui.conversation.talk_words import causes, heading
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import text
from desktop_app.words import as_sentence, tr

_LEAST, _MOST = 210, 330  # pixels of a choice; where two of them have less, each has a line


class Choice(QComboBox):
    """A list of choices that the mouse wheel passes over."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Choices(QWidget):
    """Choices side by side, or one below the other."""

    def __init__(self, get: Callable[[str], Any]) -> None:
        """`get` reads the person's settings."""
        super().__init__()
        self._get = get
        self._models: tuple[str, ...] = ()
        self.cause = Choice(tr("Type"))
        for cause, words in causes().items():
            self.cause.addItem(words, cause)
        self.engine = Choice(tr("Who sums it up"))
        self._note = text("", "meta", "text2", wrap=True)
        self.day = Choice(tr("Which day"))
        self._pairs = [self._pair(each) for each in (self.cause, self.engine, self.day)]
        row = QWidget()
        self._row = Flow(row)
        for pair in self._pairs:
            self._row.addWidget(pair)
        self._column = stacked(self, row, self._note)
        self.cause.currentIndexChanged.connect(self._draw)
        self.engine.currentIndexChanged.connect(self._draw)
        self.day.currentIndexChanged.connect(self._draw)
        theme().changed.connect(self._measure)
        self.show_settings()
        self.show_held("")
        self._measure()

    @property
    def own_day(self) -> str:
        """The chosen day in words where it is not today, but that of the conversation."""
        return str(self.day.currentData() or "")

    @property
    def chosen_cause(self) -> str:
        """One of `dreams.flush.CAUSES`."""
        return str(self.cause.currentData())

    @property
    def chosen_engine(self) -> Engine:
        """Who is to sum it up."""
        kind, model = self.engine.currentData()
        usual = engine_of(self._get)
        return replace(usual, kind=kind, model=usual.model if kind == "auto" else model)

    def show_settings(self) -> None:
        """The engine that the settings name is chosen."""
        usual = engine_of(self._get)
        chosen = (usual.kind, usual.model if usual.kind == "ollama" else "")
        self._fill(chosen)

    def show_held(self, day: str) -> None:
        """The day of the conversation in words, to be chosen in the place of today; "" for none."""
        self.day.clear()
        self.day.addItem(tr("Today"), "")
        if day:
            self.day.addItem(tr("Its own: %1").replace("%1", day), day)
        self._pairs[-1].setVisible(bool(day))

    def show_models(self, names: Sequence[str]) -> None:
        """These models can sum up now."""
        self._models = tuple(names)
        self._fill(self.engine.currentData())

    def _fill(self, chosen: tuple[str, str]) -> None:
        usual = engine_of(self._get)
        named = [usual.model] if usual.kind == "ollama" and usual.model else []
        models = dict.fromkeys([*self._models, *named, *([chosen[1]] if chosen[1] else [])])
        automatic = tr("Automatic: %1") if usual.model else tr("Automatic")
        automatic = automatic.replace("%1", usual.model)
        entries = {("auto", ""): automatic, ("builtin", ""): tr("Without a model")}
        entries |= {("ollama", name): name for name in models}
        if chosen == ("ollama", ""):
            entries["ollama", ""] = tr("The model of Ollama")
        self.engine.blockSignals(True)
        self.engine.clear()
        for data, words in entries.items():
            self.engine.addItem(words, data)
        self.engine.setCurrentIndex(list(entries).index(chosen))
        self.engine.blockSignals(False)
        self._draw()

    def _draw(self) -> None:
        kind, _ = self.engine.currentData()
        usual = engine_of(self._get)
        if kind == "ollama":
            who = tr("The model runs on this computer; it may take some minutes.")
        elif kind == "auto" and usual.model:
            who = tr(
                "If the model is not there, lines are chosen in the words of the conversation."
            )
        else:
            who = tr("Lines are chosen at once, in the words of the conversation.")
        said = f"{as_sentence(heading(self.chosen_cause, self.own_day))} {who}"
        if self.own_day:
            said = f"{said} {tr('The next dream may not read a day that is so long ago.')}"
        self._note.setText(said)

    def _pair(self, choice: Choice) -> QWidget:
        pair = QWidget()
        column = QVBoxLayout(pair)
        column.setContentsMargins(0, 0, 0, 0)
        label = text(choice.accessibleName(), "meta", "text2")
        label.setBuddy(choice)
        column.addWidget(label)
        column.addWidget(choice)
        return pair

    def _measure(self) -> None:
        px = theme().px
        self._row.setSpacing(px(12))
        self._column.setSpacing(px(8))
        for pair in self._pairs:
            pair.layout().setSpacing(px(4))
        self._fit()

    def _fit(self) -> None:
        px = theme().px
        beside = (self.width() - px(12)) // 2
        width = beside if beside >= px(_LEAST) else self.width()
        for pair in self._pairs:
            pair.setFixedWidth(max(1, min(width, px(_MOST))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
