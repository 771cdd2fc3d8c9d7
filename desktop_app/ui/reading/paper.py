"""Sets rendered pieces as a page: fonts, spaces, marks. Knows Qt's document, not Markdown.

Every block carries its lines in the source as properties. What a block format cannot say (bullets,
the bar beside a quotation, a rule) is a property too, and is painted by the reader.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from PySide6.QtCore import QByteArray, QMimeData, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QBrush,
    QFont,
    QPainter,
    QPaintEvent,
    QPen,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTableFormat,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from desktop_app.notebook.text import links
from desktop_app.notebook.text.runs import TextRun
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import ABOVE, BELOW, LINE, PAD, Column
from desktop_app.ui.reading.render import Piece, PieceKind

_OWN = QTextFormat.Property.UserProperty.value
FIRST, LAST, MARK, QUOTE, KIND = (QTextFormat.Property(_OWN + n) for n in range(1, 6))

_TIME = re.compile(r"(.*\S)\s*[(（](\d{1,2}:\d{2})[)）]")
_STEP = 22  # how much deeper a list is set
_BLOCK = 8_000  # characters of a block
_RUNS = 500  # and looks in it
# kind: (role of type, space above, space below)
_SPACES = {
    PieceKind.TITLE: ("big", 0, 0),
    PieceKind.HEADING1: ("title", 12, 10),
    PieceKind.HEADING2: ("section", 26, 6),
    PieceKind.HEADING3: ("strong", 18, 4),
    PieceKind.TEXT: ("body", 0, 10),
    PieceKind.CODE: ("mono", 0, 0),
    PieceKind.RULE: ("meta", 8, 8),
}

_HEIGHTS = {PieceKind.TITLE: 34, PieceKind.HEADING1: 30, PieceKind.CODE: 21}


@dataclass(frozen=True)
class PaperLook:
    """Type and lengths of a page: the role of its words, pixels of a line, space around the text,
    and above a block of code."""

    body: str = "body"
    line: int = LINE
    above: int = ABOVE
    below: int = BELOW
    side: int = PAD
    code: int = 0


class Paper:
    """The document of a text widget, to which pieces are added."""

    def __init__(self, view: QTextEdit, look: PaperLook | None = None) -> None:
        self._view = view
        self._look_of = look or PaperLook()
        view.setUndoRedoEnabled(False)

    @property
    def _document(self) -> QTextDocument:
        return self._view.document()

    def clear(self) -> None:
        """An empty page with its margins."""
        self._document.clear()
        look = self._look_of
        self._document.setDefaultFont(theme().font(look.body))
        px = theme().px
        paper = self._document.rootFrame().frameFormat()
        paper.setTopMargin(px(look.above))
        paper.setBottomMargin(px(look.below))
        paper.setLeftMargin(px(look.side))
        paper.setRightMargin(px(look.side))
        self._document.rootFrame().setFrameFormat(paper)

    def add(self, pieces: Iterable[Piece]) -> None:
        """Sets these at the end."""
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        fresh = self._document.isEmpty()
        before: Piece | None = None
        for piece in chain.from_iterable(map(_parts, pieces)):
            if piece.rows:
                self._add_table(cursor, piece)
                fresh = False
            else:
                shape = self._shape(piece, before, top=fresh)
                if fresh:
                    cursor.setBlockFormat(shape)
                else:
                    cursor.insertBlock(shape)
                fresh = False
                self._add_runs(cursor, piece, piece.runs)
                if from_right(cursor.block()):
                    shape.setRightMargin(shape.leftMargin())
                    shape.setLeftMargin(0)
                    cursor.setBlockFormat(shape)
            before = piece
        cursor.endEditBlock()

    def _shape(self, piece: Piece, before: Piece | None, top: bool = False) -> QTextBlockFormat:
        px = theme().px
        shape = QTextBlockFormat()
        tall = _HEIGHTS.get(piece.kind, self._look_of.line)
        shape.setLineHeight(px(tall), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        above, below = _spaces(piece, before)
        code = piece.kind == PieceKind.CODE
        if code and (before is None or before.kind != PieceKind.CODE):
            above = max(above, self._look_of.code)
        top = top and not (code and self._look_of.code)
        shape.setTopMargin(0 if top else px(above))
        shape.setBottomMargin(px(below))
        shape.setLeftMargin(px(_STEP * piece.depth + 16 * piece.quote))
        shape.setProperty(FIRST.value, piece.line)
        shape.setProperty(LAST.value, piece.end_line)
        shape.setProperty(MARK.value, piece.mark)
        shape.setProperty(QUOTE.value, piece.quote)
        shape.setProperty(KIND.value, piece.kind.value)
        if code:
            shape.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        if piece.kind.level:  # for screen readers
            shape.setHeadingLevel(piece.kind.level)
        return shape

    def _add_runs(self, cursor: QTextCursor, piece: Piece, runs: Iterable[TextRun]) -> None:
        whole = QTextCharFormat()
        role = self._look_of.body if piece.kind == PieceKind.TEXT else _SPACES[piece.kind][0]
        whole.setFont(theme().font(role))
        tone = "text2" if piece.quote or piece.kind == PieceKind.CODE else "text"
        whole.setForeground(theme().color(tone))
        if piece.kind == PieceKind.HEADING2:
            runs = _with_quiet_time(tuple(runs))
        cursor.setBlockCharFormat(whole)
        for run in runs:
            cursor.insertText(run.text.replace("\n", "\u2028"), self._look(whole, run))

    def _look(self, whole: QTextCharFormat, run: TextRun) -> QTextCharFormat:
        if not run.marks:
            return whole
        look = QTextCharFormat(whole)
        if "code" in run.marks:
            look.setFont(theme().font("mono"))
            look.setForeground(theme().color("accent"))
        if "strong" in run.marks:
            look.setFontWeight(QFont.Weight.Bold)
        if "em" in run.marks:
            look.setFontItalic(True)
        if "strike" in run.marks:
            look.setFontStrikeOut(True)
        if run.marks & {"image", "quiet"}:
            look.setForeground(theme().color("text3"))
            look.setFontWeight(QFont.Weight.Normal)
        if "link" in run.marks:
            look.setAnchor(True)
            look.setAnchorHref(links.with_line(run.href, run.text))
            look.setForeground(theme().color("accent"))
            look.setFontUnderline(True)
            look.setUnderlineColor(theme().color("heat2"))
        return look

    def _add_table(self, cursor: QTextCursor, piece: Piece) -> None:
        px = theme().px
        columns = max(len(row) for row in piece.rows)
        shape = QTextTableFormat()
        shape.setBorder(1)
        shape.setBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
        shape.setBorderBrush(QBrush(theme().color("border")))
        shape.setBorderCollapse(True)
        shape.setCellPadding(px(6))
        shape.setTopMargin(px(12))
        shape.setBottomMargin(px(14))
        shape.setHeaderRowCount(1)
        shape.setColumnWidthConstraints([QTextLength(QTextLength.Type.VariableLength, 0)] * columns)
        table = cursor.insertTable(len(piece.rows), columns, shape)
        for at, row in enumerate(piece.rows):
            line = piece.line + at + (1 if at else 0)  # the line of dashes is no row
            for column, runs in enumerate(row):
                inside = table.cellAt(at, column).firstCursorPosition()
                one = Piece(PieceKind.TEXT, (), line, line)
                cell = self._shape(one, None, top=True)
                cell.setBottomMargin(0)
                inside.setBlockFormat(cell)
                marks = [TextRun(r.text, r.marks | {"strong"}, r.href) for r in runs]
                self._add_runs(inside, one, runs if at else marks)
        cursor.movePosition(QTextCursor.MoveOperation.End)


def from_right(block: QTextBlock) -> bool:
    """Whether its words are read from right to left, as the first letter says."""
    return block.textDirection() == Qt.LayoutDirection.RightToLeft


def left_of(block: QTextBlock) -> float:
    """The left edge of the column in which a block is laid out."""
    return block.layout().position().x() + block.blockFormat().leftMargin()


def lines_of(block: QTextBlock) -> tuple[int, int]:
    """The source lines a block was set from, 1-based; (0, 0) for none."""
    shape = block.blockFormat()
    return shape.intProperty(FIRST.value), shape.intProperty(LAST.value)


def _parts(piece: Piece) -> Iterator[Piece]:
    """A piece as it is, or an endless one as several: Qt lays out a block only as a whole, in a
    time that grows with the square of its length and of its looks."""
    if len(piece.runs) <= _RUNS and sum(len(run.text) for run in piece.runs) <= _BLOCK:
        yield piece
        return
    taken: list[TextRun] = []
    size, mark = 0, piece.mark
    for run in piece.runs:
        for at in range(0, len(run.text), _BLOCK):
            part = TextRun(run.text[at : at + _BLOCK], run.marks, run.href)
            if taken and (size + len(part.text) > _BLOCK or len(taken) == _RUNS):
                yield replace(piece, runs=tuple(taken), mark=mark)
                taken, size, mark = [], 0, ""
            taken.append(part)
            size += len(part.text)
    yield replace(piece, runs=tuple(taken), mark=mark)


def _spaces(piece: Piece, before: Piece | None) -> tuple[int, int]:
    """The space above a piece and below it, at zoom 1."""
    kind, _role, above, below = piece.kind, *_SPACES[piece.kind]
    kind_before, depth_before = (before.kind, before.depth) if before else (None, 0)
    if piece.depth and kind == PieceKind.TEXT:
        below = 3 if piece.tight else 7
    if kind == PieceKind.HEADING2 and kind_before == PieceKind.HEADING1:
        above = 12
    if kind == PieceKind.TEXT and depth_before and not piece.depth:
        above = 8  # a paragraph after a list
    if kind == PieceKind.CODE and kind_before != PieceKind.CODE:
        above = 12 if depth_before else 6  # after a list
    if kind_before == PieceKind.CODE and kind != PieceKind.CODE:
        above = max(above, 14)
    return above, below


def _with_quiet_time(runs: tuple[TextRun, ...]) -> tuple[TextRun, ...]:
    """`Notes (14:30)` with the time set back, as 14:30."""
    match = _TIME.fullmatch(runs[-1].text) if runs and not runs[-1].marks else None
    if match is None:
        return runs
    return (*runs[:-1], TextRun(match[1]), TextRun(f"  {match[2]}", frozenset({"quiet"})))


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
