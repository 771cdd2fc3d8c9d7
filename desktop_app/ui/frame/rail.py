"""The rail at the left edge: one button for every page. Knows the pages' actions, not the pages."""

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.labels import rule
from desktop_app.words import tr


class RailButton(IconButton):
    """Beside its picture it can show how many things wait on its page."""

    waiting = 0

    def show_waiting(self, count: int, told: str) -> None:
        """So many things wait there, and in words; 0 shows nothing."""
        self.waiting = count
        self.setAccessibleDescription(told)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.waiting:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = theme().px(15)
        spot = QRectF(self.width() - edge - theme().px(2), theme().px(2), edge, edge)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("accent"))
        painter.drawEllipse(spot)
        painter.setPen(theme().color("accent-on"))
        painter.setFont(theme().font("caption"))
        painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, str(self.waiting))


class Rail(QFrame):
    """56 px wide, 40 px buttons; the pages from the top, settings at the bottom."""

    def __init__(self, pages: Iterable[tuple[str, QAction]], last: str) -> None:
        """`pages` are icon names with checkable actions; the one called `last` goes down."""
        super().__init__()
        self.setProperty("surface", "win")
        self.setAccessibleName(tr("Pages"))
        self.buttons: dict[str, RailButton] = {}
        self._column = QVBoxLayout()
        self._column.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        for icon, action in pages:
            button = RailButton.of(action, icon, 40)
            button.setProperty("kind", "rail")
            # Chosen is told by more than colour: the state is spoken, and the tooltip names it.
            if icon == last:
                self._column.addStretch()
            self._column.addWidget(button)
            self.buttons[icon] = button
        row = in_row(self._column, rule(upright=True), within=self)
        row.setSpacing(0)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        px = theme().px
        self.setFixedWidth(px(56))
        self._column.setContentsMargins(px(8), px(10), px(7), px(10))
        self._column.setSpacing(px(4))
