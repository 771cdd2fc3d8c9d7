"""The messages of a conversation, the newest at the bottom. Only those near the view are live.

Knows a `TalkView` and the answer under way; what is done with a message is not decided here.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import accumulate

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from desktop_app.sessions.talk_view import TalkMessage, TalkView, ToolUse
from desktop_app.ui.conversation.turn import TurnCard
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.words import counted, tr

_FEW = 16  # so many are simply there
_MOST_CARDS = 24  # beyond it, those furthest away are let go
_AT_ONCE = 4  # cards made in one go, so that the window never waits for many
_UNSEEN = 150  # pixels of a card that nobody has seen


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
        self._gap, self._guess = 12, _UNSEEN
        self.placing = False  # cards get their places just now, which may scroll
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
        self._gap, self._guess = gap, round(_UNSEEN * guess)
        self._heights.clear()
        self._edges = None
        self._place()

    def look(self) -> None:
        """Makes what is in sight, and a little of what is near; lets go what is far away."""
        if self.placing or not self._order or self.width() < 2:
            return
        seen, near = self._in_view(0), self._in_view(self._scroll.viewport().height() // 2)
        missing = [one for one in seen if one not in self.cards]
        missing = missing or [one for one in near if one not in self.cards][:_AT_ONCE]
        for number in missing:
            self._add(number)
        over = len(self.cards) - _MOST_CARDS
        if over > 0 and len(self._order) > _FEW:
            keeps = {*seen, *near}
            far = [one for one in self.cards if one not in keeps and not self._keeps(one)]
            if far:  # else it would look again and again
                self.let_go(far[:over])
        if missing:
            self._place()
            self._soon.start()

    def _add(self, number: int) -> None:
        card = self.cards[number] = self._make(number)
        card.setParent(self)

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
        if self.placing:
            return
        self.placing = True
        held = next(iter(self._in_view(0)), None)
        below = (
            held is None and self.mapTo(self._scroll.viewport(), QPoint(0, self.height())).y() <= 0
        )
        before = self._ends()[-1] if below else self._top(held)
        width = self.width()
        there = [(number, card) for number, card in self.cards.items() if number in self._at]
        for number, card in there:
            layout = card.layout()
            by_width = layout is not None and layout.hasHeightForWidth()
            height = layout.totalHeightForWidth(width) if by_width else card.sizeHint().height()
            if self._heights.get(number) != height:
                self._heights[number] = height
                self._edges = None
        for number, card in there:
            card.setGeometry(0, self._top(number), width, self._heights[number])
            card.show()
        self.setFixedHeight(max(0, self._ends()[-1] - self._gap))
        moved = (self._ends()[-1] if below else self._top(held)) - before
        if moved:
            self.settle()
            bar = self._scroll.verticalScrollBar()
            bar.setValue(bar.value() + moved)
        self.placing = False
        self.placed.emit()

    def settle(self) -> None:
        """Everything has its place from now on, so that one can scroll there."""
        inside = self._scroll.widget()
        for part in (self.parentWidget(), inside):
            if part is not None and part.layout() is not None:
                part.layout().activate()
        QCoreApplication.sendEvent(self._scroll.viewport(), QEvent(QEvent.Type.LayoutRequest))

    def _top(self, number: int | None) -> int:
        return 0 if number is None else self._ends()[self._at[number]]

    def _follow(self) -> None:
        by, self._came = self._came, 0
        self.settle()
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


WIDTH = 760
_GAP = 12
_GUESS = 0.7  # of the height that a card is guessed to have
_NEAR = 24  # pixels from the end, within which one follows what comes
_TICK = 40  # milliseconds between two looks of a streamed answer
_REST = 6  # times as long as a look took, until the next one


class TalkColumn(ScrolledColumn):
    """`deed` says what is asked for a message and its id, see `TurnCard`."""

    deed = Signal(str, str)
    opened = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self.view: TalkView | None = None
        self._editable = True
        self._live: TalkMessage | None = None  # the answer under way
        self._tool: tuple[str, str] | None = None  # under way, its name and arguments
        self._undo: Mapping[ToolUse, str] = {}
        self._marked = -1  # the number of the message that stands out
        self.current = -1
        self._stuck = True  # to the end
        self._following = False
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)  # before the cards look where one is
        self._column = CardColumn(self, self._make, lambda number: number == self.current)
        self._build()
        self._soon = QTimer(self, singleShot=True, interval=_TICK)
        self._soon.timeout.connect(self._draw_live)
        bar.rangeChanged.connect(lambda _low, _high: self._follow())
        self._column.placed.connect(self._follow)
        theme().followed_by(self._measure)

    # -- what is shown --------------------------------------------------------------------------

    def show_talk(self, view: TalkView | None, *, editable: bool = True) -> None:
        """Another conversation, at its end."""
        self.view, self._editable = view, editable
        self._live = self._tool = None
        self._marked = self.current = -1
        self._stuck = True
        self._column.clear()
        self._order()
        self._column.settle()
        self._to_end()
        self._column.look()

    def show_view(self, view: TalkView, undo: Mapping[ToolUse, str] | None = None) -> None:
        """The same conversation as it is now; `undo` has keys for what tools wrote."""
        before, self.view = self.view, view
        self._undo = self._undo if undo is None else undo
        others = [n for n in self._column.cards if not self._shows_same(n, before)]
        if others:
            self._column.let_go(others)
        self._order()

    def show_live(self, live: TalkMessage | None, tool: tuple[str, str] | None = None) -> None:
        """The answer under way, and the tool it waits for; None: there is none."""
        came = (self._live is None) != (live is None)
        self._live, self._tool = live, tool
        if came:
            self._soon.stop()
            self._order()
        elif not self._soon.isActive():
            self._soon.start()

    def turn(self, number: int) -> TurnCard | None:
        """The message of this number, from 0, made if need be."""
        card = self._column.card(number)
        return card if isinstance(card, TurnCard) else None

    def last(self) -> TurnCard | None:
        return self.turn(self._count - 1) if self._count else None

    def number_of(self, message_id: str) -> int:
        """Where a message stands, -1 for nowhere."""
        messages = self.view.messages if self.view else ()
        return next((n for n, one in enumerate(messages) if one.id == message_id), -1)

    def mark(self, number: int) -> None:
        """Lets one message stand out; -1: none."""
        for n in (self._marked, number):
            card = self._column.cards.get(n)
            if isinstance(card, TurnCard):
                card.frame(n == number)
        self._marked = number

    def go_to(self, number: int) -> None:
        """Brings a message to the upper third of the view."""
        self._stuck = False
        if (turn := self.turn(number)) is None:
            return
        for _ in range(3):  # its neighbours are as high as they are once they are made
            self._column.settle()
            bar = self.verticalScrollBar()
            bar.setValue(max(0, turn.y() + self._column.y() - self.viewport().height() // 3))
            self._column.look()

    def step(self, by: int) -> None:
        last = self._count - 1
        at = self.current if self.current >= 0 else last + (by < 0)
        number = min(max(at + by, 0), last)
        if last >= 0 and (turn := self.turn(number)) is not None:
            turn.bubble.setFocus(Qt.FocusReason.OtherFocusReason)
            self._column.settle()
            self.ensureWidgetVisible(turn, 0, theme().px(16))

    def step_in(self) -> None:
        self.current = -1
        self.step(0)

    def put(self, part: QWidget) -> None:
        self._tail.addWidget(part)
        self._stuck = True
        part.show()
        self._follow()

    def to_end(self) -> None:
        self._stuck = True
        self._to_end()

    @property
    def _count(self) -> int:
        return (len(self.view.messages) if self.view else 0) + (self._live is not None)

    def _order(self) -> None:
        self._column.show_numbers(range(self._count))
        self._follow()

    def _message(self, number: int) -> TalkMessage:
        messages = self.view.messages if self.view else ()
        if number < len(messages):
            return messages[number]
        assert self._live is not None
        return self._live

    def _make(self, number: int) -> TurnCard:
        message = self._message(number)
        turn = TurnCard(message, editable=self._editable)
        turn.show_message(message, self._undo, self._tool if message is self._live else None)
        turn.deed.connect(self.deed)
        turn.opened.connect(self.opened)
        turn.current.connect(lambda: setattr(self, "current", number))
        turn.frame(number == self._marked)
        if self.view is not None and 0 < number == self.view.compacted:
            summed = counted(
                "{count} earlier message was summed up for the model",
                "{count} earlier messages were summed up for the model",
                number,
            )
            turn.lead(summed, self.view.summary)
        return turn

    def _shows_same(self, number: int, before: TalkView | None) -> bool:
        """Whether a card can go on; it shows the message as it is now then."""
        card, view = self._column.cards[number], self.view
        if view is None or not isinstance(card, TurnCard) or number >= self._count:
            return False
        message = self._message(number)
        split = before is not None and before.compacted != view.compacted
        led = split and number in (before.compacted, view.compacted)
        same = card.message.role == message.role and card.message.model in ("", message.model)
        if same and not led:
            tool = self._tool if message is self._live else None
            card.show_message(message, self._undo, tool)
        return same and not led

    def _draw_live(self) -> None:
        if self._live is None:
            return
        began = time.monotonic()
        card = self._column.cards.get(self._count - 1)
        if isinstance(card, TurnCard):
            card.show_message(self._live, self._undo, self._tool)
        self._follow()
        took = round(1000 * (time.monotonic() - began))
        self._soon.setInterval(max(_TICK, _REST * took))

    # -- scrolling ------------------------------------------------------------------------------

    def _scrolled(self) -> None:
        bar = self.verticalScrollBar()
        if not self._following and not self._column.placing:
            self._stuck = bar.value() >= bar.maximum() - theme().px(_NEAR)
        self._place_down()

    def _follow(self) -> None:
        if self._stuck:
            self._to_end()
        self._place_down()

    def _to_end(self) -> None:
        bar = self.verticalScrollBar()
        self._following = True
        bar.setValue(bar.maximum())
        self._following = False

    def _place_down(self) -> None:
        """The button that leads to the end, while one reads what was before."""
        bar, px = self.verticalScrollBar(), theme().px
        self.down.setVisible(bar.maximum() - bar.value() > px(200))
        view = self.viewport().geometry()
        left = view.center().x() - self.down.width() // 2
        self.down.move(left, view.bottom() - self.down.height() - px(10))

    def _build(self) -> None:
        self.down = IconButton("chevron-down", tr("To the newest message"), 34)
        self.down.setParent(self)
        self.down.setProperty("kind", "float")
        self.down.clicked.connect(self.to_end)
        self.down.hide()
        self.column.addStretch(1)
        self.column.addWidget(self._column)
        self._tail = QVBoxLayout()
        self.column.addLayout(self._tail)
        self.setProperty("tabs", "place")

    def _measure(self) -> None:
        px = theme().px
        side = px(24)
        self.middle.setMaximumWidth(px(WIDTH) + 2 * side)
        self.column.setContentsMargins(side, px(16), side, px(12))
        self._tail.setSpacing(px(8))
        self._column.measure(px(_GAP), _GUESS * theme().zoom)
        self._place_down()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()
