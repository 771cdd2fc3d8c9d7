"""Boxes: widgets and layouts in a column or a row. Knows how they stand, not what they are."""

from collections.abc import Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.look.theme import theme

P = TypeVar("P", bound=QWidget | QLayout)

_ALL = 1000  # of the room, as against 1 for what is beside


def centred(part: QWidget, within: QWidget | None = None) -> QHBoxLayout:
    """A row, without margins, with a part in its middle that takes the width that it may have."""
    row = QHBoxLayout(within)
    row.setContentsMargins(0, 0, 0, 0)
    row.addStretch(1)
    row.addWidget(part, _ALL)
    row.addStretch(1)
    return row


def stacked(
    within: QWidget | None,
    *parts: QWidget | QLayout | None,
    grows: QWidget | QLayout | None = None,
    margins: Sequence[int] = (0, 0, 0, 0),
    gap: int = 0,
) -> QVBoxLayout:
    """Puts the parts into a widget, one below the other; None is room. Margins and the gap are
    pixels of zoom 1, and follow the zoom.

    `grows` is the one that takes all the room that the others leave.
    """
    box = sized(QVBoxLayout(within), margins, gap)
    _fill(box, parts, grows)
    return box


def in_row(
    *parts: QWidget | QLayout | None,
    grows: QWidget | QLayout | None = None,
    within: QWidget | None = None,
    margins: Sequence[int] = (0, 0, 0, 0),
    gap: int = -1,
) -> QHBoxLayout:
    """The same in a row, with the usual gaps where none is said."""
    box = sized(QHBoxLayout(within), margins, gap)
    _fill(box, parts, grows)
    return box


def sized(
    part: P,
    margins: Sequence[int] = (),
    gap: int = -1,
    *,
    width: int = 0,
    most: int = 0,
    height: int = 0,
) -> P:
    """A part that keeps these pixels of zoom 1 at each zoom: its margins, the `gap` between what is
    in it, its `width` and `height`, or the `most` width that it takes."""
    sizes = _Sizes(part, margins, gap, width, most, height)
    if any((*margins, gap > 0, width, most, height)):  # else no zoom changes it
        theme().zoomed.connect(sizes.apply)
    sizes.apply()
    return part


class Pile(QStackedWidget):
    """The parts in one place, as large as that one wants which is shown, at first the first.

    What is not seen costs nothing: a part comes here when it is first shown. To Qt it is not
    polished until then.
    """

    def __init__(self, *parts: QWidget) -> None:
        super().__init__()
        for part in parts:
            self.own(part)
        self._shown = parts[0] if parts else None

    def own(self, part: QWidget) -> None:
        """A part that may never be shown goes with the pile."""
        part.hide()
        part.setParent(self)

    def setCurrentWidget(self, part: QWidget) -> None:
        self._shown = part
        if self.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
            self._show()

    def currentWidget(self) -> QWidget | None:
        return self._shown

    def minimumSizeHint(self) -> QSize:
        return self._shown.minimumSizeHint() if self._shown else QSize(0, 0)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Polish, QEvent.Type.Show) and self._shown:
            self._show()
        return super().event(event)

    def _show(self) -> None:
        if self.indexOf(self._shown) < 0:
            self.addWidget(self._shown)
        super().setCurrentWidget(self._shown)


class Turning(QWidget):
    """Things side by side, or one below the other where they have no room."""

    def __init__(self, *parts: QWidget, gap: int = 10) -> None:
        super().__init__()
        self._box = sized(QHBoxLayout(self), (0, 0, 0, 0), gap)
        for part in parts:
            self._box.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self._box.addStretch(1)

    def _items(self) -> list[QLayoutItem]:
        items = (self._box.itemAt(at) for at in range(self._box.count() - 1))
        return [item for item in items if not item.isEmpty()]

    def sizeHint(self) -> QSize:  # all in one line
        wide = sum(item.sizeHint().width() + self._box.spacing() for item in self._items())
        return QSize(max(0, wide - self._box.spacing()), self._box.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        wide = max((item.minimumSize().width() for item in self._items()), default=0)
        return QSize(wide, self._box.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a part came, went or got other words
            self._turn()
        return super().event(event)

    def _turn(self) -> None:
        ways = QBoxLayout.Direction
        way = ways.LeftToRight if self.sizeHint().width() <= self.width() else ways.TopToBottom
        if self._box.direction() != way:
            self._box.setDirection(way)
            self.updateGeometry()


class Scrolled(QScrollArea):
    """What scrolls up and down where there is no room for all of `inside`."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self.inside = inside  # kept, or the walk of Tab through it would have Python delete it
        inside.setProperty("clear", "true")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(inside)


class ScrolledColumn(Scrolled):
    """A column in the middle of what scrolls, at `most` so wide; further parts go into `column`."""

    def __init__(
        self, most: int, margins: Sequence[int], *parts: QWidget | None, gap: int = -1
    ) -> None:
        super().__init__(QWidget())
        self.middle = sized(QWidget(), most=most)
        self.column = stacked(self.middle, *parts, margins=margins, gap=gap)
        centred(self.middle, self.inside)


class _Sizes(QObject):
    def __init__(self, part: Any, *sizes: Any) -> None:
        super().__init__(part)
        self._part, self._sizes = part, sizes

    def apply(self) -> None:
        part, px, (margins, gap, width, most, height) = self._part, theme().px, self._sizes
        if margins:
            part.setContentsMargins(*map(px, margins))
        if gap >= 0:
            part.setSpacing(px(gap))
        if width:
            part.setFixedWidth(px(width))
        if most:
            part.setMaximumWidth(px(most))
        if height:
            part.setFixedHeight(px(height))


def _fill(
    box: QBoxLayout, parts: Sequence[QWidget | QLayout | None], grows: QWidget | QLayout | None
) -> None:
    for part in parts:
        if part is None:
            box.addStretch(1)
        elif isinstance(part, QLayout):
            box.addLayout(part, int(part is grows))
        else:
            box.addWidget(part, int(part is grows))
