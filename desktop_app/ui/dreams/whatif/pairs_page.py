"""The pairs of a comparison as cards to take from, by keys and mouse. Writes nothing."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from desktop_app.dreams.whatif.comparing import WhatIf
from desktop_app.dreams.whatif.pairing import ChangePair, PairSide
from desktop_app.dreams.whatif.picking import Pick, Picks, all_of, of_both, rivals, taken
from desktop_app.ui.dreams.whatif.pair_card import PairCard
from desktop_app.ui.dreams.whatif.totals import Totals
from desktop_app.ui.dreams.whatif.whatif_work import WhatIfStanding
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.card_page import CardPage
from desktop_app.ui.review.change_words import changes
from desktop_app.words import counted, tr

_ROOMY = 640  # pixels from which there is room for the keys


class PairsPage(CardPage):
    """The totals, the pairs, and a footer that says what is taken."""

    review_asked = Signal(object)  # the Picks
    opened = Signal(str, int)

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._actions = actions
        self._scroll.setAccessibleName(tr("Changes of both engines"))
        self.whatif: WhatIf | None = None
        self.picks: Picks = frozenset()
        self.totals = Totals()
        self._nothing = text("", "body", "text2", wrap=True)
        self._fill(self.totals, self._nothing, self._list)
        self.footer = WhatIfFooter()
        self.footer.review.clicked.connect(self._review)
        self.footer.both.clicked.connect(self._take_both)
        stacked(self, self._scroll, rule(), self.footer, grows=self._scroll)
        self._add_keys()
        theme().followed_by(self._measure)

    def show_whatif(self, whatif: WhatIf, standing: WhatIfStanding) -> None:
        """A comparison that nobody has taken anything of."""
        self.whatif, self._standing, self.picks = whatif, standing, frozenset()
        self.totals.show_whatif(whatif)
        failed = [side for side in whatif.sides if side.problem]
        words = "" if whatif.pairs else tr("Neither of them proposes anything.")
        if len(failed) == len(whatif.sides):
            words = tr("Neither of them could dream.")
        self._nothing.setText(words)
        self._nothing.setVisible(bool(words))
        self._make_cards(enumerate(whatif.pairs, start=1))
        self._show_picks(frozenset())
        if whatif.pairs:
            self.go_to(1)
        self._scroll.verticalScrollBar().setValue(0)

    def show_standing(self, standing: WhatIfStanding) -> None:
        """Its notes have changed: what is gone can't be taken any more."""
        self._standing = standing
        self._show_picks(self.picks - standing.gone)

    def allow(self, allowed: bool) -> None:
        """Whether what is taken can be reviewed: not while it is made a proposal."""
        self.footer.show_count(len(self.picks), bool(self._both()), allowed=allowed)

    # -- inside -------------------------------------------------------------------------------

    def _card_of(self, thing: ChangePair) -> PairCard:
        assert self.whatif is not None
        number = next(n for n, one in self._things.items() if one is thing)
        card = PairCard(number, thing, self.whatif, self._standing, self.picks)
        card.picked.connect(self._turn)
        card.opened.connect(self.opened)
        return card

    def _turn(self, pick: Pick) -> None:
        """Takes a change, or leaves it again; what it excludes is left."""
        assert self.whatif is not None
        if pick in self.picks:
            self._show_picks(self.picks - {pick})
            return
        left = rivals(self.whatif.pairs, pick) & self.picks
        self._show_picks(taken(self.whatif.pairs, self.picks, pick))
        if left:
            announce(self, counted("{count} other is left.", "{count} others are left.", len(left)))

    def _show_picks(self, picks: Picks) -> None:
        self.picks = picks
        for card in self.cards.values():
            card.show_state(self._standing, picks)
        self.allow(True)
        if self.current in self.cards:
            announce(self, self.cards[self.current].accessibleName())

    def _both(self) -> Picks:
        return of_both(self.whatif.pairs) - self._standing.gone if self.whatif else frozenset()

    def _take_all(self, picks: Picks) -> None:
        if self.whatif is not None:
            self._show_picks(picks - self._standing.gone)

    def _take_both(self) -> None:
        self._take_all(self._both())

    def _take_side(self, side: PairSide) -> None:
        if self.whatif is not None:
            self._take_all(all_of(self.whatif.pairs, side))

    def _review(self) -> None:
        if self.picks:
            self.allow(False)
            self.review_asked.emit(self.picks)

    def _pick(self, side: PairSide) -> None:
        if self.current in self.cards:
            self.cards[self.current].pick(side)

    def _step(self, by: int) -> None:
        if self._things:
            self.go_to(min(max(self.current + by, 1), len(self._things)))

    def _measure(self) -> None:
        super()._measure()
        self._within.setSpacing(theme().px(16))

    def _add_keys(self) -> None:
        rows: tuple[tuple[str, str, str, Callable[[], None]], ...] = (
            ("next", tr("Next pair"), "J", lambda: self._step(1)),
            ("previous", tr("Previous pair"), "K", lambda: self._step(-1)),
            ("left", tr("Take the left change"), "L", lambda: self._pick(PairSide.LEFT)),
            ("right", tr("Take the right change"), "R", lambda: self._pick(PairSide.RIGHT)),
            ("left.all", tr("Take all of the left engine"), "Shift+L",
             lambda: self._take_side(PairSide.LEFT)),
            ("right.all", tr("Take all of the right engine"), "Shift+R",
             lambda: self._take_side(PairSide.RIGHT)),
            ("both", tr("Take what no change of the other speaks against"), "B", self._take_both),
            ("review", tr("Review what is taken"), "Ctrl+Return", self._review),
        )  # fmt: skip
        for name, words, key, slot in rows:
            self._actions.add(f"whatif.{name}", words, slot, key, "merge", "dreams", scope=self)


class WhatIfFooter(QFrame):
    """What is taken, and what to do with it."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "win")
        self.tally = text("", "ui", "text")
        self._keys = text(tr("J K move · L left · R right · B both"), "meta", "text2")
        self.both = Button(tr("Take both"), "quiet")
        self.both.setToolTip(
            tr("What both say, and what no change of the other speaks against  (B)")
        )
        self.review = Button("", "primary")
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.tally)
        self._row.addStretch(1)
        for part in (self._keys, self.both, self.review):
            self._row.addWidget(part)
        theme().followed_by(self._measure)

    def show_count(self, count: int, both: bool, *, allowed: bool) -> None:
        """So many changes are taken."""
        self.tally.setText(tr("%1 taken").replace("%1", str(count)))
        self.review.setText(tr("Review %1").replace("%1", changes(count)))
        self.review.setEnabled(count > 0 and allowed)
        self.both.setEnabled(both and allowed)

    def _measure(self) -> None:
        px = theme().px
        self._row.setContentsMargins(px(20), px(9), px(20), px(9))
        self._row.setSpacing(px(12))
        self._keys.setVisible(self.width() >= px(_ROOMY))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()
