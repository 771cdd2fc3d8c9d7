"""Cards of a proposal, of which one looks at some: a kind of changes, the first page or more.

Knows what is to be seen and what one word on all of it means, not how a change is decided.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from desktop_app.dreams.proposal import Change, Proposal
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.card_page import WIDTH, CardPage
from desktop_app.ui.review.change_words import changes, family_word
from desktop_app.ui.review.review_bar import ReviewBar, all_said
from desktop_app.ui.review.sift import ForAll, Sift
from desktop_app.words import tr

_WIDE, _HIGH = 700, 560  # from here on there is room for a strip above the cards


class SiftedPage(CardPage):
    """`gone` are changes whose bullets were edited since the dream."""

    sifted = Signal()  # other changes are to be seen than before
    all_said = Signal(str, object, bool, str)  # proposal, numbers, yes or no, in words

    def __init__(self) -> None:
        super().__init__()
        self.proposal: Proposal | None = None
        self.gone: frozenset[int] = frozenset()
        self.sift = Sift()
        self.bar = ReviewBar()
        self.bar.chosen.connect(self._show_family)
        self.bar.answered.connect(self._say_all)
        self.more_button = Button("", "plain", "plus")
        self.more_button.clicked.connect(self.show_more)
        self._top = QVBoxLayout()  # the bar, where there is room for it above the cards

    def show_more(self) -> None:
        """The second page, too; the first of it becomes the current one."""
        if self.proposal is None or self.sift.more:
            return
        before = set(self._things)
        words = tr("%1 more are shown").replace("%1", str(self.sift.behind(self.proposal)))
        self.sift.more = True
        self._show_cards(self._seen())
        self._count()
        self.sifted.emit()
        announce(self, words)
        self.go_to(next((number for number in self._things if number not in before), 0))

    def shown(self) -> list[Change]:
        """The changes one looks at, in their order."""
        return self.sift.shown(self.proposal) if self.proposal else []

    def _count(self) -> None:
        """What is to be seen has changed, or what was said of it."""
        raise NotImplementedError

    def _count_sifted(self, proposal: Proposal) -> tuple[ForAll, int]:
        """Says how many there are, and gives what a word on all of them means."""
        meant = self.sift.for_all(proposal, self.gone)
        self.bar.show_counts(self.sift.counts(proposal), self.sift.family, meant)
        behind = self.sift.behind(proposal)
        self.more_button.setText(tr("Show %1 more").replace("%1", str(behind)))
        self.more_button.setToolTip(tr("What the dream would keep, too  (M)"))
        self.more_button.setVisible(behind > 0)
        return meant, behind

    def _centred_more(self) -> QHBoxLayout:
        more = QHBoxLayout()
        more.addStretch(1)
        more.addWidget(self.more_button)
        more.addStretch(1)
        return more

    def _seen(self) -> list[tuple[int, Change]]:
        """What one looks at, by number."""
        return [(change.n, change) for change in self.shown()]

    def _every(self) -> tuple[Change, ...]:
        return self.proposal.changes if self.proposal else ()

    def _show_family(self, family: str) -> None:
        """Only the changes of one family, "" for all; the current one stays if it is of them."""
        if family == self.sift.family or self.proposal is None:
            return
        self.sift.family = family
        self._uncover()
        self._show_cards(self._seen())
        self._count()
        self.sifted.emit()
        self._scroll.verticalScrollBar().setValue(0)
        if self.current not in self._things and self._things:
            self.go_to(next(iter(self._things)))
        announce(self, f"{family_word(family)}: {changes(len(self._things))}")

    def _turn(self, by: int) -> None:
        if self.proposal is not None and self.bar.isVisible():
            self._show_family(self.sift.next_family(self.proposal, by))

    def _say_all(self, yes: bool) -> None:
        """One word on all that is shown."""
        if self.proposal is not None:
            meant = self.sift.for_all(self.proposal, self.gone)
            numbers = meant.yes if yes else meant.no
            if numbers:
                words = all_said(self.sift.family, meant, yes)
                self.all_said.emit(self.proposal.id, numbers, yes, words)

    def _decide_next(self) -> None:
        if self.proposal is not None:
            number = self.sift.next_to_decide(self.proposal, self.gone, self.current)
            if number:
                self.go_to(number)
                self.focus()

    def _step(self, by: int) -> None:
        numbers = list(self._things)
        if self.current in numbers:
            at = numbers.index(self.current) + by
            self.go_to(numbers[min(max(at, 0), len(numbers) - 1)])

    def _place_bar(self) -> None:
        """Above the cards where there is room for it, else it scrolls with them."""
        px = theme().px
        above = self.width() >= px(_WIDE) and self.height() >= px(_HIGH)
        if above and self._top.indexOf(self.bar) < 0:
            self._within.removeWidget(self.bar)
            self._top.addWidget(self.bar)
        elif not above and self._top.indexOf(self.bar) >= 0:
            self._top.removeWidget(self.bar)
            self._within.insertWidget(self._within.indexOf(self._list), self.bar)
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        edges = (px(20), px(10), px(20) + bar, px(10)) if above else (0, 0, 0, 0)
        self.bar.stand(px(WIDTH), *edges)
