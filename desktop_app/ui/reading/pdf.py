"""A printout on paper: a PDF, or what a printer gets. Knows leaves and printouts, no window.

May run in any thread, as long as this module was loaded in that of the interface.
"""

import errno
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QFile, QIODevice, QLocale, QMarginsF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextBlock,
    QTextDocument,
    QTextFrame,
    QTextTable,
)

from desktop_app import resources
from desktop_app.errors import Problem
from desktop_app.export.markup import Surroundings, markup
from desktop_app.export.place import new_export
from desktop_app.export.web_page import Fragment, Fragments, PrintedFile
from desktop_app.ui.look.theme import families, mono_families
from desktop_app.ui.reading.picture import decoded
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.export.printout import Printout
    from desktop_app.export.web_page import GoOn

_MARK = b'CreatorTool="Nightstand"'
_HEAD = 4_000  # bytes, in which the mark stands
_SIDE, _END = 20.0, 16.0  # millimetres
_GAP = 24.0  # pixels between two notes
_EVERY_KIND = "# a\n\n" + "b\n\n" * 90 + "- [x] c\n\n    d\n\n|e|\n|-|\n|f|\n\n![g](h.png)\n"
_LETTER = {
    QLocale.Country.UnitedStates, QLocale.Country.Canada, QLocale.Country.Mexico,
    QLocale.Country.Philippines, QLocale.Country.Chile, QLocale.Country.Colombia,
}  # fmt: skip
"""Where paper is not as ISO 216 says."""


@dataclass(frozen=True)
class LeafFaces:
    """The families of text and of code, the best first."""

    text: Sequence[str]
    code: Sequence[str]


@cache
def prepare() -> None:
    """Set something of every kind, once. PySide makes its classes when they are first named, and
    two threads that do so at once end the program: after this none is new."""
    paper = QBuffer()
    paper.open(QIODevice.OpenModeFlag.WriteOnly)
    leaves = Leaves(QPdfWriter(paper), "", LeafFaces((), ()))
    picture = QImage(1, 1, QImage.Format.Format_RGB32)
    picture.fill(0)
    around = Surroundings("", lambda href, _words: href, lambda _path: "picture:0")
    for html in markup(_EVERY_KIND, around):
        leaves.add(html, leaves.fitting({"picture:0": picture}))
    leaves.end()


def faces() -> LeafFaces:
    """What is written in where no window has a theme."""
    return LeafFaces(families(), mono_families())


def write_pdf(printout: "Printout", path: Path, go_on: "GoOn", look: LeafFaces) -> PrintedFile:
    """Write a PDF into a new file at `path`, or into the place of an earlier one.

    Raises Problem when something else stands there, or the disk refuses, and what `go_on` raises;
    then nothing is written.
    """
    with new_export(path, is_earlier) as aside:
        file = QFile(str(aside))
        if not file.open(QIODevice.OpenModeFlag.WriteOnly):
            raise OSError(errno.EACCES, file.errorString())
        try:
            device = QPdfWriter(file)
            device.setCreator("Nightstand")
            device.setTitle(printout.title)
            device.setPageLayout(sheet_of_paper())

            def go_on_writing(done: int, count: int) -> None:
                _must_be_well(file)
                go_on(done, count)

            written = print_out(printout, device, go_on_writing, look)
            file.flush()
            _must_be_well(file)
        finally:
            file.close()
    return written.file(path)


def print_out(
    printout: "Printout", device: QPagedPaintDevice, go_on: "GoOn", look: LeafFaces
) -> Fragments:
    """Set a printout on the leaves of a device. Raises what `go_on` raises."""
    shown: dict[str, bytes] = {}

    def picture(path: str) -> str:
        data = printout.picture(path)
        name = f"picture:{len(shown)}"
        if data:
            shown[name] = data
        return name if data else ""

    fragments = Fragments(printout, picture, go_on)
    leaves = Leaves(device, printout.title, look)
    if not leaves.begun:
        raise Problem(tr("The printer takes nothing."), tr("Look at it, or save a PDF instead."))
    try:
        start = _title(printout)
        for part in fragments:
            html = f"{start}{_heading(printout, part)}{part.html}"
            leaves.add(html, leaves.fitting(decoded(shown)), _GAP if part.begins else 0.0)
            shown.clear()
            start = ""
    except BaseException:
        leaves.drop()
        raise
    leaves.end()
    return fragments


def is_earlier(path: Path) -> bool:
    """Whether a file is a PDF that was written here."""
    with suppress(OSError), path.open("rb") as file:
        return _MARK in file.read(_HEAD)
    return False


def sheet_of_paper() -> QPageLayout:
    """A sheet as it is used where the person is."""
    letter = QLocale.system().territory() in _LETTER
    size = QPageSize(QPageSize.PageSizeId.Letter if letter else QPageSize.PageSizeId.A4)
    margins = QMarginsF(_SIDE, _END, _SIDE, _END)
    return QPageLayout(size, QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter)


def _title(printout: "Printout") -> str:
    below = f'<p class="about">{escape(printout.about)}</p>' if printout.about else ""
    return f"<h1>{escape(printout.title)}</h1>{below}"


def _heading(printout: "Printout", part: Fragment) -> str:
    shown = part.begins and part.note.title != printout.title
    return f"<h2>{escape(part.note.title)}</h2>" if shown else ""


def _must_be_well(file: QFile) -> None:
    """Raise OSError where the disk took less than it was given."""
    if file.error() != QFile.FileError.NoError:
        file.flush()  # only what is tried again says why
        full = file.error() == QFile.FileError.ResourceError
        raise OSError(errno.ENOSPC if full else errno.EIO, file.errorString())


_DPI = 96.0  # of what is laid out; the device has its own
_FOOT = 34.0  # below the text: a gap, and the line with the number of the leaf
_SMALL = 8.0  # points
_SHARE = 0.85  # of a leaf, which a picture may take
_CODE = "CODE"  # where the style names the faces of code
_INK, _QUIET = QColor("#1f1e1b"), QColor("#6b6860")


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
