"""A page of HTML to read: fonts, grounds, and the lines of its source. Runs and fetches nothing.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QPoint, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextCursor,
    QTextFormat,
    QTextFragment,
)
from PySide6.QtWidgets import QFrame, QTextBrowser

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import ABOVE, BELOW, LINE, PAD, Column, blocks, marks_of

_BREAK = re.compile(r"\n+(?=</?(?:ul|ol|li|p|pre|blockquote|table|div|hr|h\d)\b)")  # else a space
_HEADS = (("h1", "title", 12, 10), ("h2", "section", 22, 6), ("h3", "strong", 18, 4))


@dataclass(frozen=True)
class PageLook:
    """The role of its words, pixels of a line, around the text, and above a block of code."""

    body: str = "body"
    line: int = LINE
    above: int = ABOVE
    below: int = BELOW
    side: int = PAD
    code: int = 6


class PageView(Column, QTextBrowser):  # type: ignore[misc]  # as Styled
    """What has the title `7` stands in line 7 of the source. `lit` are the first and last line to
    stand out."""

    def __init__(self, name: str, look: PageLook | None = None) -> None:
        super().__init__()
        self.lit = (0, 0)
        self._look_of = look or PageLook()
        self._html = ""
        self._lines: list[int] = []  # of each block
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
        theme().changed.connect(self.draw)

    def show_html(self, html: str) -> None:
        """Shows another page; nothing is done where it is the same."""
        if html != self._html:
            self._html = html
            self.draw()

    def draw(self) -> None:
        """Sets the page, where it was scrolled to and with the cursor in the line it was in."""
        bar, line, look, px = (
            self.verticalScrollBar(),
            self.cursor_line(),
            self._look_of,
            theme().px,
        )
        scroll, document = bar.value(), self.document()
        document.setDefaultFont(theme().font(look.body))
        document.setDefaultStyleSheet(_style(look))
        document.setIndentWidth(px(22))
        self.setHtml(_BREAK.sub("", self._html.strip()))
        paper = document.rootFrame().frameFormat()
        paper.setTopMargin(px(look.above))
        paper.setBottomMargin(px(look.below))
        paper.setLeftMargin(px(look.side))
        paper.setRightMargin(px(look.side))
        document.rootFrame().setFrameFormat(paper)
        self._lines, number, place, edit = [], 0, "", QTextCursor(document)
        edit.beginEditBlock()
        for block in blocks(document):
            before, place = place, block.charFormat().toolTip()
            number = int(place) if place not in ("", before) else number + is_code(block)
            self._lines.append(number)
            if block.blockFormat().headingLevel():
                _unscale(block, edit)
        edit.endEditBlock()
        if line > 1:
            self.setTextCursor(QTextCursor(self.block_at(line)))
        self.centre()
        document.size()  # lays all out: else nothing is found yet where it will stand
        bar.setValue(scroll)

    def line_of(self, block: QTextBlock) -> int:
        """The source line of a block; 0 for none."""
        return self._lines[block.blockNumber()] if block.blockNumber() < len(self._lines) else 0

    def cursor_line(self) -> int:
        """The source line the cursor is in."""
        return self.line_of(self.textCursor().block())

    def _top_block(self) -> QTextBlock:
        middle = QPoint(self.viewport().width() // 2, 0)
        return self.cursorForPosition(middle).block()

    def block_at(self, line: int) -> QTextBlock:
        """The first block of a source line, else the last one before it."""
        nearest = bisect_right(self._lines, line) - 1
        while nearest > 0 and self._lines[nearest - 1] == self._lines[nearest]:
            nearest -= 1
        return self.document().findBlockByNumber(max(0, nearest))

    def row(self, block: QTextBlock) -> QRectF:
        """Where a block stands in the viewport. Qt's own rectangle of it leaves out what a least
        line height adds."""
        first, half = QTextCursor(block), theme().px(self._look_of.line) / 2
        last = QTextCursor(block)
        last.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        ends = (QRectF(self.cursorRect(cursor)) for cursor in (first, last))
        top, bottom = (rect.center().y() for rect in ends)
        left = self.cursorRect(first).left()
        return QRectF(left, top - half, self.viewport().width() - left, bottom - top + 2 * half)

    def scroll_to(self, line: int, top: float) -> None:
        """Brings a source line to this height of the viewport."""
        far = self.row(self.block_at(line)).top() - top  # first: it may lay out more
        self.verticalScrollBar().setValue(round(self.verticalScrollBar().value() + far))

    def show_line(self, line: int, words: Sequence[str] = (), end_line: int = 0) -> None:
        """Scrolls to source lines, the cursor too, lets them stand out and marks `words` there."""
        self.setTextCursor(QTextCursor(self.block_at(line)))
        self.lit = (line, max(line, end_line))
        self.scroll_to(line, self.viewport().height() / 3)
        after = self.document().findBlockByNumber(bisect_right(self._lines, self.lit[1]))
        marks = marks_of(words, self.block_at(line), after)
        self.setExtraSelections(marks)
        if marks and (row := self.cursorRect(marks[0].cursor)).bottom() > self.viewport().height():
            bar = self.verticalScrollBar()  # it stands far down in a long paragraph
            bar.setValue(round(bar.value() + row.top() - self.viewport().height() / 3))
        self.viewport().update()

    def clear_marks(self) -> None:
        """Takes the marks of `show_line` away."""
        self.lit = (0, 0)
        self.setExtraSelections([])
        self.viewport().update()

    def loadResource(self, _kind: int, _name: QUrl | str) -> QByteArray:
        """Nothing is loaded, from anywhere: a page is made of its words."""
        return QByteArray()

    def viewportEvent(self, event: QEvent) -> bool:
        return event.type() == QEvent.Type.ToolTip or bool(super().viewportEvent(event))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        block = self._top_block()
        while block.isValid() and (row := self.row(block)).top() < self.viewport().height():
            line = self.line_of(block)
            row.setLeft(0)
            if 0 < self.lit[0] <= line <= self.lit[1]:
                painter.fillRect(row, theme().color("accent-bg"))
            block = block.next()
        painter.end()
        super().paintEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied has its bullets and numbers, which are only painted here."""
        cursor, lines = self.textCursor(), []
        block = self.document().findBlock(cursor.selectionStart())
        while block.isValid() and block.position() < cursor.selectionEnd():
            part = QTextCursor(block)
            part.setPosition(max(block.position(), cursor.selectionStart()))
            end = min(block.position() + block.length() - 1, cursor.selectionEnd())
            part.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            whole = block.textList() and part.selectionStart() == block.position()
            sign = block.textList().itemText(block) if whole else ""
            sign = sign if sign[:1].isdigit() else "-" * bool(sign)
            words = part.selectedText().replace("\u2028", "\n")
            lines.append(f"{sign} {words}" if sign else words)
            block = block.next()
        copied = QMimeData()
        copied.setText("\n".join(lines))
        return copied


def is_code(block: QTextBlock) -> bool:
    """Whether it is a line of a block of code."""
    return block.isValid() and block.blockFormat().background().style() != Qt.BrushStyle.NoBrush


def _unscale(heading: QTextBlock, cursor: QTextCursor) -> None:
    """Qt gives a heading a size of its own, whatever the style says."""
    parts = [(part.position(), part.length(), part.charFormat()) for part in _fragments(heading)]
    for place, length, look in parts:
        cursor.setPosition(place)
        cursor.setPosition(place + length, QTextCursor.MoveMode.KeepAnchor)
        look.clearProperty(QTextFormat.Property.FontSizeAdjustment.value)
        cursor.setCharFormat(look)


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    walk = block.begin()
    while not walk.atEnd():
        yield walk.fragment()
        walk += 1


def _style(look: PageLook) -> str:
    """What Qt reads of CSS, in the colours and at the zoom of now."""
    px, ink = theme().px, theme().hex

    def type_of(role: str) -> str:
        font = theme().font(role)
        return f"font-size: {font.pixelSize()}px; font-weight: {font.weight().value};"

    mono = ", ".join(f"'{name}'" for name in theme().font("mono").families())
    line = f"line-height: {px(look.line)}px; -qt-line-height-type: minimum;"
    heads = [
        f"{tag} {{ {type_of(role)} margin: {px(above)}px 0 {px(below)}px 0; }}"
        for tag, role, above, below in _HEADS
    ]
    return f"""{" ".join(heads)}
h4, h5, h6 {{ {type_of("strong")} margin: {px(10)}px 0 {px(2)}px 0; }}
p {{ {line} margin: 0 0 {px(8)}px 0; }}
li {{ {line} margin: 0 0 {px(3)}px 0; }}
ul, ol {{ margin: 0 0 {px(8)}px 0; }}
a {{ color: {ink("accent")}; text-decoration: underline; }}
.gone, .quiet {{ color: {ink("text3")}; font-weight: 400; }}
blockquote {{ margin: {px(4)}px 0 {px(8)}px {px(22)}px; color: {ink("text2")}; }}
pre {{ white-space: pre-wrap; background-color: {ink("side")}; color: {ink("text2")};
  margin: {px(look.code)}px 0 {px(10)}px 0; {type_of("mono")} }}
code {{ color: {ink("accent")}; {type_of("mono")} }}
pre code {{ color: {ink("text2")}; }}
code, pre {{ font-family: {mono}; }}
table {{ border-collapse: collapse; border: 1px solid {ink("border")};
  margin: {px(12)}px 0 {px(14)}px 0; }}
th, td {{ border: 1px solid {ink("border")}; padding: {px(6)}px; }}
th {{ font-weight: 600; text-align: left; }}
"""
