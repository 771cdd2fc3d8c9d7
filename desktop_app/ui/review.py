"""Review: a dream's changes, each to accept or reject. Nothing is written from here.

Knows a Proposal and how to walk through it; asks, by signals, for decisions to be kept and for
the dream to be applied or discarded.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.dreams.proposal import Proposal
from desktop_app.memory import Memory
from desktop_app.ui.actions import Actions
from desktop_app.ui.parts import dates
from desktop_app.ui.parts.change_card import ACCEPTED, OPEN, REJECTED, ChangeCard, state_of
from desktop_app.ui.parts.controls import Button, Segmented
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import rule, surface, text
from desktop_app.ui.parts.result_view import ResultView
from desktop_app.ui.theme import Theme

WIDTH = 772
INLINE, BESIDE, RESULT = "inline", "beside", "result"


class Review(QFrame):
    """The document of a proposal that waits."""

    decided = Signal(int, bool, object)
    opened = Signal(str, int)
    current_changed = Signal(int)
    apply_asked = Signal()
    discard_asked = Signal()
    result_asked = Signal()

    def __init__(self, theme: Theme, actions: Actions) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("surface", "doc")
        self.proposal: Proposal | None = None
        self.cards: dict[int, ChangeCard] = {}
        self.current = 0
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
        self.result = ResultView(theme)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(self.tr("Proposed changes"))
        self._stack = QStackedWidget()
        self._build()
        self._add_actions(actions)
        theme.changed.connect(self._measure)
        self._measure()

    def show_proposal(self, memory: Memory, proposal: Proposal) -> None:
        """Shows a proposal; the same one again keeps the place."""
        same = self.proposal is not None and self.proposal.id == proposal.id
        self.proposal = proposal
        if not same:
            self._make_cards(memory)
            self.modes.choose(INLINE)
            self._show_mode(INLINE)
        for change in proposal.changes:
            if self.cards[change.n].change != change:
                self.cards[change.n].show_change(change)
        day = dates.plain(proposal.made.date(), memory.today())
        count = len(proposal.changes)
        changes = self.tr("1 proposed change") if count == 1 else self.tr("%1 proposed changes")
        self.header.say(
            self.tr("Dream of %1").replace("%1", day),
            self.tr("%1 to MEMORY.md · nothing is written until you apply").replace(
                "%1", changes.replace("%1", str(count))
            ),
        )
        self._count()
        if not same and proposal.changes:
            self.go_to(proposal.changes[0].n)

    def go_to(self, number: int) -> None:
        """Makes a change the current one and brings it into view."""
        if number not in self.cards:
            return
        if self.current in self.cards:
            self.cards[self.current].show_current(False)
        self.current = number
        card = self.cards[number]
        card.show_current(True)
        self._scroll.ensureWidgetVisible(card, 0, self._theme.px(16))
        self.current_changed.emit(number)

    def focus(self) -> None:
        """The keyboard on the cards, so that J, K, A and R work at once."""
        self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- inside -------------------------------------------------------------------------------

    def _build(self) -> None:
        self._holder = QWidget()
        self._holder.setProperty("clear", "true")
        self._list = QVBoxLayout()
        across = QHBoxLayout(self._holder)
        across.setContentsMargins(0, 0, 0, 0)
        self._column = QWidget()
        self._column.setLayout(self._list)
        across.addStretch(1)
        across.addWidget(self._column, 1000)
        across.addStretch(1)
        self._scroll.setWidget(self._holder)
        self._stack.addWidget(self._scroll)
        self._stack.addWidget(self.result)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.header)
        whole.addWidget(self._stack, 1)
        whole.addWidget(rule())
        whole.addWidget(self._make_footer())

    def _make_footer(self) -> QFrame:
        footer = surface("win")
        self.tally = text("", "ui", "text")
        self._keys = text(self.tr("J K move · A accept · R reject"), "meta", "text2")
        self.discard_button = Button(self.tr("Discard dream"))
        self.discard_button.clicked.connect(self.discard_asked)
        self.apply_button = Button("", "primary")
        self.apply_button.clicked.connect(self.apply_asked)
        self._footer = QHBoxLayout(footer)
        self._footer.addWidget(self.tally)
        self._footer.addStretch(1)
        for part in (self._keys, self.discard_button, self.apply_button):
            self._footer.addWidget(part)
        return footer

    def _add_actions(self, actions: Actions) -> None:
        def act(do: Callable[[ChangeCard], None]) -> Callable[[], None]:
            return lambda: do(self.cards[self.current]) if self.current in self.cards else None

        for name, words, keys, slot in (
            ("next", self.tr("Next change"), "J", lambda: self._step(1)),
            ("previous", self.tr("Previous change"), "K", lambda: self._step(-1)),
            ("accept", self.tr("Accept the change"), "A", act(lambda card: card.say(True))),
            ("reject", self.tr("Reject the change"), "R", act(lambda card: card.say(False))),
            ("edit", self.tr("Edit the new line"), "E", act(ChangeCard.edit)),
            ("source", self.tr("Open the source"), "Return", act(ChangeCard.open_source)),
        ):
            actions.add(
                f"review.{name}", words, slot, keys, "", "dreams", scope=self._scroll, listed=False
            )
        actions.add(
            "review.apply",
            self.tr("Apply the accepted changes"),
            self.apply_button.click,
            "Ctrl+Return",
            "check",
            "dreams",
            scope=self,
        )

    def _make_cards(self, memory: Memory) -> None:
        for card in self.cards.values():
            card.hide()
            card.deleteLater()
        self.cards = {}
        self.current = 0
        while self._list.takeAt(0):
            pass
        assert self.proposal is not None
        sources = {source.path for change in self.proposal.changes for source in change.sources}
        days = {path: day for path in sources if (day := memory.layout.date_of(path))}
        for change in self.proposal.changes:
            card = ChangeCard(self._theme, change, days, memory.today())
            card.decided.connect(self.decided)
            card.opened.connect(self.opened)
            card.pressed.connect(self.go_to)
            self.cards[change.n] = card
            self._list.addWidget(card)
        self._list.addStretch(1)

    def _show_mode(self, mode: str) -> None:
        self._stack.setCurrentWidget(self.result if mode == RESULT else self._scroll)
        if mode == RESULT:
            self.result_asked.emit()
        for card in self.cards.values():
            card.show_side_by_side(mode == BESIDE)

    def _step(self, by: int) -> None:
        numbers = list(self.cards)
        if self.current in numbers:
            at = numbers.index(self.current) + by
            self.go_to(numbers[min(max(at, 0), len(numbers) - 1)])

    def _count(self) -> None:
        assert self.proposal is not None
        states = [state_of(change) for change in self.proposal.changes]
        parts = [
            self.tr("%1 accepted").replace("%1", str(states.count(ACCEPTED))),
            self.tr("%1 rejected").replace("%1", str(states.count(REJECTED))),
            self.tr("%1 to decide").replace("%1", str(states.count(OPEN))),
        ]
        self.tally.setText(" · ".join(parts))
        taken = states.count(ACCEPTED)
        words = self.tr("Apply 1 change") if taken == 1 else self.tr("Apply %1 changes")
        self.apply_button.setText(words.replace("%1", str(taken)))
        self.apply_button.setEnabled(taken > 0)
        if self.modes.value == RESULT:
            self.result_asked.emit()

    def _measure(self) -> None:
        px = self._theme.px
        self._column.setMaximumWidth(px(WIDTH) + 2 * px(20))
        self._list.setContentsMargins(px(20), px(16), px(20), px(20))
        self._list.setSpacing(px(12))
        self._footer.setContentsMargins(px(20), px(9), px(20), px(9))
        self._footer.setSpacing(px(10))

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)
        self._keys.setVisible(self.width() >= self._theme.px(680))
