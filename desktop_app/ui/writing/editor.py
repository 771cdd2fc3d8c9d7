"""The Markdown editor. Knows text and lines, not files or saving."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QPainter, QTextBlock, QTextCursor
from PySide6.QtWidgets import QMenu

from desktop_app.notebook.text.compare import Region, regions
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import folded, handed, marks_of, too_long
from desktop_app.ui.writing.text_area import TextArea
from desktop_app.words import tr

_MANY = 2_000  # lines changed at a time, which takes some 50 ms
_LINE = 25  # characters that cost as much as a line
LARGE = 200_000  # characters; above, nothing is looked up for each line


class Editor(TextArea):
    """Shows one text and lets it be written. `name` is what a screen reader calls it; `lit` are the
    first and last line to stand out, `fresh` the lines that are new."""

    edited = Signal()  # the text may differ from what was loaded
    moved = Signal(int)  # the cursor is on another line, 1-based
    menu_opened = Signal(object, int)  # a QMenu to add to, and the line it is about, 1-based

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setAccessibleDescription(tr("Tab indents. F6 leaves the editor."))
        self._quiet = False
        self._line = 0
        self._wanted: Callable[[], None] | None = None
        self.lit, self.fresh = (0, 0), frozenset[int]()
        self._copy: tuple[int, str] = (-1, "")  # of a revision
        self._whole = ""  # of a text with a line too long to be laid out
        self._starts: list[int] = []  # the rows in which that text's lines begin
        self.document().contentsChange.connect(self._changed)
        self.cursorPositionChanged.connect(self._moved)
        self.loaded.connect(self._came)

    def load(
        self, text: str, *, fixed: bool = False, rows: tuple[str, list[int]] | None = None
    ) -> None:
        """Shows another text, with nothing to undo and the cursor at its start; `fixed` for
        reading only.

        One with an endless line can be read only; it is shown in pieces and stays what it is.
        `rows` are what is shown in place of the text, as `folded` gives them.
        """
        self._quiet = True
        self._wanted = None
        self.paper.pictures = {}
        self._line = 0
        self._whole, self._starts = "", []
        self.clear_marks()
        if rows or too_long(text):
            fixed, self._whole = True, text
            text, self._starts = rows or folded(text)
        self.put_in(text, fixed=fixed)

    def text(self) -> str:
        """The text as it is now; lines end at "\\n" and typed no-break spaces are kept."""
        if self._starts or self.loading:
            return self._whole or self.coming
        revision = self.document().revision()
        if self._copy[0] != revision:  # a copy of megabytes takes a moment, and is asked for often
            self._copy = revision, self.document().toRawText().replace("\u2029", "\n")
        return self._copy[1]

    def receive(self, text: str, *, fixed: bool = False) -> None:
        """Changes the text to this one, with nothing to undo; cursor and scroll stay put, unless it
        is another almost everywhere."""
        if self.loading:
            self.load(text, fixed=fixed)
            return
        if text == self.text():
            return
        parts = self._parts(text)
        if self._starts or too_long(text) or _many(parts, text.split("\n")):
            line = self.line()
            self.load(text, fixed=fixed)
            self.go_to(line)
            self.edited.emit()
            return
        top = next(self.on_screen())
        height = self.row(top).top()
        anchor = QTextCursor(top)
        column = self.textCursor().positionInBlock()
        self._quiet = True
        there = self._rewrite(parts, text, self.line() - 1)
        self.document().clearUndoRedoStacks()
        self._quiet = False
        if there is not None:
            self._put_cursor(there + 1, column)
        self.scroll_to(anchor.block(), height)
        self.edited.emit()

    def change(self, text: str) -> None:
        """Changes the text to this one as a step of the person's; the cursor stays in its line."""
        line, column = self.line(), self.textCursor().positionInBlock()
        self._rewrite(self._parts(text), text, line - 1)
        self._put_cursor(line, column)

    def ask(self, change: Callable[[QTextCursor], None]) -> None:
        """Have the person's own cursor changed by one of `formatting`, where they may write."""
        if not self.isReadOnly() and self.isVisible():
            cursor = self.textCursor()
            change(cursor)
            self.setTextCursor(cursor)
            self.ensureCursorVisible()

    def open_link(self) -> None:
        if to := self.link_at():
            self.link_pressed.emit(to)

    def show_pictures(self, pictures: Mapping[str, QImage]) -> None:
        """Shows these pictures below the lines that name them."""
        self.paper.pictures |= pictures
        self.draw_anew()

    def line(self) -> int:
        """The line the cursor is in, 1-based."""
        return self._line_of(self.textCursor().block())

    def go_to(self, line: int) -> None:
        """Puts the cursor at the start of a line and shows it in the upper third."""
        if self.loading:
            self._wanted = partial(self.go_to, line)
            return
        self._put_cursor(line, 0)
        self.scroll_to(self.textCursor().block(), self.viewport().height() / 3)

    def show_line(self, line: int, words: Sequence[str] = (), end_line: int = 0) -> None:
        """Goes to source lines, lets them stand out and marks `words` there."""
        if self.loading:
            self._wanted = partial(self.show_line, line, words, end_line)
            return
        self.go_to(line)
        self.lit = (line, max(line, end_line))
        after = self._block(self._row(self.lit[1] + 1))
        marks = marks_of(words, self.textCursor().block(), after)
        self.setExtraSelections(marks)
        if marks and self.cursorRect(marks[0].cursor).bottom() > self.viewport().height():
            self.setTextCursor(marks[0].cursor)  # it stands far down in a long paragraph
            self.ensureCursorVisible()
        self.viewport().update()

    def clear_marks(self) -> None:
        self.lit = (0, 0)
        self.setExtraSelections([])
        self.viewport().update()

    def go_to_end(self) -> None:
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.ensureCursorVisible()

    def warn(self, lines: Mapping[int, str]) -> None:
        """Marks these source lines in the margin, and no others, each with its tooltip's words."""
        lines = {} if self._starts else dict(lines)
        if lines != self.warned:
            self.warned = lines
            self.viewport().update()

    def offer(self, menu: QMenu, block: QTextBlock) -> None:
        self.menu_opened.emit(menu, self._line_of(block))

    def _paint_below(self, painter: QPainter, seen: Sequence[QTextBlock]) -> None:
        super()._paint_below(painter, seen)
        px, sides = theme().px, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for block in seen if self.fresh or self.lit[0] else ():
            line, row = self._line_of(block), self.row(block)
            if line in self.fresh:
                painter.fillRect(row, theme().color("add-bg"))
                painter.setPen(theme().color("add-fg"))
                painter.drawText(row.adjusted(0, 0, -px(4), 0), sides, "+")
            if 0 < self.lit[0] <= line <= self.lit[1]:
                painter.fillRect(row, theme().color("accent-bg"))

    def _came(self) -> None:
        self._quiet = False
        if self._wanted is not None:
            self._wanted()
            self._wanted = None
        self._moved()

    def _changed(self, _place: int, _gone: int, _come: int) -> None:
        if not self._quiet:
            self.edited.emit()

    def _moved(self) -> None:
        line = self.line()
        if line != self._line and not self._quiet:
            self._line = line
            self.moved.emit(line)

    def _line_of(self, block: QTextBlock) -> int:
        row = block.blockNumber()
        return bisect_right(self._starts, row) if self._starts else row + 1

    def _row(self, line: int) -> int:
        starts = self._starts
        if starts and line > len(starts):
            return self.document().blockCount()
        return starts[max(0, line - 1)] if starts else max(0, line - 1)

    def _put_cursor(self, line: int, column: int) -> None:
        last = self.document().blockCount() - 1
        block = self._block(min(self._row(line), last))
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(column, max(0, block.length() - 1)))
        self.setTextCursor(cursor)

    def _parts(self, text: str) -> list[Region]:
        """The lines in which this text differs."""
        parts = regions(self.text().split("\n"), text.split("\n"))
        return [part for part in parts if not part.same]

    def _rewrite(self, parts: list[Region], text: str, row: int) -> int | None:
        """Changes only these lines. Returns where row `row` is now, if its line was changed."""
        wanted = text.split("\n")
        there: int | None = None
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for part in reversed(parts):
            if part.i <= row < part.i_end:
                there = min(part.j + row - part.i, max(part.j, part.j_end - 1))
            elif part.i == row + 1 == self.document().blockCount():
                there = row + part.j - part.i  # what comes below pushes no cursor
            self._replace(cursor, part, wanted[part.j : part.j_end])
        cursor.endEditBlock()
        return there

    def _replace(self, cursor: QTextCursor, part: Region, lines: list[str]) -> None:
        keep = QTextCursor.MoveMode.KeepAnchor
        first, after = self._block(part.i), self._block(part.i_end)
        words = "\n".join(lines)
        if part.i < part.i_end and lines:
            last = self._block(part.i_end - 1)
            cursor.setPosition(first.position())
            cursor.setPosition(last.position() + last.length() - 1, keep)
            cursor.insertText(handed(words))
        elif after.isValid():
            cursor.setPosition(first.position())
            cursor.setPosition(after.position(), keep)
            cursor.insertText(handed(words) + "\n" if lines else "")
        else:
            above = self._block(part.i - 1)
            cursor.setPosition(above.position() + above.length() - 1)
            cursor.movePosition(QTextCursor.MoveOperation.End, keep)
            cursor.insertText("\n" + words if lines else "")

    def _block(self, row: int) -> QTextBlock:
        return self.document().findBlockByNumber(row)


def _many(parts: list[Region], lines: list[str]) -> bool:
    """Whether the window would stand still for so many changes at once."""
    gone = sum(part.i_end - part.i for part in parts)
    come = [line for part in parts for line in lines[part.j : part.j_end]]
    return gone + len(come) + sum(map(len, come)) / _LINE > _MANY
