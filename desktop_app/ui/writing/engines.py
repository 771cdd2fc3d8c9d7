"""The text widget of an editor, and what it shares with `plain.py`. Knows keys, lines and looks,
not files or saving.

`Styled` is a QTextEdit with even lines and live Markdown; it is slow beyond a few hundred KB.
"""

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from desktop_app.ui.look.theme import Theme
from desktop_app.ui.writing import keys, markup
from desktop_app.ui.writing.column import ABOVE, BELOW, LINE, PAD, Column, handed
from desktop_app.ui.writing.highlighter import Highlighter


class Engine(Column):
    """What both widgets share; stands before the Qt class in their bases."""

    def begin(self, theme: Theme) -> None:
        self.theme = theme
        self.preedit = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.viewport().setAutoFillBackground(False)
        self.cursorPositionChanged.connect(self.viewport().update)

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

    def paint_bullet(self, top: float, bottom: float) -> None:
        """The soft ground of the current bullet, under the text."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        ground = self.theme.color("hover")
        painter.setBrush(ground)
        width = self.viewport().width()
        round_ = self.theme.px(6)
        painter.drawRoundedRect(QRectF(0, top, width, bottom - top), round_, round_)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if step := keys.leaves(event):
            QWidget.focusNextPrevChild(self, step > 0)  # a text editor's own would refuse
        elif self.isReadOnly() or not keys.handled(event, self.textCursor()):
            super().keyPressEvent(event)
        else:
            self.ensureCursorVisible()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self.preedit = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText():
            self.textCursor().insertText(source.text())
            self.ensureCursorVisible()


class Styled(Engine, QTextEdit):
    """The editor people see: 25 px lines, large headings, accented bullets."""

    left = Signal()
    loaded = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.begin(theme)
        self.setAcceptRichText(False)
        self._zoom = 0.0
        self._highlighter = Highlighter(self.document(), theme)
        self.draw_anew()

    @property
    def loading(self) -> bool:
        """Never: a text of this size comes at once."""
        return False

    def load(self, text: str) -> None:
        """Shows this text with nothing to undo."""
        self.document().setUndoRedoEnabled(False)
        self.setPlainText(handed(text))
        self._set_lines()
        self.document().setUndoRedoEnabled(True)
        self.centre()
        self.loaded.emit()

    def draw_anew(self) -> None:
        """After the theme or the zoom changed; the way back by undo is kept."""
        self.setFont(self.theme.font("body"))
        self._highlighter.draw_anew()
        if self.theme.zoom != self._zoom:
            self._set_lines()
        self.centre()

    def _set_lines(self) -> None:
        """Even lines: characters of other scripts must not push a line apart."""
        self._zoom = self.theme.zoom
        px = self.theme.px
        whole = QTextCursor(self.document())
        whole.beginEditBlock()
        whole.select(QTextCursor.SelectionType.Document)
        lines = QTextBlockFormat()
        lines.setLineHeight(px(LINE), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        whole.mergeBlockFormat(lines)
        frame = self.document().rootFrame()
        paper = frame.frameFormat()
        paper.setTopMargin(px(ABOVE))
        paper.setBottomMargin(px(BELOW))
        paper.setLeftMargin(px(PAD))
        paper.setRightMargin(px(PAD))
        frame.setFrameFormat(paper)
        whole.endEditBlock()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self._step(self.undo, self.document().isUndoAvailable)
        elif event.matches(QKeySequence.StandardKey.Redo):
            self._step(self.redo, self.document().isRedoAvailable)
        else:
            super().keyPressEvent(event)

    def _step(self, step: Callable[[], None], more: Callable[[], bool]) -> None:
        """One step that a person sees: a change of line heights is none, though Qt counts it."""
        before = self.toPlainText()
        while more() and self.toPlainText() == before:
            step()

    def top_block(self) -> QTextBlock:
        """The first line on the screen."""
        return self.cursorForPosition(self.viewport().rect().topLeft()).block()

    def block_top(self, block: QTextBlock) -> float:
        """Where a line begins, in pixels from the viewport's top."""
        return self._middle(block) - self.theme.px(LINE) / 2

    def scroll_to(self, block: QTextBlock, top: float) -> None:
        """Brings a line to this height of the viewport."""
        bar = self.verticalScrollBar()
        bar.setValue(round(bar.value() + self.block_top(block) - top))

    def _middle(self, block: QTextBlock, end: bool = False) -> float:
        """The height of the first or last row of a line; Qt's own rectangles leave out what a
        least line height adds."""
        cursor = QTextCursor(block)
        if end:
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        return QRectF(self.cursorRect(cursor)).center().y()

    def paintEvent(self, event: QPaintEvent) -> None:
        if found := self.bullet():
            half = self.theme.px(LINE) / 2
            self.paint_bullet(self._middle(found[0]) - half, self._middle(found[1], True) + half)
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.centre()
        # The margins may just have made the viewport narrower than the event knows.
        super().resizeEvent(QResizeEvent(self.viewport().size(), event.oldSize()))
