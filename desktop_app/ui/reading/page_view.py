"""A page that was set from Markdown, as it is seen. Knows blocks and paints, not what is read.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

from collections.abc import Iterator

from PySide6.QtCore import QByteArray, QMimeData, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QPen,
    QTextBlock,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextBrowser

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import LINE, Column
from desktop_app.ui.reading.paper import KIND, MARK, QUOTE, from_right, left_of, lines_of
from desktop_app.ui.reading.render import PieceKind

_BOXES = ("☐", "☑")
_BOX_LEFT, _BOX_SIDE = 20, 13  # pixels left of the text, and of a side


class PageView(Column, QTextBrowser):  # type: ignore[misc]  # as Styled
    """Paints what a text format cannot say.

    `lit` are the first and last source line to stand out, `fresh` the lines that are new.
    """

    tall = LINE  # pixels of a line, as it was set

    def __init__(self, name: str) -> None:
        super().__init__()
        self.lit = (0, 0)
        self.fresh: frozenset[int] = frozenset()
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def blocks(self) -> Iterator[QTextBlock]:
        """Every block, first to last."""
        block = self.document().begin()
        while block.isValid():
            yield block
            block = block.next()

    def row(self, block: QTextBlock) -> QRectF:
        """The first row of a block: its height, and its left edge at the text."""
        return QRectF(self.cursorRect(QTextCursor(block)))

    def block_at(self, line: int) -> QTextBlock:
        """The block that was set from a source line, else the last one before it."""
        nearest = self.document().begin()
        for block in self.blocks():
            first, last = lines_of(block)
            if first > line:
                break
            nearest = block
            if last >= line and first == line:
                break
        return nearest

    def last_block_at(self, line: int) -> QTextBlock:
        """The last block that was set from a source line, else the last one before it."""
        block = self.block_at(line)
        while block.next().isValid() and lines_of(block.next())[0] == line:
            block = block.next()
        return block

    def line_at_top(self) -> int:
        """The source line of the first block on the screen."""
        return lines_of(self.cursorForPosition(self.viewport().rect().topLeft()).block())[0]

    def scroll_to(self, line: int, top: float) -> None:
        """Brings a source line to this height of the viewport."""
        bar = self.verticalScrollBar()
        bar.setValue(round(bar.value() + self.row(self.block_at(line)).top() - top))

    def bring(self, place: QTextCursor) -> None:
        """Scrolls on to a place that is below what is seen."""
        seen, row = self.viewport().height(), self.cursorRect(place)
        if row.bottom() > seen:
            bar = self.verticalScrollBar()
            bar.setValue(round(bar.value() + row.top() - seen / 3))

    def loadResource(self, _kind: int, _name: QUrl | str) -> QByteArray:
        """Nothing is loaded, from anywhere: a page is made of its words."""
        return QByteArray()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        block = self.cursorForPosition(self.viewport().rect().topLeft()).block()
        bottom = self.viewport().height()
        while block.isValid():
            row = self.row(block)
            if row.top() > bottom:
                break
            self._paint_block(painter, block, row)
            block = block.next()
        painter.end()
        super().paintEvent(event)

    def _paint_block(self, painter: QPainter, block: QTextBlock, row: QRectF) -> None:
        shape = block.blockFormat()
        first, last = lines_of(block)
        if not self.fresh.isdisjoint(range(first, last + 1)):
            self._paint_fresh(painter, block, row)
        if self._is_lit(block):
            self._paint_lit(painter, block, row, "accent-bg", joined=self._is_lit(block.next()))
        kind, mark = shape.stringProperty(KIND.value), shape.stringProperty(MARK.value)
        px = theme().px
        middle = row.center().y()
        if quote := shape.intProperty(QUOTE.value):
            self._paint_quote(painter, block, row, quote)
        if kind == PieceKind.RULE:
            painter.setPen(QPen(theme().color("border"), 1))
            painter.drawLine(QPointF(row.left(), middle), QPointF(self._right(), middle))
        elif kind == PieceKind.CODE:
            self.paint_code(painter, block, row)
        elif mark == "•":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("accent"))
            size = px(5) / 2
            painter.drawEllipse(QPointF(_before(block, row, px(13)), middle), size, size)
        elif mark in _BOXES:
            left = _before(block, row, px(_BOX_LEFT), px(_BOX_SIDE))
            self._paint_box(painter, left, middle, ticked=mark == "☑")
        elif mark:
            painter.setFont(self.document().defaultFont())
            painter.setPen(theme().color("accent"))
            left = _before(block, row, px(46), px(40))
            side = Qt.AlignmentFlag.AlignLeft if from_right(block) else Qt.AlignmentFlag.AlignRight
            place = QRectF(left, middle - px(13), px(40), px(26))
            painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, mark)

    def paint_code(self, painter: QPainter, block: QTextBlock, row: QRectF) -> None:
        """The ground under a line of code."""
        px = theme().px
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("side"))
        top, bottom = self._reach(block, row)
        spare = px(self.tall) - px(21)  # that a line of code is less high
        size = bottom - top - spare
        painter.drawRect(QRectF(left_of(block) - px(10), top + spare / 2, self._right(), size))

    def _paint_box(self, painter: QPainter, left: float, middle: float, ticked: bool) -> None:
        edge = theme().px(_BOX_SIDE)
        box = QRectF(left, middle - edge / 2, edge, edge)
        painter.setPen(QPen(theme().color("accent" if ticked else "text3"), 1.3))
        painter.setBrush(theme().color("accent") if ticked else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, edge / 4, edge / 4)
        if ticked:
            painter.setPen(QPen(theme().color("accent-on"), 1.6))
            corner = QPointF(left + edge * 0.43, middle + edge * 0.2)
            painter.drawLine(QPointF(left + edge * 0.24, middle + edge * 0.02), corner)
            painter.drawLine(corner, QPointF(left + edge * 0.76, middle - edge * 0.22))

    def _reach(self, block: QTextBlock, row: QRectF) -> tuple[float, float]:
        """Top and bottom of all rows of a block."""
        end = QTextCursor(block)
        end.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        half = theme().px(self.tall) / 2
        return row.center().y() - half, QRectF(self.cursorRect(end)).center().y() + half

    def _is_lit(self, block: QTextBlock) -> bool:
        first, last = lines_of(block) if block.isValid() else (0, 0)
        return bool(first) and first <= self.lit[1] and last >= self.lit[0]

    def _paint_lit(
        self, painter: QPainter, block: QTextBlock, row: QRectF, token: str, joined: bool = False
    ) -> None:
        """A ground under a block; `joined` reaches under the beginning of the next one."""
        top, bottom = self._reach(block, row)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color(token))
        round_ = theme().px(6)
        if joined:
            bottom = self._reach(block.next(), self.row(block.next()))[0] + 2 * round_
        painter.drawRoundedRect(
            QRectF(0, top, self.viewport().width(), bottom - top), round_, round_
        )

    def _paint_fresh(self, painter: QPainter, block: QTextBlock, row: QRectF) -> None:
        self._paint_lit(painter, block, row, "add-bg")
        top, bottom = self._reach(block, row)
        painter.setFont(theme().font("body"))
        painter.setPen(theme().color("add-fg"))
        place = QRectF(0, top, self._right(), bottom - top)
        sides = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, sides, "+")  # never by colour alone

    def _paint_quote(self, painter: QPainter, block: QTextBlock, row: QRectF, deep: int) -> None:
        top, bottom = self._reach(block, row)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("border"))
        px = theme().px
        for n in range(deep):
            left = px(12) + n * px(16)
            if from_right(block):
                left = self.viewport().width() - left - px(3)
            painter.drawRoundedRect(QRectF(left, top, px(3), bottom - top), 1.5, 1.5)

    def _right(self) -> float:
        return self.viewport().width() - theme().px(12)

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied has its bullets and numbers, which are only painted here."""
        cursor = self.textCursor()
        lines = []
        block = self.document().findBlock(cursor.selectionStart())
        while block.isValid() and block.position() < cursor.selectionEnd():
            part = QTextCursor(block)
            part.setPosition(max(block.position(), cursor.selectionStart()))
            end = min(block.position() + block.length() - 1, cursor.selectionEnd())
            part.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark = block.blockFormat().stringProperty(MARK.value)
            whole = mark and part.selectionStart() == block.position()
            sign = "- " if mark == "•" else f"{mark} "
            lines.append((sign if whole else "") + part.selectedText().replace("\u2028", "\n"))
            block = block.next()
        copied = QMimeData()
        copied.setText("\n".join(lines))
        return copied


def _before(block: QTextBlock, row: QRectF, far: float, wide: float = 0) -> float:
    """The left edge of what begins so far before a block's text, on the side where that begins."""
    return row.left() + far - wide if from_right(block) else row.left() - far
