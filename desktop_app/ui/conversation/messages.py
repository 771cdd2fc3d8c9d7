"""The messages of a conversation, the newest at the bottom: a page of them, and earlier ones when
wanted.

Knows a `TalkView` and the answer under way; what is done with a message is not decided here.
"""

import time
from collections.abc import Collection

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from desktop_app.sessions.talk_view import TalkRecord, TalkView, ToolUse
from desktop_app.ui.conversation.talk_words import short
from desktop_app.ui.conversation.turn import TurnCard
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import ScrolledColumn, sized
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.delayed import delayed
from desktop_app.words import counted, tr

WIDTH = 760
PAGE = 20  # messages that come at once
_NEAR = 24  # pixels from the end, within which one follows what comes
_TICK = 40  # milliseconds between two looks of a streamed answer
_REST = 6  # times as long as a look took, until the next one


class TalkColumn(ScrolledColumn):
    """`deed` says what is asked for a message and its id, see `TurnCard`."""

    deed = Signal(str, object)
    opened = Signal(str, int)

    def __init__(self) -> None:
        super().__init__(WIDTH + 48, (24, 16, 24, 12), None, gap=12)
        self.view: TalkView | None = None
        self._live: TalkRecord | None = None  # the answer under way
        self._tool: tuple[str, str] | None = None  # under way, its name and arguments
        self._undo: Collection[ToolUse] = ()
        self._marked = -1  # the number of the message that stands out
        self.cards: dict[int, TurnCard] = {}
        self._first = 0  # the number of the first message that is shown
        self._stuck = True  # to the end
        self.earlier = Button(tr("Earlier messages"), "quiet", "chevron-up", act=self._show_earlier)
        self._turns, self._tail = sized(QVBoxLayout(), gap=12), sized(QVBoxLayout(), gap=8)
        self.column.addWidget(self.earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self.column.addLayout(self._turns)
        self.column.addLayout(self._tail)
        self._soon = delayed(self, _TICK, self._draw_live)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(lambda _low, _high: self._follow())

    # -- what is shown --------------------------------------------------------------------------

    def show_talk(self, view: TalkView | None) -> None:
        self._take_away(*self.cards)
        self.view, self._live, self._tool = view, None, None
        self._marked, self._first = -1, max(0, self.count - PAGE)
        self._draw()
        self.to_end()

    def show_view(self, view: TalkView, undo: Collection[ToolUse]) -> None:
        """The same conversation as it is now; `undo` are the tools whose work can be undone."""
        self.view, self._undo = view, undo
        self._draw()

    def show_live(self, live: TalkRecord | None, tool: tuple[str, str] | None = None) -> None:
        """The answer under way, and the tool it waits for; None: there is none."""
        came = (self._live is None) != (live is None)
        self._live, self._tool = live, tool
        if came:
            self._soon.stop()
            self._draw()
        elif live is not None and not self._soon.isActive():
            self._soon.start()

    @property
    def messages(self) -> tuple[TalkRecord, ...]:
        said = self.view.messages if self.view else ()
        return said if self._live is None else (*said, self._live)

    @property
    def count(self) -> int:
        return len(self.messages)

    @property
    def current(self) -> int:
        """The number of the message that has the keyboard, -1 for none."""
        now = QApplication.focusWidget()
        here = (number for number, card in self.cards.items() if now and card.isAncestorOf(now))
        return next(here, -1)

    def turn(self, number: int) -> TurnCard | None:
        """The message of this number, from 0; brought into what is shown if need be."""
        if 0 <= number < self._first:
            self._first = max(0, number - PAGE // 2)
            self._draw()
        return self.cards.get(number)

    def number_of(self, message_id: object) -> int:
        """Where a message stands, -1 for nowhere."""
        said = self.view.messages if self.view else ()
        return next((n for n, one in enumerate(said) if one.id == message_id), -1)

    def put(self, part: QWidget) -> None:
        self._tail.addWidget(part)

    def _draw(self) -> None:
        messages = self.messages
        self._first = max(0, min(self._first, len(messages) - 1))
        self._take_away(*(n for n in self.cards if not self._first <= n < len(messages)))
        for number in range(self._first, len(messages)):
            message, card = messages[number], self.cards.get(number)
            model = card.message.model if card else ""
            if card and (card.message.role != message.role or model not in ("", message.model)):
                self._take_away(number)
                card = None
            if card is None:
                card = self.cards[number] = TurnCard(message, self.deed, self.opened)
                card.frame(number == self._marked)
                self._turns.insertWidget(number - self._first, card)
            card.show_message(message, self._undo, self._tool if message is self._live else None)
            self._draw_lead(card, number)
        self.earlier.setVisible(self._first > 0)

    def _draw_lead(self, card: TurnCard, number: int) -> None:
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
        self._stuck = False
        if (turn := self.turn(number)) is not None:
            self._settle()
            self.verticalScrollBar().setValue(self._top(turn) - self.viewport().height() // 3)

    def step(self, by: int) -> None:
        """The keyboard goes to the next message, or to one before; 0: to the newest."""
        last = self.count - 1
        at = self.current if by and self.current >= 0 else last
        if (turn := self.turn(min(max(at + by, 0), last))) is not None:
            self._settle()
            turn.bubble.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(turn, 0, theme().px(16))

    def to_end(self) -> None:
        self._stuck = True
        self._settle()
        self._follow()

    def _show_earlier(self) -> None:
        card, bar = self.cards[self._first], self.verticalScrollBar()
        before = self._top(card)
        self._first, self._stuck = max(0, self._first - PAGE), False
        self._draw()
        self._settle()
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

    def _follow(self) -> None:
        if self._stuck:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()
