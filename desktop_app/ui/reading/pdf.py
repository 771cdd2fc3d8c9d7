"""A printout on paper: a PDF, or what a printer gets. Knows leaves and printouts, no window.

May run in any thread, as long as this module was loaded in that of the interface.
"""

import errno
from contextlib import suppress
from functools import cache
from html import escape
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QFile,
    QIODevice,
    QLocale,
    QMarginsF,
    QPointF,
    QRectF,
    QSizeF,
    Qt,
    QUrl,
)
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
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
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
_EVERY_KIND = "# a\n\n" + "b\n\n" * 90 + "- [x] c\n\n    d\n\n|e|\n|-|\n|f|\n\n![g](h.png)\n"
_LETTER = {
    QLocale.Country.UnitedStates, QLocale.Country.Canada, QLocale.Country.Mexico,
    QLocale.Country.Philippines, QLocale.Country.Chile, QLocale.Country.Colombia,
}  # fmt: skip
"""Where paper is not as ISO 216 says."""


@cache
def prepare() -> None:
    """Set something of every kind, once. PySide makes its classes when they are first named, and
    two threads that do so at once end the program: after this none is new."""
    paper = QBuffer()
    paper.open(QIODevice.OpenModeFlag.WriteOnly)
    leaves = Leaves(QPdfWriter(paper), "")
    picture = QImage(1, 1, QImage.Format.Format_RGB32)
    picture.fill(0)
    around = Surroundings("", lambda href, _words: href, lambda _path: "picture:0")
    for html in markup(_EVERY_KIND, around):
        leaves.add(html, {"picture:0": picture})
    leaves.end()


@cache
def _faces() -> tuple[list[str], list[str]]:
    """The families of text and of code, the best first."""
    return families(), mono_families()


def write_pdf(printout: "Printout", path: Path, go_on: "GoOn") -> PrintedFile:
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

            written = print_out(printout, device, go_on_writing)
            file.flush()
            _must_be_well(file)
        finally:
            file.close()
    return written.file(path)


def print_out(printout: "Printout", device: QPagedPaintDevice, go_on: "GoOn") -> Fragments:
    """Set a printout on the leaves of a device. Raises what `go_on` raises."""
    shown: dict[str, bytes] = {}
    numbers = count()

    def picture(path: str) -> str:
        data = printout.picture(path)
        name = f"picture:{next(numbers)}"
        if data:
            shown[name] = data
        return name if data else ""

    fragments = Fragments(printout, picture, go_on)
    leaves = Leaves(device, printout.title)
    if not leaves.begun:
        raise Problem(tr("The printer takes nothing."), tr("Look at it, or save a PDF instead."))
    try:
        start = _title(printout)
        for part in fragments:
            html = f"{start}{_heading(printout, part)}{part.html}"
            leaves.add(html, decoded(shown))
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
_TOGETHER = 20_000  # characters that are laid out at a time, and perhaps one part more
_PICTURE = 10_000  # characters that a picture costs
_CODE = "CODE"  # where the style names the faces of code
_INK, _QUIET = QColor("#1f1e1b"), QColor("#6b6860")


class Leaves:
    """The leaves of a device that is ready to be painted on. `end` them, whatever happens.

    `title` stands at the foot of each, beside its number.
    """

    def __init__(self, device: QPagedPaintDevice, title: str) -> None:
        self._device, self._title = device, title
        self._painter = QPainter()
        self.begun = self._painter.begin(device)
        across, down = device.logicalDpiX() / _DPI, device.logicalDpiY() / _DPI
        room = device.pageLayout().paintRectPixels(device.logicalDpiX())
        self._sheet = QSizeF(room.width() / across, room.height() / down - _FOOT)
        self._painter.scale(across, down)
        self._html, self._pictures = "", dict[str, QImage]()
        self.count = 0

    def add(self, html: str, pictures: dict[str, QImage]) -> None:
        """Sets a part below what stands there already."""
        wide, tall = self._sheet.width(), _SHARE * self._sheet.height()
        for picture in pictures.values():  # none is larger than a leaf
            beyond = max(picture.width() / wide, picture.height() / tall)
            picture.setDevicePixelRatio(max(1.0, beyond))
        self._html += html
        self._pictures |= pictures
        if len(self._html) + _PICTURE * len(self._pictures) > _TOGETHER:
            self._set()

    def end(self) -> None:
        """Sets what is left."""
        self._set()
        self._painter.end()

    def drop(self) -> None:
        """Ends all without another word: nobody will look at it."""
        self._painter.end()

    def _set(self) -> None:
        document = laid_out(self._html, self._pictures, self._sheet)
        self._html, self._pictures = "", {}
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, _INK)
        context.palette = palette
        for number in range(0 if document.isEmpty() else document.pageCount()):
            if self.count:
                self._device.newPage()
            self.count += 1
            context.clip = QRectF(QPointF(0, number * self._sheet.height()), self._sheet)
            self._painter.save()
            self._painter.translate(0, -context.clip.top())
            self._painter.setClipRect(context.clip)
            document.documentLayout().draw(self._painter, context)
            self._painter.restore()
            self._paint_foot()

    def _paint_foot(self) -> None:
        font = _font(round(_SMALL * _DPI / 72))
        self._painter.setFont(font)
        self._painter.setPen(_QUIET)
        row = QRectF(0, self._sheet.height() + _FOOT / 2, self._sheet.width(), _FOOT / 2)
        number = str(self.count)
        measure = QFontMetricsF(font)
        room = row.width() - measure.horizontalAdvance(number) - 24
        title = measure.elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        bottom = Qt.AlignmentFlag.AlignBottom
        self._painter.drawText(row, bottom | Qt.AlignmentFlag.AlignLeft, title)
        self._painter.drawText(row, bottom | Qt.AlignmentFlag.AlignRight, number)


def _font(size: int) -> QFont:
    font = QFont()
    font.setFamilies(_faces()[0])
    font.setPixelSize(size)
    return font


def laid_out(html: str, pictures: dict[str, QImage], sheet: QSizeF) -> QTextDocument:
    """A document on sheets of this size, of which none ends with a heading."""
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setIndentWidth(22)
    document.setDefaultFont(_font(14))
    document.setUseDesignMetrics(True)
    text, mono = _faces()
    code = ", ".join(f"'{one}'" for one in (*mono, *text[1:]))
    document.setDefaultStyleSheet(_style().replace(_CODE, code))
    for name, picture in pictures.items():
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), picture)
    document.setHtml(html)
    document.setPageSize(sheet)
    block = document.begin()
    while block.next().isValid():
        if is_heading(block) and page_of(block, sheet) != page_of(block.next(), sheet):
            first = block
            while is_heading(first.previous()):
                first = first.previous()
            below = QTextBlockFormat()
            below.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            QTextCursor(first).mergeBlockFormat(below)
        block = block.next()
    return document


def is_heading(block: QTextBlock) -> bool:
    """Whether it belongs to what stands below it."""
    return block.isValid() and block.blockFormat().headingLevel() > 0


def page_of(block: QTextBlock, sheet: QSizeF) -> int:
    """The sheet on which its first line stands, from 0."""
    top = block.document().documentLayout().blockBoundingRect(block).top()
    lines = block.layout()
    return int((top + (lines.lineAt(0).y() if lines.lineCount() else 0)) // sheet.height())


@cache
def _style() -> str:
    return (resources.folder() / "leaves.css").read_text(encoding="utf-8")
