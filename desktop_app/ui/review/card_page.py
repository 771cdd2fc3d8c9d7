"""A page of cards to answer, one of them the current one. Knows no change and no conflict."""

import bisect
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.look.theme import Theme

WIDTH = 772
_AT_FIRST, _AT_ONCE = 6, 4  # cards made in one go, so that the window never waits for many


class CardPage(QFrame):
    """`cards` are those made so far, by their numbers; the others come a few at a time."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("surface", "doc")
        self.cards: dict[int, Any] = {}
        self.current = 0
        self._places: dict[int, int] = {}  # of each number, from the top
        self._ahead: dict[int, Any] = {}  # what has no card yet
        self._stale: set[int] = set()  # cards to be drawn anew
        self._wanted: int | None = None  # the card to go to once it is there
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._make_more)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list = QVBoxLayout()
        self._column = QWidget()
        self._within = QVBoxLayout(self._column)

    def go_to(self, number: int) -> None:
        """Makes a card the current one and brings it into view, as soon as it is there."""
        self._wanted = number if number in self._ahead else None
        if number not in self.cards:
            return
        if self.current in self.cards:
            self.cards[self.current].show_current(False)
        self.current = number
        card = self.cards[number]
        self._refresh(number)
        card.show_current(True)
        self._uncover()
        self._scroll.ensureWidgetVisible(card, 0, self._theme.px(16))

    def focus(self) -> None:
        """The keyboard on the cards, so that their single letters work at once."""
        self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- for the pages ------------------------------------------------------------------------

    def _card_of(self, thing: Any) -> QWidget:
        """The card of a thing that was given to `_make_cards`."""
        raise NotImplementedError

    def _uncover(self) -> None:
        """The cards may be covered by something else."""

    def _fill(self, *parts: QWidget | QLayout) -> None:
        """Puts these into the column, one below the other."""
        for part in parts:
            if isinstance(part, QWidget):
                self._within.addWidget(part)
            else:
                self._within.addLayout(part)
        self._within.addStretch(1)
        holder = QWidget()
        holder.setProperty("clear", "true")
        # As high as its width asks for; what it would need when narrower is no matter.
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        holder.setProperty("tabs", "place")  # cards are drawn anew with each word on them
        across = QHBoxLayout(holder)
        across.setContentsMargins(0, 0, 0, 0)
        across.addStretch(1)
        across.addWidget(self._column, 1000)
        across.addStretch(1)
        self._scroll.setWidget(holder)

    def _shows(self, number: int) -> bool:
        """Whether a card is to be seen among the others."""
        return True

    def _draw_again(self, number: int) -> None:
        """What a card shows has changed, and it is its turn."""

    def _make_cards(self, things: Iterable[tuple[int, Any]]) -> None:
        """Cards of these, by their numbers, in place of those there are."""
        for card in self.cards.values():
            card.hide()
            card.deleteLater()
        while self._list.takeAt(0):
            pass
        self.cards, self.current, self._ahead, self._wanted = {}, 0, {}, None
        self._stale.clear()
        self._add_cards(things)

    def _add_cards(self, things: Iterable[tuple[int, Any]]) -> None:
        """Cards of those that have none yet; `things` are all of them, in their order."""
        every = dict(things)
        self._places = {number: place for place, number in enumerate(every)}
        self._ahead = {number: thing for number, thing in every.items() if number not in self.cards}
        self._make_more(_AT_FIRST)

    def _sift_cards(self) -> None:
        """Shows those that are to be seen now, and no others."""
        self._column.setUpdatesEnabled(False)
        for number, card in self.cards.items():
            card.setVisible(self._shows(number))
        seen = sum(map(self._shows, self.cards))
        if seen < _AT_FIRST:
            self._make_more(_AT_FIRST - seen)
        self._column.setUpdatesEnabled(True)

    def _make_more(self, count: int = _AT_ONCE) -> None:
        """The next few cards, those to be seen first; the rest when the window has had its turn."""
        ahead = sorted(self._ahead, key=lambda number: not self._shows(number))[:count]
        for number in ahead:
            self._insert(number, self._card_of(self._ahead.pop(number)))
        for number in sorted(self._stale)[: count - len(ahead)]:
            self._refresh(number)
        if self._ahead or self._stale:
            self._more.start()
        if self._wanted in self.cards:
            self.go_to(self._wanted)

    def _insert(self, number: int, card: QWidget) -> None:
        above = sorted(self._places[one] for one in self.cards)
        card.pressed.connect(self.go_to)
        if not self._shows(number):
            card.hide()
        self._list.insertWidget(bisect.bisect(above, self._places[number]), card)
        self.cards[number] = card

    def _refresh(self, number: int) -> None:
        if number in self._stale:
            self._stale.discard(number)
            self._draw_again(number)

    def _measure(self) -> None:
        px = self._theme.px
        self._column.setMaximumWidth(px(WIDTH) + 2 * px(20))
        self._within.setContentsMargins(px(20), px(16), px(20), px(24))
        self._list.setSpacing(px(12))
