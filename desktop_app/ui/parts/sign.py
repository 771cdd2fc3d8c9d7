"""A small picture beside words, in the theme's colours. Knows icons, not what they mean."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import text


class Sign(QLabel):
    """The icon `name` in a colour of the table, 16 pixels wide."""

    def __init__(self, name: str, token: str) -> None:
        super().__init__()
        self._what = (name, token)
        theme().followed_by(self._draw)

    def _draw(self) -> None:
        self.setPixmap(pixmap(*self._what, 16, self.devicePixelRatioF()))


def signed(name: str, words: str) -> QWidget:
    """Quiet words with a sign before them."""
    widget = QWidget()
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme().px(6))
    row.addWidget(Sign(name, "accent"), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(text(words, "meta", "text2", wrap=True), 1)
    return widget
