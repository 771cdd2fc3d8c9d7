"""Review: a dream's changes, each to accept or reject. Nothing is written from here.

Knows a Proposal and how to walk through it; asks, by signals, for decisions to be kept and for
the dream to be applied or discarded.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout

from desktop_app.dreams.proposal import Change, Proposal
from desktop_app.ui.frame.actions import Actions
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts import dates
from desktop_app.ui.parts.controls import Segmented
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import breakable, rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.card_page import CardPage
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

INLINE, BESIDE, RESULT = "inline", "beside", "result"
_NARROW = 600  # below it, two columns would be of a few words each


class Review(CardPage):
    """The document of a proposal that waits."""

    decided = Signal(int, str, object)  # number, answer, the person's own wording or None
    opened = Signal(str, int)
    current_changed = Signal(int)
    apply_asked = Signal()
    discard_asked = Signal()
    result_asked = Signal()

    def __init__(self, theme: Theme, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(theme)
        self._scroll.setAccessibleName(self.tr("Proposed changes"))
        self.proposal: Proposal | None = None
        self.gone: frozenset[int] = frozenset()
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
            self._standing = standing
            self._make_cards(proposal.changes)
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
        super().go_to(number)
        if self.current == number:
            self.keys.follow(self._card())
            self.current_changed.emit(number)

    # -- inside -------------------------------------------------------------------------------

    def _build(self) -> None:
        self.made = text("", "meta", "text2", wrap=True)
        self._fill(self.made, self._list, self.left)
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

    def _make_more(self) -> None:
        super()._make_more()
        self._show_sides()

    def _card_of(self, thing: Change) -> tuple[int, ChangeCard]:
        gone = thing.n in self.gone
        card = ChangeCard(self._theme, self._now(thing), self._standing.names, gone=gone)
        card.decided.connect(self.decided)
        card.opened.connect(self.opened)
        card.edited.connect(self._edited)
        return thing.n, card

    def _uncover(self) -> None:
        if self.modes.value == RESULT:
            self.modes.choose(INLINE)
            self._show_mode(INLINE)

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
        super()._measure()
        self._within.setSpacing(self._theme.px(20))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_sides()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.keys.follow(self._card())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.keys.follow(None)
