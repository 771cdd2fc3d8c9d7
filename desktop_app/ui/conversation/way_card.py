"""A way in which conversations come in, as a card: header, banner, a column, and a way back."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import Banner
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.words import tr

_WIDTH = 720


class WayCard(QFrame):
    """What `WayPart`s have in common. Its parts stand in `column`, below the `banner`."""

    closed = Signal()  # the conversations are to be shown again
    opened = Signal(str, int)
    toasted = Signal(str, str, object)
    about_to_write = Signal()

    def __init__(self, header: Header, margin: int = 20, gap: int = 12) -> None:
        """`margin` is that at its top and bottom, `gap` that between its parts."""
        super().__init__()
        self.header, self._margin, self._gap = header, margin, gap
        self.setProperty("surface", "doc")
        self.setProperty("tabs", "place")
        self.close_button = IconButton("cross", tr("Back to the conversations"))
        self.close_button.clicked.connect(self.closed)
        header.add(self.close_button)
        self.banner = Banner()
        scroll = ScrolledColumn()
        self._middle, self.column = scroll.middle, scroll.column
        self.column.addWidget(self.banner)
        stacked(self, header, scroll, grows=scroll)
        theme().followed_by(self._measure)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _measure(self) -> None:
        px = theme().px
        self._middle.setMaximumWidth(px(_WIDTH))
        self.column.setContentsMargins(px(24), px(self._margin), px(24), px(self._margin))
        self.column.setSpacing(px(self._gap))
