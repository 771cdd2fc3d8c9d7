"""The Markdown editor: one interface over two engines. Knows text and lines, not files or saving.

Which engine shows a text is decided when it is loaded and stays until the next one is.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QMouseEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QStackedLayout

from desktop_app.memory.saving import carried
from desktop_app.notebook.text.compare import Region, regions
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import folded, handed, too_long
from desktop_app.ui.writing.engines import TextEngine
from desktop_app.ui.writing.widgets import Plain, Styled
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.note_links import NoteNames

_MANY = 2_000  # lines changed at a time, which takes some 50 ms
_LINE = 25  # characters that cost as much as a line
LARGE = 200_000  # bytes; above, a key in the styled engine would take too long


class Editor(QFrame):
    """Shows one text and lets it be written. `name` is what a screen reader calls it."""

    loaded = Signal()  # the whole of the text is there, also when it came in pieces
    edited = Signal()  # the text may differ from what was loaded
    moved = Signal(int)  # the cursor is on another line, 1-based
    stirred = Signal()  # the cursor moved, by whatever
    left = Signal()  # the keyboard went elsewhere
    scrolled = Signal()
    refused = Signal()  # a paste would have made a line too long
    given = Signal(object)  # a QMimeData with files or a picture, for the place of the cursor
    menu_opened = Signal(object, int)  # a QMenu to add to, and the line it is about, 1-based
    link_pressed = Signal(str)  # where a link leads that is to be opened

    def __init__(self, name: str) -> None:
        super().__init__()
        self._styled = Styled()
        self._plain: Plain | None = None
        self._name = name
        self.wrong_words: Callable[[QTextBlock], list[tuple[int, int]]] = lambda _block: []
        self._quiet = self._fixed = False
        self._line = 0
        self._wanted: int | None = None
        self._copy = ""
        self._copy_of: tuple[Styled | Plain, int] | None = None
        self._whole = ""  # of a text with a line too long for any engine
        self._starts: list[int] = []  # the rows in which that text's lines begin
        self.engine: Styled | Plain = self._styled
        self._undoing: dict[Styled | Plain, Undoing] = {}
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._adopt(self._styled)
        self.setFocusProxy(self._styled)
        theme().changed.connect(self._draw)

    def load(self, text: str, *, fixed: bool = False) -> None:
        """Shows another text, with nothing to undo and the cursor at its start; `fixed` for
        reading only.

        One with an endless line can be read only; it is shown in pieces and stays what it is.
        """
        self._fixed = fixed
        self._quiet = True
        self._wanted = None
        self._styled.pictures = {}
        large = len(text) > LARGE or len(text.encode("utf-8", "surrogatepass")) > LARGE
        if large and self._plain is None:
            self._plain = Plain()
            self._adopt(self._plain)
        before = self.engine
        self.engine = self._plain if large and self._plain else self._styled
        if before is not self.engine:
            before.load("")  # what nobody sees needs no memory
        self._stack.setCurrentWidget(self.engine)
        self.setFocusProxy(self.engine)
        self._line = 0
        self._whole, self._starts = "", []
        if too_long(text):
            fixed, self._whole = True, text
            text, self._starts = folded(text)
        self._undoing[self.engine].begin()
        self.engine.load(text, fixed=fixed)

    @property
    def loading(self) -> bool:
        """Whether a part of a very long text is still to come; until then it can only be read."""
        return self.engine.loading

    def text(self) -> str:
        """The text as it is now; lines end at "\\n" and typed no-break spaces are kept."""
        if self._starts or self.loading:
            return self._whole or self.engine.coming
        now = (self.engine, self._document.revision())
        if self._copy_of != now:  # a copy of megabytes takes a moment, and is asked for often
            self._copy = self._document.toRawText().replace("\u2029", "\n")
            self._copy_of = now
        return self._copy

    def receive(self, text: str) -> None:
        """Changes the text to this one, which is no step of the person's undo; cursor and scroll
        stay put. Where it is another almost everywhere it is loaded, with nothing to undo."""
        if self.loading:
            self.load(text, fixed=self._fixed)
            return
        if text == self.text():
            return
        parts = self._parts(text)
        if self._starts or too_long(text) or _many(parts, text.split("\n")):
            line = self.line()
            self.load(text, fixed=self._fixed)
            self.go_to(line)
            self.edited.emit()
            return
        engine = self.engine
        top = engine.top_block()
        height = engine.block_top(top)
        anchor = QTextCursor(top)
        column = self.column()
        self._quiet = True
        there = self._rewrite(parts, text, self.line() - 1)
        self._undoing[engine].not_mine()
        self._quiet = False
        if there is not None:
            self._put_cursor(there + 1, column)
        engine.scroll_to(anchor.block(), height)
        self.edited.emit()

    def change(self, text: str) -> None:
        """Changes the text to this one as a step of the person's; the cursor stays in its line."""
        line, column = self.line(), self.column()
        self._rewrite(self._parts(text), text, line - 1)
        self._put_cursor(line, column)

    def ask(self, change: Callable[[QTextCursor], None]) -> None:
        """Have the person's own cursor changed by one of `formatting`, where they may write."""
        if not self.engine.isReadOnly() and self.isVisible():
            cursor = self.engine.textCursor()
            change(cursor)
            self.engine.setTextCursor(cursor)
            self.engine.ensureCursorVisible()

    def open_link(self) -> None:
        """Asks for where the link at the cursor leads."""
        if to := self.engine.link_at():
            self.link_pressed.emit(to)

    def show_names(self, names: "NoteNames") -> None:
        """The notes that there are: a link to any other one is shown as missing."""
        if self.engine is self._styled:
            self._quietly(lambda: self._styled.show_names(names))

    def show_pictures(self, pictures: Mapping[str, QImage]) -> None:
        """Shows these pictures below the lines that name them."""
        if self.engine is self._styled and not self.loading:
            self._quietly(lambda: self._styled.show_pictures(pictures))

    def fold(self) -> None:
        """Folds the section at the cursor, or unfolds it."""
        if self._foldable():
            self.engine.folding.turn_here()

    def fold_all(self) -> None:
        """Folds everything under the headings, or unfolds all."""
        if self._foldable():
            self.engine.folding.turn_all()

    def _foldable(self) -> bool:
        return not self.loading and not self._starts

    def paste_plain(self) -> None:
        """Pastes the text of the clipboard as it is, without signs for its look."""
        from desktop_app.notebook.text.pasted import cleaned  # wanted after the first picture

        if not self.engine.isReadOnly():
            self.engine.put(cleaned(QGuiApplication.clipboard().text()))

    def line(self) -> int:
        """The line the cursor is in, 1-based."""
        return self._line_of(self.engine.textCursor().block())

    def go_to(self, line: int) -> None:
        """Puts the cursor at the start of a line and shows it in the upper third."""
        if self.loading:
            self._wanted = line
            return
        self._put_cursor(line, 0)
        self.engine.scroll_to(self.engine.textCursor().block(), self.engine.viewport().height() / 3)

    def go_to_end(self) -> None:
        """Puts the cursor behind the last character."""
        self.engine.moveCursor(QTextCursor.MoveOperation.End)
        self.engine.ensureCursorVisible()

    def column(self) -> int:
        """How many characters of Qt's stand before the cursor in its line."""
        return self.engine.textCursor().positionInBlock()

    def composing(self) -> bool:
        """Whether an input method holds text that is not in the document yet."""
        return self.engine.preedit

    def find_area(self) -> Styled | Plain:
        """The widget in which a find bar looks and marks."""
        return self.engine

    def warn(self, lines: Mapping[int, str]) -> None:
        """Marks source lines in the margin, each with the words of its tooltip."""
        self.engine.warn({} if self._starts else lines)

    @property
    def _document(self) -> QTextDocument:
        return self.engine.document()

    def _adopt(self, engine: Styled | Plain) -> None:
        engine.setAccessibleName(self._name)
        engine.setAccessibleDescription(tr("Tab indents. F6 leaves the editor."))
        engine.document().contentsChange.connect(self._changed)
        engine.cursorPositionChanged.connect(self._moved)
        engine.cursorPositionChanged.connect(self.stirred)
        engine.left.connect(self.left)
        engine.refused.connect(self.refused)
        engine.given.connect(self.given)
        engine.wrong_in = lambda block: self.wrong_words(block)
        engine.stepped.connect(self._step)
        engine.link_pressed.connect(self.link_pressed)
        engine.menu_opened.connect(
            lambda menu, block: self.menu_opened.emit(menu, self._line_of(block))
        )
        self._undoing[engine] = Undoing(engine)
        engine.verticalScrollBar().valueChanged.connect(lambda _value: self._scrolled(engine))
        engine.loaded.connect(lambda: self._came(engine))
        self._stack.addWidget(engine)

    def _came(self, engine: Styled | Plain) -> None:
        if engine is not self.engine:
            return
        self._quiet = False
        if self._wanted is not None:
            self.go_to(self._wanted)
            self._wanted = None
        self._moved()
        self.loaded.emit()

    def _scrolled(self, engine: Styled | Plain) -> None:
        if engine is self.engine and not self._quiet:
            self.scrolled.emit()

    def _draw(self) -> None:
        for engine in (self._styled, self._plain):
            if engine is not None:
                self._quietly(engine.draw_anew)

    def _quietly(self, act: Callable[[], object]) -> None:
        before, self._quiet = self._quiet, True
        act()
        self._quiet = before

    def _changed(self, _place: int, _gone: int, _come: int) -> None:
        if not self._quiet:
            self.edited.emit()

    def _moved(self) -> None:
        line = self.line()
        if line != self._line and not self._quiet:
            self._line = line
            self.moved.emit(line)

    def _step(self, back: bool) -> None:
        steps, before = self._undoing[self.engine], self.text()
        self._quiet = True
        if not back:
            steps.forth()
        elif (wanted := steps.back()) is not None:
            self._rewrite(self._parts(wanted), wanted, 0)
            steps.not_mine()
        self._quiet = False
        self._moved()
        self.engine.ensureCursorVisible()
        if self.text() != before:
            self.edited.emit()

    def _line_of(self, block: QTextBlock) -> int:
        row = block.blockNumber()
        return bisect_right(self._starts, row) if self._starts else row + 1

    def _put_cursor(self, line: int, column: int) -> None:
        last = self._document.blockCount() - 1
        row = max(0, line - 1)
        if self._starts:
            row = self._starts[min(row, len(self._starts) - 1)]
        block = self._document.findBlockByNumber(min(row, last))
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(column, max(0, block.length() - 1)))
        self.engine.setTextCursor(cursor)

    def _parts(self, text: str) -> list[Region]:
        """The lines in which this text differs."""
        parts = regions(self.text().split("\n"), text.split("\n"))
        return [part for part in parts if not part.same]

    def _rewrite(self, parts: list[Region], text: str, row: int) -> int | None:
        """Changes only these lines. Returns where row `row` is now, if its line was changed."""
        wanted = text.split("\n")
        there: int | None = None
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        for part in reversed(parts):
            if part.i <= row < part.i_end:
                there = min(part.j + row - part.i, max(part.j, part.j_end - 1))
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
        return self._document.findBlockByNumber(row)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # The free space beside the column scrolls as well.
        QCoreApplication.sendEvent(self.engine.viewport(), event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the column goes to the line at that height."""
        place = self.engine.viewport().mapFrom(self, event.position().toPoint())
        place.setX(min(max(0, place.x()), self.engine.viewport().width() - 1))
        self.engine.setTextCursor(self.engine.cursorForPosition(place))
        self.engine.setFocus()


def _many(parts: list[Region], lines: list[str]) -> bool:
    """Whether the window would stand still for so many changes at once."""
    gone = sum(part.i_end - part.i for part in parts)
    come = [line for part in parts for line in lines[part.j : part.j_end]]
    return gone + len(come) + sum(map(len, come)) / _LINE > _MANY


class Undoing:
    """The steps of one engine, of which some are not the person's."""

    def __init__(self, engine: TextEngine) -> None:
        self._engine = engine
        self._others: list[int] = []  # how many steps there were after each of theirs

    def begin(self) -> None:
        """Another text is shown."""
        self._others = []

    def not_mine(self) -> None:
        """The last step was a change by another program."""
        self._document.setModified(False)  # else Qt takes what is typed there into that step
        self._others.append(self._document.availableUndoSteps())

    def back(self) -> str | None:
        """Undoes the person's last step.

        Returns the text that has to be put there in a step of its own, if another program changed
        it since; None when nothing is left to do.
        """
        if not self._is_theirs():
            self._undo_own()
            return None
        others, after = list(self._others), self._text()
        steps = self._document.availableUndoSteps()
        self._engine.stepping = True
        while self._is_theirs():
            self._engine.undo()
        self._engine.stepping = False
        before = self._text()
        self._undo_own()
        older = self._text()
        wanted = None if older == before else carried(before, older, after)
        if wanted is None:  # nothing of the person's, or another changed the very same words
            self._engine.stepping = True
            while self._document.availableUndoSteps() < steps:
                self._engine.redo()
            self._engine.stepping = False
            self._others = others
        return wanted

    def forth(self) -> None:
        """Does again what was undone last."""
        self._engine.step(self._engine.redo, self._document.isRedoAvailable)
        self._engine.step_over_looks()

    @property
    def _document(self) -> QTextDocument:
        return self._engine.document()

    def _undo_own(self) -> None:
        self._engine.step(self._engine.undo, self._document.isUndoAvailable)

    def _is_theirs(self) -> bool:
        steps = self._document.availableUndoSteps()
        while self._others and self._others[-1] > steps:
            self._others.pop()
        return bool(self._others) and steps == self._others[-1]

    def _text(self) -> str:
        return self._document.toRawText().replace("\u2029", "\n")
