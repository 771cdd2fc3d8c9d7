"""A picture made of parts, some of which can be clicked: words, buttons, chips, grounds.

Knows places and looks, not what a click does. What is painted is no widget: hundreds of rows cost
no more than those in sight.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QTextLayout

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.diff_line import DiffText
from desktop_app.ui.parts.marked_text import TextLook, laid_out, paint

BUTTON, CHIP, PILL = 30, 22, 22  # pixels
_PADS = {"chip": 8, "link": 0, "bare": 0}  # beside the words


class Deed(NamedTuple):
    """What a click means, and of which line of a file."""

    name: str
    path: str = ""
    line: int = 0


class Press(NamedTuple):
    """A thing to press: `plain`, `primary`, `danger`, `quiet`, `link`, `chip` or `bare`."""

    kind: str
    words: str
    asked: Deed
    tip: str = ""
    icon: str = ""

    @property
    def width(self) -> int:
        """In pixels."""
        px = theme().px
        if not self.words:
            return px(BUTTON)
        words = words_width(self.words, _role(self.kind))
        return words + 2 * px(_PADS.get(self.kind, 12)) + 1 + (px(22) if self.icon else 0)


@dataclass(frozen=True)
class Tile:
    """`draw` paints it; the second argument says whether the mouse is over it."""

    box: QRect
    draw: Callable[[QPainter, bool], None]
    asked: Deed | None = None
    tip: str = ""


class Picture:
    """Parts from the top; `height` grows with them, `lines` are those that go and come. Lengths are
    pixels of the screen."""

    def __init__(self) -> None:
        self.parts: list[Tile] = []
        self.lines: list[DiffText] = []
        self.height = 0

    def paint(self, painter: QPainter, under_mouse: Tile | None) -> None:
        """Paints all parts, the first one lowest."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for part in self.parts:
            part.draw(painter, part is under_mouse)

    def at(self, place: QPoint) -> Tile | None:
        """What can be clicked there."""
        asking = (part for part in self.parts if part.asked)
        return next((part for part in asking if part.box.contains(place)), None)

    def words(
        self,
        words: str,
        role: str,
        token: str,
        left: int,
        top: int,
        width: int,
        *,
        struck: bool = False,
    ) -> int:
        """Words in as many lines as they need; returns their height."""
        font, line = theme().font(role), theme().px({"meta": 18, "ui": 20}.get(role, 23))
        font.setStrikeOut(struck)
        ink = theme().color(token)
        look = TextLook(font, line, ink, ink, ink)
        layout = laid_out(words, (), look, width)
        box = QRect(left, top, width, layout.lineCount() * line)
        self._add(box, partial(_draw_words, layout, QPointF(box.topLeft()), look))
        return box.height()

    def line(self, words: str, role: str, token: str, box: QRect) -> None:
        """Words on one line that give way with `…`."""

        def draw(painter: QPainter, _hovered: bool) -> None:
            font = theme().font(role)
            mode = Qt.TextElideMode.ElideRight
            shown = QFontMetrics(font).elidedText(words, mode, box.width())
            painter.setFont(font)
            painter.setPen(theme().color(token))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

        self._add(box, draw)

    def diff(self, diff: DiffText, left: int, top: int, width: int) -> int:
        """A line that goes or comes; returns its height."""
        self.lines.append(diff)
        box = QRect(left, top, width, diff.height(width))
        self._add(box, lambda painter, _hovered: diff.paint(painter, box))
        return box.height()

    def icon(self, name: str, token: str, left: int, top: int, size: int = 16) -> None:
        """A sign."""

        def draw(painter: QPainter, _hovered: bool) -> None:
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(left, top, pixmap(name, token, size, ratio))

        self._add(QRect(left, top, theme().px(size), theme().px(size)), draw)

    def ground(self, box: QRect, fill: str, edge: str = "", round_: int = 7, at: int = -1) -> None:
        """A coloured ground, with or without an edge; `at` is its place among the parts."""
        part = Tile(box, lambda painter, _hovered: rounded(painter, box, fill, edge, round_))
        self.parts.insert(len(self.parts) if at < 0 else at, part)

    def press(self, press: Press, box: QRect) -> None:
        """Something to be clicked."""
        self.parts.append(Tile(box, partial(_draw_press, press, box), press.asked, press.tip))

    def _add(self, box: QRect, draw: Callable[[QPainter, bool], None]) -> None:
        self.parts.append(Tile(box, draw))


def words_width(words: str, role: str) -> int:
    """How wide words are on one line."""
    return _measured(words, role, theme().zoom)


@lru_cache(maxsize=4_000)
def _measured(words: str, role: str, _zoom: float) -> int:
    return QFontMetrics(theme().font(role)).horizontalAdvance(words) + 1


def _role(kind: str) -> str:
    return {"chip": "meta", "primary": "strong", "danger": "strong"}.get(kind, "ui")


def _draw_words(
    layout: QTextLayout, at: QPointF, look: TextLook, painter: QPainter, _hovered: bool
) -> None:
    paint(painter, at, layout, (), look)


def _draw_press(press: Press, box: QRect, painter: QPainter, hovered: bool) -> None:
    px, kind = theme().px, press.kind
    fill, edge, ink = {
        "plain": ("hover" if hovered else "raised", "border", "text"),
        "primary": ("accent-hover" if hovered else "accent", "", "accent-on"),
        "danger": ("del-bg" if hovered else "", "danger", "danger"),
        "chip": ("hover", "accent" if hovered else "border", "accent" if hovered else "text2"),
        "bare": ("hover" if hovered and press.icon else "", "", "text2"),
    }.get(kind, ("hover" if hovered and kind == "quiet" else "", "", "accent"))
    if fill or edge:
        rounded(painter, box, fill, edge)
    font = theme().font(_role(kind))
    font.setUnderline(kind == "link" and hovered)
    left = box.left() + px(_PADS.get(kind, 12)) + 1
    if press.icon:
        ratio = painter.device().devicePixelRatioF()
        picture = pixmap(press.icon, ink, 16, ratio)
        if not press.words:
            left = box.left() + (box.width() - px(16)) // 2
        painter.drawPixmap(left, box.top() + (box.height() - px(16)) // 2, picture)
        left += px(22)
    painter.setFont(font)
    painter.setPen(theme().color(ink))
    place = QRect(left, box.top(), box.right() - left + 1, box.height())
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    painter.drawText(place, flags, press.words)


def rounded(
    painter: QPainter, box: QRect, fill: str, edge: str = "", round_: int = 7, pen: int = 1
) -> None:
    """A ground with round corners; colours are names, "" for none."""
    painter.setPen(QPen(theme().color(edge), pen) if edge else Qt.PenStyle.NoPen)
    painter.setBrush(theme().color(fill) if fill else Qt.BrushStyle.NoBrush)
    inset = pen / 2 if edge else 0
    place = QRectF(box).adjusted(inset, inset, -inset, -inset)
    painter.drawRoundedRect(place, theme().px(round_), theme().px(round_))
