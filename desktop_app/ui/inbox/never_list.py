"""What is never asked about, each with a button that lifts it. Knows texts, not why."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.dreams.inbox.book import NeverAsked
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Elided, section
from desktop_app.words import tr

_MOST = 50


class NeverList(QWidget):
    """Nothing is shown where there is nothing."""

    lifted = Signal(str)  # the key of the question

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[Button] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(section(tr("Never asked about")))
        self._lines = QVBoxLayout()
        column.addLayout(self._lines)
        self.hide()

    def show_never(self, never: Sequence[NeverAsked]) -> None:
        """Shows these, the last first."""
        self.buttons = []
        lines_in(self._lines, [self._row(one) for one in never[:_MOST]])
        self.setVisible(bool(never))

    def _row(self, one: NeverAsked) -> QWidget:
        held = QWidget()
        row = QHBoxLayout(held)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(12))
        words = "  ·  ".join(" ".join(each.split()) for each in one.texts)
        row.addWidget(Elided(words, "ui", "text2"), 1)
        button = Button(tr("Ask again"), "link")
        button.setAccessibleDescription(words)
        button.clicked.connect(lambda _checked=False: self.lifted.emit(one.key))
        self.buttons.append(button)
        row.addWidget(button)
        return held
