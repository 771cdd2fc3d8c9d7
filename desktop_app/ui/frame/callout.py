"""A card that points at a part of the window and lets one go on working with it.

Knows words, buttons and where there is room, not what the person is to do.
"""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, QTimerEvent, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce, shade
from desktop_app.words import tr

Target = Callable[[], QWidget | None]
_WIDTH, _GAP, _EDGE, _HEADER, _SMALL = 320, 12, 16, 48, 60
_LOOK_MS = 200  # how often it looks where its target is, while it is shown


class Callout(QFrame):
    """Stands beside its target, or in the upper right corner while that is not to be seen."""

    next_pressed = Signal()
    end_pressed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("surface", "card")
        self._ring = _Ring(window)
        self._target: Target = lambda: None
        self.place_words = text("", "meta", "text2")
        self.title = text("", "strong")
        self.words = text("", "ui", "text", wrap=True)
        self.end = Button(tr("End the tour"), "quiet")
        self.next = Button("", "primary")
        self.end.clicked.connect(self.end_pressed)
        self.next.clicked.connect(self.next_pressed)
        self._column = stacked(self, self.place_words, self.title, self.words)
        row = in_row(self.end, None, self.next)
        self._column.addLayout(row)
        self._clock = 0
        shade(self)
        theme().followed_by(self._measure)
        self.hide()

    def point(self, place: str, title: str, words: str, word: str, target: Target) -> None:
        """Comes, or goes on, with these words; `word` is on the button that leads on, `target`
        gives what it points at now."""
        self._target = target
        self.place_words.setText(place)
        self.title.setText(title)
        self.next.setText(word)
        self.show()
        self.say(words)
        self._ring.raise_()
        self.raise_()  # only now: what opens over the page later stands above it
        self._clock = self._clock or self.startTimer(_LOOK_MS)

    def say(self, words: str) -> None:
        """Other words about the same."""
        self.words.setText(words)
        self.setAccessibleName(f"{self.place_words.text()}. {self.title.text()}")
        self.setAccessibleDescription(words)
        self._stand()
        announce(self, f"{self.title.text()}. {words}")

    def leave(self) -> None:
        """Goes."""
        if self._clock:
            self.killTimer(self._clock)
            self._clock = 0
        self.hide()
        self._ring.hide()

    @property
    def pointed_at(self) -> QWidget | None:
        """What it points at, if any of that is to be seen."""
        target = self._target()
        return target if target is not None and in_view(target) else None

    def timerEvent(self, _event: QTimerEvent) -> None:
        self._stand()

    def _stand(self) -> None:
        room = self.parentWidget().rect()
        width = min(theme().px(_WIDTH), room.width() - 2 * _EDGE)
        least = self._column.minimumSize().height()
        height = max(self._column.heightForWidth(width), least) + theme().px(6)
        size, target = QSize(width, height), self.pointed_at
        spot = QRect()
        if target is not None:
            corner = target.mapTo(self.parentWidget(), QPoint(0, 0))
            spot = QRect(corner, target.size()).intersected(room)
            self._ring.setGeometry(spot.adjusted(-4, -4, 4, 4))
        self._ring.setVisible(target is not None)
        self.setGeometry(QRect(beside(spot, size, room), size))

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(16), px(14), px(16), px(14))
        self._column.setSpacing(px(8))
        if self.isVisible():
            self._stand()


def in_view(widget: QWidget) -> bool:
    """Whether any of a widget is to be seen, and not scrolled away."""
    return widget.isVisible() and not widget.visibleRegion().isEmpty()


def beside(spot: QRect, size: QSize, room: QRect) -> QPoint:
    """The upper left corner of a card of this size that covers no pixel of the spot: below it,
    right of it, above or left of it, where the room is; else in the upper right corner,
    below what pages have there."""
    inside = room.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    right, bottom = inside.right() - size.width() + 1, inside.bottom() - size.height() + 1
    corner = QPoint(right, min(inside.top() + _HEADER, bottom))
    if spot.isEmpty():
        return corner
    x = max(inside.left(), min(spot.center().x() - size.width() // 2, right))
    y = max(inside.top(), min(spot.center().y() - size.height() // 2, bottom))
    right_of = QPoint(spot.right() + _GAP, y)
    first = [right_of] if spot.width() < _SMALL else []  # below a picture stand the next ones
    for at in (
        *first,
        QPoint(x, spot.bottom() + _GAP),
        right_of,
        QPoint(x, spot.top() - _GAP - size.height()),
        QPoint(spot.left() - _GAP - size.width(), y),
    ):
        if inside.contains(QRect(at, size)):
            return at
    return corner


class _Ring(QWidget):
    """A line around what is meant; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().color("accent"), 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
