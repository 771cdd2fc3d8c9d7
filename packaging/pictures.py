"""The program's icon in the forms of each system, drawn by Qt from its SVG. Knows no package."""

import os
import struct
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

SVG = Path(__file__).parent.parent / "resources" / "icons" / "nightstand.svg"
MENU = (16, 22, 24, 32, 48, 64, 128, 256, 512)  # the sizes of the theme `hicolor` that desktops use
_ICO = (16, 24, 32, 48, 64, 128, 256)
# Apple's four letters for a PNG of this many pixels; the later ones are for screens of twice the
# density.
_ICNS = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024,
         b"ic11": 32, b"ic12": 64, b"ic13": 256, b"ic14": 512}  # fmt: skip


def png(pixels: int) -> bytes:
    """The icon as a square PNG."""
    _application = QApplication.instance() or QApplication([])
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QIcon(str(SVG)).pixmap(pixels, pixels).save(buffer, "PNG")
    return bytes(data.data())


def ico() -> bytes:
    """For Windows: a directory of PNGs, each with its size; a 256 is written as 0."""
    pictures = [png(size) for size in _ICO]
    head, at = struct.pack("<HHH", 0, 1, len(_ICO)), 6 + 16 * len(_ICO)
    for size, picture in zip(_ICO, pictures, strict=True):
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    return head + b"".join(pictures)


def icns() -> bytes:
    """For macOS: PNGs, each after its four letters and its length."""
    pictures = ((letters, png(size)) for letters, size in _ICNS.items())
    body = b"".join(
        letters + struct.pack(">I", 8 + len(picture)) + picture for letters, picture in pictures
    )
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def write_icon(system: str, folder: Path) -> Path | None:
    """The icon that goes into a program of this system; none where a desktop entry names it."""
    drawn = {"win32": ("nightstand.ico", ico), "darwin": ("nightstand.icns", icns)}
    if system not in drawn:
        return None
    name, draw = drawn[system]
    (folder / name).write_bytes(draw())
    return folder / name
