"""A leaf to read: one scrolled column of the width that is read well, set anew as a whole."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import centred

_WIDTH = 640  # pixels


class Leaf(QScrollArea):
    """Subclasses fill the column in `_tell`; `_set` sets it anew where it was scrolled to."""

    def __init__(self, name: str) -> None:
        """`name` is what a screen reader calls it."""
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        theme().changed.connect(self._draw)

    def _set(self, *, same: bool) -> None:
        """Sets the leaf; `same`: it is the one before, and stays where it was scrolled to."""
        place = self.verticalScrollBar().value() if same else 0
        self._draw()
        self.verticalScrollBar().setValue(place)

    def _draw(self) -> None:
        px = theme().px
        body = QWidget()
        body.setProperty("clear", "true")
        body.setProperty("tabs", "place")
        paper = QWidget()
        centred(paper, body).setContentsMargins(px(24), px(28), px(24), px(40))
        paper.setMaximumWidth(px(_WIDTH))
        column = QVBoxLayout(paper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(10))
        self._tell(column)
        column.addStretch(1)
        self.setWidget(body)

    def _tell(self, column: QVBoxLayout) -> None:
        """Puts what is to be read into the column; nothing while there is nothing."""
        raise NotImplementedError
