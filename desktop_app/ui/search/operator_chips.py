"""The operators of a search as chips, which take them out again. Knows no search."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.search.operators import TypedOperator
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.flow import Flow
from desktop_app.words import cut, tr


class OperatorChips(QWidget):
    """One chip for each operator that was understood; hidden while there is none."""

    left = Signal(object)  # the TypedOperator that is no longer wanted

    def __init__(self) -> None:
        super().__init__()
        self.pieces: tuple[TypedOperator, ...] = ()
        self.chips: list[Chip] = []
        self._flow = Flow(self)
        theme().followed_by(self._measure)
        self.hide()

    def _measure(self) -> None:
        self._flow.setSpacing(theme().px(6))

    def show_pieces(self, pieces: Sequence[TypedOperator]) -> None:
        """These, in the order in which they were typed."""
        if tuple(pieces) == self.pieces:
            return
        self.pieces = tuple(pieces)
        for old in self.chips:
            self._flow.removeWidget(old)
            old.deleteLater()
        self.chips = [self._chip(piece) for piece in self.pieces]
        for chip in self.chips:
            self._flow.addWidget(chip)
        self.setVisible(bool(self.chips))

    def _chip(self, piece: TypedOperator) -> Chip:
        chip = Chip(f"{cut(piece.typed, _LONGEST)}  ×".replace("&", "&&"), "accent")
        chip.setAccessibleName(tr("Filter: %1. Press to end").replace("%1", piece.typed))
        chip.setToolTip(tr("Press to end"))
        chip.clicked.connect(lambda: self.left.emit(piece))
        return chip


_LONGEST = 26  # characters
