"""The messages of a conversation, the newest at the bottom. Only those near the view are live.

Knows a `TalkView` and the answer under way; what is done with a message is not decided here.
"""

import time
from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.sessions.talk_view import TalkMessage, TalkView, ToolUse
from desktop_app.ui.conversation.card_column import CardColumn
from desktop_app.ui.conversation.turn import TurnCard
from desktop_app.ui.conversation.words import compacted
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.words import tr

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
    copied = Signal(str)

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
        """The newest message."""
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
        """The keyboard goes on to another message."""
        last = self._count - 1
        at = self.current if self.current >= 0 else last + (by < 0)
        number = min(max(at + by, 0), last)
        if last >= 0 and (turn := self.turn(number)) is not None:
            turn.bubble.setFocus(Qt.FocusReason.OtherFocusReason)
            self._column.settle()
            self.ensureWidgetVisible(turn, 0, theme().px(16))

    def step_in(self) -> None:
        """The keyboard comes to the newest message."""
        self.current = -1
        self.step(0)

    def put(self, part: QWidget) -> None:
        """Puts a card below the messages."""
        self._tail.addWidget(part)
        self._stuck = True
        part.show()
        self._follow()

    def to_end(self) -> None:
        """Follows what comes from now on."""
        self._stuck = True
        self._to_end()

    # -- inside ---------------------------------------------------------------------------------

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
        turn.copied.connect(self.copied)
        turn.current.connect(lambda: setattr(self, "current", number))
        turn.frame(number == self._marked)
        if self.view is not None and 0 < number == self.view.compacted:
            turn.lead(compacted(number), self.view.summary)
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
