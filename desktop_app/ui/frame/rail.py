"""The rail at the left edge: one button for every place. Knows the pages' actions alone."""

from collections.abc import Iterable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.labels import rule
from desktop_app.words import tr

LEAST = 64  # px, as wide as the rail is at least


class RailButton(IconButton):
    """A picture with its word below; a number at its corner says how many things wait there."""

    waiting = 0
    there = True  # False: nothing is to be seen on its page yet

    def show_waiting(self, count: int, told: str) -> None:
        """So many things wait there, and in words; 0 shows nothing."""
        self.waiting = count
        self.setAccessibleDescription(told)
        self.update()

    def _follow(self) -> None:
        super()._follow()
        self.setVisible(self.there)
        if self.text() != (name := self.accessibleName()):
            self.setText(name)
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            self._draw()

    def _draw(self) -> None:
        super()._draw()
        self.setFont(theme().font("caption"))
        self.setFixedSize(QSize(self.needed(), theme().px(48)))

    def needed(self) -> int:
        px, words = theme().px, self.fontMetrics().horizontalAdvance(self.text())
        return max(px(LEAST - 9), words + px(14))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.waiting:
            return
        painter, px = QPainter(self), theme().px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme().font("caption"))
        words = str(self.waiting)
        wide = max(px(15), painter.fontMetrics().horizontalAdvance(words) + px(8))
        spot = QRectF(self.width() / 2 + px(5), px(2), wide, px(15))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("accent"))
        painter.drawRoundedRect(spot, px(7.5), px(7.5))
        painter.setPen(theme().color("accent-on"))
        painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, words)


class Rail(QFrame):
    """As wide as its longest word; the places from the top, settings at the bottom."""

    def __init__(self, pages: Iterable[tuple[str, QAction]], last: str) -> None:
        """`pages` are icon names with checkable actions; the one called `last` goes down."""
        super().__init__()
        self.setProperty("surface", "win")
        self.setAccessibleName(tr("Pages"))
        # Chosen is told by more than colour: the state is spoken, and the tooltip names it.
        self.buttons = {icon: RailButton.of(action, icon, 40) for icon, action in pages}
        column = stacked(None, margins=(4, 8, 4, 8), gap=4)
        column.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        for icon, button in self.buttons.items():
            button.setProperty("kind", "rail")
            if icon == last:
                column.addStretch()
            column.addWidget(button)
        in_row(column, rule(upright=True), within=self, gap=0)
        theme().followed_by(self._fit)

    def show_there(self, name: str, there: bool) -> None:
        """Whether there is something to be seen on the page of this name."""
        if button := self.buttons.get(name):
            button.there = there
            button.setVisible(there)
            self._fit()

    def _fit(self) -> None:
        buttons = self.buttons.values()
        width = max(button.needed() for button in buttons if button.there)
        for button in buttons:
            button.setFixedWidth(width)
        self.setFixedWidth(width + theme().px(9))
