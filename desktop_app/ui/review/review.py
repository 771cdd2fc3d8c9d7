"""Review: a dream's changes, each to accept or reject. Nothing is written from here.

Knows a Proposal and how to walk through it; asks, by signals, for decisions to be kept and for
the dream to be applied or discarded.
"""

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.dreams.proposal import Change, Proposal
from desktop_app.ui.frame.actions import Actions
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts import dates
from desktop_app.ui.parts.controls import Segmented
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import breakable, rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.change_card import ChangeCard
from desktop_app.ui.review.change_words import asks, changes, state_of
from desktop_app.ui.review.left_section import LeftSection, show_part
from desktop_app.ui.review.made_words import made_words
from desktop_app.ui.review.result_view import ResultView
from desktop_app.ui.review.review_footer import ReviewFooter
from desktop_app.ui.review.review_keys import ReviewKeys
from desktop_app.ui.review.standing import Standing

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs

WIDTH = 772
INLINE, BESIDE, RESULT = "inline", "beside", "result"
_NARROW = 600  # below it, two columns would be of a few words each
_AT_ONCE = 12  # cards made in one go, so that the window never waits for many


class Review(QFrame):
    """The document of a proposal that waits."""

    decided = Signal(int, str, object)  # number, answer, the person's own wording or None
    opened = Signal(str, int)
    current_changed = Signal(int)
    apply_asked = Signal()
    discard_asked = Signal()
    result_asked = Signal()

    def __init__(self, theme: Theme, jobs: "Jobs", actions: Actions) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("surface", "doc")
        self.proposal: Proposal | None = None
        self.cards: dict[int, ChangeCard] = {}
        self.current = 0
        self.gone: frozenset[int] = frozenset()
        self._ahead: Iterator[Change] = iter(())
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._make_more)
        self.header = Header(theme, actions)
        self.modes = Segmented(
            {
                INLINE: self.tr("Inline"),
                BESIDE: self.tr("Side by side"),
                RESULT: self.tr("Result"),
            },
            self.tr("View"),
        )
        self.modes.chosen.connect(self._show_mode)
        self.header.add(self.modes)
        self.result = ResultView(theme, jobs)
        self.result.reader.link_opened.connect(self.opened)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(self.tr("Proposed changes"))
        self.left = LeftSection(theme)
        self.left.opened.connect(self.opened)
        self.left.reached.connect(self._show_place)
        self._stack = QStackedWidget()
        self.footer = ReviewFooter(theme)
        self.footer.apply_asked.connect(self.apply_asked)
        self.footer.discard_asked.connect(self.discard_asked)
        self.apply_button, self.discard_button = self.footer.apply, self.footer.discard
        self._build()
        self.keys = ReviewKeys(actions, self._scroll, self._card, self._step)
        actions.add("review.apply", self.tr("Apply the accepted changes"), self.apply_button.click,
            "Ctrl+Return", "check", "dreams", scope=self)  # fmt: skip
        theme.changed.connect(self._measure)
        self._measure()

    def show_proposal(self, proposal: Proposal, standing: Standing) -> None:
        """Shows a proposal; the same one again keeps the place."""
        same = self.proposal is not None and self.proposal.id == proposal.id
        gone, self.gone = self.gone, standing.gone
        self.proposal = proposal
        if not same:
            self._make_cards(standing)
            self.modes.choose(INLINE)
            self._show_mode(INLINE)
        for change in proposal.changes:
            self._show_change(change, anew=gone != standing.gone)
        day = dates.plain(proposal.made.date(), standing.names.today)
        said = self.tr("%1 proposed · nothing is written until you apply")
        self.header.say(
            self.tr("Dream of %1").replace("%1", day),
            said.replace("%1", changes(len(proposal.changes))),
        )
        self.made.setText(breakable(made_words(proposal, standing.names.today)))
        self._count()
        if not same and proposal.changes:
            self.go_to(proposal.changes[0].n)
            self._scroll.verticalScrollBar().setValue(0)

    def show_decision(self, proposal: Proposal) -> None:
        """The same proposal with another word on some change."""
        before, self.proposal = self.proposal, proposal
        for change in proposal.changes:
            self._show_change(change)
            known = before is None or change in before.changes
            if not known and change.decided and change.n in self.cards:
                announce(self, self.cards[change.n].accessibleName())
        self._count()
        if self.modes.value == RESULT:
            self.result_asked.emit()

    def show_result(self, standing: Standing, path: str) -> None:
        """MEMORY.md as it would be with what is accepted."""
        self.result.show_result(standing.before, standing.after, path)

    def keep_edits(self) -> None:
        """Wordings that are still in an open field are taken."""
        for card in self.cards.values():
            card.keep_edit()

    def go_to(self, number: int) -> None:
        """Makes a change the current one and brings it into view."""
        while number not in self.cards and self._more.isActive():
            self._make_more()
        if number not in self.cards:
            return
        if self.current in self.cards:
            self.cards[self.current].show_current(False)
        self.current = number
        card = self.cards[number]
        card.show_current(True)
        if self.modes.value == RESULT:
            self.modes.choose(INLINE)
            self._show_mode(INLINE)
        self._scroll.ensureWidgetVisible(card, 0, self._theme.px(16))
        self.keys.follow(self._card())
        self.current_changed.emit(number)

    def focus(self) -> None:
        """The keyboard on the cards, so that J, K, A and R work at once."""
        self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- inside -------------------------------------------------------------------------------

    def _build(self) -> None:
        holder = QWidget()
        holder.setProperty("clear", "true")
        # As high as its width asks for; what it would need when narrower is no matter.
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        holder.setProperty("tabs", "place")  # cards are drawn anew with each word on them
        self._list = QVBoxLayout()
        across = QHBoxLayout(holder)
        across.setContentsMargins(0, 0, 0, 0)
        self._column = QWidget()
        self._cards_and_rest = QVBoxLayout(self._column)
        self.made = text("", "meta", "text2", wrap=True)
        self._cards_and_rest.addWidget(self.made)
        self._cards_and_rest.addLayout(self._list)
        self._cards_and_rest.addWidget(self.left)
        self._cards_and_rest.addStretch(1)
        across.addStretch(1)
        across.addWidget(self._column, 1000)
        across.addStretch(1)
        self._scroll.setWidget(holder)
        self._stack.addWidget(self._scroll)
        self._stack.addWidget(self.result)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.header)
        whole.addWidget(self._stack, 1)
        whole.addWidget(rule())
        whole.addWidget(self.footer)

    def _show_place(self, top: int, height: int) -> None:
        """Brings a place of what was left into view."""
        show_part(self._scroll, self.left, top, height)

    def _make_cards(self, standing: Standing) -> None:
        for card in self.cards.values():
            card.hide()
            card.deleteLater()
        self.cards = {}
        self.current = 0
        while self._list.takeAt(0):
            pass
        self._ahead = iter(self.proposal.changes if self.proposal else ())
        self._standing = standing
        self._make_more()

    def _make_more(self) -> None:
        """The next few cards; the rest follows when the window has had its turn."""
        made = list(itertools.islice(self._ahead, _AT_ONCE))
        for change in made:
            gone = change.n in self.gone
            card = ChangeCard(self._theme, self._now(change), self._standing.names, gone=gone)
            card.decided.connect(self.decided)
            card.opened.connect(self.opened)
            card.pressed.connect(self.go_to)
            card.edited.connect(self._edited)
            self.cards[change.n] = card
            self._list.addWidget(card)
        if made:
            self._show_sides()
            self._more.start()

    def _now(self, change: Change) -> Change:
        """The change as it is decided by now."""
        every = self.proposal.changes if self.proposal else ()
        return next((one for one in every if one.n == change.n), change)

    def _show_change(self, change: Change, anew: bool = False) -> None:
        card = self.cards.get(change.n)
        if card is not None and (anew or card.change != change):
            card.show_change(change, gone=change.n in self.gone)
            if change.n == self.current and self.isVisible():
                self.keys.follow(card)

    def _show_mode(self, mode: str) -> None:
        self._stack.setCurrentWidget(self.result if mode == RESULT else self._scroll)
        self._show_sides()
        if mode == RESULT:
            self.keep_edits()
            self.result_asked.emit()

    def _show_sides(self) -> None:
        wide = self.width() >= self._theme.px(_NARROW)
        for card in self.cards.values():
            card.show_side_by_side(wide and self.modes.value == BESIDE)

    def _edited(self, number: int) -> None:
        """A field was opened or closed: keyboard and view belong to its card."""
        self.go_to(number)
        if not self.cards[number].editing:
            self.focus()

    def _card(self) -> ChangeCard | None:
        """The one that the keys mean."""
        return self.cards.get(self.current)

    def _step(self, by: int) -> None:
        numbers = [change.n for change in self.proposal.changes] if self.proposal else []
        if self.current in numbers:
            at = numbers.index(self.current) + by
            self.go_to(numbers[min(max(at, 0), len(numbers) - 1)])

    def _count(self) -> None:
        every = self.proposal.changes if self.proposal else ()
        there = [change for change in every if change.n not in self.gone]
        states = [state_of(change) for change in there]
        self.footer.show_count(states, len(self.gone), any(asks(change) for change in there))

    def _measure(self) -> None:
        px = self._theme.px
        self._column.setMaximumWidth(px(WIDTH) + 2 * px(20))
        self._cards_and_rest.setContentsMargins(px(20), px(16), px(20), px(24))
        self._cards_and_rest.setSpacing(px(20))
        self._list.setSpacing(px(12))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_sides()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.keys.follow(self._card())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.keys.follow(None)
