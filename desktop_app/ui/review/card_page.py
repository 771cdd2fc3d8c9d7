"""A page of cards to answer, one of them the current one. Knows no change and no conflict."""

import itertools
from collections.abc import Iterable, Iterator
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
_AT_ONCE = 12  # cards made in one go, so that the window never waits for many


class CardPage(QFrame):
    """`cards` are those made so far, by their numbers."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("surface", "doc")
        self.cards: dict[int, Any] = {}
        self.current = 0
        self._ahead: Iterator[Any] = iter(())
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._make_more)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list = QVBoxLayout()
        self._column = QWidget()
        self._within = QVBoxLayout(self._column)

    def go_to(self, number: int) -> None:
        """Makes a card the current one and brings it into view."""
        while number not in self.cards and self._more.isActive():
            self._make_more()
        if number not in self.cards:
            return
        if self.current in self.cards:
            self.cards[self.current].show_current(False)
        self.current = number
        card = self.cards[number]
        card.show_current(True)
        self._uncover()
        self._scroll.ensureWidgetVisible(card, 0, self._theme.px(16))

    def focus(self) -> None:
        """The keyboard on the cards, so that their single letters work at once."""
        self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- for the pages ------------------------------------------------------------------------

    def _card_of(self, thing: Any) -> tuple[int, QWidget]:
        """The number and the card of a thing that was given to `_make_cards`."""
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

    def _make_cards(self, things: Iterable[Any]) -> None:
        """Cards of these in place of those there are."""
        for card in self.cards.values():
            card.hide()
            card.deleteLater()
        while self._list.takeAt(0):
            pass
        self.cards, self.current = {}, 0
        self._ahead = iter(things)
        self._make_more()

    def _make_more(self) -> None:
        """The next few cards; the rest follows when the window has had its turn."""
        made = [self._card_of(one) for one in itertools.islice(self._ahead, _AT_ONCE)]
        for number, card in made:
            card.pressed.connect(self.go_to)
            self.cards[number] = card
            self._list.addWidget(card)
        if made:
            self._more.start()

    def _measure(self) -> None:
        px = self._theme.px
        self._column.setMaximumWidth(px(WIDTH) + 2 * px(20))
        self._within.setContentsMargins(px(20), px(16), px(20), px(24))
        self._list.setSpacing(px(12))
