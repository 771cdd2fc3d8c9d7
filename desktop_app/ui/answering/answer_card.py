"""A card with the buttons that answer it. Knows words and keys, not what an answer does."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop_app.notebook.source import Source
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import restyle
from desktop_app.words import tr


class AnswerCard(QFrame):
    """A subclass fills `column`, then calls `add_answers`. The buttons show the keys that say the
    same; `source` is what Enter opens."""

    said = Signal(object, str)  # the answer, and words of the person's own
    opened = Signal(str, int)
    wanted = Signal()  # it is to be the current one

    def __init__(self, item: Any, source: Source) -> None:
        super().__init__()
        self.item, self.source = item, source
        self.setProperty("surface", "card")
        self.setProperty("card", "change")
        self.buttons: dict[str, Button] = {}
        self.column = QVBoxLayout(self)

    def add_answers(self, words: Mapping[Any, str], keys: Mapping[Any, str]) -> None:
        """A button for each answer in `words`, below what stands in the column."""
        answers = QWidget()
        self._row = Flow(answers)
        for answer, told in words.items():
            button = Button(f"{told}   {keys[answer]}")
            button.setAccessibleName(told)
            button.setAccessibleDescription(tr("Key %1").replace("%1", keys[answer]))
            button.clicked.connect(lambda _checked=False, answer=answer: self.say(answer))
            self.buttons[answer] = button
            self._row.addWidget(button)
        self.column.addWidget(answers)
        self.set_current(False)
        theme().followed_by(self._measure)

    def say(self, answer: str) -> None:
        """Give this answer, as its button does."""
        if answer in self.buttons:
            self.said.emit(answer, "")

    @property
    def typing(self) -> bool:
        """Whether the person writes words of their own into it."""
        return False

    def set_current(self, current: bool) -> None:
        """Whether the keys are meant for this card."""
        restyle(self, current=current)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.wanted.emit()
        super().mousePressEvent(event)

    def _measure(self) -> None:
        px = theme().px
        self.column.setContentsMargins(px(18), px(14), px(18), px(14))
        self.column.setSpacing(px(10))
        self._row.setSpacing(px(8))
