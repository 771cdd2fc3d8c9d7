"""How a note is laid out and looks: even lines, large headings, hanging rows, pictures below their
lines. Knows the blocks of a document and the theme, not keys or files.

Signs that only format are dimmed; nothing is hidden, so that what is seen is what is in the file.
Only what is seen is laid out, and the height of the rest is a guess. The document itself has no
formats, so that none is a step of undo.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPalette,
    QTextBlock,
    QTextCharFormat,
    QTextDocument,
    QTextFrame,
    QTextLayout,
)

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import ABOVE, BELOW, COLUMN, LINE, PAD, units
from desktop_app.ui.writing import markup

_WIDEST, _TALLEST, _GAP = COLUMN - 2 * PAD, 480, 8  # pixels of a picture, and below one
_ROW = 85  # characters, about, in a row
_LEAD = re.compile(r"( *(?:[-*+]|\d{1,9}[.)]))( (?:\[[ xX]\] )?)|()( {0,3}(?:> ?)+)")
_MOST_HANG = 240  # pixels; what is nested deeper hangs no deeper
_BOTTOM = 1e7  # pixels, below any text
_FEW = 4_000  # characters, which are laid out at once
_BACK = 2_000  # lines, in which the beginning of a block of code is looked for
_TOKENS = {  # the first kind that holds gives the colour
    "comment": "text3",
    "mark": "text3",
    "bullet": "accent",
    "box": "accent",
    "code": "accent",
    "fence": "text2",
    "link": "accent",
    "quote": "text2",
}
_ROLES = {"heading1": "title", "heading2": "section", "heading3": "body"}


class NoteLayout(QAbstractTextDocumentLayout):
    """`pictures` are those of the note by where they lie."""

    adding = False  # a piece of the text is being added, below what is seen

    def __init__(self, document: QTextDocument) -> None:
        self._told = QSizeF()
        self._coloured = self._settling = False
        self.pictures: dict[str, QImage] = {}
        self._look = lru_cache(maxsize=64)(_look)
        self._hang = lru_cache(maxsize=256)(_hang)
        self._forget()
        super().__init__(document)

    def _forget(self) -> None:
        self._heights: list[float] = []
        self._laid = bytearray()  # 1 for each block that is laid out
        self._tops = [float(theme().px(ABOVE))]  # as far as they are known
        self._sum = 0.0

    def draw_anew(self) -> None:
        """After the theme, the zoom or the pictures changed."""
        self._look.cache_clear()
        self._hang.cache_clear()
        self._forget()
        self.documentChanged(0, 0, self.document().characterCount())

    def top(self, block: QTextBlock) -> float:
        return self._top(block.blockNumber())

    def block_at(self, height: float) -> QTextBlock:
        """The last block that begins at this height of the document or above."""
        while self._tops[-1] <= height and len(self._tops) < len(self._heights):
            self._top(len(self._tops))
        number = max(0, bisect_right(self._tops, height) - 1)
        return self.document().findBlockByNumber(min(number, len(self._heights) - 1))

    def between(self, top: float, bottom: float) -> Iterator[QTextBlock]:
        """The blocks between these heights."""
        block = self.block_at(top)
        while block.isValid() and self.top(block) < bottom:
            yield block
            block = block.next()

    def prepare(self, top: float, bottom: float, cursor: QTextBlock) -> tuple[float, bool]:
        """Lays out what stands there, and some above. Returns how far the line of the cursor has
        moved by that; where it is not seen, the first line that is. Then whether any was new."""
        first, document = cursor, self.document()
        if not top <= self.top(cursor) < bottom:
            first = self.block_at(top)
        before, start = self.top(first), self.block_at(2 * top - bottom).blockNumber()
        new = False
        while (row := self._laid.find(0, start, self.block_at(bottom).blockNumber() + 1)) >= 0:
            self.blockBoundingRect(document.findBlockByNumber(row))
            new = True
        self._tell_size()
        return self.top(first) - before, new

    def paint_anew(self, top: float, bottom: float = _BOTTOM) -> None:
        """What stands between these heights looks otherwise now."""
        room = QRectF(0.0, top - 2, self.document().pageSize().width(), bottom - top + 4)
        self.update[QRectF].emit(room)  # type: ignore[index]

    def settle(self) -> None:
        """Qt takes new looks for a part of the next change, unless they are settled before it. Not
        in the midst of a change: it would not be told."""
        if self._coloured:
            self._coloured, self._settling = False, True
            self.document().markContentsDirty(0, 0)
            self._settling = False

    # -- heights --------------------------------------------------------------------------------

    def _top(self, number: int) -> float:
        tops = self._tops
        while len(tops) <= number:
            tops.append(tops[-1] + self._heights[len(tops) - 1])
        return tops[number]

    def _guess(self, block: QTextBlock) -> float:
        return float((1 + block.length() // _ROW) * theme().px(LINE))

    def _tell_size(self) -> None:
        if (size := self.documentSize()) != self._told:
            self._told = size
            self.documentSizeChanged.emit(size)

    def _lay_out(self, block: QTextBlock) -> float:
        """Gives a block its rows and looks. Returns how high it is."""
        layout, text, px = block.layout(), block.text(), theme().px
        runs, after = markup.runs(text, self._state_before(block))
        self._set_state(block, after)
        layout.setFormats(self._formats(layout, text, runs))
        self._coloured = True
        option, ahead = self.document().defaultTextOption(), True
        if block.textDirection() is Qt.LayoutDirection.RightToLeft:
            ahead = False
            option.setTextDirection(Qt.LayoutDirection.RightToLeft)
            option.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute)
        layout.setTextOption(option)
        lead = _LEAD.match(text)
        hang = self._hang(*filter(None, lead.groups("")), bold=bool(lead[1])) if lead else 0.0
        room, height = self.document().pageSize().width() - 2 * px(PAD), 0.0
        layout.beginLayout()
        while (row := layout.createLine()).isValid():
            row.setLineWidth(room - hang if height else room)
            high = max(float(px(LINE)), row.height())
            left = px(PAD) + (hang if height and ahead else 0.0)
            row.setPosition(QPointF(left, height + (high - row.height()) / 2))
            height += high
        layout.endLayout()
        pictures = self._shown(block) if self.pictures else []
        return height + sum(size.height() + px(_GAP) for _one, size in pictures)

    def _shown(self, block: QTextBlock) -> list[tuple[QImage, QSizeF]]:
        """The pictures below a line, each with the size in which it is shown."""
        px, some = theme().px, map(self.pictures.get, markup.pictures(block.text()))
        most = QSizeF(px(_WIDEST), px(_TALLEST))
        kept = Qt.AspectRatioMode.KeepAspectRatio
        sizes = [(one, QSizeF(one.size()) * theme().zoom) for one in some if one is not None]
        return [
            (one, size.scaled(most.boundedTo(size), kept))  # no larger than it is
            for one, size in sizes
        ]

    # -- looks ----------------------------------------------------------------------------------

    def _state_before(self, block: QTextBlock) -> int:
        """What the line before leaves open, as far as one looks back."""
        before = []
        while (block := block.previous()).isValid() and block.userState() < 0:
            before.append(block)
            if len(before) == _BACK:
                break
        state = max(markup.NORMAL, block.userState())
        for one in reversed(before):
            state = markup.state_after(one.text(), state)
            one.setUserState(state)
        return state

    def _set_state(self, block: QTextBlock, state: int) -> None:
        """Another state changes the looks of what follows, as far as that was laid out."""
        while block.userState() != state:
            block.setUserState(state)
            block = block.next()
            if not block.isValid() or block.userState() < 0:
                break
            self._laid[block.blockNumber()] = 0
            self.paint_anew(self.top(block))
            state = markup.state_after(block.text(), state)

    def _formats(
        self, layout: QTextLayout, text: str, runs: list[markup.MarkupRun]
    ) -> list[QTextLayout.FormatRange]:
        """The formats of a line, beside those of an input method for what it has not committed."""
        place, hole, size = units(text), layout.preeditAreaPosition(), len(layout.preeditAreaText())
        kept = layout.formats() if size else []
        found = [one for one in kept if hole <= one.start and one.start + one.length <= hole + size]
        for run in runs:
            start, end = (
                at + size if size and at >= hole else at
                for at in (place(run.start), place(run.end))
            )
            found.append(_range(start, end - start, self._look(run.kinds)))
        return found

    # -- what Qt asks ---------------------------------------------------------------------------

    def pageCount(self) -> int:
        return 1

    def documentSize(self) -> QSizeF:
        height = self._sum + theme().px(ABOVE) + theme().px(BELOW)
        return QSizeF(self.document().pageSize().width(), height)

    def frameBoundingRect(self, _frame: QTextFrame) -> QRectF:
        return QRectF(QPointF(), self.documentSize())

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        number = block.blockNumber()
        if number < 0 or self.adding or len(self._heights) != self.document().blockCount():
            return QRectF()  # in the midst of a change
        if not self._laid[number]:
            self._laid[number] = 1
            height = self._lay_out(block)
            if height != self._heights[number]:
                self._sum += height - self._heights[number]
                self._heights[number] = height
                del self._tops[number + 1 :]
        wide = self.document().pageSize().width()
        return QRectF(0.0, self._top(number), wide, self._heights[number])

    def hitTest(  # type: ignore[override]  # of Qt's three kinds of a point it gets this one
        self, point: QPointF, _accuracy: Qt.HitTestAccuracy
    ) -> int:
        block = self.block_at(point.y())
        below, layout = point.y() - self.blockBoundingRect(block).top(), block.layout()
        rows = [layout.lineAt(n) for n in range(layout.lineCount())]
        row = next((one for one in rows if below < one.y() + one.height()), None)
        row = row or (rows[-1] if rows else None)
        return block.position() + (row.xToCursor(point.x()) if row else 0)

    def documentChanged(self, place: int, _gone: int, come: int) -> None:
        if self._settling:
            return
        document = self.document()
        first, last = document.findBlock(place), document.findBlock(place + come)
        last = last if last.isValid() else document.lastBlock()
        first = first if first.isValid() else last
        start = first.blockNumber()
        count = last.blockNumber() - start + 1
        old = self._heights[start : start + count + len(self._heights) - document.blockCount()]
        new, wider = old, len(old) == count == document.blockCount()
        if not wider:
            new = [self._guess(block) for block in islice(_blocks_from(first), count)]
        self._heights[start : start + len(old)] = new
        self._laid[start : start + len(old)] = bytes(count)
        self._sum += sum(new) - sum(old)
        del self._tops[start + 1 :]
        changed = [*islice(_blocks_from(first), min(count, 400)), last]
        at_once = come <= _FEW and not self.adding and not wider
        within = at_once and len(old) == count == 1  # of one line
        for block in changed:
            block.clearLayout()  # it must not be read with other words
            if not within:  # else it still says what the next line was read after
                block.setUserState(-1)
        for block in changed if at_once else ():
            self.blockBoundingRect(block)
        self._tell_size()
        if old and not self.adding:
            alike = not wider and self._heights[start : start + count] == old
            self.paint_anew(self._top(start), self._top(start + count) if alike else _BOTTOM)

    def draw(self, painter: QPainter, context: QAbstractTextDocumentLayout.PaintContext) -> None:
        painter.setPen(context.palette.color(QPalette.ColorRole.Text))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        marks = [  # a copy of each look, which else would end with its selection
            (one.cursor.selectionStart(), one.cursor.selectionEnd(), QTextCharFormat(one.format))
            for one in context.selections
        ]
        for block in self.between(context.clip.top(), context.clip.bottom()):
            place, end, layout = block.position(), block.position() + block.length(), block.layout()
            corner = self.blockBoundingRect(block).topLeft()
            over = [
                _range(max(at, place) - place, min(to, end) - max(at, place), look)
                for at, to, look in marks
                if at < end and to > place
            ]
            layout.draw(painter, corner, over, context.clip)
            at = context.cursorPosition - place
            if context.cursorPosition < -1 and layout.preeditAreaText():
                at = layout.preeditAreaPosition() - context.cursorPosition - 2
            if 0 <= at < block.length() + len(layout.preeditAreaText()):
                layout.drawCursor(painter, corner, at)
            if self.pictures:
                self._draw_pictures(painter, block, corner.y() + layout.boundingRect().bottom())
        self.settle()

    def _draw_pictures(self, painter: QPainter, block: QTextBlock, top: float) -> None:
        wide = self.document().pageSize().width() - 2.0 * theme().px(PAD)
        for picture, size in self._shown(block):
            far = min(1.0, wide / size.width())
            painter.drawImage(QRectF(QPointF(theme().px(PAD), top), size * far), picture)
            top += size.height() + theme().px(_GAP)


def _blocks_from(block: QTextBlock) -> Iterator[QTextBlock]:
    while block.isValid():
        yield block
        block = block.next()


def _range(start: int, length: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    one = QTextLayout.FormatRange()
    one.start, one.length, one.format = start, length, look
    return one


def _hang(mark: str, rest: str = "", *, bold: bool) -> float:
    """How wide what a line begins with is drawn; the mark of a list is bold."""
    plain, heavy = theme().font("body"), QFont(theme().font("body"))
    heavy.setWeight(QFont.Weight.Bold)
    first = QFontMetricsF(heavy if bold else plain).horizontalAdvance(mark)
    width = first + QFontMetricsF(plain).horizontalAdvance(rest)
    return min(float(round(width)), theme().px(_MOST_HANG))


def _look(kinds: frozenset[str]) -> QTextCharFormat:
    made = QTextCharFormat()
    if token := next((token for kind, token in _TOKENS.items() if kind in kinds), ""):
        made.setForeground(theme().color(token))
    heading = next((_ROLES[kind] for kind in sorted(kinds) if kind in _ROLES), "")
    if kinds & {"code", "fence"}:
        made.setFont(theme().font("mono"))
    elif heading:
        made.setFont(theme().font(heading))
        made.setFontWeight(QFont.Weight.DemiBold)
        if "mark" in kinds:
            # The signs keep back: smaller than the words they stand before.
            made.setFont(theme().font("body" if heading != "title" else "section"))
            made.setFontWeight(QFont.Weight.Normal)
    if "bullet" in kinds or ("strong" in kinds and "mark" not in kinds):
        made.setFontWeight(QFont.Weight.Bold)
    if "em" in kinds and "mark" not in kinds:
        made.setFontItalic(True)
    if "link" in kinds and "mark" not in kinds:
        made.setFontUnderline(True)
        made.setUnderlineColor(theme().color("heat2"))
    return made
