"""One line that goes, comes or stays, with the words that differ marked. Knows tones and spans."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.language.difference import Span
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.search.marked_text import Look, laid_out, paint

DEL, ADD, KEEP, DROP = "del", "add", "keep", "drop"
_SIGNS = {DEL: "−", ADD: "+", KEEP: "", DROP: "×"}
_PAD, _SIGN, _LINE, _ROUND = 12, 18, 22, 6


class DiffLine(QWidget):
    """`tone`: `del` goes, `add` comes, `keep` stays, `drop` was to come and does not.

    A sign says it, too, to those who don't see the colour.
    """

    def __init__(self, theme: Theme, tone: str, words: str, marks: Sequence[Span] = ()) -> None:
        super().__init__()
        self._theme, self.words, self._marks = theme, words, tuple(marks)
        self.tone = tone
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.show_tone(tone)
        theme.changed.connect(self.updateGeometry)

    def show_tone(self, tone: str) -> None:
        """The same words with another fate."""
        self.tone = tone
        spoken = {
            DEL: self.tr("Goes: %1"),
            ADD: self.tr("Comes: %1"),
            KEEP: self.tr("Stays: %1"),
            DROP: self.tr("Does not come: %1"),
        }
        self.setAccessibleName(spoken[tone].replace("%1", self.words))
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = self._layout(width).lineCount()
        return max(1, lines) * self._theme.px(_LINE) + 2 * self._theme.px(5)

    def sizeHint(self) -> QSize:
        width = max(self.width(), self._theme.px(120))
        return QSize(self._theme.px(240), self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self._theme.px(_LINE + 10))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("side" if self.tone in (KEEP, DROP) else f"{self.tone}-bg"))
        painter.drawRoundedRect(QRectF(self.rect()), px(_ROUND), px(_ROUND))
        look = self._look()
        sign = QRectF(px(_PAD), px(5), px(_SIGN), look.height)
        painter.setFont(theme.font("chat"))
        painter.setPen(look.ink)
        painter.drawText(sign, Qt.AlignmentFlag.AlignVCenter, _SIGNS[self.tone])
        at = QPointF(self._left, px(5))
        marks = () if self.tone == DROP else self._marks
        paint(painter, at, self._layout(self.width()), marks, look)

    @property
    def _left(self) -> int:
        px = self._theme.px
        return px(_PAD) + (px(_SIGN) if _SIGNS[self.tone] else 0)

    def _look(self) -> Look:
        theme, tone = self._theme, self.tone
        font = theme.font("chat")
        font.setStrikeOut(tone == DROP)
        if tone == DROP:
            ink, mark_ink, mark = "text3", "text3", "side"
        elif tone == KEEP:
            ink, mark_ink, mark = "text", "text", "accent-bg"
        else:
            ink, mark_ink, mark = f"{tone}-fg", f"{tone}-fg", f"{tone}-word"
        return Look(
            font, theme.px(_LINE), theme.color(ink), theme.color(mark_ink), theme.color(mark),
            theme.px(4), bold=tone != DROP,
        )  # fmt: skip

    def _layout(self, width: int) -> QTextLayout:
        room = width - self._left - self._theme.px(_PAD)
        marks = () if self.tone == DROP else self._marks
        return laid_out(self.words, marks, self._look(), room)
