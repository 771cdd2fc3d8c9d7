"""A button as wide as its column: picture, title and a line below. Knows its looks only."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.labels import Elided


class BigButton(QPushButton):
    """One of a few choices that deserve a sentence each; `small` for rows of a list."""

    def __init__(self, icon: str, title: str, detail: str, *, small: bool = False) -> None:
        super().__init__()
        self._icon, self._small = icon, small
        self.setProperty("kind", "big-small" if small else "big")
        self.setAutoDefault(True)  # Enter presses it, too
        self.setAccessibleName(title)
        self.setAccessibleDescription(detail)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._picture, self._arrow = QLabel(), QLabel()
        mode = Qt.TextElideMode.ElideMiddle
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch()
        words.addWidget(Elided(title, "strong"))
        words.addWidget(Elided(detail, "meta", "text2", mode))
        words.addStretch()
        self._row = in_row(self._picture, words, self._arrow, grows=words, within=self)
        for label in self.findChildren(QLabel):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme().followed_by(self._measure)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(300), theme().px(48 if self._small else 64))

    def _measure(self) -> None:
        px, ratio = theme().px, self.devicePixelRatioF()
        edge, token = (18, "text2") if self._small else (24, "accent")
        self._picture.setPixmap(pixmap(self._icon, token, edge, ratio))
        self._arrow.setPixmap(pixmap("chevron-right", "text3", 16, ratio))
        self._row.setContentsMargins(px(12 if self._small else 18), 0, px(14), 0)
        self._row.setSpacing(px(12 if self._small else 16))
        self.updateGeometry()
