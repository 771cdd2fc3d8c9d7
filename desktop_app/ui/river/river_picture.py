"""The picture of a river: a stream for each topic, as wide in a month as days spoke of it.

Knows months and streams and how to draw them. Arrows or the mouse choose a stream at a month.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app import dates
from desktop_app.dreams.almanac.river import River
from desktop_app.ui.look.theme import theme
from desktop_app.ui.river.river_words import told
from desktop_app.words import tr

_HEIGHT, _LEAST = 300, 160  # pixels
_MANY, _TRIED = 36, 12  # months that are drawn calmly; places that are tried for a name
_EDGE, _FOOT = 14, 22  # pixels left and right, and of the years below
_TONES = (("heat1", "text"), ("heat3", "heat3-digit"), ("heat2", "text"))  # ground and words
_STEPS = {
    Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0), Qt.Key.Key_PageUp: (0, -12), Qt.Key.Key_PageDown: (0, 12),
    Qt.Key.Key_Home: (0, -100_000), Qt.Key.Key_End: (0, 100_000),
}  # fmt: skip


@dataclass(frozen=True)
class RiverPlaces:
    """Where a river is drawn on a ground of this size: `edges[n]` are the heights of the upper
    edge of stream `n` at each month, those behind the last stream its lower edge.
    """

    river: River
    ground: QRectF

    @cached_property
    def xs(self) -> list[float]:
        """Where each month is, from left to right; a single one is in the middle."""
        count = len(self.river.months)
        if count == 1:
            return [self.ground.center().x()]
        step = self.ground.width() / (count - 1)
        return [self.ground.left() + n * step for n in range(count)]

    @cached_property
    def edges(self) -> list[list[float]]:
        widths = (calm(stream.days) for stream in self.river.streams)
        columns = list(zip(*widths, strict=True))
        most = max(map(sum, columns), default=0) or 1
        unit = self.ground.height() / most
        by_month = []
        for column in columns:
            top = self.ground.center().y() - sum(column) * unit / 2
            by_month.append([top + one * unit for one in accumulate(column, initial=0)])
        return [list(edge) for edge in zip(*by_month, strict=True)]

    def at(self, point: QPointF) -> tuple[int, int] | None:
        """The stream and the month at a point; None beside the river."""
        if not self.river.streams:
            return None
        month = min(range(len(self.xs)), key=lambda n: abs(self.xs[n] - point.x()))
        for stream in range(len(self.river.streams)):
            if self.edges[stream][month] <= point.y() < self.edges[stream + 1][month]:
                return stream, month
        return None

    def outline(self, stream: int) -> QPainterPath:
        """A stream, along its upper edge and back along its lower one."""
        upper, lower = self.edges[stream], self.edges[stream + 1]
        xs = self.xs
        if len(xs) == 1:
            xs, upper, lower = [self.ground.left(), self.ground.right()], upper * 2, lower * 2
        path = QPainterPath(QPointF(xs[0], upper[0]))
        for n in range(1, len(xs)):
            _curve(path, xs[n - 1], xs[n], upper[n - 1], upper[n])
        path.lineTo(xs[-1], lower[-1])
        for n in reversed(range(len(xs) - 1)):
            _curve(path, xs[n + 1], xs[n], lower[n + 1], lower[n])
        path.closeSubpath()
        return path

    def room_for(self, stream: int, wide: float, high: float) -> QRectF | None:
        """A box of this size in a stream, near where it is widest; None where there is none."""
        pairs = list(zip(self.edges[stream], self.edges[stream + 1], strict=True))
        outline, ground = self.outline(stream), self.ground
        order = sorted(range(len(pairs)), key=lambda n: pairs[n][0] - pairs[n][1])
        for n in order[:_TRIED]:
            box = QRectF(0, 0, wide, high)
            box.moveCenter(QPointF(self.xs[n], sum(pairs[n]) / 2))
            left = min(box.left(), ground.right() - wide - 4)
            box.moveLeft(max(ground.left() + 4, left))
            if outline.contains(box):
                return box
        return None


def calm(days: Sequence[int]) -> list[float]:
    """The days of each month; of many months, with a share of the months beside them."""
    if len(days) < _MANY:
        return list(map(float, days))
    padded = [days[0], *days, days[-1]]
    return [(a + 2 * b + c) / 4 for a, b, c in zip(padded, padded[1:], padded[2:], strict=False)]


def _curve(path: QPainterPath, x: float, to_x: float, y: float, to_y: float) -> None:
    """From one month to the next, flat at both."""
    middle = (x + to_x) / 2
    path.cubicTo(middle, y, middle, to_y, to_x, to_y)


class RiverPicture(QWidget):
    """Left and Right go by month, PageUp and PageDown by year, Up and Down from stream to stream;
    Enter or a click opens the days.
    """

    chosen = Signal(int, int)  # the numbers of a stream and of a month
    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._river = River()
        self._places: RiverPlaces | None = None
        self.stream, self.month = 0, 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMouseTracking(True)
        theme().changed.connect(self._look_again)

    def show_river(self, river: River, stream: int, month: int) -> None:
        """Another river, with this stream and month chosen."""
        self._river = river
        self.stream, self.month = stream, month
        self._look_again()

    def choose(self, stream: int, month: int) -> None:
        """Marks a stream at a month, and says `chosen` where it is another place."""
        stream = min(max(stream, 0), len(self._river.streams) - 1)
        month = min(max(month, 0), len(self._river.months) - 1)
        if (stream, month) != (self.stream, self.month) and self._river.streams:
            self.stream, self.month = stream, month
            self._describe()
            self.chosen.emit(stream, month)

    @property
    def places(self) -> RiverPlaces:
        """Where everything is, for this size of the widget."""
        if self._places is None:
            px = theme().px
            edge = px(_EDGE)
            ground = QRectF(self.rect()).adjusted(edge, px(6), -edge, -px(_FOOT) - px(6))
            self._places = RiverPlaces(self._river, ground)
        return self._places

    def _look_again(self) -> None:
        self._places = None
        self.updateGeometry()
        self._describe()

    def _describe(self) -> None:
        words = told(self._river, self.stream, self.month) if self._river.streams else ""
        self.setAccessibleName(f"{tr('Topics by month')}: {words}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(480), theme().px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(240), theme().px(_LEAST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._places = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif step is None:
            super().keyPressEvent(event)
        else:
            self.choose(self.stream + step[0], self.month + step[1])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.places.at(event.position())
        if place is not None:
            self.choose(*place)
            self.opened.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        there = self.places.at(event.position()) is not None
        shape = Qt.CursorShape.PointingHandCursor if there else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.places.at(QPointF(event.pos()))
            if place is not None:
                QToolTip.showText(event.globalPos(), told(self._river, *place), self)
            return True
        return super().event(event)

    # -- drawing ------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._river.streams:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_years(painter)
        for stream in range(len(self._river.streams)):
            chosen = stream == self.stream
            ground, ink = ("accent", "accent-on") if chosen else _TONES[stream % len(_TONES)]
            painter.setPen(QPen(theme().color("doc"), theme().px(1.5)))
            painter.setBrush(theme().color(ground))
            painter.drawPath(self.places.outline(stream))
            self._paint_name(painter, stream, ink)
        if len(self._river.months) > 1:
            self._paint_mark(painter)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().color("accent"), theme().px(2)))
            edge = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(edge, theme().px(6), theme().px(6))

    def _paint_name(self, painter: QPainter, stream: int, ink: str) -> None:
        """A stream's name where it is widest, if there is room."""
        painter.setFont(theme().font("strong"))
        metrics, name = painter.fontMetrics(), self._river.streams[stream].name
        wide = metrics.horizontalAdvance(name) + 4
        box = self.places.room_for(stream, wide, metrics.capHeight() + 4)
        if box is not None:
            painter.setPen(theme().color(ink))
            centre = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
            painter.drawText(box, centre, name)

    def _paint_years(self, painter: QPainter) -> None:
        """Each January with its year; the first and the last month where there is none."""
        months, xs, ground = self._river.months, self.places.xs, self.places.ground
        painter.setFont(theme().font("meta"))
        named = [n for n, month in enumerate(months) if month.month == 1]
        short = len(named) < 2
        names = {n: dates.year(months[n]) for n in named}
        if short:
            names = {n: dates.month(months[n]) for n in {0, len(months) - 1}}
        free = 0.0
        for n, name in sorted(names.items()):
            wide = painter.fontMetrics().horizontalAdvance(name) + 2
            left = max(0.0, min(xs[n] - wide / 2, self.width() - wide))
            painter.setPen(QPen(theme().color("border"), 1))
            painter.drawLine(QPointF(xs[n], ground.top()), QPointF(xs[n], ground.bottom()))
            if left >= free:
                painter.setPen(theme().color("text2"))
                place = QRectF(left, ground.bottom(), wide, self.height() - ground.bottom())
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)
                free = left + wide + theme().px(8)

    def _paint_mark(self, painter: QPainter) -> None:
        """A line through the chosen month, and a ring on the chosen stream."""
        places = self.places
        x, edges = places.xs[self.month], places.edges
        high, low = edges[self.stream][self.month], edges[self.stream + 1][self.month]
        painter.setPen(QPen(theme().color("text"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(x, places.ground.top()), QPointF(x, places.ground.bottom()))
        painter.setPen(QPen(theme().color("text"), 1.5))
        painter.setBrush(theme().color("doc"))
        painter.drawEllipse(QPointF(x, (high + low) / 2), theme().px(4), theme().px(4))
