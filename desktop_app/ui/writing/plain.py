"""The text widget for long files. Knows keys, lines and colours, not files or saving."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QPaintEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import PAD, units
from desktop_app.ui.writing import markup
from desktop_app.ui.writing.engines import TextEngine
from desktop_app.ui.writing.highlighter import TOKENS, colours


class Plain(TextEngine, QPlainTextEdit):
    """Colours only what is on the screen: no line heights, no fonts, but never slow."""

    at_once = (300_000, 20_000)

    left = Signal()
    loaded = Signal()
    refused = Signal()
    given = Signal(object)
    stepped = Signal(bool)
    menu_opened = Signal(object, object)  # a QMenu before it is shown, and the block it is about
    link_pressed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.begin()
        self.others: list[QTextEdit.ExtraSelection] = []
        self._coloured: tuple[int, int, int] | None = None
        self.draw_anew()

    def draw_anew(self) -> None:
        """After the theme or the zoom changed."""
        self.dressing = True
        self.setFont(theme().font("body"))
        self.document().setDocumentMargin(theme().px(PAD))
        self.dressing = False
        self._coloured = None
        self.viewport().update()
        self.centre()

    def top_block(self) -> QTextBlock:
        """The first line on the screen."""
        return self.firstVisibleBlock()

    def block_top(self, block: QTextBlock) -> float:
        """Where a line begins, in pixels from the viewport's top."""
        return self.blockBoundingGeometry(block).translated(self.contentOffset()).top()

    def block_bottom(self, block: QTextBlock) -> float:
        return self.blockBoundingGeometry(block).translated(self.contentOffset()).bottom()

    def scroll_to(self, block: QTextBlock, top: float) -> None:
        """Brings a line near this height of the viewport; this widget scrolls by whole lines."""
        lines = round(top / max(1, self.fontMetrics().lineSpacing()))
        self.verticalScrollBar().setValue(max(0, block.firstLineNumber() - lines))

    def setExtraSelections(self, selections: Sequence[QTextEdit.ExtraSelection]) -> None:
        """Marks of others (find, search) over the colours."""
        self.others = list(selections)
        self._coloured = None
        self.viewport().update()

    def _colour(self) -> None:
        """Colours the lines on the screen. A fence is not followed: it may begin far above."""
        first = self.firstVisibleBlock()
        count = self.viewport().height() // max(1, self.fontMetrics().lineSpacing()) + 2
        now = (first.blockNumber(), count, self.document().revision())
        if now == self._coloured:
            return
        self._coloured = now
        selections: list[QTextEdit.ExtraSelection] = []
        block = first
        while block.isValid() and count:
            selections += self._runs(block)
            count -= 1
            block = self.folding.after(block)
        QPlainTextEdit.setExtraSelections(self, selections + self.others)

    def _runs(self, block: QTextBlock) -> list[QTextEdit.ExtraSelection]:
        text = block.text()
        place = units(text)
        runs = []
        for run in _apart(markup.runs(text)[0]):
            one = QTextEdit.ExtraSelection()
            one.cursor = QTextCursor(block)
            one.cursor.setPosition(block.position() + place(run.start))
            one.cursor.setPosition(
                block.position() + place(run.end), QTextCursor.MoveMode.KeepAnchor
            )
            one.format = colours(run.kinds)
            runs.append(one)
        return runs

    def paintEvent(self, event: QPaintEvent) -> None:
        self._colour()
        super().paintEvent(event)


def _apart(runs: list[markup.MarkupRun]) -> list[markup.MarkupRun]:
    """The runs with a colour of their own. Qt draws none beside another, so signs give way."""
    coloured = [run for run in runs if run.kinds & TOKENS.keys()]
    words = [run for run in coloured if "mark" not in run.kinds]
    taken = {run.start for run in words} | {run.end for run in words}
    return [run for run in coloured if run in words or not {run.start, run.end} & taken]
