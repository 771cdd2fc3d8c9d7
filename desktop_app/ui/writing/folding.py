"""Sections that are folded under their headings. Knows the blocks of a text, not what they say.

A block that is not visible is the only mark of a fold: it is saved and copied like every other, and
whatever changes or reaches one brings its section back.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTextBlock, QTextCursor

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import LINE, PAD, blocks
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.writing import markup
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.ui.writing.text_area import TextArea

_SIGN = 14  # pixels of the mark beside a heading


class Folding:
    """Folds and unfolds what stands under headings."""

    def __init__(self, area: "TextArea") -> None:
        self._area = area
        self._over = -1  # the line under the mouse
        area.document().contentsChange.connect(self._changed)
        area.cursorPositionChanged.connect(self._reached)

    def turn_here(self) -> None:
        """Folds the section the cursor is in, or unfolds it."""
        if self._area.loading:
            return
        block = self._area.textCursor().block()
        while block.isValid() and not _level(block):
            block = block.previous()
        if block.isValid():
            self._turn(block)

    def turn_all(self) -> None:
        """Leaves nothing but the headings, and what stands before the first; or unfolds all."""
        if self._area.loading:
            return
        hidden = [block for block in blocks(self._area.document()) if not block.isVisible()]
        if hidden:
            self._show(hidden, True)
            return
        below: list[QTextBlock] = []
        state = markup.NORMAL
        run: list[QTextBlock] | None = None
        for block in blocks(self._area.document()):
            if state == markup.NORMAL and markup.heading_level(block.text()):
                below += _bare(run or [])
                run = []
            elif run is not None:
                run.append(block)
            state = markup.state_after(block.text(), state)
        self._leave(below + _bare(run or []))

    def _turn(self, heading: QTextBlock) -> None:
        if self.is_folded(heading):
            self._show(self._run(heading.next()), True)
        else:
            self._leave(_bare(list(_section(heading))))

    def is_folded(self, block: QTextBlock) -> bool:
        return block.isVisible() and block.next().isValid() and not block.next().isVisible()

    def paint(self, painter: QPainter, seen: Iterable[QTextBlock]) -> None:
        """The marks beside headings: of those that are folded, and of the one in hand."""
        area = self._area
        here = area.textCursor().blockNumber() if area.hasFocus() else -1
        for block in seen:
            folded = self.is_folded(block)
            if folded or (block.blockNumber() in (here, self._over) and _level(block)):
                self._paint_sign(painter, block, folded)

    def _paint_sign(self, painter: QPainter, block: QTextBlock, folded: bool) -> None:
        px, area = theme().px, self._area
        middle = area.row(block).top() + px(LINE) / 2
        sign = "chevron-right" if folded else "chevron-down"
        picture = pixmap(sign, "accent" if folded else "text3", _SIGN, area.devicePixelRatioF())
        painter.drawPixmap(QPointF(-px(2), middle - px(_SIGN) / 2), picture)
        if folded:
            end = QTextCursor(block)
            end.movePosition(QTextCursor.MoveOperation.EndOfBlock)
            left = area.cursorRect(end).right() + px(10)
            painter.setFont(theme().font("meta"))
            painter.setPen(theme().color("text3"))
            place = QRectF(left, middle - px(LINE) / 2, px(200), px(LINE))
            after = area.paper.after(block)
            end_row = after.blockNumber() if after.isValid() else block.document().blockCount()
            words = f"… {_lines(end_row - block.blockNumber() - 1)}"
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)

    def pressed(self, place: QPoint) -> bool:
        """Whether a click in the margin was for a mark there; then it is done."""
        block = self._beside(place)
        if block is None:
            return False
        self._turn(block)
        return True

    def move_over(self, place: QPoint) -> bool:
        """The mouse is there now. Returns whether a click would be for a mark."""
        over = self._area.cursorForPosition(place).blockNumber()
        if over != self._over:
            self._over = over
            self._area.viewport().update()
        return self._beside(place) is not None

    def _beside(self, place: QPoint) -> QTextBlock | None:
        block = self._area.cursorForPosition(place).block()
        return block if place.x() < theme().px(PAD) and _level(block) else None

    # -- what hides and comes back --------------------------------------------------------------

    def _leave(self, blocks: list[QTextBlock]) -> None:
        """Hides these, and brings the cursor out of them before."""
        cursor = self._area.textCursor()
        hidden = {block.blockNumber() for block in blocks}
        while cursor.blockNumber() in hidden and cursor.movePosition(_BACK):
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        if blocks:
            self._area.setTextCursor(cursor)
            self._show(blocks, False)
            announce(self._area, tr("Folded: %1", _lines(len(blocks))))

    def _show(self, blocks: list[QTextBlock], visible: bool) -> None:
        for block in blocks:
            block.setVisible(visible)
        if blocks:
            start, last = blocks[0].position(), blocks[-1]
            document = self._area.document()
            document.markContentsDirty(start, last.position() + last.length() - start)
            self._area.viewport().update()

    def _run(self, block: QTextBlock) -> list[QTextBlock]:
        """All hidden blocks around this one, without a gap."""
        while block.isValid() and not block.isVisible() and not block.previous().isVisible():
            block = block.previous()
        blocks = []
        while block.isValid() and not block.isVisible():
            blocks.append(block)
            block = block.next()
        return blocks

    def _changed(self, place: int, _gone: int, come: int) -> None:
        """What is written in a fold, or at its heading, is seen."""
        find = self._area.document().findBlock
        block, last = find(place), find(place + come)
        end = last.blockNumber() + 1 if last.isValid() else self._area.document().blockCount()
        while block.isValid() and block.blockNumber() <= end:
            if not block.isVisible():
                self._show(self._run(block), True)
            block = block.next()

    def _reached(self) -> None:
        block = self._area.textCursor().block()
        if not block.isVisible():
            self._show(self._run(block), True)


_BACK = QTextCursor.MoveOperation.PreviousBlock


def _level(block: QTextBlock) -> int:
    """The level of a heading; 0 for any other line, and for one in a fence that was coloured."""
    before = block.previous().userState()
    return markup.heading_level(block.text()) if before <= markup.NORMAL else 0


def _section(heading: QTextBlock) -> Iterator[QTextBlock]:
    """The lines below a heading, up to the next one that is not below it."""
    level, state, block = markup.heading_level(heading.text()), markup.NORMAL, heading.next()
    while block.isValid():
        if state == markup.NORMAL and 0 < markup.heading_level(block.text()) <= level:
            return
        state = markup.state_after(block.text(), state)
        yield block
        block = block.next()


def _bare(blocks: list[QTextBlock]) -> list[QTextBlock]:
    """These without the empty ones at the end, which keep the next heading apart."""
    while blocks and not blocks[-1].text().strip():
        blocks.pop()
    return blocks


def _lines(count: int) -> str:
    return counted("1 line", "{count} lines", count)
