"""The messages of a conversation, the newest at the bottom: a page of them, and more when wanted.

Knows a `TalkView` and the answer under way; what is done with a message is not decided here.
"""

import time
from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.sessions.talk_view import TalkMessage, TalkView, ToolUse
from desktop_app.ui.conversation.turn import TurnCard
from desktop_app.ui.conversation.words import short
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import ScrolledColumn, sized
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.words import counted, tr

WIDTH = 760
PAGE = 20  # messages that come at once
_NEAR = 24  # pixels from the end, within which one follows what comes
_TICK = 40  # milliseconds between two looks of a streamed answer
_REST = 6  # times as long as a look took, until the next one


class TalkColumn(ScrolledColumn):
    """`deed` says what is asked for a message and its id, see `TurnCard`."""

    deed = Signal(str, str)
    opened = Signal(str, int)

    def __init__(self) -> None:
        super().__init__(WIDTH + 48, (24, 16, 24, 12), None, gap=12)
        self.view: TalkView | None = None
        self._editable = True
        self._live: TalkMessage | None = None  # the answer under way
        self._tool: tuple[str, str] | None = None  # under way, its name and arguments
        self._undo: Mapping[ToolUse, str] = {}
        self._marked = -1  # the number of the message that stands out
        self.current = -1
        self.cards: dict[int, TurnCard] = {}
        self._first = 0
        self._end: int | None = None  # of the messages that are shown; None: all that come
        self._stuck = True  # to the end
        self.setProperty("tabs", "place")
        self.earlier = Button(tr("Earlier messages"), "quiet", "chevron-up", act=self._show_earlier)
        self.later = Button(tr("Later messages"), "quiet", "chevron-down", act=self._show_later)
        self.down = IconButton("chevron-down", tr("To the newest message"), 34, act=self.to_end)
        self.down.setParent(self)
        self.down.setProperty("kind", "float")
        self.down.hide()
        self._turns, self._tail = sized(QVBoxLayout(), gap=12), sized(QVBoxLayout(), gap=8)
        self.column.addWidget(self.earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self.column.addLayout(self._turns)
        self.column.addWidget(self.later, 0, Qt.AlignmentFlag.AlignHCenter)
        self.column.addLayout(self._tail)
        self._soon = QTimer(self, singleShot=True, interval=_TICK)
        self._soon.timeout.connect(self._draw_live)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(lambda _low, _high: self._follow())

    # -- what is shown --------------------------------------------------------------------------

    def show_talk(self, view: TalkView | None, *, editable: bool = True) -> None:
        """Another conversation, at its end."""
        self._take_away(*self.cards)
        self.view, self._editable = view, editable
        self._live = self._tool = None
        self._marked = self.current = -1
        self.to_end()

    def show_view(self, view: TalkView, undo: Mapping[ToolUse, str]) -> None:
        """The same conversation as it is now; `undo` has keys for what tools wrote."""
        self.view, self._undo = view, undo
        self._draw()

    def show_live(self, live: TalkMessage | None, tool: tuple[str, str] | None = None) -> None:
        """The answer under way, and the tool it waits for; None: there is none."""
        came = (self._live is None) != (live is None)
        self._live, self._tool = live, tool
        if came:
            self._soon.stop()
            self._draw()
        elif live is not None and not self._soon.isActive():
            self._soon.start()

    @property
    def count(self) -> int:
        """How many messages there are, with the answer under way."""
        return (len(self.view.messages) if self.view else 0) + (self._live is not None)

    def turn(self, number: int) -> TurnCard | None:
        """The message of this number, from 0; brought into what is shown if need be."""
        if 0 <= number < self.count and number not in self.cards:
            end = number + PAGE // 2
            self._first = max(0, number - PAGE // 2)
            self._end = None if end >= self.count else end
            self._draw()
        return self.cards.get(number)

    def last(self) -> TurnCard | None:
        """The newest message."""
        return self.turn(self.count - 1)

    def number_of(self, message_id: str) -> int:
        """Where a message stands, -1 for nowhere."""
        messages = self.view.messages if self.view else ()
        return next((n for n, one in enumerate(messages) if one.id == message_id), -1)

    def put(self, part: QWidget) -> None:
        """Shows a part below all messages."""
        self._tail.addWidget(part)
        part.show()
        self.to_end()

    def _draw(self) -> None:
        end = self.count if self._end is None else min(self._end, self.count)
        self._first = max(0, min(self._first, end - 1))
        shown = range(self._first, end)
        self._take_away(*(number for number in self.cards if number not in shown))
        for place, number in enumerate(shown):
            message, card = self._message(number), self.cards.get(number)
            model = card.message.model if card else ""
            if card and (card.message.role != message.role or model not in ("", message.model)):
                self._take_away(number)
                card = None
            if card is None:
                card = self.cards[number] = self._make(number, message)
                self._turns.insertWidget(place, card)
            card.show_message(message, self._undo, self._tool if message is self._live else None)
            self._draw_lead(card, number)
        self.earlier.setVisible(self._first > 0)
        self.later.setVisible(end < self.count)

    def _message(self, number: int) -> TalkMessage:
        messages = self.view.messages if self.view else ()
        if number < len(messages):
            return messages[number]
        assert self._live is not None
        return self._live

    def _make(self, number: int, message: TalkMessage) -> TurnCard:
        card = TurnCard(message, editable=self._editable)
        card.deed.connect(self.deed)
        card.opened.connect(self.opened)
        card.current.connect(lambda: setattr(self, "current", number))
        card.frame(number == self._marked)
        return card

    def _draw_lead(self, card: TurnCard, number: int) -> None:
        """What a sleep made of the messages before it."""
        summed = self.view is not None and 0 < number == self.view.compacted
        card.lead.setVisible(summed)
        if self.view is not None and summed:
            words = counted(
                "{count} earlier message was summed up for the model",
                "{count} earlier messages were summed up for the model",
                number,
            )
            card.lead.setText(words)
            card.lead.setToolTip(short(self.view.summary, 1_000))

    def _take_away(self, *numbers: int) -> None:
        for card in map(self.cards.pop, numbers):
            self._turns.removeWidget(card)
            card.hide()
            card.deleteLater()

    def _draw_live(self) -> None:
        card = self.cards.get(self.count - 1)
        if self._live is not None and card is not None:
            began = time.monotonic()
            card.show_message(self._live, self._undo, self._tool)
            self._settle()
            took = round(1000 * (time.monotonic() - began))
            self._soon.setInterval(max(_TICK, _REST * took))

    # -- going about ----------------------------------------------------------------------------

    def mark(self, number: int) -> None:
        """Lets one message stand out; -1: none."""
        self._marked = number
        for each, card in self.cards.items():
            card.frame(each == number)

    def go_to(self, number: int) -> None:
        """Brings a message to the upper third of the view."""
        self._stuck = False
        if (turn := self.turn(number)) is not None:
            self._settle()
            self.verticalScrollBar().setValue(self._top(turn) - self.viewport().height() // 3)

    def step(self, by: int) -> None:
        """The keyboard goes to the next message, or to one before."""
        last = self.count - 1
        at = self.current if self.current >= 0 else last + (by < 0)
        if (turn := self.turn(min(max(at + by, 0), last))) is not None:
            self._settle()
            turn.bubble.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(turn, 0, theme().px(16))

    def step_in(self) -> None:
        """The keyboard goes to the newest message."""
        self.current = -1
        self.step(0)

    def to_end(self) -> None:
        """The newest messages."""
        if self._end is not None or not self.cards:
            self._first, self._end = max(0, self.count - PAGE), None
            self._draw()
        self._stuck = True
        self._settle()
        self._follow()

    def _show_earlier(self) -> None:
        self._reach(self._first, -PAGE)

    def _show_later(self) -> None:
        self._reach((self._end or self.count) - 1, PAGE)

    def _reach(self, held: int, by: int) -> None:
        """Shows more messages; what is read stays where it is."""
        card = self.cards[held]
        before = self._top(card)
        self._first += min(by, 0)
        if self._end is not None and by > 0:
            self._end = self._end + by if self._end + by < self.count else None
        self._stuck = False
        self._draw()
        self._settle()
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self._top(card) - before)
        card.bubble.setFocus(Qt.FocusReason.OtherFocusReason)

    def _top(self, card: TurnCard) -> int:
        return card.mapTo(self.widget(), QPoint(0, 0)).y()

    def _settle(self) -> None:
        """Everything has its place from now on, so that one can scroll there."""
        for part in (self.middle, self.widget()):
            part.layout().activate()
        QCoreApplication.sendEvent(self.viewport(), QEvent(QEvent.Type.LayoutRequest))

    def _scrolled(self) -> None:
        bar = self.verticalScrollBar()
        self._stuck = bar.value() >= bar.maximum() - theme().px(_NEAR)
        self._place_down()

    def _follow(self) -> None:
        bar = self.verticalScrollBar()
        if self._stuck:
            bar.setValue(bar.maximum())
        self._place_down()

    def _place_down(self) -> None:
        """The button that leads to the end, while one reads what was before."""
        bar, px, view = self.verticalScrollBar(), theme().px, self.viewport().geometry()
        far = self._end is not None or bar.maximum() - bar.value() > px(200)
        self.down.setVisible(far)
        left = view.center().x() - self.down.width() // 2
        self.down.move(left, view.bottom() - self.down.height() - px(10))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()
