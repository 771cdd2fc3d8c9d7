"""The picture of the ledger: the size of memory over time, and the changes of each dream.

Knows dreams and how to draw them. A dream is chosen by the arrows or the mouse, and told in words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app import dates
from desktop_app.dreams.ledger import applied_share, size_of
from desktop_app.dreams.proposal import ProposalState, RunOutcome
from desktop_app.dreams.runs import DreamRun
from desktop_app.ui.look.theme import theme
from desktop_app.words import counted, tr

_HEIGHT, _LEAST = 230, 150  # pixels
_TOP, _GAP, _FOOT = 24, 26, 22  # pixels above the line, between it and the bars, of the dates
_BARS = 0.36  # of the height of both, for the bars
_WIDEST = 14  # pixels of a bar
_STEPS = {
    Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10,
    Qt.Key.Key_Home: -10_000, Qt.Key.Key_End: 10_000,
}  # fmt: skip


@dataclass(frozen=True)
class PicturePlaces:
    """Where things are drawn: `line` and `bars` are grounds, `centres` the middles of the dreams
    from left to right, `slot` what one has of the width.
    """

    line: QRectF
    bars: QRectF
    centres: tuple[float, ...]
    slot: float


class HistoryPicture(QWidget):
    """Bullets as a line above, changes as bars below; the oldest dream at the left."""

    chosen = Signal(int)  # the number of a dream, from 0

    def __init__(self) -> None:
        super().__init__()
        self._runs: Sequence[DreamRun] = ()
        self._now: datetime | None = None
        self.current = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        theme().changed.connect(self.updateGeometry)
        self._describe()

    def show_runs(self, runs: Sequence[DreamRun], now: datetime) -> None:
        """These dreams, the oldest first; the newest is chosen."""
        self._runs, self._now = runs, now
        self.current = len(runs) - 1
        self._describe()

    def choose(self, number: int) -> None:
        """Marks a dream, and says `chosen` where it is another one."""
        number = min(max(number, 0), len(self._runs) - 1)
        if number != self.current and self._runs:
            self.current = number
            self._describe()
            self.chosen.emit(number)

    def places(self) -> PicturePlaces:
        """Where everything is, for this size of the widget."""
        px = theme().px
        metrics = self.fontMetrics()
        left = px(12) + metrics.horizontalAdvance("00,000")
        width = max(1.0, self.width() - left - px(8))
        foot = self.height() - px(_FOOT)
        both = max(1.0, foot - px(_TOP) - px(_GAP))
        bars = QRectF(left, foot - both * _BARS, width, both * _BARS)
        line = QRectF(left, px(_TOP), width, both * (1 - _BARS))
        slot = width / max(1, len(self._runs))
        centres = tuple(left + slot * (n + 0.5) for n in range(len(self._runs)))
        return PicturePlaces(line, bars, centres, slot)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(360), theme().px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(240), theme().px(_LEAST))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme().font("meta"))
        places = self.places()
        if self._runs:
            self._paint_current(painter, places)
            self._paint_sizes(painter, places)
            self._paint_changes(painter, places)
            self._paint_dates(painter, places)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().color("accent"), theme().px(2)))
            edge = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(edge, theme().px(6), theme().px(6))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.choose(self.current + step)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        places = self.places()
        if self._runs:
            self.choose(int((event.position().x() - places.line.left()) // places.slot))

    # -- inside -------------------------------------------------------------------------------

    def _describe(self) -> None:
        """The whole of it in two sentences, for who cannot see it."""
        self.setAccessibleName(tr("The size of memory and the changes of each dream, over time"))
        sizes = [size for run in self._runs if (size := size_of(run)) is not None]
        words = counted("{count} dream", "{count} dreams", len(self._runs))
        if sizes:
            grown = tr("%1; memory went from %2 to %3 bullets.").replace("%1", words)
            words = grown.replace("%2", f"{sizes[0]:,}").replace("%3", f"{sizes[-1]:,}")
        self.setAccessibleDescription(words)
        self.update()

    def _paint_current(self, painter: QPainter, places: PicturePlaces) -> None:
        centre = places.centres[self.current]
        width = max(places.slot, theme().px(6))
        band = QRectF(centre - width / 2, places.line.top(), width, 0)
        band.setBottom(places.bars.bottom())
        painter.fillRect(band, theme().color("accent-bg"))

    def _paint_sizes(self, painter: QPainter, places: PicturePlaces) -> None:
        """The line, from nothing at its foot; gaps where nobody knows how large memory was."""
        ground = places.line
        known = [
            (x, size)
            for x, run in zip(places.centres, self._runs, strict=True)
            if (size := size_of(run)) is not None
        ]
        most = max((size for _, size in known), default=0)
        self._paint_scale(painter, ground, most, tr("bullets"))
        if not most:
            return
        points = [QPointF(x, ground.bottom() - ground.height() * n / most) for x, n in known]
        below = [QPointF(points[-1].x(), ground.bottom()), QPointF(points[0].x(), ground.bottom())]
        shade = theme().color("accent")
        shade.setAlphaF(0.14)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawPolygon(QPolygonF([*points, *below]))
        painter.setPen(QPen(theme().color("accent"), theme().px(2)))
        painter.drawPolyline(QPolygonF(points))
        painter.setBrush(theme().color("accent"))
        if places.slot >= theme().px(10) or len(points) == 1:
            for point in points:
                painter.drawEllipse(point, theme().px(2.5), theme().px(2.5))

    def _paint_changes(self, painter: QPainter, places: PicturePlaces) -> None:
        """A bar for each dream, full as far as it was applied; a cross for a failure."""
        ground, px = places.bars, theme().px
        most = max((run.changes for run in self._runs), default=0)
        self._paint_scale(painter, ground, most, tr("changes"))
        width = max(1.0, min(px(_WIDEST), places.slot * 0.7))
        for x, run in zip(places.centres, self._runs, strict=True):
            if run.outcome == RunOutcome.FAILED:
                self._paint_cross(painter, QPointF(x, ground.bottom() - px(5)))
                continue
            high = ground.height() * run.changes / most if most else 0
            bar = QRectF(x - width / 2, ground.bottom() - high, width, high)
            applied = run.state == ProposalState.APPLIED
            token = "accent" if applied else "text3"
            if width < px(4):
                painter.fillRect(bar, theme().color(token))
                continue
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().color(token), 1))
            painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, 0))
            if applied:
                bar.setTop(bar.bottom() - high * applied_share(run))
                painter.fillRect(bar, theme().color(token))

    def _paint_cross(self, painter: QPainter, at: QPointF) -> None:
        arm = theme().px(3.5)
        painter.setPen(QPen(theme().color("danger"), theme().px(1.6)))
        painter.drawLine(at + QPointF(-arm, -arm), at + QPointF(arm, arm))
        painter.drawLine(at + QPointF(-arm, arm), at + QPointF(arm, -arm))

    def _paint_scale(self, painter: QPainter, ground: QRectF, most: int, words: str) -> None:
        """Nothing and the most at the left, each with its line; what is counted above it."""
        painter.setPen(QPen(theme().color("border"), 1))
        for y in (ground.top(), ground.bottom()):
            painter.drawLine(QPointF(ground.left(), y), QPointF(ground.right(), y))
        painter.setPen(theme().color("text2"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        wide, high = ground.left() - theme().px(6), painter.fontMetrics().height()
        for y, number in ((ground.top(), most), (ground.bottom(), 0)):
            painter.drawText(QRectF(0, y - high / 2, wide, high), right, f"{number:,}")
        above = QRectF(ground.left(), ground.top() - high, ground.width(), high)
        painter.drawText(above, Qt.AlignmentFlag.AlignLeft, words)

    def _paint_dates(self, painter: QPainter, places: PicturePlaces) -> None:
        """The first day and the last one."""
        assert self._now is not None
        today = self._now.date()
        line = QRectF(places.bars.left(), places.bars.bottom(), places.bars.width(),
                      theme().px(_FOOT))  # fmt: skip
        painter.setPen(theme().color("text2"))
        first, last = (dates.short(self._runs[n].made.date(), today) for n in (0, -1))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, first)
        if last != first:
            at_end = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(line, at_end, last)
