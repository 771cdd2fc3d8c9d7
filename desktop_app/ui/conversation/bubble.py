"""What one says, in a bubble: as wide and as high as its words, up to 560 px. Knows pieces to read.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

import re
from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy

from desktop_app.notebook.text.runs import TextRun
from desktop_app.notebook.text.sections import Section
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.reading import render
from desktop_app.ui.reading.paper import KIND, PageView, Paper, PaperLook, left_of
from desktop_app.ui.reading.render import Piece, PieceKind
from desktop_app.words import tr

WIDEST = 560  # pixels
_LINE, _CODE, _SIDE, _ABOVE, _BELOW = 21, 34, 16, 7, 10
_STRIP = 28  # pixels above a block of code, for its button
_LOOK = PaperLook("chat", _LINE, _ABOVE, _BELOW, _SIDE, _CODE)
_SHORT = 160  # characters that may need less than the widest bubble
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")


def markdown(words: str) -> list[Piece]:
    """What a model says."""
    # 2: its first line is no front matter
    return render.pieces(Section(2, 0, shown(words)), plain_links=False)


def plain(words: str) -> list[Piece]:
    """What a person says: paragraphs, every line kept."""
    return [
        Piece(PieceKind.TEXT, (TextRun(part),), 1, 1) for part in _PARAGRAPHS.split(shown(words))
    ]


def shown(words: str) -> str:
    """Without what no page can show."""
    words = words.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return words.replace("\r\n", "\n").replace("\r", "\n").strip()


class Bubble(PageView):
    """`ground` is a colour's name. Each block of code has a button that copies it."""

    copied = Signal(str)  # code, which is on the clipboard now

    def __init__(self, name: str, ground: str) -> None:
        super().__init__(name)
        self.tall = _LINE
        self.ground = ground
        self.framed = False  # a frame around it: it stands out
        self._paper = Paper(self, _LOOK)
        self._pieces: Sequence[Piece] = ()
        self._heights: dict[int, int] = {}  # by width: a layout asks very often
        self._narrow = 0  # pixels that its words need, where these are few
        self._buttons: list[IconButton] = []
        self._blocks: list[QTextBlock] = []  # the first of each block of code
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setProperty("bare", "true")
        theme().changed.connect(self._set)

    def show_pieces(self, pieces: Sequence[Piece]) -> None:
        """Shows these in place of what it shows now."""
        if list(pieces) != list(self._pieces):
            self._pieces = tuple(pieces)
            self._set()

    @property
    def copy_buttons(self) -> Sequence[IconButton]:
        """One for each block of code, from the top."""
        return self._buttons

    def code(self, number: int) -> str:
        """The lines of a block of code."""
        block, lines = self._blocks[number], []
        while block.isValid() and _is_code(block):
            lines.append(block.text().replace("\u2028", "\n"))
            block = block.next()
        return "\n".join(lines)

    # -- as large as its words ------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            document, before = self.document(), self.document().textWidth()
            document.setTextWidth(width)
            self._heights[width] = ceil(document.size().height())
            if before != width:
                document.setTextWidth(before)  # a question changes nothing
        return self._heights[width]

    def sizeHint(self) -> QSize:
        widest = theme().px(WIDEST)
        width = min(self._narrow or widest, widest)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(40), theme().px(20))

    def centre(self) -> None:
        """It is a column of its own."""

    def _set(self) -> None:
        self._paper.clear()
        self._paper.add(self._pieces)
        document = self.document()
        self._heights.clear()
        self._narrow = 0
        if self.document().characterCount() <= _SHORT:
            document.setTextWidth(-1)
            self._narrow = ceil(document.idealWidth()) + 1
        document.setTextWidth(max(self.width(), 1))
        self._find_code()
        self.updateGeometry()
        self.viewport().update()

    # -- blocks of code -------------------------------------------------------------------------

    def _find_code(self) -> None:
        self._blocks = [
            block for block in self.blocks() if _is_code(block) and not _is_code(block.previous())
        ]
        while len(self._buttons) < len(self._blocks):
            number = len(self._buttons)
            button = IconButton("copy", tr("Copy this code"), 24)
            button.setParent(self)
            button.clicked.connect(lambda _checked=False, n=number: self._copy(n))
            self._buttons.append(button)
        for number, button in enumerate(self._buttons):
            button.setVisible(number < len(self._blocks))
        self._place_buttons()

    def _place_buttons(self) -> None:
        px = theme().px
        for button, block in zip(self._buttons, self._blocks, strict=False):
            top = self.row(block).top() - px(_STRIP)
            button.move(self.width() - px(_SIDE) - button.width(), round(top) + px(2))

    def _copy(self, number: int) -> None:
        code = self.code(number)
        QGuiApplication.clipboard().setText(code)
        self.copied.emit(code)

    def paint_code(self, painter: QPainter, block: QTextBlock, row: QRectF) -> None:
        px = theme().px
        top, bottom = self._reach(block, row)
        if not _is_code(block.previous()):
            top -= px(_STRIP)
        left = left_of(block) - px(8)
        ground = QRectF(left, top, self.width() - px(_SIDE) + px(4) - left, bottom - top)
        painter.fillRect(ground, theme().color("side"))

    # -- Qt's -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        px = theme().px
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color(self.ground))
        box = QRectF(self.viewport().rect())
        if self.hasFocus() or self.framed:
            pen = painter.pen()
            pen.setStyle(Qt.PenStyle.SolidLine)
            pen.setColor(theme().color("accent"))
            pen.setWidth(2)
            painter.setPen(pen)
            box.adjust(1, 1, -1, -1)
        painter.drawRoundedRect(box, px(12), px(12))
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.document().setTextWidth(self.width())
        self._place_buttons()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # what is around it scrolls


def _is_code(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().stringProperty(KIND.value) == PieceKind.CODE
