"""A printout on paper: a PDF, or what a printer gets. Knows leaves and printouts, no window.

May run in any thread, as long as this module was loaded in that of the interface.
"""

from contextlib import suppress
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QLocale, QMarginsF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
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
from desktop_app.export.web_page import Fragments, PrintedFile
from desktop_app.notebook.storage import disk
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
    picture = QImage(1, 1, QImage.Format.Format_RGB32)
    picture.fill(0)
    around = Surroundings("", lambda href, _words: href, lambda _path: "picture:0")
    device = QPdfWriter(paper)
    with QPainter(device) as painter:
        html = "".join(markup(_EVERY_KIND, around))
        Leaves(device, painter, "").add(html, {"picture:0": picture})


def write_pdf(printout: "Printout", path: Path, go_on: "GoOn") -> PrintedFile:
    """Write a PDF into a new file at `path`, or into the place of an earlier one.

    Raises Problem when something else stands there, or the disk refuses, and what `go_on` raises;
    then nothing is written.
    """
    with new_export(path, is_earlier) as aside:
        paper = QBuffer()
        paper.open(QIODevice.OpenModeFlag.WriteOnly)
        device = QPdfWriter(paper)
        device.setCreator("Nightstand")
        device.setTitle(printout.title)
        device.setPageLayout(sheet_of_paper())
        written = print_out(printout, device, go_on)
        disk.write_parts(aside, [bytes(paper.data().data())])
    return written.file(path)


def print_out(printout: "Printout", device: QPagedPaintDevice, go_on: "GoOn") -> Fragments:
    """Set a printout on the leaves of a device. Raises what `go_on` raises."""
    shown: dict[str, bytes] = {}

    def picture(path: str) -> str:
        if not (data := printout.picture(path)):
            return ""
        name = f"picture:{len(shown)}"
        shown[name] = data
        return name

    painter = QPainter(device)
    if not painter.isActive():
        raise Problem(tr("The printer takes nothing."), tr("Look at it, or save a PDF instead."))
    fragments = Fragments(printout, picture, go_on)
    with painter:
        leaves = Leaves(device, painter, printout.title)
        html = f"<h1>{escape(printout.title)}</h1>"
        html += f'<p class="about">{escape(printout.about)}</p>' if printout.about else ""
        for part in fragments:
            if part.begins and part.note.title != printout.title:
                html += f"<h2>{escape(part.note.title)}</h2>"
            html += part.html
            if len(html) + _PICTURE * len(shown) > _TOGETHER:
                leaves.add(html, decoded(shown))
                html = ""
                shown.clear()
        leaves.add(html, decoded(shown))
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


_DPI = 96.0  # of what is laid out; the device has its own
_FOOT = 34.0  # below the text: a gap, and the line with the number of the leaf
_SMALL = 8.0  # points
_SHARE = 0.85  # of a leaf, which a picture may take
_TOGETHER = 20_000  # characters that are laid out at a time, and perhaps one part more
_PICTURE = 10_000  # characters that a picture costs
_QUIET = QColor("#6b6860")


class Leaves:
    """The leaves of a device, which the painter paints on. `title` stands at the foot of each,
    beside its number."""

    def __init__(self, device: QPagedPaintDevice, painter: QPainter, title: str) -> None:
        self._device, self._painter, self._title = device, painter, title
        across, down = device.logicalDpiX() / _DPI, device.logicalDpiY() / _DPI
        room = device.pageLayout().paintRectPixels(device.logicalDpiX())
        self._sheet = QSizeF(room.width() / across, room.height() / down - _FOOT)
        painter.scale(across, down)
        self._count = 0

    def add(self, html: str, pictures: dict[str, QImage]) -> None:
        """Sets a part on leaves of its own."""
        wide, tall = self._sheet.width(), self._sheet.height()
        for picture in pictures.values():  # none is larger than a leaf
            beyond = max(picture.width() / wide, picture.height() / (_SHARE * tall))
            picture.setDevicePixelRatio(max(1.0, beyond))
        document = laid_out(html, pictures, self._sheet)
        for number in range(0 if document.isEmpty() else document.pageCount()):
            if self._count:
                self._device.newPage()
            self._count += 1
            self._painter.translate(0, -number * tall)
            document.drawContents(self._painter, QRectF(0, number * tall, wide, tall))
            self._painter.translate(0, number * tall)
            self._paint_foot()

    def _paint_foot(self) -> None:
        font = _font(round(_SMALL * _DPI / 72))
        self._painter.setFont(font)
        self._painter.setPen(_QUIET)
        row = QRectF(0, self._sheet.height() + _FOOT / 2, self._sheet.width(), _FOOT / 2)
        room, right = 0.9 * row.width(), Qt.AlignmentFlag.AlignRight
        title = QFontMetricsF(font).elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        self._painter.drawText(row, Qt.AlignmentFlag.AlignLeft, title)
        self._painter.drawText(row, right, str(self._count))


def _font(size: int) -> QFont:
    font = QFont()
    font.setFamilies(_families())
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
    document.setDefaultStyleSheet(_style())
    for name, picture in pictures.items():
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), picture)
    document.setHtml(f"<body>{html}</body>")
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


_families = cache(families)


@cache
def _style() -> str:
    code = ", ".join(f"'{one}'" for one in (*mono_families(), *_families()[1:]))
    style = (resources.folder() / "leaves.css").read_text(encoding="utf-8")
    return style.replace("CODE", code)
