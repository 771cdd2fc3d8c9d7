"""A printout on paper: a PDF, or what a printer gets. Knows leaves and printouts, no window.

May run in any thread, as long as this module was loaded in that of the interface.
"""

import errno
from contextlib import suppress
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QFile, QIODevice, QLocale, QMarginsF
from PySide6.QtGui import QImage, QPagedPaintDevice, QPageLayout, QPageSize, QPdfWriter

from desktop_app.errors import Problem
from desktop_app.export.markup import Surroundings, markup
from desktop_app.export.place import new_export
from desktop_app.export.web_page import Fragment, Fragments, PrintedFile
from desktop_app.ui.look.theme import families, mono_families
from desktop_app.ui.reading.leaves import LeafFaces, Leaves
from desktop_app.ui.reading.picture import decoded
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.export.printout import Printout
    from desktop_app.export.web_page import GoOn

_MARK = b'CreatorTool="Nightstand"'
_HEAD = 4_000  # bytes, in which the mark stands
_SIDE, _END = 20.0, 16.0  # millimetres
_GAP = 24.0  # pixels between two notes
_LAST = "\n</code></pre>"
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
    leaves = Leaves(QPdfWriter(paper), "", LeafFaces((), ()))
    picture = QImage(1, 1, QImage.Format.Format_RGB32)
    picture.fill(0)
    for html in markup(_EVERY_KIND, Surroundings("", str, str, lambda _path: "picture:0")):
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
            html = f"{start}{_heading(printout, part)}{part.html}".replace(_LAST, _LAST.lstrip())
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
