"""Where a conversation is given, the turns of one, and the choices of how it is to be added."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop_app.dreams.engines import Engine, engine_of
from desktop_app.notebook.text.records import Message
from desktop_app.ui.conversation.way import Spaced
from desktop_app.ui.conversation.words import causes, heading, speaker
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import set_font, too_long
from desktop_app.ui.parts.controls import Choice
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.folders import first_file
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.rows import ASIDE, DETAIL, Index
from desktop_app.words import as_sentence, cut, tr

MOST = 200_000
"""Characters that the field holds; a longer text is read without being shown in it."""
_SHOWN, _TOLD = 500, 900  # characters of a turn in its row, and of its tooltip


class TalkField(QPlainTextEdit):
    """Takes text as it is typed; says when a conversation or a file came in one piece."""

    pasted = Signal(str)
    file_given = Signal(str)
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        set_font(self, "ui")
        self.setMinimumHeight(theme().px(120))

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return bool(first_file(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if path := first_file(source):
            self.file_given.emit(path)
            return
        words, whole = source.text(), not self.toPlainText().strip()
        fits = len(words) + self.document().characterCount() <= MOST and not too_long(words)
        if fits:
            super().insertFromMimeData(source)
        elif not whole:
            words = f"{self.toPlainText()}\n{words}"
        if not fits or (whole and "\n" in words.strip()):
            self.pasted.emit(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class TurnModel(QAbstractListModel):
    """The turns of a conversation; there can be a hundred thousand."""

    def __init__(self) -> None:
        super().__init__()
        self._turns: Sequence[Message] = ()
        self._known: Sequence[bool] = ()

    def show_turns(self, turns: Sequence[Message], known: Sequence[bool]) -> None:
        """`known`: of each turn, whether it was added before."""
        self.beginResetModel()
        self._turns, self._known = turns, known
        self.endResetModel()

    def rowCount(self, _parent: Index | None = None) -> int:
        return len(self._turns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        turn = self._turns[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return speaker(turn.role)
        if role == DETAIL:
            return " ".join(_clean(turn.content[:_SHOWN]).split())
        if role == ASIDE:
            return tr("added before") if self._known[index.row()] else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return _clean(cut(turn.content, _TOLD))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = (self.data(index, each) for each in (Qt.ItemDataRole.DisplayRole, ASIDE, DETAIL))
            return ", ".join(str(word) for word in said if word)
        return None


class Choices(Spaced):
    """How it is to be added: its type, who sums it up, and the day."""

    def __init__(self, get: Callable[[str], Any]) -> None:
        """`get` reads the person's settings."""
        self._get = get
        self._models: tuple[str, ...] = ()
        self.cause = Choice(tr("Type"))
        for cause, words in causes().items():
            self.cause.addItem(words, cause)
        self.engine = Choice(tr("Who sums it up"))
        self.day = Choice(tr("Which day"))
        self._note = text("", "meta", "text2", wrap=True)
        row = QWidget()
        self._row = Flow(row)
        self._pairs: list[QWidget] = []
        for choice in (self.cause, self.engine, self.day):
            label = text(choice.accessibleName(), "meta", "text2")
            label.setBuddy(choice)
            self._pairs.append(Spaced(4, label, choice))
            self._row.addWidget(self._pairs[-1])
            choice.currentIndexChanged.connect(self._draw)
        super().__init__(8, row, self._note)
        self.show_settings()
        self.show_held("")

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
        self._fill((usual.kind, usual.model if usual.kind == "ollama" else ""))

    def show_held(self, day: str) -> None:
        """On which earlier day it was held, in words; "" where that is today or not known."""
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
        entries = {("auto", ""): automatic.replace("%1", usual.model)}
        entries["builtin", ""] = tr("Without a model")
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
        kind, _ = self.engine.currentData() or ("builtin", "")
        who = tr("Lines are chosen at once, in the words of the conversation.")
        if kind == "ollama":
            who = tr("The model runs on this computer; it may take some minutes.")
        elif kind == "auto" and engine_of(self._get).model:
            who = tr(
                "If the model is not there, lines are chosen in the words of the conversation."
            )
        said = f"{as_sentence(heading(self.chosen_cause, self.own_day))} {who}"
        if self.own_day:
            said = f"{said} {tr('The next dream may not read a day that is so long ago.')}"
        self._note.setText(said)

    def _measure(self) -> None:
        super()._measure()
        self._row.setSpacing(theme().px(12))
        for pair in self._pairs:
            pair.setFixedWidth(theme().px(210))


def _clean(words: str) -> str:
    """Without halves of characters, which no font can show."""
    return words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
