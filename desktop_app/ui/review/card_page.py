"""A page of cards to answer, one of them the current one. Knows no change and no conflict."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import centred
from desktop_app.ui.parts.card_column import CardColumn

WIDTH = 772


class CardPage(QFrame):
    """`cards` are those that exist already, by their numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self.current = 0
        self._things: dict[int, Any] = {}
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list = CardColumn(self._scroll, self._made, self._keeps)
        self._column = QWidget()
        self._within = QVBoxLayout(self._column)

    @property
    def cards(self) -> dict[int, Any]:
        """Those in sight and near it; the others are made when one comes to them."""
        return self._list.cards

    def go_to(self, number: int) -> None:
        """Makes a card the current one and brings it into view."""
        card: Any = self._list.card(number)
        if card is None:
            return
        if self.current in self.cards:
            self.cards[self.current].show_current(False)
        self.current = number
        card.show_current(True)
        self._uncover()
        self._list.settle()
        self._scroll.ensureWidgetVisible(card, 0, theme().px(16))

    def focus(self) -> None:
        """The keyboard on the cards, so that their single letters work at once."""
        self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- for the pages ------------------------------------------------------------------------

    def _card_of(self, thing: Any) -> QWidget:
        """The card of a thing that was given to `_show_cards`."""
        raise NotImplementedError

    def _keeps(self, number: int) -> bool:
        """Whether a card is to stay, however far away it is."""
        return number == self.current or self.cards[number].isAncestorOf(self.focusWidget())

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
        centred(self._column, holder)
        self._scroll.setWidget(holder)

    def _make_cards(self, things: Iterable[tuple[int, Any]]) -> None:
        """Cards of these, by their numbers, in place of those there are."""
        self._list.clear()
        self.current = 0
        self._show_cards(things)

    def _show_cards(self, things: Iterable[tuple[int, Any]]) -> None:
        """Exactly these, in their order; a card that is there stays as it is."""
        self._things = dict(things)
        self._list.show_numbers(self._things)

    def _made(self, number: int) -> QWidget:
        made: Any = self._card_of(self._things[number])
        made.pressed.connect(self.go_to)
        if number == self.current:
            made.show_current(True)
        card: QWidget = made
        return card

    def _measure(self) -> None:
        px = theme().px
        self._column.setMaximumWidth(px(WIDTH) + 2 * px(20))
        self._within.setContentsMargins(px(20), px(16), px(20), px(24))
        self._list.measure(px(12), theme().zoom)
