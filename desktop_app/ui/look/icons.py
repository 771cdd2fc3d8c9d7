"""Our own 24x24 stroke icons, drawn in the theme's colours. Knows files and colours, no widget."""

from functools import cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop_app import resources
from desktop_app.ui.look.theme import theme


def icon(name: str, token: str = "text2", size: int = 20, gap: int = 0) -> QIcon:
    """The icon `name` in a colour of the table, sharp at `size` (times zoom) on the screens there
    are, with a `gap` before the words at its right."""
    result = QIcon()
    for ratio in sorted({screen.devicePixelRatio() for screen in QGuiApplication.screens()}):
        for ink, mode in ((token, QIcon.Mode.Normal), ("border", QIcon.Mode.Disabled)):
            picture, room = pixmap(name, ink, size, ratio), round(theme().px(gap) * ratio)
            whole = picture.rect().adjusted(0, 0, room, 0)
            result.addPixmap(picture.copy(whole) if gap else picture, mode)
    return result


def pixmap(name: str, token: str, size: int, ratio: float = 1.0) -> QPixmap:
    """The same as a picture, for delegates that paint: `size` times zoom, at the screen's ratio.
    Without a token it has its own colours."""
    colour = theme().hex(token) if token else ""
    return _drawn(name, colour, theme().px(size), ratio)


def app_icon() -> QIcon:
    result = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        result.addPixmap(_drawn("nightstand", "", size, 1.0))
    return result


@cache
def _drawn(name: str, colour: str, edge: int, ratio: float) -> QPixmap:
    picture = QPixmap(_shape(name, round(edge * ratio)))
    if colour:
        painter = QPainter(picture)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRect(picture.rect())
        painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


@cache
def _shape(name: str, pixels: int) -> QPixmap:
    picture = QPixmap(QSize(pixels, pixels))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    file = str(resources.folder() / "icons" / f"{name}.svg")
    QSvgRenderer(file).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    return picture
