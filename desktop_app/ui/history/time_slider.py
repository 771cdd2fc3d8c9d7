"""The slider over the time of a file: a mark for each change, by who made it. Knows versions."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app import dates
from desktop_app.notebook.history import Cause
from desktop_app.notebook.timeline import Timeline
from desktop_app.ui.history.version_words import version_in_words
from desktop_app.ui.look.theme import theme
from desktop_app.words import tr

_HEIGHT, _FOOT, _EDGE = 60, 20, 12  # pixels: all of it, the line of dates, left and right
_STEPS = {
    Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10,
    Qt.Key.Key_Home: -10_000_000, Qt.Key.Key_End: 10_000_000,
}  # fmt: skip


class Hand(StrEnum):
    """Who made a change: each has a mark of its own shape."""

    DREAM = "dream"
    PERSON = "person"
    OTHER = "other"


_PERSON = (
    Cause.EDIT, Cause.RESTORE, Cause.TAKEN_BACK, Cause.DRAFT, Cause.RECOVERED, Cause.QUARANTINE,
)  # fmt: skip


def hand_of(cause: Cause) -> Hand:
    """Whose change it was; an agent is none of the first two."""
    if cause.client:
        return Hand.OTHER
    if cause.kind in (Cause.DREAM, Cause.UNDO):
        return Hand.DREAM
    return Hand.PERSON if cause.kind in _PERSON else Hand.OTHER


@dataclass(frozen=True)
class Tick:
    """A mark at `x`, in pixels."""

    x: float
    hand: Hand


class TimeSlider(QWidget):
    """From the first version that is known to now. Left and Right go from change to change, with
    Shift the second handle does; the mouse takes the nearer handle.
    """

    chosen = Signal(int)  # the place of a version in the timeline
    other_chosen = Signal(int)  # the same of the second handle

    def __init__(self) -> None:
        super().__init__()
        self._timeline = Timeline(())
        self._now = datetime.now(UTC)
        self._ticks: tuple[float, list[Tick]] = (0.0, [])
        self._held_other = False
        self.place = -1
        self.other = -1  # -1: there is no second handle
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Time of this file"))
        theme().changed.connect(self.updateGeometry)

    def show_timeline(self, timeline: Timeline, now: datetime) -> None:
        """The versions of another file, or more of them."""
        self._timeline, self._now, self._ticks = timeline, now, (0.0, [])
        self.stand(self.place, self.other)

    def stand(self, place: int, other: int = -1) -> None:
        """Where the handles stand; says nothing."""
        last = len(self._timeline.versions) - 1
        self.place, self.other = min(place, last), min(other, last)
        self._describe()
        self.update()

    def x_of(self, place: int) -> float:
        """Where a handle stands; that of the newest version, which stands until now, at the end."""
        left, right = self._ends()
        if place >= len(self._timeline.versions) - 1:
            return right
        return self._x_of(self._timeline.moments[place], left, right)

    def place_at(self, x: float) -> int:
        """The version that stood at the moment of this pixel."""
        left, right = self._ends()
        if x >= right - 1 or not self._timeline.versions:
            return len(self._timeline.versions) - 1
        first = self._timeline.moments[0]
        share = max(0.0, x - left) / max(1.0, right - left)
        moment = first + (self._now.astimezone(UTC) - first) * share
        return max(0, self._timeline.place(moment))

    def sizeHint(self) -> QSize:
        return QSize(theme().px(360), theme().px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(200), theme().px(_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not self._timeline.versions:
            super().keyPressEvent(event)
            return
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        other = shift and self.other >= 0
        self._move((self.other if other else self.place) + step, other=other)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._timeline.versions:
            x = event.position().x()
            near = abs(x - self.x_of(self.other)) < abs(x - self.x_of(self.place))
            self._held_other = self.other >= 0 and near
            self._move(self.place_at(x), other=self._held_other)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._timeline.versions and event.buttons() & Qt.MouseButton.LeftButton:
            self._move(self.place_at(event.position().x()), other=self._held_other)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme().font("meta"))
        if self._timeline.versions:
            self._paint_line(painter)
            for tick in self._all_ticks():
                paint_mark(painter, QPointF(tick.x, self._middle), tick.hand)
            self._paint_foot(painter)
            if self.other >= 0:
                self._paint_handle(painter, self.other, hollow=True)
            self._paint_handle(painter, self.place)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().color("accent"), theme().px(2)))
            edge = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(edge, theme().px(6), theme().px(6))

    # -- inside -------------------------------------------------------------------------------

    def _move(self, place: int, *, other: bool) -> None:
        place = min(max(place, 0), len(self._timeline.versions) - 1)
        if place == (self.other if other else self.place):
            return
        self.stand(*((self.place, place) if other else (place, self.other)))
        (self.other_chosen if other else self.chosen).emit(place)

    @property
    def _middle(self) -> float:
        return (self.height() - theme().px(_FOOT)) / 2 + theme().px(2)

    def _ends(self) -> tuple[float, float]:
        return float(theme().px(_EDGE)), float(self.width() - theme().px(_EDGE))

    def _x_of(self, moment: datetime, left: float, right: float) -> float:
        first = self._timeline.moments[0]
        whole = (self._now.astimezone(UTC) - first).total_seconds()
        share = (moment - first).total_seconds() / whole if whole > 0 else 1.0
        return left + (right - left) * min(1.0, max(0.0, share))

    def _all_ticks(self) -> list[Tick]:
        """One mark for each hand within two pixels; ten years have more changes than pixels."""
        width, ticks = self._ticks
        if width != self.width() or not ticks:
            left, right = self._ends()
            seen: dict[tuple[int, Hand], Tick] = {}
            pairs = zip(self._timeline.versions, self._timeline.moments, strict=True)
            for version, moment in pairs:
                x, hand = self._x_of(moment, left, right), hand_of(version.cause)
                seen[round(x / 2), hand] = Tick(x, hand)
            self._ticks = (float(self.width()), list(seen.values()))
        return self._ticks[1]

    def _paint_line(self, painter: QPainter) -> None:
        left, right = self._ends()
        painter.setPen(QPen(theme().color("border"), theme().px(2)))
        painter.drawLine(QPointF(left, self._middle), QPointF(right, self._middle))

    def _paint_handle(self, painter: QPainter, place: int, *, hollow: bool = False) -> None:
        px, x = theme().px, self.x_of(place)
        high = px(15)
        painter.setPen(QPen(theme().color("accent"), px(2)))
        painter.drawLine(QPointF(x, self._middle - high), QPointF(x, self._middle + high))
        painter.setBrush(theme().color("doc" if hollow else "accent"))
        y = self._middle + (high if hollow else -high)  # apart, where both stand at one place
        painter.drawEllipse(QPointF(x, y), px(4), px(4))

    def _paint_foot(self, painter: QPainter) -> None:
        left, right = self._ends()
        high, today = theme().px(_FOOT), self._now.date()
        foot = QRectF(left, self.height() - high, right - left, high)
        first = self._timeline.versions[0].at
        words = dates.short(first.astimezone(self._now.tzinfo).date(), today), tr("now")
        painter.setPen(theme().color("text2"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft | middle, words[0])
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight | middle, words[1])
        metrics = painter.fontMetrics()
        room = foot.width() - sum(map(metrics.horizontalAdvance, words))
        self._paint_legend(painter, foot, room)

    def _paint_legend(self, painter: QPainter, foot: QRectF, room: float) -> None:
        """Which mark is whose, where there is room for it."""
        metrics, px = painter.fontMetrics(), theme().px
        names = {Hand.DREAM: tr("dream"), Hand.PERSON: tr("you"), Hand.OTHER: tr("agent, program")}
        each = [(hand, name, metrics.horizontalAdvance(name)) for hand, name in names.items()]
        wide = sum(width + px(32) for _, _, width in each)
        if wide > room - px(32):
            return
        x = foot.center().x() - wide / 2 + px(16)
        for hand, name, width in each:
            paint_mark(painter, QPointF(x, foot.center().y()), hand)
            painter.setPen(theme().color("text2"))
            place = QRectF(x + px(9), foot.top(), width + px(4), foot.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, name)
            x += width + px(32)

    def _describe(self) -> None:
        """What the handles stand at, for who cannot see them."""
        words = ""
        if 0 <= self.place < len(self._timeline.versions):
            version = self._timeline.versions[self.place]
            told = tr("%1, %2. Change %3 of %4.").replace("%1", dates.when(version.at, self._now))
            told = told.replace("%2", version_in_words(version, first=self.place == 0))
            told = told.replace("%3", f"{self.place + 1:,}")
            words = told.replace("%4", f"{len(self._timeline.versions):,}")
        self.setAccessibleDescription(words)
        keys = tr("Left and Right go to the change before and after, Home and End to both ends.")
        self.setToolTip(f"{words}\n{keys}".strip())


def paint_mark(painter: QPainter, at: QPointF, hand: Hand) -> None:
    """A dot for a dream, a stroke for the person, a hollow diamond for all others."""
    px = theme().px
    if hand == Hand.PERSON:
        painter.setPen(QPen(theme().color("text2"), px(2)))
        painter.drawLine(at - QPointF(0, px(5)), at + QPointF(0, px(5)))
    elif hand == Hand.DREAM:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("accent"))
        painter.drawEllipse(at, px(3.5), px(3.5))
    else:
        painter.setPen(QPen(theme().color("warn"), px(1.5)))
        painter.setBrush(theme().color("doc"))
        arms = ((0, -4.5), (4.5, 0), (0, 4.5), (-4.5, 0))
        painter.drawPolygon(QPolygonF([at + QPointF(px(x), px(y)) for x, y in arms]))
