"""The inbox: at most three questions a day about what memory says, each answered with one key.

Knows its cards and memory's questions, not why something is asked.
"""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop_app.dreams.inbox.item import KEYS, InboxAnswer, InboxItem
from desktop_app.ui.answering.answer_page import AnswerPage
from desktop_app.ui.answering.kept_list import KeptLine, KeptList
from desktop_app.ui.inbox.inbox_card import InboxCard
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.plans import INBOX
from desktop_app.ui.review.source_row import Names
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.inbox.book import NeverAsked
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.memory.inbox import InboxAnswered

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


class InboxPage(AnswerPage):
    """One card a question."""

    plan = INBOX

    waiting = Signal(int)  # questions that are open today

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        self.never = KeptList(tr("Never asked about"), tr("Ask again"))
        super().__init__(jobs, actions, [self.never])
        self.never.taken_back.connect(self._lift)
        around = tr("Next question"), tr("Previous question"), tr("Open the source")
        self.add_keys(_WORDS, KEYS, around)

    def show_notebook(self, memory: "Memory") -> None:
        self.never.show_lines([])
        super().show_notebook(memory)

    def show_changed(self, changed: "Changed") -> None:
        memory = self.memory
        if memory is not None and self.isVisible() and memory.layout.memory in changed.paths:
            self._soon.start()

    def ask(self, memory: "Memory") -> None:
        def look() -> "tuple[list[InboxItem], list[NeverAsked]]":
            return memory.inbox.today(), memory.inbox.never()

        self.jobs.call("inbox", look, lambda found: self._show(*found), self.failed)

    def _show(self, items: "list[InboxItem]", never: "list[NeverAsked]") -> None:
        self.never.show_lines(
            [KeptLine(one.key, "  ·  ".join(" ".join(text.split()) for text in one.texts))
             for one in never]
        )  # fmt: skip
        told = counted("{count} question", "{count} questions", len(items)) if items else ""
        self.header.say(self.title, told)
        self.waiting.emit(len(items))
        self.show_items(items, tr("Nothing to ask today."))

    def card_of(self, item: InboxItem, names: Names) -> InboxCard:
        return InboxCard(item, names)

    def paths_of(self, item: InboxItem) -> set[str]:
        return {source.path for source in item.sources}

    def answer(self, memory: "Memory", item: InboxItem, answer: str, words: str) -> None:
        key = item.key
        undo = partial(self._take_back, memory, key)
        self.jobs.do(
            lambda: memory.inbox.answer(key, InboxAnswer(answer), words),
            lambda done: self.done(_told(done), tr("Undo"), undo),
            self.refused,
        )

    def _lift(self, key: str) -> None:
        if self.memory is not None:
            self._take_back(self.memory, key)

    def _take_back(self, memory: "Memory", key: str) -> None:
        self.jobs.do(lambda: memory.inbox.undo(key), lambda _: self._ask(), self.refused)


def _told(done: "InboxAnswered") -> str:
    """What an answer did, in a sentence."""
    if done.changed:
        return tr("MEMORY.md has changed.")
    if done.answer == InboxAnswer.LATER:
        return tr("It comes again in a week.")
    if done.answer == InboxAnswer.NEVER:
        return tr("It is never asked again.")
    return tr("Noted. MEMORY.md stays as it is.")
