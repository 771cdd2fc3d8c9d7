"""Cards one below the other, of which only those in sight and near it are there. Knows no card.

A card is made when one scrolls near it and let go far from it, so that a hundred cost no more than
a screenful. Until a card was seen its height is guessed; what one reads stays where it is.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import accumulate

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QTimer, Signal
from PySide6.QtGui import QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

_FEW = 16  # so many are simply there
_MOST = 24  # beyond it, those furthest away are let go
_AT_ONCE = 4  # cards made in one go, so that the window never waits for many
_GUESS = 150  # pixels of a card that nobody has seen


class CardColumn(QWidget):
    """`cards` are those that are there, by their numbers; `make` gives a card for a number."""

    placed = Signal()  # each card has its place

    def __init__(
        self, scroll: QScrollArea, make: Callable[[int], QWidget], keeps: Callable[[int], bool]
    ) -> None:
        """`keeps` says which card is not to be let go."""
        super().__init__()
        self._scroll, self._make, self._keeps = scroll, make, keeps
        self.cards: dict[int, QWidget] = {}
        self._order: Sequence[int] = ()
        self._at: dict[int, int] = {}  # where a number stands in the order
        self._edges: list[int] | None = None  # where each of the order begins, and the end of all
        self._heights: dict[int, int] = {}
        self._gap, self._guess = 12, _GUESS
        self._placing = False
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.look)
        self._came = 0  # pixels that what stands above the cards grew by, below its sight
        self._after = QTimer(self, singleShot=True, interval=0)
        self._after.timeout.connect(self._follow)
        scroll.verticalScrollBar().valueChanged.connect(self.look)

    def show_numbers(self, numbers: Iterable[int]) -> None:
        """Exactly these, in this order."""
        self._order = tuple(numbers)
        self._at = {number: at for at, number in enumerate(self._order)}
        self._edges = None
        for number, card in self.cards.items():
            card.setVisible(number in self._at)
        self._place()
        self.look()

    def clear(self) -> None:
        """None at all."""
        self.let_go(tuple(self.cards))
        self._order, self._at, self._edges = (), {}, None
        self._heights.clear()

    def let_go(self, numbers: Collection[int]) -> None:
        """These are made anew when they are next seen."""
        for number in numbers:
            card = self.cards.pop(number)
            card.hide()
            card.deleteLater()
        self._soon.start()

    def card(self, number: int) -> QWidget | None:
        """The card of this number, made if need be; None when there is no such number."""
        if number not in self.cards and number in self._at:
            self._add(number)
            self._place()
        return self.cards.get(number)

    def measure(self, gap: int, guess: float) -> None:
        """Pixels between two cards; what a card is guessed to be times `guess` high."""
        self._gap, self._guess = gap, round(_GUESS * guess)
        self._heights.clear()
        self._edges = None
        self._place()

    @property
    def placing(self) -> bool:
        """Whether cards get their places just now, which may scroll."""
        return self._placing

    def look(self) -> None:
        """Makes what is in sight, and a little of what is near; lets go what is far away."""
        if self._placing or not self._order or self.width() < 2:
            return
        seen, near = self._in_view(0), self._in_view(self._scroll.viewport().height() // 2)
        missing = self._missing(seen) or self._missing(near)[:_AT_ONCE]
        for number in missing:
            self._add(number)
        self._let_go_far({*seen, *near})
        if missing:
            self._place()
            self._soon.start()

    # -- inside -------------------------------------------------------------------------------

    def _missing(self, numbers: Iterable[int]) -> list[int]:
        return [number for number in numbers if number not in self.cards]

    def _add(self, number: int) -> None:
        card = self.cards[number] = self._make(number)
        card.setParent(self)

    def _let_go_far(self, near: Collection[int]) -> None:
        over = len(self.cards) - _MOST
        if over > 0 and len(self._order) > _FEW:
            far = [one for one in self.cards if one not in near and not self._keeps(one)]
            if far:  # else it would look again and again
                self.let_go(far[:over])

    def _in_view(self, further: int) -> list[int]:
        """The numbers whose places are in the view, or so many pixels around it."""
        if len(self._order) <= _FEW and further:
            return list(self._order)
        view = self._scroll.viewport()
        top = -self.mapTo(view, QPoint(0, 0)).y() - further
        bottom = top + view.height() + 2 * further
        edges = self._ends()
        at = max(0, bisect_right(edges, top) - 1)
        found = []
        while at < len(self._order) and edges[at] < bottom:
            if edges[at + 1] - self._gap > top:
                found.append(self._order[at])
            at += 1
        return found

    def _ends(self) -> list[int]:
        """Where each card begins, and behind the last where all end, in pixels; with its gap each
        ends where the next begins."""
        if self._edges is None:
            heights, guess, gap = self._heights, self._guess, self._gap
            sizes = [heights.get(number, guess) + gap for number in self._order]
            self._edges = list(accumulate(sizes, initial=0))
        return self._edges

    def _place(self) -> None:
        """Each card in its place; what stands at the top of the view stays there."""
        if self._placing:
            return
        self._placing = True
        held = next(iter(self._in_view(0)), None)
        below = (
            held is None and self.mapTo(self._scroll.viewport(), QPoint(0, self.height())).y() <= 0
        )
        before = self._ends()[-1] if below else self._top(held)
        width = self.width()
        there = [(number, card) for number, card in self.cards.items() if number in self._at]
        for number, card in there:
            height = _height_of(card, width)
            if self._heights.get(number) != height:
                self._heights[number] = height
                self._edges = None
        for number, card in there:
            card.setGeometry(0, self._top(number), width, self._heights[number])
            card.show()
        self.setFixedHeight(max(0, self._ends()[-1] - self._gap))
        moved = (self._ends()[-1] if below else self._top(held)) - before
        if moved:
            self._settle()
            bar = self._scroll.verticalScrollBar()
            bar.setValue(bar.value() + moved)
        self._placing = False
        self.placed.emit()

    def settle(self) -> None:
        """Everything has its place from now on, so that one can scroll there."""
        self._settle()

    def _settle(self) -> None:
        inside = self._scroll.widget()
        for part in (self.parentWidget(), inside):
            if part is not None and part.layout() is not None:
                part.layout().activate()
        QCoreApplication.sendEvent(self._scroll.viewport(), QEvent(QEvent.Type.LayoutRequest))

    def _top(self, number: int | None) -> int:
        return 0 if number is None else self._ends()[self._at[number]]

    def _follow(self) -> None:
        by, self._came = self._came, 0
        self._settle()
        bar = self._scroll.verticalScrollBar()
        bar.setValue(bar.value() + by)

    def moveEvent(self, event: QMoveEvent) -> None:
        """What comes or goes above the cards moves nothing that one reads."""
        super().moveEvent(event)
        by = event.pos().y() - event.oldPos().y()
        if by and self.mapTo(self._scroll.viewport(), QPoint(0, -by)).y() < 0:
            self._came += by
            self._after.start()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a card wants more room, or less
            self._place()
            self._soon.start()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._heights = {one: self._heights[one] for one in self._heights if one in self.cards}
            self._edges = None
            self._place()
            self.look()


def _height_of(card: QWidget, width: int) -> int:
    layout = card.layout()
    if layout is not None and layout.hasHeightForWidth():
        return layout.totalHeightForWidth(width)
    return card.sizeHint().height()
