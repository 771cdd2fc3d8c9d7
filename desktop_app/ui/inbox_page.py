"""The inbox: at most three questions a day about what memory says, each answered with one key.

Knows its cards and memory's questions, not why something is asked.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractButton, QApplication, QVBoxLayout

from desktop_app.dreams.inbox.item import KEYS, InboxAnswer
from desktop_app.ui.inbox.inbox_card import InboxCard
from desktop_app.ui.inbox.never_list import NeverList
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.ui.plans import INBOX
from desktop_app.ui.review.source_row import Names
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.inbox.book import NeverAsked
    from desktop_app.dreams.inbox.item import InboxItem
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.memory.inbox import InboxAnswered

_WIDTH = 720
_REST = 1_000  # milliseconds without a change of a file, then the questions are looked for again
_WORDS = {
    InboxAnswer.KEEP: tr("Keep the first line"),
    InboxAnswer.TAKE: tr("Keep the second line"),
    InboxAnswer.BOTH: tr("Both lines are right"),
    InboxAnswer.STILL: tr("The line is still true"),
    InboxAnswer.GONE: tr("The line is no longer true"),
    InboxAnswer.EDIT: tr("Edit the line"),
    InboxAnswer.LATER: tr("Ask later"),
    InboxAnswer.NEVER: tr("Never ask about this"),
}


class InboxPage(Page):
    """One card a question; the keys are meant for the current one."""

    plan = INBOX

    waiting = Signal(int)  # questions that are open today

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.cards: list[InboxCard] = []
        self.current = 0
        self.header = Header(actions, self.title)
        self.empty = EmptyState(self.name, tr("Nothing to ask today."))
        self.never = NeverList()
        self._scroll = ScrolledColumn()
        self._cards = QVBoxLayout()
        self._scroll.column.addLayout(self._cards)
        self._scroll.column.addWidget(self.empty, 2)
        self._scroll.column.addWidget(self.never)
        self._scroll.column.addStretch(1)
        stacked(self, self.header, self._scroll, grows=self._scroll)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._asking = False
        self._soon = QTimer(self, singleShot=True, interval=_REST)
        self._soon.timeout.connect(self._ask)
        self.never.lifted.connect(self._lift)
        self._add_keys(actions)
        theme().followed_by(self._measure)

    # -- what the window says -------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self._show([], [], False)
        if self.isVisible():
            self._ask()

    def show_changed(self, changed: "Changed") -> None:
        memory = self.memory
        if memory is not None and self.isVisible() and memory.layout.memory in changed.paths:
            self._soon.start()

    def show_again(self) -> None:
        if self.isVisible():
            self._ask()

    def entered(self) -> None:
        self._ask()

    @property
    def settled(self) -> bool:
        """Whether what is shown is what is asked now."""
        return not self._asking and not self._soon.isActive()

    # -- questions ------------------------------------------------------------------------

    def _ask(self) -> None:
        if (memory := self.memory) is None:
            return
        self._asking = True

        def look() -> "tuple[list[InboxItem], list[NeverAsked]]":
            return memory.inbox.today(), memory.inbox.never()

        self.jobs.call("inbox", look, lambda found: self._show(*found, True), self._failed)

    def _failed(self, problem: "Problem") -> None:
        self._asking = False
        self.tell(problem)

    def _show(self, items: "list[InboxItem]", never: "list[NeverAsked]", known: bool) -> None:
        self._asking = False
        self.never.show_never(never)
        self.empty.setVisible(known and not items)
        self.header.say(
            self.title,
            counted("{count} question", "{count} questions", len(items)) if items else "",
        )
        if known:
            self.waiting.emit(len(items))
        if [card.item for card in self.cards] == items or (memory := self.memory) is None:
            return
        if any(card.field.hasFocus() for card in self.cards):
            self._soon.start()  # what somebody types stays; the cards come anew after it
            return
        names = _names(memory, items)
        at_work = self.isAncestorOf(QApplication.focusWidget())
        self.cards = [InboxCard(item, names) for item in items]
        for n, card in enumerate(self.cards):
            card.said.connect(partial(self._answer, card))
            card.opened.connect(self.opened)
            card.wanted.connect(partial(self._go, n))
        lines_in(self._cards, self.cards)
        if at_work:
            self.setFocus()
        self._go(min(self.current, len(items) - 1))

    # -- answers --------------------------------------------------------------------------

    def _answer(self, card: InboxCard, answer: InboxAnswer, words: str) -> None:
        if (memory := self.memory) is None:
            return
        key = card.item.key

        def answered(done: "InboxAnswered") -> None:
            self._ask()
            self.toast(_told(done), tr("Undo"), partial(self._take_back, memory, key))

        self.setFocus()
        self.jobs.do(lambda: memory.inbox.answer(key, answer, words), answered, self._refused)

    def _refused(self, problem: "Problem") -> None:
        self.tell(problem)
        self._ask()

    def _lift(self, key: str) -> None:
        if self.memory is not None:
            self._take_back(self.memory, key)

    def _take_back(self, memory: "Memory", key: str) -> None:
        self.jobs.do(lambda: memory.inbox.undo(key), lambda _: self._ask(), self._refused)

    # -- keys -----------------------------------------------------------------------------

    def _add_keys(self, actions: Actions) -> None:
        def add(
            name: str, words: str, key: str, slot: Callable[[], None], *, listed: bool = True
        ) -> None:
            known = f"inbox.{name}"
            actions.add(known, words, slot, key, "", self.name, scope=self, listed=listed)

        for answer, words in _WORDS.items():
            add(answer, words, KEYS[answer], partial(self._say, answer))
        add("next", tr("Next question"), "J", partial(self._step, 1), listed=False)
        add("previous", tr("Previous question"), "K", partial(self._step, -1), listed=False)
        add("source", tr("Open the source"), "Return", self._enter, listed=False)

    def _say(self, answer: InboxAnswer) -> None:
        if self.cards:
            self.cards[self.current].say(answer)

    def _step(self, by: int) -> None:
        self._go(max(0, min(len(self.cards) - 1, self.current + by)))

    def _enter(self) -> None:
        """Enter presses the button that has the keyboard; elsewhere it opens the source."""
        now = QApplication.focusWidget()
        if isinstance(now, QAbstractButton) and self.isAncestorOf(now):
            now.click()
        elif self.cards:
            self.cards[self.current].open_source()

    def _go(self, number: int) -> None:
        self.current = max(0, number)
        for n, card in enumerate(self.cards):
            card.set_current(n == self.current and len(self.cards) > 1)
        now = self.cards[self.current] if self.cards else None
        for answer in _WORDS:
            self.registry.allow(f"inbox.{answer}", now is not None and answer in now.buttons)
        if now is not None:
            self._scroll.ensureWidgetVisible(now)

    def _measure(self) -> None:
        px = theme().px
        self._scroll.middle.setMaximumWidth(px(_WIDTH))
        self._scroll.column.setContentsMargins(px(24), px(20), px(24), px(40))
        self._scroll.column.setSpacing(px(20))
        self._cards.setSpacing(px(14))


def _names(memory: "Memory", items: "list[InboxItem]") -> Names:
    """How the places of these questions are called."""
    paths = {source.path for item in items for source in item.sources}
    return Names(memory.today(), memory.layout.dates_of(paths), memory=memory.layout.memory)


def _told(done: "InboxAnswered") -> str:
    """What an answer did, in a sentence."""
    if done.changed:
        return tr("MEMORY.md has changed.")
    if done.answer == InboxAnswer.LATER:
        return tr("It comes again in a week.")
    if done.answer == InboxAnswer.NEVER:
        return tr("It is never asked again.")
    return tr("Noted. MEMORY.md stays as it is.")
