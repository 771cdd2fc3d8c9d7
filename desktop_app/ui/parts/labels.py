"""Words, lines and grounds. Knows roles of type and colours by name, not what is written."""

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme

_MOST = 20_000  # characters
_UNBROKEN = re.compile(r"[!-~]{24}")  # an address, say, that has no place to break at


def restyle(widget: QWidget, **properties: str | bool) -> None:
    """Sets dynamic properties (`role`, `tone`, `kind`) and lets the style sheet look again."""
    for name, value in properties.items():
        widget.setProperty(name, value)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # else the sheet is to come
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def text(words: str = "", role: str = "ui", tone: str = "text", *, wrap: bool = False) -> QLabel:
    """A label in a role of type and a colour; plain text, never taken for HTML. Of endless words
    it shows the beginning."""
    label = QLabel(words if len(words) <= _MOST else f"{words[:_MOST]}…")
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    label.setProperty("tone", tone)
    label.setWordWrap(wrap)
    return label


def section(words: str) -> QLabel:
    """The small capitals above a group: THIS BULLET, OUTLINE."""
    label = text(words.upper(), "caption", "text2")
    label.setAccessibleName(words)
    return label


def rule(upright: bool = False) -> QFrame:
    line = QFrame()
    line.setProperty("rule", "true")
    if upright:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


def surface(token: str) -> QFrame:
    """An empty ground: `win`, `side`, `doc`, or `card` with a border and round corners."""
    frame = QFrame()
    frame.setProperty("surface", token)
    return frame


def breakable(words: str) -> str:
    """The words on one line, with places to break at in what is too long for any line."""
    return _UNBROKEN.sub(lambda match: f"{match[0]}\u200b", " ".join(words.split()))


class Picture(QLabel):
    """One of our icons, in a colour of the table or its own, `size` pixels of zoom 1 wide."""

    def __init__(self, icon: str, token: str = "text2", size: int = 16) -> None:
        super().__init__()
        self._icon, self._token, self._size = icon, token, size
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        theme().followed_by(self._draw)

    def show_icon(self, icon: str, token: str) -> None:
        self._icon, self._token = icon, token
        self._draw()

    def _draw(self) -> None:
        self.setPixmap(pixmap(self._icon, self._token, self._size, self.devicePixelRatioF()))


class Elided(QLabel):
    """One line of plain text that gives way with `…`; the whole of it is its tooltip."""

    def __init__(
        self,
        words: str = "",
        role: str = "ui",
        tone: str = "text",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(words)
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setToolTip(self.text() if self._shown() != self.text() else "")

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), self.alignment(), self._shown())

    def _shown(self) -> str:
        width = self.contentsRect().width()
        return self.fontMetrics().elidedText(self.text(), self._mode, width)
