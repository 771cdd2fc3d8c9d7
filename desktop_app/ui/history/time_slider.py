"""The slider over time: a mark for each change, by who made it. Knows no text of a version."""

from datetime import UTC, datetime

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app import dates
from desktop_app.notebook.history import Cause
from desktop_app.notebook.timeline import Timeline
from desktop_app.ui.history.versions import version_in_words
from desktop_app.ui.look.theme import theme
from desktop_app.words import tr

_HEIGHT, _FOOT, _EDGE = 60, 20, 12  # pixels: all of it, the line of dates, left and right
_STEPS = {
    Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10,
    Qt.Key.Key_Home: -10_000_000, Qt.Key.Key_End: 10_000_000,
}  # fmt: skip
DREAM, PERSON, OTHER = "dream", "person", "other"  # who made a change; each has a mark of its own
_HANDS = {DREAM: tr("dream"), PERSON: tr("you"), OTHER: tr("agent, program")}
_PERSON = (
    Cause.EDIT, Cause.RESTORE, Cause.TAKEN_BACK, Cause.DRAFT, Cause.RECOVERED, Cause.QUARANTINE,
)  # fmt: skip


def hand_of(cause: Cause) -> str:
    """Whose change it was; an agent is none of the first two."""
    if cause.client:
        return OTHER
    if cause.kind in (Cause.DREAM, Cause.UNDO):
        return DREAM
    return PERSON if cause.kind in _PERSON else OTHER


class TimeSlider(QWidget):
    """From the first version that is known to now. Left and Right go from change to change."""

    chosen = Signal(int)  # the place of a version in the timeline

    def __init__(self) -> None:
        super().__init__()
        self.timeline = Timeline(())
        self.place = -1
        self._now = datetime.now(UTC)
        self._marks: tuple[int, list[tuple[float, str]]] = (0, [])  # for a width: where, and whose
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Time"))
        theme().changed.connect(self.updateGeometry)

    def show_timeline(self, timeline: Timeline, now: datetime) -> None:
        """Other versions, or more of them."""
        self.timeline, self._now, self._marks = timeline, now, (0, [])
        self.stand(self.place)

    def stand(self, place: int) -> None:
        """Where the handle stands; says nothing."""
        count, words = len(self.timeline.versions), ""
        self.place = min(place, count - 1)
        if self.place >= 0:
            version = self.timeline.versions[self.place]
            told = tr("%1, %2. Change %3 of %4.").replace("%1", dates.when(version.at, self._now))
            told = told.replace("%2", version_in_words(version, first=self.place == 0))
            words = told.replace("%3", f"{self.place + 1:,}").replace("%4", f"{count:,}")
        self.setAccessibleDescription(words)
        keys = tr("Left and Right go to the change before and after, Home and End to both ends.")
        self.setToolTip(f"{words}\n{keys}".strip())
        self.update()

    def x_of(self, place: int) -> float:
        """Where the handle stands; for the newest version, which stands until now, at the end."""
        if place >= len(self.timeline.versions) - 1:
            return self._ends[1]
        return self._x_of(self.timeline.moments[place])

    def place_at(self, x: float) -> int:
        """The version that stood at the moment of this pixel."""
        left, right = self._ends
        if x >= right - 1:
            return len(self.timeline.versions) - 1
        first = self.timeline.moments[0]
        share = max(0.0, x - left) / max(1.0, right - left)
        return max(0, self.timeline.place(first + (self._now.astimezone(UTC) - first) * share))

    def marks(self) -> list[tuple[float, str]]:
        """One for each hand within two pixels; ten years have more changes than pixels."""
        if self._marks[0] != self.width():
            seen: dict[tuple[int, str], tuple[float, str]] = {}
            for version, moment in zip(self.timeline.versions, self.timeline.moments, strict=True):
                x, hand = self._x_of(moment), hand_of(version.cause)
                seen[round(x / 2), hand] = x, hand
            self._marks = self.width(), list(seen.values())
        return self._marks[1]

    def _move(self, place: int) -> None:
        place = min(max(place, 0), len(self.timeline.versions) - 1)
        if place != self.place:
            self.stand(place)
            self.chosen.emit(place)

    @property
    def _ends(self) -> tuple[float, float]:
        return float(theme().px(_EDGE)), float(self.width() - theme().px(_EDGE))

    def _x_of(self, moment: datetime) -> float:
        left, right = self._ends
        first = self.timeline.moments[0]
        whole = (self._now.astimezone(UTC) - first).total_seconds()
        share = (moment - first).total_seconds() / whole if whole > 0 else 1.0
        return left + (right - left) * min(1.0, max(0.0, share))

    def sizeHint(self) -> QSize:
        return QSize(theme().px(360), theme().px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(200), theme().px(_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not self.timeline.versions:
            super().keyPressEvent(event)
        else:
            self._move(self.place + step)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.timeline.versions:
            self._move(self.place_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.mousePressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        px, color = theme().px, theme().color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme().font("meta"))
        if self.timeline.versions:
            middle = (self.height() - px(_FOOT)) / 2 + px(2)
            painter.setPen(QPen(color("border"), px(2)))
            painter.drawLine(*(QPointF(x, middle) for x in self._ends))
            for x, hand in self.marks():
                paint_mark(painter, QPointF(x, middle), hand)
            self._paint_foot(painter)
            x, high = self.x_of(self.place), px(15)
            painter.setPen(QPen(color("accent"), px(2)))
            painter.drawLine(QPointF(x, middle - high), QPointF(x, middle + high))
            painter.setBrush(color("accent"))
            painter.drawEllipse(QPointF(x, middle - high), px(4), px(4))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(color("accent"), px(2)))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), px(6), px(6))

    def _paint_foot(self, painter: QPainter) -> None:
        """The first day and now; between them which mark is whose, where there is room for it."""
        px, width, (left, right) = theme().px, painter.fontMetrics().horizontalAdvance, self._ends
        foot = QRectF(left, self.height() - px(_FOOT), right - left, px(_FOOT))
        first = self.timeline.versions[0].at.astimezone(self._now.tzinfo).date()
        ends = dates.short(first, self._now.date()), tr("now")
        ink, middle = theme().color("text2"), Qt.AlignmentFlag.AlignVCenter
        painter.setPen(ink)
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft | middle, ends[0])
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight | middle, ends[1])
        wide = sum(width(name) + px(32) for name in _HANDS.values())
        x = foot.center().x() - wide / 2 + px(16)
        if wide > foot.width() - sum(map(width, ends)) - px(32):
            return
        for hand, name in _HANDS.items():
            paint_mark(painter, QPointF(x, foot.center().y()), hand)
            painter.setPen(ink)
            painter.drawText(foot.adjusted(x + px(9) - left, 0, 0, 0), middle, name)
            x += width(name) + px(32)


def paint_mark(painter: QPainter, at: QPointF, hand: str) -> None:
    """A dot for a dream, a stroke for the person, a hollow diamond for all others."""
    px, color = theme().px, theme().color
    if hand == PERSON:
        painter.setPen(QPen(color("text2"), px(2)))
        painter.drawLine(at - QPointF(0, px(5)), at + QPointF(0, px(5)))
    elif hand == DREAM:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color("accent"))
        painter.drawEllipse(at, px(3.5), px(3.5))
    else:
        painter.setPen(QPen(color("warn"), px(1.5)))
        painter.setBrush(color("doc"))
        arms = ((0, -4.5), (4.5, 0), (0, 4.5), (-4.5, 0))
        painter.drawPolygon(QPolygonF([at + QPointF(px(x), px(y)) for x, y in arms]))
