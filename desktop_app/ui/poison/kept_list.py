"""Lines in quarantine, or lines that are fine, each with a button that takes it back."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.language.poison_words import line_words
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Elided, section

_MOST = 50
_LONGEST = 200  # characters of a line


@dataclass(frozen=True)
class KeptLine:
    """A line with its id, and where it stood, "" where that does not matter."""

    id: str
    text: str
    place: str = ""


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
        """Shows these, the last first."""
        self.buttons = []
        lines_in(self._lines, [self._row(one) for one in lines[:_MOST]])
        self.setVisible(bool(lines))

    def _row(self, one: KeptLine) -> QWidget:
        held = QWidget()
        row = QHBoxLayout(held)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(12))
        words = "  ·  ".join(filter(None, (one.place, line_words(one.text, _LONGEST))))
        row.addWidget(Elided(words, "ui", "text2"), 1)
        button = Button(self._word, "link")
        button.setAccessibleDescription(words)
        button.clicked.connect(lambda _checked=False: self.taken_back.emit(one.id))
        self.buttons.append(button)
        row.addWidget(button)
        return held
