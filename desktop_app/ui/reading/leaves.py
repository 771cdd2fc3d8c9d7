"""HTML set on leaves of paper, one after the other: what a printer and a PDF get.

Each part is laid out by itself and flows on where the one before ended, so ten years of days need
no more memory than the longest of them. Knows no notebook. May run in any thread.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QRectF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPagedPaintDevice,
    QPainter,
    QPalette,
    QTextBlock,
    QTextDocument,
    QTextFrame,
    QTextTable,
)

from desktop_app import resources

_DPI = 96.0  # of what is laid out; the device has its own
_FOOT = 34.0  # below the text: a gap, and the line with the number of the leaf
_SMALL = 8.0  # points
_SHARE = 0.85  # of a leaf, which a picture may take
_CODE = "CODE"  # where the style names the faces of code
_INK, _QUIET = QColor("#1f1e1b"), QColor("#6b6860")


@dataclass(frozen=True)
class LeafFaces:
    """The families of text and of code, the best first."""

    text: Sequence[str]
    code: Sequence[str]


class Leaves:
    """The leaves of a device that is ready to be painted on. `end` them, whatever happens.

    `title` stands at the foot of each, beside its number.
    """

    def __init__(self, device: QPagedPaintDevice, title: str, faces: LeafFaces) -> None:
        self._device, self._title, self._faces = device, title, faces
        self._painter = QPainter()
        self.begun = self._painter.begin(device)
        across, down = device.logicalDpiX() / _DPI, device.logicalDpiY() / _DPI
        room = device.pageLayout().paintRectPixels(device.logicalDpiX())
        self._wide, self._tall = room.width() / across, room.height() / down - _FOOT
        self._painter.scale(across, down)
        self._top = 0.0  # where the next part begins
        self.count = 1

    def add(self, html: str, pictures: dict[str, QImage], gap: float = 0.0) -> None:
        """Sets a part below what stands there already, with a gap between them."""
        if self._top:
            self._top += gap
        part = _LaidOut(html, pictures, self._faces, self._wide, self._tall)
        done = 0.0
        while done < part.height:
            room = self._tall - self._top
            end = part.cut(done, room, fresh=self._top == 0)
            if end > done:
                self._paint(part, done, end)
                self._top += end - done
                done = end
            if done < part.height:
                self._turn()

    def fitting(self, pictures: dict[str, QImage]) -> dict[str, QImage]:
        """The same, none larger than a leaf."""
        for picture in pictures.values():
            beyond = max(picture.width() / self._wide, picture.height() / (_SHARE * self._tall))
            picture.setDevicePixelRatio(max(1.0, beyond))
        return pictures

    def end(self) -> None:
        """Closes the last leaf."""
        if self._painter.isActive():
            self._paint_foot()
            self._painter.end()

    def drop(self) -> None:
        """Ends all without another word: nobody will look at it."""
        self._painter.end()

    def _turn(self) -> None:
        self._paint_foot()
        self._device.newPage()
        self._top = 0.0
        self.count += 1

    def _paint(self, part: "_LaidOut", start: float, end: float) -> None:
        self._painter.save()
        self._painter.translate(0, self._top - start)
        part.paint(self._painter, QRectF(0, start, self._wide, end - start))
        self._painter.restore()

    def _paint_foot(self) -> None:
        font = QFont()
        font.setFamilies(self._faces.text)
        font.setPixelSize(round(_SMALL * _DPI / 72))
        self._painter.setFont(font)
        self._painter.setPen(_QUIET)
        row = QRectF(0, self._tall + _FOOT / 2, self._wide, _FOOT / 2)
        number = str(self.count)
        measure = QFontMetricsF(font)
        room = self._wide - measure.horizontalAdvance(number) - 24
        title = measure.elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        bottom = Qt.AlignmentFlag.AlignBottom
        self._painter.drawText(row, bottom | Qt.AlignmentFlag.AlignLeft, title)
        self._painter.drawText(row, bottom | Qt.AlignmentFlag.AlignRight, number)


class _LaidOut:
    """A part laid out on an endless leaf, and where it may be cut."""

    def __init__(
        self, html: str, pictures: dict[str, QImage], faces: LeafFaces, wide: float, tall: float
    ) -> None:
        self._document = document = QTextDocument()
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        document.setIndentWidth(22)
        font = QFont()
        font.setFamilies(faces.text)
        font.setPixelSize(14)
        document.setDefaultFont(font)
        document.setUseDesignMetrics(True)
        code = ", ".join(f"'{one}'" for one in (*faces.code, *faces.text[1:]))
        document.setDefaultStyleSheet(_style().replace(_CODE, code))
        for name, picture in pictures.items():
            document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), picture)
        document.setHtml(html)
        document.setTextWidth(wide)
        self._layout = document.documentLayout()
        self.height = document.size().height()
        self._cuts = sorted(set(self._places(document.rootFrame())))

    def cut(self, start: float, room: float, *, fresh: bool) -> float:
        """The end of what fits into this room from `start` on; `start` itself where nothing does,
        unless the leaf is `fresh`: what is taller than a leaf is cut anywhere."""
        if self.height - start <= room:
            return self.height
        at = bisect_right(self._cuts, start + room)
        best = self._cuts[at - 1] if at else start
        if best > start:
            return best
        return start + room if fresh else start

    def paint(self, painter: QPainter, slice_: QRectF) -> None:
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = slice_
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, _INK)
        context.palette = palette
        painter.setClipRect(slice_)
        self._layout.draw(painter, context)

    def _places(self, frame: QTextFrame) -> Iterator[float]:
        """Where a leaf may end: below a line, below a row of a table; not below a heading."""
        walk = frame.begin()
        held = False
        while not walk.atEnd():
            inner, block = walk.currentFrame(), walk.currentBlock()
            if isinstance(inner, QTextTable):
                yield from self._rows(inner)
                held = False
            elif inner is not None:
                yield from self._places(inner)
            elif block.isValid():
                if not held:
                    yield self._layout.blockBoundingRect(block).top()
                yield from self._lines(block)
                held = block.blockFormat().headingLevel() > 0
            walk += 1

    def _lines(self, block: QTextBlock) -> Iterator[float]:
        """Between lines of a paragraph, so that neither its first nor its last one stands alone."""
        top, lines = self._layout.blockBoundingRect(block).top(), block.layout()
        for number in range(2, lines.lineCount() - 1):
            yield top + lines.lineAt(number).y()

    def _rows(self, table: QTextTable) -> Iterator[float]:
        bottom = 0.0
        for row in range(table.rows() - 1):
            for column in range(table.columns()):
                last = table.cellAt(row, column).lastCursorPosition().block()
                bottom = max(bottom, self._layout.blockBoundingRect(last).bottom())
            yield bottom + table.format().cellPadding() + 1


@cache
def _style() -> str:
    return (resources.folder() / "leaves.css").read_text(encoding="utf-8")
