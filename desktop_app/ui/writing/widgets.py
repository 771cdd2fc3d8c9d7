"""The two text widgets of an editor. Knows blocks, their formats and the theme, not files.

Signs that only format are dimmed, headings are large, bullets have accented marks; nothing is
hidden, so that what is seen is what is in the file.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QPointF,
    QRectF,
    QSizeF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPaintEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from desktop_app.notebook.note_links import NoteNames
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import (
    ABOVE,
    BELOW,
    COLUMN,
    LINE,
    PAD,
    blocks,
    units,
)
from desktop_app.ui.writing import markup
from desktop_app.ui.writing.engines import TextEngine, is_missing

if TYPE_CHECKING:
    from desktop_app.notebook.note_links import NoteNames

_WIDEST, _TALLEST, _GAP = COLUMN - 2 * PAD, 480, 8  # pixels of a picture, and below one


class Styled(TextEngine, QTextEdit):  # type: ignore[misc]  # Engine takes one kind for both
    """The editor people see: 25 px lines, large headings, accented bullets."""

    at_once = (32_000, 5_000)

    left = Signal()
    loaded = Signal()
    refused = Signal()
    given = Signal(object)  # a QMimeData with files or a picture
    stepped = Signal(bool)
    menu_opened = Signal(object, object)  # a QMenu before it is shown, and the block it is about
    link_pressed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.begin()
        self.pictures: dict[str, QImage] = {}  # of the note, by where they lie
        self.setAcceptRichText(False)
        self._zoom = 0.0
        self._highlighter = Highlighter(self.document())
        self._hanging = Hanging(self)
        self.draw_anew()

    def draw_anew(self) -> None:
        """After the theme or the zoom changed; the way back by undo is kept."""
        self.setFont(theme().font("body"))
        self._highlighter.draw_anew()
        self._hanging.draw_anew()
        if theme().zoom != self._zoom:
            self.set_lines()
        self.centre()

    def show_names(self, names: "NoteNames") -> None:
        """The notes that there are: a link to any other one is shown as missing."""
        before, self.names = self.names, names
        self._highlighter.names = names
        if before is None or not before.same(names):
            for block in blocks(self.document()):
                if "[[" in block.text():
                    self._highlighter.rehighlightBlock(block)

    def show_pictures(self, pictures: Mapping[str, QImage]) -> None:
        """Shows these of the note below the lines that name them."""
        self.pictures |= pictures
        document = self.document()
        untouched = not (document.isUndoAvailable() or document.isRedoAvailable())
        document.setUndoRedoEnabled(document.isUndoRedoEnabled() and not untouched)
        self.dressing = True
        self._hanging.set_all()
        self.dressing = False
        document.setUndoRedoEnabled(not self.isReadOnly())

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

    def room_for_pictures(self, block: QTextBlock) -> float:
        """The free space that a line needs below it."""
        shown = self._shown(block) if self.pictures else []
        return float(round(sum(size.height() + theme().px(_GAP) for _one, size in shown)))

    def paint_above(self, painter: QPainter) -> None:
        """The pictures below their lines, too."""
        super().paint_above(painter)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        wide = self.viewport().width() - 2.0 * theme().px(PAD)
        for block in self.on_screen() if self.pictures else ():
            top = self.block_bottom(block)
            for picture, size in self._shown(block) if block.blockFormat().bottomMargin() else ():
                far = min(1.0, wide / size.width())
                painter.drawImage(QRectF(QPointF(theme().px(PAD), top), size * far), picture)
                top += size.height() + theme().px(_GAP)

    def set_lines(self) -> None:
        """Even lines: characters of other scripts must not push a line apart."""
        self._zoom, self.dressing = theme().zoom, True
        px = theme().px
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
        self._hanging.set_all()
        self.dressing = False

    def step_over_looks(self) -> None:
        at, before = self.textCursor(), self.toPlainText()
        self.stepping = True
        while self.document().isRedoAvailable() and self.toPlainText() == before:
            self.redo()
        if self.toPlainText() != before:
            self.undo()
        self.stepping = False
        self.setTextCursor(at)

    def top_block(self) -> QTextBlock:
        """The first line on the screen."""
        return self.cursorForPosition(self.viewport().rect().topLeft()).block()

    def block_top(self, block: QTextBlock) -> float:
        """Where a line begins, in pixels from the viewport's top."""
        return self._middle(block) - theme().px(LINE) / 2

    def block_bottom(self, block: QTextBlock) -> float:
        return self._middle(block, True) + theme().px(LINE) / 2

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


TOKENS = {  # the first kind that holds gives the colour
    "comment": "text3",
    "mark": "text3",
    "bullet": "accent",
    "box": "accent",
    "missing": "text2",
    "code": "accent",
    "fence": "text2",
    "link": "accent",
    "quote": "text2",
}
_ROLES = {"heading1": "title", "heading2": "section", "heading3": "body"}


class Highlighter(QSyntaxHighlighter):
    """The styling of a document of ordinary size, with fonts."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._format = lru_cache(maxsize=64)(self._made)
        self.names: NoteNames | None = None  # of the notes that there are, where they are known

    def draw_anew(self) -> None:
        """After the theme or the zoom changed."""
        self._format.cache_clear()
        self.rehighlight()

    def _made(self, kinds: frozenset[str]) -> QTextCharFormat:
        made = colours(kinds)
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
        if "strong" in kinds and "mark" not in kinds:
            made.setFontWeight(QFont.Weight.Bold)
        if "bullet" in kinds:
            made.setFontWeight(QFont.Weight.Bold)
        if "em" in kinds and "mark" not in kinds:
            made.setFontItalic(True)
        if "link" in kinds and "mark" not in kinds:
            line = QTextCharFormat.UnderlineStyle
            made.setUnderlineStyle(
                line.DashUnderline if "missing" in kinds else line.SingleUnderline
            )
            made.setUnderlineColor(theme().color("heat2"))
        return made

    def highlightBlock(self, text: str) -> None:
        runs, after = markup.runs(text, max(0, self.previousBlockState()))
        self.setCurrentBlockState(after)
        place = units(text)
        missing = self._missing(text) if "[[" in text and after == markup.NORMAL else ()
        for run in runs:
            start, kinds = place(run.start), run.kinds
            if any(at <= run.start < end for at, end in missing):
                kinds |= {"missing"}
            self.setFormat(start, place(run.end) - start, self._format(kinds))

    def _missing(self, text: str) -> list[tuple[int, int]]:
        """The links of a line that lead to a note which nobody has written."""
        return [(at, end) for at, end, href in markup.links(text) if is_missing(self.names, href)]


def colours(kinds: frozenset[str]) -> QTextCharFormat:
    """The colour alone, which moves nothing."""
    made = QTextCharFormat()
    for kind, token in TOKENS.items():
        if kind in kinds:
            made.setForeground(theme().color(token))
            break
    return made


_LEAD = re.compile(r"( *(?:[-*+]|\d{1,9}[.)]))( (?:\[[ xX]\] )?)|()( {0,3}(?:> ?)+)")
_MOST = 240  # pixels; what is nested deeper hangs no deeper


class Hanging:
    """Keeps the formats of an engine's blocks in step with their text."""

    def __init__(self, engine: "Styled") -> None:
        self._engine = engine
        self._changed: tuple[int, int] | None = None  # from one place to another
        self._width = lru_cache(maxsize=256)(_width)
        document = engine.document()
        document.contentsChange.connect(self._note)
        document.contentsChanged.connect(self._follow)

    def draw_anew(self) -> None:
        """After the theme or the zoom changed."""
        self._width.cache_clear()

    def set_all(self) -> None:
        """Gives every line its look."""
        self._set(self._engine.document().begin(), self._engine.document().lastBlock())

    def _note(self, place: int, _gone: int, come: int) -> None:
        first, last = self._changed or (place, place)
        self._changed = min(first, place), max(last, place + come)

    def _follow(self) -> None:
        if self._changed is None or self._engine.preedit or self._engine.stepping:
            return
        find = self._engine.document().findBlock
        first, last = map(find, self._changed)
        self._set(first, last if last.isValid() else self._engine.document().lastBlock())

    def _set(self, block: QTextBlock, last: QTextBlock) -> None:
        self._changed = None
        cursor: QTextCursor | None = None
        while block.isValid() and block.blockNumber() <= last.blockNumber():
            lead = _LEAD.match(block.text())
            width = self._width(*filter(None, lead.groups("")), bold=bool(lead[1])) if lead else 0.0
            below = self._engine.room_for_pictures(block)
            now = block.blockFormat()
            if (now.leftMargin(), now.bottomMargin()) != (width, below):
                if cursor is None:
                    cursor = QTextCursor(block)
                    cursor.joinPreviousEditBlock()
                cursor.setPosition(block.position())
                look = QTextBlockFormat()
                look.setLeftMargin(width)
                look.setTextIndent(-width)
                look.setBottomMargin(below)
                cursor.mergeBlockFormat(look)
            block = block.next()
        if cursor is not None:
            cursor.endEditBlock()
            self._changed = None


def _width(mark: str, rest: str = "", *, bold: bool) -> float:
    """How wide what a line begins with is drawn; the mark of a list is bold."""
    plain, heavy = theme().font("body"), QFont(theme().font("body"))
    heavy.setWeight(QFont.Weight.Bold)
    first = QFontMetricsF(heavy if bold else plain).horizontalAdvance(mark)
    width = first + QFontMetricsF(plain).horizontalAdvance(rest)
    return min(float(round(width)), theme().px(_MOST))


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
