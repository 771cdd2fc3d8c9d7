"""Things to press in a row, painted: buttons, chips, pills. Knows looks, not what a click does."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.rows import RowDelegate
from desktop_app.ui.review.change_words import KEYS, State, asks
from desktop_app.ui.review.rows import ReviewRow
from desktop_app.words import remarked, tr

BUTTON, CHIP, PILL = 30, 22, 22  # pixels
_PADS = {"chip": 8, "link": 0, "bare": 0, "ok": 8, "warn": 8, "accent": 8}  # beside the words
_ROLES = {"chip": "meta"} | dict.fromkeys(("primary", "danger", "ok", "warn", "accent"), "strong")


class Deed(NamedTuple):
    """What a click means, and of which line of a file."""

    name: str
    path: str = ""
    line: int = 0


class Press(NamedTuple):
    """A thing to press: `plain`, `primary`, `danger`, `quiet`, `link`, `chip` or `bare`; or a word
    on a coloured ground, `ok`, `warn` or `accent`, by which nothing is asked."""

    kind: str
    words: str
    asked: Deed | None = None
    tip: str = ""
    icon: str = ""

    @property
    def width(self) -> int:
        """In pixels."""
        px = theme().px
        if not self.words:
            return px(BUTTON)
        words = words_width(self.words, _ROLES.get(self.kind, "ui"))
        return words + 2 * px(_PADS.get(self.kind, 12)) + 1 + (px(22) if self.icon else 0)


class Tile(NamedTuple):
    """`draw` paints it; the second argument says whether the mouse is over it."""

    box: QRect
    draw: Callable[[QPainter, bool], None]
    asked: Deed | None = None
    tip: str = ""


def words_width(words: str, role: str) -> int:
    """How wide words are on one line."""
    return QFontMetrics(theme().font(role)).horizontalAdvance(words) + 1


def draw_press(press: Press, box: QRect, painter: QPainter, hovered: bool) -> None:
    px, kind = theme().px, press.kind
    fill, edge, ink = {
        "plain": ("hover" if hovered else "raised", "border", "text"),
        "primary": ("accent-hover" if hovered else "accent", "", "accent-on"),
        "danger": ("del-bg" if hovered else "", "danger", "danger"),
        "chip": ("hover", "accent" if hovered else "border", "accent" if hovered else "text2"),
        "bare": ("hover" if hovered and press.icon else "", "", "text2"),
        "ok": ("add-bg", "", "add-fg"),
        "warn": ("warn-bg", "", "warn"),
        "accent": ("accent-bg", "", "accent"),
    }.get(kind, ("hover" if hovered and kind == "quiet" else "", "", "accent"))
    if fill or edge:
        rounded(painter, box, fill, edge)
    font = theme().font(_ROLES.get(kind, "ui"))
    font.setUnderline(kind == "link" and hovered)
    left = box.left() + px(_PADS.get(kind, 12)) + 1
    if press.icon:
        ratio = painter.device().devicePixelRatioF()
        picture = pixmap(press.icon, ink, 16, ratio)
        if not press.words:
            left = box.left() + (box.width() - px(16)) // 2
        painter.drawPixmap(left, box.top() + (box.height() - px(16)) // 2, picture)
        left += px(22)
    place = QRect(left, box.top(), box.right() - left + 1, box.height())
    RowDelegate.draw_line(painter, place, press.words, font, ink)


def rounded(
    painter: QPainter, box: QRect, fill: str, edge: str = "", round_: int = 7, pen: int = 1
) -> None:
    """A ground with round corners; colours are names, "" for none."""
    painter.setPen(QPen(theme().color(edge), pen) if edge else Qt.PenStyle.NoPen)
    painter.setBrush(theme().color(fill) if fill else Qt.BrushStyle.NoBrush)
    inset = pen / 2 if edge else 0
    place = QRectF(box).adjusted(inset, inset, -inset, -inset)
    painter.drawRoundedRect(place, theme().px(round_), theme().px(round_))


def answer_presses(row: ReviewRow) -> list[Press]:
    """What can be said to a row that asks for a word."""
    change, state, presses = row.change, row.state, []
    if row.wording is not None:
        presses.append(
            Press("bare", "", Deed("edit"), remarked(tr("Edit the new line"), "E"), "edit")
        )
    for answer, words in row.answers.items():
        chosen = state == answer
        kind, icon = "quiet" if answer in (State.LATER, State.NEVER) else "plain", ""
        if chosen:
            danger = answer == State.REJECTED and not (change and asks(change))
            kind, icon = ("danger", "cross") if danger else ("primary", "check")
        key = KEYS.get(answer)
        tip = remarked(words[0], key) if key else words[1]
        presses.append(Press(kind, words[chosen], Deed(answer), tip, icon))
    return presses
