"""What one can ask, shown while nothing is asked. Knows examples, not the search."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.words import tr


class SearchTips(QWidget):
    """One sentence, and three examples to press."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.sentence = EmptyState("search", tr("Everything you have kept, found while you type."))
        self.examples: list[Chip] = []
        self._table = QWidget()
        self._grid = QGridLayout(self._table)
        self._grid.setColumnStretch(1, 1)
        for example, about in (
            (
                tr("report due"),
                tr("every word, in any order; the last may be half typed"),
            ),
            (
                tr("When is the report due?"),
                tr("a question finds lines that share words"),
            ),
            ("翻译", tr("finds 翻譯 too: simplified and traditional are one")),
        ):
            self._add(example, about)
        across = QHBoxLayout()
        across.addStretch()
        across.addWidget(self._table, 1)
        across.addStretch()
        column = stacked(self)
        column.addStretch(2)
        column.addWidget(self.sentence)
        column.addLayout(across)
        column.addStretch(5)
        theme().followed_by(self._measure)

    def _add(self, example: str, about: str) -> None:
        chip = Chip(example)
        chip.setAccessibleName(tr("Search for %1").replace("%1", example))
        chip.setToolTip(about)
        chip.clicked.connect(lambda: self.chosen.emit(example))
        row = len(self.examples)
        self._grid.addWidget(chip, row, 0, Qt.AlignmentFlag.AlignRight)
        self._grid.addWidget(text(about, "meta", "text2", wrap=True), row, 1)
        self.examples.append(chip)

    def _measure(self) -> None:
        px = theme().px
        self._grid.setHorizontalSpacing(px(12))
        self._grid.setVerticalSpacing(px(10))
        self._grid.setContentsMargins(px(16), px(4), px(16), 0)
        self._table.setMaximumWidth(px(520))
