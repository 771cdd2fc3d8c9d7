"""One line of the inspector that can be pressed. Knows its words, not what it opens."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from desktop_app.ui.look.theme import theme


class SideLine(QAbstractButton):
    """Words at the left, a small word at the right: `Work    3`. `level` indents it."""

    def __init__(self, words: str, aside: str = "", level: int = 0) -> None:
        super().__init__()
        self._aside = aside
        self._level = level
        self.setText(words)
        self.setAccessibleName(f"{words}, {aside}" if aside else words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme().changed.connect(self.updateGeometry)

    @property
    def aside(self) -> str:
        """The small word at the right."""
        return self._aside

    def sizeHint(self) -> QSize:
        return QSize(theme().px(120), theme().px(26))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, theme().px(26))

    def paintEvent(self, _event: QPaintEvent) -> None:
        px = theme().px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.underMouse() or self.hasFocus():
            ring = QPen(theme().color("accent"), 2)
            painter.setPen(ring if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("hover"))
            painter.drawRoundedRect(box, px(6), px(6))
        inside = self.rect().adjusted(px(8), 0, -px(8), 0)
        small = theme().font("meta")
        width = QFontMetrics(small).horizontalAdvance(self._aside)
        painter.setFont(small)
        painter.setPen(theme().color("text2"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inside, Qt.AlignmentFlag.AlignRight | middle, self._aside)
        left = inside.left() + px(12 * self._level)
        room = inside.right() - width - px(10 if width else 0) - left
        font = theme().font("ui")
        shown = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.setFont(font)
        painter.setPen(theme().color("text"))
        place = QRect(left, 0, max(0, room), self.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | middle, shown)
