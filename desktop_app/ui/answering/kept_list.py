"""Answers that hold from now on, each with a button that takes it back. Knows words, not why."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Elided, section

_MOST = 50


@dataclass(frozen=True)
class KeptLine:
    """A line that was answered, with the id of its answer."""

    id: str
    text: str


class KeptList(QWidget):
    """Nothing is shown where there is nothing."""

    taken_back = Signal(str)  # the id of a line

    def __init__(self, title: str, word: str) -> None:
        super().__init__()
        self._word = word
        self.buttons: list[Button] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(section(title))
        self._lines = QVBoxLayout()
        column.addLayout(self._lines)
        self.hide()

    def show_lines(self, lines: Sequence[KeptLine]) -> None:
        """Shows the first of these."""
        self.buttons = []
        lines_in(self._lines, [self._row(one) for one in lines[:_MOST]])
        self.setVisible(bool(lines))

    def _row(self, one: KeptLine) -> QWidget:
        held = QWidget()
        row = QHBoxLayout(held)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(12))
        row.addWidget(Elided(one.text, "ui", "text2"), 1)
        button = Button(self._word, "link")
        button.setAccessibleDescription(one.text)
        button.clicked.connect(lambda _checked=False: self.taken_back.emit(one.id))
        self.buttons.append(button)
        row.addWidget(button)
        return held
