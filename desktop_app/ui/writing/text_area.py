"""The text widget of an editor: keys, mouse, marks, and a text that comes in pieces. Knows lines
and looks, not whose text it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from types import MappingProxyType

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMimeData,
    QPoint,
    QRect,
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
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QMenu, QTextEdit, QToolTip, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import LINE, Column, handed, too_long, units
from desktop_app.ui.parts.folders import first_file
from desktop_app.ui.writing import formatting, markup
from desktop_app.ui.writing.formatting import ticked, turn_lines
from desktop_app.ui.writing.layout import NoteLayout
from desktop_app.words import tr

Size = tuple[int, int]  # characters and lines; an empty line costs as much as ten letters

_AT_ONCE: Size = (300_000, 20_000)  # what takes some 100 ms at most, whatever it holds
_PIECE: Size = (4_000, 400)  # what is put in at a time, after what comes at once
_TURN = 0.01  # seconds, after which the window has its turn
_CONTROL, _NO_KEY = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier


class TextArea(Column, QTextEdit):  # type: ignore[misc]  # Column takes one kind for both
    """A longer text comes in pieces, so that the window goes on living; until `loaded` it can only
    be read."""

    loaded = Signal()  # the whole of the text is there, also when it came in pieces
    left = Signal()  # the keyboard went elsewhere
    refused = Signal()  # a paste would have made a line too long to be laid out
    link_pressed = Signal(str)  # where a link leads that is to be opened

    def __init__(self) -> None:
        super().__init__()
        self.setViewport(QWidget())  # of one of Qt's PySide would make every class of widgets
        self.composing = False
        self.warned: Mapping[int, str] = MappingProxyType({})  # by line: a mark and its tooltip
        self.coming, self._at = "", 0  # the whole text, and how much of it is there
        self._fixed = False
        self._pieces = QTimer(self, interval=0)
        self._pieces.timeout.connect(self._load_more)
        document = QTextDocument(self)
        self.paper = NoteLayout(document)
        document.setDocumentLayout(self.paper)
        self.setDocument(document)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._hand, self._chosen = (0.0, 0.0), False  # where the line in hand is drawn otherwise
        self.cursorPositionChanged.connect(self._paint_hand)
        document.contentsChanged.connect(self._paint_hand)
        theme().followed_by(self._dress)

    def _dress(self) -> None:
        self.setFont(theme().font("body"))
        self.draw_anew()
        self.centre()

    def draw_anew(self) -> None:
        self.paper.draw_anew()
        self.viewport().update()

    @property
    def loading(self) -> bool:
        """Whether a part of the text is still to come."""
        return self._at < len(self.coming)

    def put_in(self, text: str, *, fixed: bool = False) -> None:
        """Shows this text with nothing to undo, `fixed` for reading only; `loaded` follows, at
        once or a little later."""
        self.document().setUndoRedoEnabled(False)
        self.setReadOnly(True)
        self.coming, self._fixed = text, fixed
        self._at = _cut(text, 0, _AT_ONCE)
        self.paper.adding = True  # what is seen is laid out when it is painted
        self.setPlainText(handed(text[: self._at]))
        self.paper.adding = False
        self.viewport().update()
        self.centre()
        if self.loading:
            self._pieces.start()
        else:
            self._have_loaded()

    def _load_more(self) -> None:
        turn = monotonic() + _TURN
        self.paper.adding = True  # first: finding the end would lay its line out
        end = QTextCursor(self.document())
        end.movePosition(QTextCursor.MoveOperation.End)
        while self.loading and monotonic() < turn:
            place, self._at = self._at, _cut(self.coming, self._at, _PIECE)
            end.insertText(handed(self.coming[place : self._at]))
        self.paper.adding = False
        if not self.loading:
            self._have_loaded()

    def _have_loaded(self) -> None:
        self._pieces.stop()
        self.coming = ""
        self.setReadOnly(self._fixed)
        if self._fixed:  # Qt would leave no cursor to walk and select with
            by_key = Qt.TextInteractionFlag.TextSelectableByKeyboard
            self.setTextInteractionFlags(self.textInteractionFlags() | by_key)
        self.document().setUndoRedoEnabled(not self._fixed)
        self.loaded.emit()

    # -- where lines are ------------------------------------------------------------------------

    def row(self, block: QTextBlock) -> QRectF:
        """Where a line stands in the viewport."""
        return self.paper.blockBoundingRect(block).translated(0, -self.verticalScrollBar().value())

    def on_screen(self, part: QRect | None = None) -> Iterator[QTextBlock]:
        """The lines that are seen, or those in a part of the viewport."""
        top, part = self.verticalScrollBar().value(), part or self.viewport().rect()
        return self.paper.between(top + part.top(), top + part.bottom() + 1)

    def _paint_hand(self) -> None:
        """The ground of the line in hand is drawn anew, there where it was and here; all of it
        where something is chosen."""
        if self.paper.adding:
            return
        before, chosen = self._hand, self._chosen
        self._chosen = self.textCursor().hasSelection()
        self._hand = self._place_of_hand()
        if chosen or self._chosen:
            self.viewport().update()
        for top, bottom in {before, self._hand}:
            self.paper.paint_anew(top, bottom)

    def _place_of_hand(self) -> tuple[float, float]:
        rows = self.bullet() or (self.textCursor().block(),)
        places = [self.paper.blockBoundingRect(one) for one in rows]
        return places[0].top(), places[-1].bottom()

    def scroll_to(self, block: QTextBlock, top: float) -> None:
        """Brings a line to this height of the viewport."""
        bar = self.verticalScrollBar()
        bar.setValue(round(bar.value() + self.row(block).top() - top))

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

    # -- marks ----------------------------------------------------------------------------------

    def tip_at(self, place: QPoint) -> str:
        block = self.cursorForPosition(place).block()
        tip = self.warned.get(block.blockNumber() + 1, "")
        return tip or (tr("Ctrl+click to open it") if self.link_at(place) else "")

    def _paint_below(self, painter: QPainter, seen: Sequence[QTextBlock]) -> None:
        """The soft ground of the current bullet, and the marks beside lines with a warning: a bar
        and a sign, so that they are told by more than their colour."""
        px, self._hand = theme().px, self._place_of_hand()  # a zoom may have moved it
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if bullet := self.bullet():
            painter.setBrush(theme().color("hover"))
            painter.drawRoundedRect(self.row(bullet[0]) | self.row(bullet[1]), px(6), px(6))
        painter.setFont(theme().font("meta"))
        painter.setBrush(theme().color("warn"))
        for row in [self.row(one) for one in seen if one.blockNumber() + 1 in self.warned]:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(0, row.top(), px(3), row.height()), px(1.5), px(1.5))
            painter.setPen(theme().color("warn"))
            sides = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(QRectF(px(5), row.top(), px(6), px(LINE)), sides, "!")

    def menu(self) -> QMenu:
        """The menu of a right click. Qt's own word for choosing all is no usual one in Taiwan."""
        menu = self.createStandardContextMenu()
        if (action := menu.findChild(QAction, "select-all")) is not None:
            _, tab, keys = action.text().partition("\t")
            action.setText(tr("Select all") + tab + keys)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def offer(self, menu: QMenu, block: QTextBlock) -> None:
        raise NotImplementedError

    def put(self, words: str) -> None:
        """Inserts words from elsewhere at the cursor, in one step of undo; a line that would
        become too long is refused."""
        cursor = self.textCursor()
        if too_long(cursor.block().text() + words):
            self.refused.emit()
        elif words:
            cursor.insertText(words)
            self.ensureCursorVisible()

    def event(self, event: QEvent) -> bool:
        """The free space beside the column scrolls as well; a click there goes to the line at that
        height."""
        if event.type() == QEvent.Type.Wheel:
            return QCoreApplication.sendEvent(self.viewport(), event)
        undo = isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Undo)
        if undo and event.type() == QEvent.Type.ShortcutOverride:
            # Where nothing was typed, the window may have something else to take back.
            event.setAccepted(self.document().isUndoAvailable())
            return True
        if isinstance(event, QMouseEvent):
            if event.type() == QEvent.Type.MouseButtonPress:
                place = self.viewport().mapFrom(self, event.position().toPoint())
                place.setX(min(max(0, place.x()), self.viewport().width() - 1))
                self.setTextCursor(self.cursorForPosition(place))
                self.setFocus()
            return True
        return bool(super().event(event))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.tip_at(event.pos())
            QToolTip.showText(event.globalPos(), words, self.viewport())
            if words:
                return True
        return bool(super().viewportEvent(event))

    def paintEvent(self, event: QPaintEvent) -> None:
        bar, cursor = self.verticalScrollBar(), self.textCursor().block()
        far, new = self.paper.prepare(bar.value(), bar.value() + self.viewport().height(), cursor)
        bar.setValue(round(bar.value() + far))  # what stands there stays there
        if new and event.rect() != self.viewport().rect():
            self.viewport().update()
        with QPainter(self.viewport()) as painter:
            self._paint_below(painter, list(self.on_screen(event.rect())))
        super().paintEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """A right click means the line under it, the menu key that of the cursor."""
        menu, by_mouse = self.menu(), event.reason() == QContextMenuEvent.Reason.Mouse
        cursor = self.cursorForPosition(event.pos()) if by_mouse else self.textCursor()
        self.offer(menu, cursor.block())
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.paper.settle()
        if step := formatting.leaves(event):
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
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if event.buttons():
            return
        place = event.position().toPoint()
        hand = (event.modifiers() == _CONTROL and self.link_at(place)) or self._box_at(place)
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.IBeamCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self.composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() and not first_file(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        from desktop_app.notebook.text.pasted import cleaned  # wanted after the first picture

        if self.canInsertFromMimeData(source):  # Qt asks it for a drop only
            self.put(cleaned(source.text()))

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
