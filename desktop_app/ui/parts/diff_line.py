"""One line that goes, comes or stays, with the words that differ marked. Knows tones and spans."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextLayout

from desktop_app.language.difference import Span
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.marked_text import TextLook, laid_out, paint
from desktop_app.words import filled, tr

DEL, ADD, KEEP, DROP, WAIT, MOVE = "del", "add", "keep", "drop", "wait", "move"
_SIGNS = {DEL: "−", ADD: "+", KEEP: "", DROP: "×", WAIT: "?", MOVE: "→"}
_SPOKEN = {DEL: tr("Removed: %1"), ADD: tr("Added: %1"), KEEP: tr("Stays: %1"),
           DROP: tr("Not included: %1"), WAIT: tr("Undecided: %1"),
           MOVE: tr("Moves: %1")}  # fmt: skip
_PAD, _SIGN, _LINE, _ROUND = 12, 18, 22, 6


class DiffText:
    """`tone`: `del` goes, `add` comes, `keep` stays, `drop` was to come and does not, `wait` is
    not sure to come, `move` goes elsewhere. `doubted` are words that the notes do not say; a wave
    stands under them. `struck` draws a line through all of it.

    A sign says it, too, to those who don't see the colour.
    """

    def __init__(
        self,
        tone: str,
        words: str,
        marks: Sequence[Span] = (),
        doubted: Sequence[Span] = (),
        *,
        struck: bool = False,
    ) -> None:
        self.words, self.tone = words, tone
        self._struck = struck or tone == DROP
        self.marks = () if tone == DROP else tuple(marks)
        self.doubted = () if tone == DROP else tuple(doubted)
        self._laid_out: tuple[int, QTextLayout] | None = None

    @property
    def sentence(self) -> str:
        """What a screen reader says of it."""
        return filled(_SPOKEN[self.tone], self.words)

    def height(self, width: int) -> int:
        """How high it is in a box of this width."""
        lines = max(1, self._layout(width).lineCount())
        return lines * theme().px(_LINE) + 2 * theme().px(5)

    def paint(self, painter: QPainter, box: QRect) -> None:
        """Paints it into a box of the width and height that it asked for."""
        px = theme().px
        self._paint_ground(painter, QRectF(box))
        look = self._look()
        sign = QRectF(box.left() + px(_PAD), box.top() + px(5), px(_SIGN), look.height)
        painter.setFont(theme().font("chat"))
        painter.setPen(theme().color("warn") if self.tone == WAIT else look.ink)
        painter.drawText(sign, Qt.AlignmentFlag.AlignVCenter, _SIGNS[self.tone])
        at = QPointF(box.left() + self._left, box.top() + px(5))
        paint(painter, at, self._layout(box.width()), self.marks, look)

    def _paint_ground(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        if self.tone == WAIT:
            painter.setPen(QPen(theme().color("warn"), 1, Qt.PenStyle.DashLine))
            box.adjust(0.5, 0.5, -0.5, -0.5)
        firm = self.tone in (DEL, ADD)
        painter.setBrush(theme().color(f"{self.tone}-bg" if firm else "side"))
        painter.drawRoundedRect(box, theme().px(_ROUND), theme().px(_ROUND))

    @property
    def _left(self) -> int:
        px = theme().px
        return px(_PAD) + (px(_SIGN) if _SIGNS[self.tone] else 0)

    def _look(self) -> TextLook:
        look, tone = theme(), self.tone
        font = look.font("chat")
        font.setStrikeOut(self._struck)
        if tone == DROP:
            ink, mark_ink, mark = "text3", "text3", "side"
        elif tone in (KEEP, WAIT, MOVE):
            ink, mark_ink, mark = "text", "text", "accent-bg"
        else:
            ink, mark_ink, mark = f"{tone}-fg", f"{tone}-fg", f"{tone}-word"
        return TextLook(
            font, look.px(_LINE), look.color(ink), look.color(mark_ink), look.color(mark),
            look.px(4), bold=tone != DROP, wave=look.color("warn"),
        )  # fmt: skip

    def _layout(self, width: int) -> QTextLayout:
        if self._laid_out is None or self._laid_out[0] != width:
            room = width - self._left - theme().px(_PAD)
            self._laid_out = (
                width,
                laid_out(self.words, self.marks, self._look(), room, self.doubted),
            )
        return self._laid_out[1]
