"""What both text widgets of an editor share. Knows keys, lines and looks, not files or saving."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

#
from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QMimeData,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QTextBlock,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QMenu, QToolTip, QWidget

from desktop_app.notebook.note_links import NoteNames, read_link
from desktop_app.notebook.text.plain_links import NOTE, inside_of
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import (
    LINE,
    LONGEST,
    PAD,
    Column,
    handed,
    units,
)
from desktop_app.ui.parts.folders import local_files
from desktop_app.ui.writing import formatting, markup
from desktop_app.ui.writing.folding import Folding
from desktop_app.ui.writing.formatting import ticked, turn_lines
from desktop_app.words import tr

Size = tuple[int, int]  # characters and lines; an empty line costs as much as ten letters

_PIECE: Size = (4_000, 400)  # what is put in at a time, after what comes at once
_CONTROL, _NO_KEY = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
_TURN = 10  # milliseconds, after which the window has its turn


class TextEngine(Column):
    """What both widgets share; stands before the Qt class in their bases.

    A longer text comes in pieces, so that the window goes on living; until `loaded` it can only
    be read. `refused` tells of a paste that would make a line too long to be laid out, `given` of
    one that brings files or a picture; `stepped` asks for undo (True) or redo; `menu_opened` gives
    a menu to whoever adds to it; `link_pressed` asks for where a link leads. `names` are the notes
    that there are.
    """

    at_once: Size  # what takes some 100 ms at most, whatever it holds
    left: Signal
    loaded: Signal
    refused: Signal
    given: Signal
    stepped: Signal
    menu_opened: Signal
    link_pressed: Signal
    names: NoteNames | None = None
    warned: Mapping[int, str] = MappingProxyType({})  # by line: what the tooltip of its mark says

    def begin(self) -> None:
        self.preedit = False
        self.wrong_in: Callable[[QTextBlock], list[tuple[int, int]]] = lambda _block: []
        self.menu_place = QTextCursor()  # where the menu was asked for
        self.dressing = False  # formats of lines change, and no words
        self.stepping = False  # undo or redo is at work, which brings back formats as well
        self.coming, self._at = "", 0  # the whole text, and how much of it is there
        self._fixed = False
        self._pieces = QTimer(self, interval=0)
        self._pieces.timeout.connect(self._load_more)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.viewport().setAutoFillBackground(False)
        self.cursorPositionChanged.connect(self.viewport().update)
        self.folding = Folding(self)

    @property
    def loading(self) -> bool:
        """Whether a part of the text is still to come."""
        return self._at < len(self.coming)

    def load(self, text: str, *, fixed: bool = False) -> None:
        """Shows this text with nothing to undo, `fixed` for reading only; `loaded` follows, at
        once or a little later."""
        self.document().setUndoRedoEnabled(False)
        self.setReadOnly(True)
        self.coming, self._fixed = text, fixed
        self._at = _cut(text, 0, self.at_once)
        self.setPlainText(handed(text[: self._at]))
        self.set_lines()
        self.centre()
        if self.loading:
            self._pieces.start()
        else:
            self._have_loaded()

    def _load_more(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        end = QTextCursor(self.document())
        end.movePosition(QTextCursor.MoveOperation.End)
        while self.loading and clock.elapsed() < _TURN:
            place, self._at = self._at, _cut(self.coming, self._at, _PIECE)
            end.insertText(handed(self.coming[place : self._at]))
        if not self.loading:
            self._have_loaded()

    def _have_loaded(self) -> None:
        self._pieces.stop()
        self.coming = ""
        self.setReadOnly(self._fixed)
        self.document().setUndoRedoEnabled(not self._fixed)
        self.loaded.emit()

    def set_lines(self) -> None:
        """Gives inserted lines the look that lines of this engine have."""

    def top_block(self) -> QTextBlock:
        """The first line on the screen."""
        raise NotImplementedError

    def block_top(self, block: QTextBlock) -> float:
        """Where a line begins, in pixels from the viewport's top."""
        raise NotImplementedError

    def block_bottom(self, block: QTextBlock) -> float:
        """Where a line ends, in the same pixels."""
        raise NotImplementedError

    def on_screen(self) -> Iterator[QTextBlock]:
        """The lines that are seen now."""
        block, bottom = self.top_block(), self.viewport().height()
        while block.isValid() and self.block_top(block) < bottom:
            if block.isVisible():
                yield block
            block = self.folding.after(block)

    def bullet(self) -> tuple[QTextBlock, QTextBlock] | None:
        """First and last line of the bullet the cursor is in."""
        first = last = self.textCursor().block()
        for _ in range(50):
            if markup.begins_bullet(first.text()) or not markup.carries_on(first.text()):
                break
            first = first.previous()
        if not markup.begins_bullet(first.text()):
            return None
        for _ in range(50):
            if not markup.carries_on(last.next().text()):
                break
            last = last.next()
        return first, last

    def link_at(self, place: QPoint | None = None) -> str:
        """Where the link leads at a place of the viewport or at the cursor; "" for none."""
        cursor = self.textCursor() if place is None else self.cursorForPosition(place)
        block = cursor.block()
        if block.previous().userState() > markup.NORMAL:
            return ""  # code
        at = formatting.column(cursor, block.text())
        for start, end, to in markup.links(block.text()):
            if start <= at <= end and (place is None or self._covers(block, start, end, place)):
                return to
        return ""

    def _box_at(self, place: QPoint) -> QTextBlock | None:
        """The line whose check box is at a place of the viewport."""
        block = self.cursorForPosition(place).block()
        start, end = markup.box(block.text())
        there = end and not self.isReadOnly() and block.previous().userState() <= markup.NORMAL
        return block if there and self._covers(block, start, end, place) else None

    def _covers(self, block: QTextBlock, start: int, end: int, place: QPoint) -> bool:
        """Whether these characters of a line stand at a place of the viewport."""
        cursor, to, px = QTextCursor(block), units(block.text()), theme().px
        cursor.setPosition(block.position() + to(start))
        first = QRectF(self.cursorRect(cursor))
        cursor.setPosition(block.position() + to(end))
        last = QRectF(self.cursorRect(cursor))
        if not first.top() - px(8) <= place.y() <= last.bottom() + px(8):
            return False
        left, right = sorted((first.left(), last.left()))
        return first.top() != last.top() or left <= place.x() <= right

    def warn(self, lines: Mapping[int, str]) -> None:
        """Marks these lines, and no others."""
        if lines != self.warned:
            self.warned = MappingProxyType(dict(lines))
            self.viewport().update()

    def warning_of(self, block: QTextBlock) -> str:
        """What the mark beside a block says; "" where there is none."""
        return self.warned.get(block.blockNumber() + 1, "")

    def tip_at(self, place: QPoint) -> str:
        """What a tooltip says at a place of the viewport."""
        block = self.cursorForPosition(place).block()
        if (tip := self.warning_of(block)) or not (to := self.link_at(place)):
            return tip
        if is_missing(self.names, to):
            return tr("There is no note of this name yet. Ctrl+click to write it.")
        return tr("Ctrl+click to open it")

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.tip_at(event.pos())
            QToolTip.showText(event.globalPos(), words, self.viewport())
            if words:
                return True
        return bool(super().viewportEvent(event))

    def _paint_below(self, painter: QPainter) -> None:
        """The soft ground of the current bullet, and the marks beside lines with a warning: a bar
        and a sign, so that they are told by more than their colour."""
        px, wide = theme().px, self.viewport().width()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if bullet := self.bullet():
            top, bottom = self.block_top(bullet[0]), self.block_bottom(bullet[1])
            painter.setBrush(theme().color("hover"))
            painter.drawRoundedRect(QRectF(0, top, wide, bottom - top), px(6), px(6))
        painter.setFont(theme().font("meta"))
        painter.setBrush(theme().color("warn"))
        for block in self.on_screen() if self.warned else ():
            if self.warning_of(block):
                top, bottom = self.block_top(block), self.block_bottom(block)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawRoundedRect(QRectF(0, top, px(3), bottom - top), px(1.5), px(1.5))
                painter.setPen(theme().color("warn"))
                sides = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
                painter.drawText(QRectF(px(5), top, px(6), px(LINE)), sides, "!")
        self.folding.paint(painter)

    def paint_above(self, painter: QPainter) -> None:
        """Wavy lines under the words on the screen that are spelt wrong."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().color("danger"), theme().px(1)))
        for block in self.on_screen():
            for places in self.wrong_in(block):
                self._paint_wave(painter, block, *places)

    def _paint_wave(self, painter: QPainter, block: QTextBlock, start: int, end: int) -> None:
        cursor, px = QTextCursor(block), theme().px
        cursor.setPosition(block.position() + start)
        first = self.cursorRect(cursor)
        cursor.setPosition(block.position() + end)
        last = self.cursorRect(cursor)
        right = last.left() if last.top() == first.top() else self.viewport().width() - px(PAD)
        bottom, step = min(first.bottom(), first.center().y() + px(10)), px(2)
        count = max(1, int((right - first.left()) / step))
        wave = [QPointF(first.left() + n * step, bottom - step * (n % 2)) for n in range(count + 1)]
        painter.drawPolyline(QPolygonF(wave))

    def step(self, act: Callable[[], None], more: Callable[[], bool]) -> None:
        """One step that a person sees: a change of line heights or of how a line hangs is none,
        though Qt counts it."""
        before = self.toPlainText()
        self.stepping = True
        while more() and self.toPlainText() == before:
            act()
        self.stepping = False

    def step_over_looks(self) -> None:
        """Does again what comes next and changes looks only; this engine has no such steps."""

    def menu(self) -> QMenu:
        """The menu of a right click, whose undo is that of the keys."""
        menu = self.createStandardContextMenu()
        for name, back in (("edit-undo", True), ("edit-redo", False)):
            if (action := menu.findChild(QAction, name)) is not None:
                action.triggered.disconnect()
                action.triggered.connect(lambda _on=False, back=back: self.stepped.emit(back))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            self._paint_below(painter)
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            self.paint_above(painter)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """A right click means the line under it, the menu key that of the cursor."""
        menu, by_mouse = self.menu(), event.reason() == QContextMenuEvent.Reason.Mouse
        cursor = self.cursorForPosition(event.pos()) if by_mouse else self.textCursor()
        self.menu_place = cursor
        self.menu_opened.emit(menu, cursor.block())
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        back = event.matches(QKeySequence.StandardKey.Undo)
        if back or event.matches(QKeySequence.StandardKey.Redo):
            self.stepped.emit(back)
        elif step := formatting.leaves(event):
            QWidget.focusNextPrevChild(self, step > 0)  # a text editor's own would refuse
        elif self.isReadOnly() or not formatting.handled(event, self.textCursor()):
            super().keyPressEvent(event)
        else:
            self.ensureCursorVisible()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place, held = event.position().toPoint(), event.modifiers()
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        elif held == _CONTROL and (to := self.link_at(place)):
            self.link_pressed.emit(to)
        elif held == _NO_KEY and (block := self._box_at(place)) is not None:
            turn_lines(QTextCursor(block), lambda line: ticked(line) or line)
        elif not self.folding.pressed(place):
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if event.buttons():
            return
        place = event.position().toPoint()
        link = event.modifiers() == _CONTROL and self.link_at(place)
        hand = self.folding.move_over(place) or link or self._box_at(place) is not None
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.IBeamCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self.preedit = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasImage() or source.hasHtml() or source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        from desktop_app.notebook.text.pasted import pasted  # wanted after the first picture

        words = "" if source.hasUrls() else source.text()
        if local_files(source) or (source.hasImage() and not words.strip()):
            self.given.emit(source)
        else:
            self.put(pasted(source.html() if source.hasHtml() else "", words or source.text()))

    def put(self, words: str, at: QTextCursor | None = None) -> None:
        """Inserts words from elsewhere at the cursor, in one step of undo; a line that would
        become too long is refused."""
        cursor = at or self.textCursor()
        room = LONGEST - cursor.block().length()
        if len(words) > room and max(map(len, words.splitlines())) > room:
            self.refused.emit()
        elif words:
            cursor.insertText(words)
            self.ensureCursorVisible()

    def createMimeDataFromSelection(self) -> QMimeData:
        # Qt would add HTML, which is of the editor's look and not of the text.
        data = QMimeData()
        data.setText(self.textCursor().selectedText().replace("\u2029", "\n"))
        return data


def _cut(text: str, at: int, most: Size) -> int:
    """Where the next piece of this size ends."""
    size, lines = most
    end = at
    for _ in range(lines):
        end = text.find("\n", end, at + size) + 1
        if not end:
            return min(at + size, len(text))
    return end


def is_missing(names: NoteNames | None, href: str) -> bool:
    """Whether a link leads to a note that nobody has written."""
    if names is None or not href.startswith(NOTE):
        return False
    name = read_link(inside_of(href)).name
    return bool(name) and not names.find(name)
