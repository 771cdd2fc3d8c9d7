"""Sets rendered pieces as a page: fonts, spaces, marks. Knows Qt's document, not Markdown.

Every block carries its lines in the source as properties. What a block format cannot say (bullets,
the bar beside a quotation, a rule) is a property too, and is painted by the reader.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTableFormat,
)
from PySide6.QtWidgets import QTextEdit

from desktop_app.notebook.text import links
from desktop_app.notebook.text.runs import TextRun
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import ABOVE, BELOW, LINE, PAD
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
    PieceKind.DETAIL: ("meta", 0, 4),
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
        tone = (
            "text2" if piece.quote or piece.kind in (PieceKind.CODE, PieceKind.DETAIL) else "text"
        )
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
