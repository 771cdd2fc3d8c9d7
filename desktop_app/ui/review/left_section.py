"""Left in the days: how much a dream read and did not take, and on a click which lines.

Knows counts and rows; asks, by signal, for the lines of one kind.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from desktop_app.dreams.proposal import Why
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import rule, surface, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.left_list import LeftList
from desktop_app.ui.review.left_words import kinds_of, left_in_words, more
from desktop_app.ui.review.source_row import Names
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.left import LeftLine


def show_part(area: QScrollArea, inside: QWidget, top: int, height: int) -> None:
    """Scrolls so far that this part of something inside is seen, and no further.

    Of a part that is higher than the page, its top.
    """
    start = inside.mapTo(area.widget(), QPoint(0, top)).y()
    bar, page = area.verticalScrollBar(), area.viewport().height()
    height = min(height, page)
    if start < bar.value():
        bar.setValue(start)
    elif start + height > bar.value() + page:
        bar.setValue(start + height - page)


class LeftSection(QWidget):
    """A quiet line of chips; nothing at all where nothing was left."""

    asked = Signal(str)  # for the lines of this kind
    opened = Signal(str, int)
    reached = Signal(int, int)  # this part is to be seen: its top and height

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[Why, int] = {}
        self.kind: Why | None = None  # the one that is unfolded
        self.chips: dict[Why, Chip] = {}
        self._words = text(
            tr("The dream read these lines and left them where they stand."),
            "meta",
            "text2",
            wrap=True,
        )
        self._row = QWidget()
        self._flow = Flow(self._row)
        self.list = LeftList()
        self.list.opened.connect(self.opened)
        self.list.reached.connect(self._reach)
        self.more = text("", "meta", "text2", wrap=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        title = text(tr("Left in the days"), "strong")
        self._card = surface("card")
        inside = QVBoxLayout(self._card)
        inside.setContentsMargins(1, 5, 1, 5)
        inside.addWidget(self.list)
        for part in (rule(), title, self._words, self._row, self._card, self.more):
            self._column.addWidget(part)
        theme().followed_by(self._measure)
        self.show_counts({})

    def show_counts(self, counts: Mapping[Why, int]) -> None:
        """How much was left, by reason; other counts than before are folded."""
        if dict(counts) != self._counts or not counts:
            self._counts = dict(counts)
            self._make_chips()
            self._fold()
        self.setVisible(bool(self.chips))

    def show_lines(self, kind: Why, lines: "Sequence[LeftLine]", left: int, names: Names) -> None:
        """The lines of a kind that was asked for, and how many more there were."""
        if kind != self.kind:
            return
        before = self._card.isVisible()
        self.list.setAccessibleName(left_in_words(kind, self._counts.get(kind, len(lines))))
        self.list.show_lines(lines, names)
        self._card.setVisible(bool(lines))
        words = more(left) if lines else tr("This dream did not note where they stand.")
        self.more.setText(words if left or not lines else "")
        self.more.setVisible(bool(self.more.text()))
        if not before:
            announce(self, self.list.accessibleName())
            QTimer.singleShot(0, self, self._show_first)  # once they have their places

    def refresh(self) -> None:
        """The days may say something else now."""
        if self.kind:
            self.asked.emit(self.kind)

    def _make_chips(self) -> None:
        for chip in self.chips.values():
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = {}
        for kind in kinds_of(self._counts):
            chip = Chip(left_in_words(kind, self._counts[kind]), "filter")
            chip.setAccessibleDescription(tr("Shows these lines, or hides them again"))
            chip.clicked.connect(lambda checked=False, kind=kind: self._turn(kind, checked))
            self._flow.addWidget(chip)
            self.chips[kind] = chip

    def _turn(self, kind: Why, checked: bool) -> None:
        for other, chip in self.chips.items():
            chip.setChecked(checked and other == kind)
        if checked:
            self.kind = kind
            self.asked.emit(kind)
        else:
            self._fold()

    def _fold(self) -> None:
        self.kind = None
        self.list.show_lines((), Names(date.min))
        self._card.hide()
        self.more.hide()

    def _show_first(self) -> None:
        """As much as fits of what was just unfolded, from its top."""
        self.reached.emit(self._row.y(), self.height() - self._row.y())

    def _reach(self, top: int, height: int) -> None:
        self.reached.emit(self.list.mapTo(self, QPoint(0, top)).y(), height)

    def _measure(self) -> None:
        self._column.setSpacing(theme().px(8))
        self._flow.setSpacing(theme().px(6))
        self._flow.invalidate()
