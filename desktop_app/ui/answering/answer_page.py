"""A page of cards, each answered by one key. Knows cards and keys, not what they ask."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from desktop_app.ui.answering.answer_card import AnswerCard
from desktop_app.ui.answering.kept_list import KeptList
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.card_column import CardColumn
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.ui.review.source_row import Names

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

_WIDTH = 720


class AnswerPage(Page):
    """One card an item; the keys are meant for the current one. A subclass says how it asks, what
    a card is and what an answer does; it shows what it found by `show_items`."""

    rest = 1_000  # milliseconds without a change of a file, then it is asked again

    def __init__(self, jobs: "Jobs", actions: Actions, kept: Sequence[KeptList]) -> None:
        super().__init__(jobs, actions)
        self.items: list[Any] = []
        self.current = 0
        self.header = Header(actions, self.title)
        self.empty = EmptyState(self.name, "")
        self._scroll = ScrolledColumn()
        self.cards = CardColumn(self._scroll, self._made, lambda number: number == self.current)
        self._scroll.column.addWidget(self.cards)
        self._scroll.column.addWidget(self.empty, 2)
        for part in kept:
            self._scroll.column.addWidget(part)
        self._scroll.column.addStretch(1)
        stacked(self, self.header, self._scroll, grows=self._scroll)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._asking = False
        self._soon = QTimer(self, singleShot=True, interval=self.rest)
        self._soon.timeout.connect(self._ask)
        theme().followed_by(self._measure)

    # -- what a page of this kind says -----------------------------------------------------

    def ask(self, memory: "Memory") -> None:
        """Look for what there is, and end in `show_items` or `failed`."""
        raise NotImplementedError

    def card_of(self, item: Any, names: Names) -> AnswerCard:
        """The card of an item."""
        raise NotImplementedError

    def paths_of(self, item: Any) -> set[str]:
        """The files that a card names."""
        raise NotImplementedError

    def answer(self, memory: "Memory", item: Any, answer: str, words: str) -> None:
        """Do what was answered, and end in `done` or `refused`."""
        raise NotImplementedError

    # -- what the window says --------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.show_items([])
        self.show_again()

    def show_again(self) -> None:
        if self.isVisible():
            self._ask()

    def entered(self) -> None:
        self._ask()

    @property
    def settled(self) -> bool:
        """Whether what is shown is what is asked now."""
        return not self._asking and not self._soon.isActive()

    # -- cards -----------------------------------------------------------------------------

    def _ask(self) -> None:
        if self.memory is not None:
            self._asking = True
            self._soon.stop()
            self.ask(self.memory)

    def failed(self, problem: "Problem") -> None:
        """Nothing could be looked for."""
        self._asking = False
        self.tell(problem)

    def show_items(self, items: Sequence[Any], none: str = "") -> None:
        """A card for each of these; `none` is said where there is none."""
        self._asking = False
        self.empty.say("" if items else none)
        self.empty.setVisible(bool(none) and not items)
        if list(items) != self.items:
            if any(card.typing for card in self._there().values()):
                self._soon.start()  # what somebody types stays; the cards come anew after it
                return
            at_work = self.isAncestorOf(QApplication.focusWidget())
            self.items = list(items)
            self.cards.clear()
            self.cards.show_numbers(range(len(items)))
            if at_work:
                self.setFocus()
        self._go(min(self.current, len(items) - 1))

    def card(self, number: int) -> AnswerCard | None:
        """The card of this number; None where there is none."""
        card = self.cards.card(number)
        return card if isinstance(card, AnswerCard) else None

    def _there(self) -> dict[int, AnswerCard]:
        """The cards that are made."""
        made = self.cards.cards.items()
        return {number: card for number, card in made if isinstance(card, AnswerCard)}

    def _made(self, number: int) -> QWidget:
        assert self.memory is not None
        item, layout = self.items[number], self.memory.layout
        dates = layout.dates_of(self.paths_of(item))
        card = self.card_of(item, Names(self.memory.today(), dates, memory=layout.memory))
        card.said.connect(partial(self._answer, item))
        card.opened.connect(self.opened)
        card.wanted.connect(partial(self._go, number))
        card.set_current(number == self.current and len(self.items) > 1)
        return card

    # -- answers ---------------------------------------------------------------------------

    def _answer(self, item: Any, answer: str, words: str) -> None:
        if self.memory is not None:
            self.setFocus()
            self.answer(self.memory, item, answer, words)

    def done(self, words: str, word: str = "", undo: Callable[[], None] | None = None) -> None:
        """An answer is kept: it is asked again, and `words` say what was done."""
        self._ask()
        self.toast(words, word, undo)

    def refused(self, problem: "Problem") -> None:
        """An answer could not be kept."""
        self.tell(problem)
        self._ask()

    # -- keys ------------------------------------------------------------------------------

    def add_keys(
        self, answers: Mapping[Any, str], keys: Mapping[Any, str], around: Sequence[str]
    ) -> None:
        """A key for each answer; `around` are the words for the next, the one before and its
        source."""

        def add(name: str, words: str, key: str, slot: Callable[[], None], listed: bool) -> None:
            known = f"{self.name}.{name}"
            self.registry.add(known, words, slot, key, "", self.name, scope=self, listed=listed)

        self._answers = tuple(answers)
        for answer, words in answers.items():
            add(answer, words, keys[answer], partial(self._say, answer), True)
        after, before, source = around
        add("next", after, "J", partial(self._step, 1), False)
        add("previous", before, "K", partial(self._step, -1), False)
        add("source", source, "Return", self._enter, False)

    def _say(self, answer: str) -> None:
        if card := self.card(self.current):
            card.say(answer)

    def _step(self, by: int) -> None:
        self._go(max(0, min(len(self.items) - 1, self.current + by)))

    def _enter(self) -> None:
        """Enter presses the button that has the keyboard; elsewhere it opens the source."""
        now = QApplication.focusWidget()
        if isinstance(now, QAbstractButton) and self.isAncestorOf(now):
            now.click()
        elif card := self.card(self.current):
            self.opened.emit(card.source.path, card.source.line)

    def _go(self, number: int) -> None:
        self.current = max(0, number)
        now = self.card(self.current)
        for n, card in self._there().items():
            card.set_current(n == self.current and len(self.items) > 1)
        for answer in self._answers:
            self.registry.allow(f"{self.name}.{answer}", now is not None and answer in now.buttons)
        if now is not None:
            self.cards.settle()
            self._scroll.ensureWidgetVisible(now)

    def _measure(self) -> None:
        px = theme().px
        self._scroll.middle.setMaximumWidth(px(_WIDTH))
        self._scroll.column.setContentsMargins(px(24), px(20), px(24), px(40))
        self._scroll.column.setSpacing(px(20))
        self.cards.measure(px(14), theme().zoom)
