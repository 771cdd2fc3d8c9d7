"""A card over a dimmed window, and the way Tab walks through both. Knows how a card comes, dims,
holds the keyboard and goes; not what stands on it.

Qt's own chain goes by when a widget was made, and pages make parts late: a card of a review, a
row of a list. Here the areas decide, and within an area the places, as one reads.
"""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget
from shiboken6 import isValid

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import surface


class Veil(QWidget):
    """A dim cloth over its parent, or over the part of it given; a click on it says `clicked`."""

    clicked = Signal()

    def __init__(self, parent: QWidget, alpha: int = 90) -> None:
        super().__init__(parent)
        self._alpha = alpha
        self.hide()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.clicked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)  # `fillRect` would have PySide make the 180 names of a gradient
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, self._alpha))
        painter.drawRect(self.rect())


class Overlay(Veil):
    """The veil with a card on it; Esc or a click beside the card puts it away again."""

    closed = Signal()

    def __init__(self, parent: QWidget, name: str, width: int, height: int) -> None:
        """`width` and `height` are the card's at zoom 1, and less where the window is smaller; of
        no `height` it is as high as what stands on it."""
        super().__init__(parent)
        self._wanted = (width, height)
        self._before: QWidget | None = None
        self.card = surface("card")
        self.card.setParent(self)
        self.card.setAccessibleName(name)
        self.clicked.connect(self.close_card)
        parent.installEventFilter(self)
        theme().changed.connect(self.place)

    def open_card(self, first: QWidget) -> None:
        """Comes to the front with the keyboard in `first`."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self.place()
        self.show()
        self.raise_()
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_card(self) -> None:
        """Goes, and gives the keyboard back to where it was."""
        if not self.isVisible():
            return
        self.hide()
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

    def place(self) -> None:
        """Fits the veil to the window and the card into it, a little above the middle."""
        room = self.parentWidget().rect()
        self.setGeometry(room)
        px = theme().px
        width = min(px(self._wanted[0]), room.width() - 32)
        layout, height = self.card.layout(), px(self._wanted[1])
        if not height and layout is not None:
            height = layout.totalHeightForWidth(width)
        height = min(height, room.height() - 64)
        top = min(px(88), (room.height() - height) // 2)
        self.card.setGeometry((room.width() - width) // 2, top, width, height)

    def want_height(self, height: int) -> None:
        """Grows or shrinks the card to what stands on it, in pixels at zoom 1."""
        self._wanted = (self._wanted[0], height)
        self.place()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_card()
        # Nothing that is pressed here may reach the page below.

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes round on the card and never to the page below."""
        walk((self.card,), forward)
        return True

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # the key goes to the card, and to no command of the page below
            return True
        return super().event(event)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return False


_LINE = 8  # pixels: what is no further up or down than this stands in one line


def walk(areas: Sequence[QWidget], forward: bool) -> bool:
    """Moves the keyboard to the next stop in these areas, and round at the end.

    False when there is no stop at all.
    """
    widgets = stops(areas)
    if not widgets:
        return False
    now = QApplication.focusWidget()
    outside = -1 if forward else 0
    at = (widgets.index(now) if now in widgets else outside) + (1 if forward else -1)
    stop = widgets[at % len(widgets)]
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    stop.setFocus(reason)
    around = stop
    while (around := around.parentWidget()) is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(stop)
    return True


def stops(areas: Sequence[QWidget]) -> list[QWidget]:
    """Everything shown in these areas that Tab stops at: in an area from the top, and in a line
    from the left."""

    def place(area: QWidget, widget: QWidget) -> list[tuple[int, int]]:
        """Where it stands, in each scroll area around it: scrolled or not, they keep together."""
        places: list[tuple[int, int]] = []
        inside = around = widget
        while around is not area:
            around = around.parentWidget()
            if around is area or isinstance(around, QScrollArea):
                middle = inside.mapTo(around, inside.rect().center())
                places.insert(0, (middle.y() // _LINE, middle.x()))
                inside = around
        return places

    reached = {area: filter(_stops_at, area.findChildren(QWidget)) for area in areas}
    return [one for area in areas for one in sorted(reached[area], key=partial(place, area))]


def _stops_at(widget: QWidget) -> bool:
    if not (widget.isVisible() and widget.isEnabled()):
        return False
    if (proxy := widget.focusProxy()) is not None:
        # PySide takes the one that was asked for the proxy's owner: when that goes, so would what
        # Python knows of the proxy. A scroll area is the proxy of its own part, and so each would
        # hold the other. This puts it right again; for Qt the parent stays the same.
        proxy.setParent(proxy.parentWidget())
        return False
    if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return False
    # Of several parts that exclude each other only the chosen one; the arrows reach the others.
    if not isinstance(widget, QAbstractButton) or widget.group() is None:
        return True
    return not widget.group().exclusive() or widget.isChecked()
