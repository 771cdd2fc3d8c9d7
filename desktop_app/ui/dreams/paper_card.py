"""A card alone in a document: a title, and what belongs to it. Knows where things stand."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import breakable, surface, text

_WIDTH = 560


class PaperCard(QScrollArea):
    """The card under the header, as wide as words read well; scrolls where there is no room."""

    def __init__(self, title: str, icon: str = "dreams", tone: str = "accent") -> None:
        super().__init__()
        self._icon, self._tone = icon, tone
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(title)
        self.title = text(title, "section", wrap=True)
        self._sign = QLabel()
        self._card = surface("card")
        self._column = QVBoxLayout(self._card)
        self._top = QHBoxLayout()
        self._top.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        self._top.addWidget(self.title, 1)
        self._column.addLayout(self._top)
        room = QWidget()
        room.setProperty("clear", "true")
        self._across = QHBoxLayout(room)
        self._across.addStretch(1)
        self._across.addWidget(self._card, 1000, Qt.AlignmentFlag.AlignTop)
        self._across.addStretch(1)
        self.setWidget(room)
        theme().followed_by(self._measure)

    def add(self, *parts: QWidget) -> None:
        """Puts these under the title, in this order."""
        for part in parts:
            self._column.addWidget(part)

    def say(self, title: str) -> None:
        """Another title."""
        self.title.setText(breakable(title))
        self._card.setAccessibleName(title)

    def _measure(self) -> None:
        px = theme().px
        self._card.setMaximumWidth(px(_WIDTH))
        self._across.setContentsMargins(px(24), px(32), px(24), px(32))
        self._column.setContentsMargins(px(20), px(18), px(20), px(18))
        self._column.setSpacing(px(12))
        self._top.setSpacing(px(10))
        ratio = self.devicePixelRatioF()
        self._sign.setPixmap(pixmap(self._icon, self._tone, 22, ratio))
