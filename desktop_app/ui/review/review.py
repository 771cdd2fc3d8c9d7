"""Review: a dream's changes, each to accept or reject, and the list beside them. Writes nothing.

Knows a Proposal and how to walk through it; asks, by signals, for decisions to be kept and for
the dream to be applied or discarded.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget

from desktop_app import dates
from desktop_app.dreams.proposal import Change, Proposal
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Segmented
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import breakable, rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.change_card import ChangeCard
from desktop_app.ui.review.change_list import ChangeList
from desktop_app.ui.review.change_words import asks, changes, state_of
from desktop_app.ui.review.left_section import LeftSection, show_part
from desktop_app.ui.review.made_words import made_words
from desktop_app.ui.review.result_view import ResultView
from desktop_app.ui.review.review_footer import ReviewFooter
from desktop_app.ui.review.review_keys import ReviewKeys
from desktop_app.ui.review.sift import Sift
from desktop_app.ui.review.sifted_page import SiftedPage
from desktop_app.ui.review.standing import Standing
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs

INLINE, BESIDE, RESULT = "inline", "beside", "result"
_NARROW = 600  # below it, two columns would be of a few words each
_FEW = 6  # cards that are drawn anew at once


class Review(SiftedPage):
    """The document of a proposal that waits; `changes` is its list."""

    # The proposal's id, a number, the answer, the person's own wording or None.
    decided = Signal(str, int, str, object)
    opened = Signal(str, int)
    apply_asked = Signal(str)  # the proposal's id
    discard_asked = Signal()
    result_asked = Signal(object)  # the Proposal

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__()
        self._scroll.setAccessibleName(tr("Proposed changes"))
        self.header = Header(actions)
        self.modes = Segmented(
            {
                INLINE: tr("Inline"),
                BESIDE: tr("Side by side"),
                RESULT: tr("Result"),
            },
            tr("View"),
        )
        self.modes.chosen.connect(self._show_mode)
        self.header.add(self.modes)
        self.result = ResultView(jobs)
        self.result.reader.link_opened.connect(self.opened)
        self.lost = text("", "body", "warn", wrap=True)
        self.left = LeftSection()
        self.left.opened.connect(self.opened)
        self.left.reached.connect(self._show_place)
        self._stack = QStackedWidget()
        self.footer = ReviewFooter()
        self.footer.apply_asked.connect(self._apply)
        self.footer.discard_asked.connect(self.discard_asked)
        self.footer.next_asked.connect(self._decide_next)
        self.apply_button, self.discard_button = self.footer.apply, self.footer.discard
        self._build()
        self.keys = ReviewKeys(
            actions,
            self._scroll,
            self._card,
            self._step,
            self._turn,
            {
                "decide": self._decide_next,
                "more": self.show_more,
                "accept.all": lambda: self._say_all(True),
                "reject.all": lambda: self._say_all(False),
            },
        )
        actions.add("review.apply", tr("Apply the accepted changes"), self.apply_button.click,
            "Ctrl+Return", "check", "dreams", scope=self)  # fmt: skip
        self.changes = ChangeList()
        self.changes.rows.addActions(self.keys.actions)
        self.changes.chosen.connect(self.go_to)
        self.sifted.connect(self._list_changes)
        theme().followed_by(self._measure)

    def show_proposal(self, proposal: Proposal, standing: Standing) -> None:
        """Shows a proposal; the same one again keeps the place."""
        same = self.proposal is not None and self.proposal.id == proposal.id
        gone, self.gone = self.gone, standing.gone
        self.proposal = proposal
        self._standing = standing
        if not same:
            self.sift = Sift()
            self._make_cards(self._seen())
            self.modes.choose(INLINE)
            self._show_mode(INLINE)
        else:
            self._show_cards(self._seen())
        self._show_changes(proposal.changes, anew=gone != standing.gone)
        self.made.setText(breakable(made_words(proposal, standing.names.today)))
        self.show_lost(standing.lost)
        self._count()
        if not same and self._things:
            self.go_to(next(iter(self._things)))
            self._scroll.verticalScrollBar().setValue(0)
        self._list_changes()
        if self.modes.value == RESULT:
            self.show_result(standing)

    def show_decision(self, proposal: Proposal) -> None:
        """Another word on some change, if it is of the proposal that is shown."""
        before = self.proposal
        if before is None or before.id != proposal.id:
            return
        self.proposal = proposal
        self._show_cards(self._seen())
        self._show_changes(proposal.changes)
        known = before.changes
        news = [one for one in proposal.changes if one.decided and one not in known]
        if len(news) == 1 and news[0].n in self.cards:  # of many, one sentence is said elsewhere
            announce(self, self.cards[news[0].n].accessibleName())
        self._count()
        self._list_changes()
        if self.modes.value == RESULT:
            self.result_asked.emit(proposal)

    def show_lost(self, told: str) -> None:
        """What memory would no longer say with what is accepted, in a sentence, or nothing."""
        self.lost.setText(breakable(told))
        self.lost.setVisible(bool(told))

    def show_result(self, standing: Standing) -> None:
        """MEMORY.md as it would be with what is accepted."""
        self.show_lost(standing.lost)
        self.result.show_result(standing.before, standing.after, standing.names.memory)

    def close_proposal(self) -> None:
        """It is settled, or no longer to be looked at."""
        self.proposal = None
        self.allow_apply()

    def allow_apply(self) -> None:
        """It was not applied: the button may be pressed again."""
        self.footer.show_applying(False)

    def keep_edits(self) -> None:
        """Wordings that are still in an open field are taken."""
        for card in self.cards.values():
            card.keep_edit()

    def go_to(self, number: int) -> None:
        """Makes a change the current one and brings it into view."""
        meant = next((change for change in self._every() if change.n == number), None)
        if meant is not None and not self.sift.lets_through(meant):
            self._show_family("")
        super().go_to(number)
        if self.current == number:
            self.keys.follow(self._card())
            self.changes.show_current(number)

    # -- inside -------------------------------------------------------------------------------

    def _build(self) -> None:
        self.made = text("", "meta", "text2", wrap=True)
        self._fill(self.made, self.lost, self.bar, self._list, self._centred_more(), self.left)
        self._stack.addWidget(self._scroll)
        self._stack.addWidget(self.result)
        stacked(self, self.header, self._top, self._stack, rule(), self.footer, grows=self._stack)

    def _show_place(self, top: int, height: int) -> None:
        """Brings a place of what was left into view."""
        show_part(self._scroll, self.left, top, height)

    def _keeps(self, number: int) -> bool:
        return super()._keeps(number) or self.cards[number].editing

    def _card_of(self, thing: Change) -> ChangeCard:
        gone = thing.n in self.gone
        card = ChangeCard(thing, self._standing.names, gone=gone)
        card.show_side_by_side(self._beside)
        card.decided.connect(self._decide)
        card.opened.connect(self.opened)
        card.edited.connect(self._edited)
        return card

    def _uncover(self) -> None:
        if self.modes.value == RESULT:
            self.modes.choose(INLINE)
            self._show_mode(INLINE)

    def _show_changes(self, every: Iterable[Change], anew: bool = False) -> None:
        """The cards that tell something else by now; of many, those in sight at once."""
        news = {
            change.n: change
            for change in every
            if change.n in self.cards and (anew or self.cards[change.n].change != change)
        }
        later = []
        for number, change in news.items():
            card: ChangeCard = self.cards[number]
            if len(news) > _FEW and card.visibleRegion().isEmpty() and not self._keeps(number):
                later.append(number)
                continue
            card.show_change(change, gone=number in self.gone, names=self._standing.names)
            if number == self.current and self.isVisible():
                self.keys.follow(card)
        self._list.let_go(later)

    def _show_mode(self, mode: str) -> None:
        self._stack.setCurrentWidget(self.result if mode == RESULT else self._scroll)
        self._show_sides()
        if mode == RESULT:
            self.keep_edits()
            if self.proposal is not None:
                self.result_asked.emit(self.proposal)

    def _decide(self, number: int, answer: str, new: str | None) -> None:
        if self.proposal is not None:
            self.decided.emit(self.proposal.id, number, answer, new)

    def _apply(self) -> None:
        if self.proposal is not None:
            self.keep_edits()
            self.footer.show_applying(True)
            self.apply_asked.emit(self.proposal.id)

    def _list_changes(self) -> None:
        """The list tells what is to be seen here."""
        self.changes.show_changes(self.shown(), self.gone)
        self.changes.show_current(self.current)

    def _show_sides(self) -> None:
        for card in self.cards.values():
            card.show_side_by_side(self._beside)

    @property
    def _beside(self) -> bool:
        return self.modes.value == BESIDE and self.width() >= theme().px(_NARROW)

    def _edited(self, number: int) -> None:
        """A field was opened or closed: keyboard and view belong to its card."""
        self.go_to(number)
        if not self.cards[number].editing:
            self.focus()

    def _card(self) -> ChangeCard | None:
        """The one that the keys mean."""
        card: ChangeCard | None = self.cards.get(self.current)
        return card

    def _count(self) -> None:
        if self.proposal is None:
            return
        sift, proposal = self.sift, self.proposal
        every = sift.in_sight(proposal)
        there = [change for change in every if change.n not in self.gone]
        states = [state_of(change) for change in there]
        self.footer.show_count(
            states, len(every) - len(there), any(asks(change) for change in there)
        )
        meant, behind = self._count_sifted(proposal)
        self._say_header(len(every), behind)
        can = {
            "decide": self.footer.next.isEnabled(), "more": behind > 0,
            "accept.all": bool(meant.yes), "reject.all": bool(meant.no),
        }  # fmt: skip
        self.keys.allow([name for name, allowed in can.items() if allowed])

    def _say_header(self, count: int, behind: int) -> None:
        assert self.proposal is not None
        day = dates.plain(self.proposal.made.date(), self._standing.names.today)
        sentence = tr("%1 proposed · nothing is written until you apply")
        if behind:
            sentence = tr("%1 proposed, %2 more behind them · nothing is written until you apply")
        self.header.say(
            tr("Dream of %1").replace("%1", day),
            sentence.replace("%1", changes(count)).replace("%2", str(behind)),
        )

    def _measure(self) -> None:
        super()._measure()
        px = theme().px
        self._within.setSpacing(px(20))
        self._place_bar()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_sides()
        self._place_bar()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.keys.follow(self._card())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.keys.follow(None)
