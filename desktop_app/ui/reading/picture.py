"""A picture from its bytes, small enough to be shown. For any thread."""

from collections.abc import Mapping

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageReader

_KEPT = Qt.AspectRatioMode.KeepAspectRatio
_FORMS = (b"png", b"jpeg", b"gif", b"webp", b"bmp")  # an SVG may name other files
_WIDEST = 1400  # pixels: a page at twice its size
_MOST = 100_000_000  # pixels of the picture itself


def decoded(pictures: Mapping[str, bytes]) -> dict[str, QImage]:
    """Those of these that can be shown."""
    read = {src: _image(data) for src, data in pictures.items()}
    return {src: image for src, image in read.items() if not image.isNull()}


def _image(data: bytes) -> QImage:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    if reader.format().data() not in _FORMS or not size.isValid():
        return QImage()
    if size.width() * size.height() > _MOST:
        return QImage()
    reader.setAutoTransform(True)
    if size.width() > _WIDEST:
        reader.setScaledSize(size.scaled(_WIDEST, size.height(), _KEPT))
    return reader.read()
