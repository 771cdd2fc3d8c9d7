"""Questions about memory and suspicious lines: looked for, answered, taken back. Knows memory and
the page that is told.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.inbox.store import InboxAnswer, InboxItem
from desktop_app.errors import Problem
from desktop_app.memory.poison import PoisonedLine
from desktop_app.ui.page import Page
from desktop_app.ui.review.change_words import ACCEPTED
from desktop_app.ui.review.rows import OF_INBOX, Kept, ReviewRow, ToDecide
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory.inbox import InboxAnswered

Found = dict[str, Any]
"""Parts of what is asked, by their names."""


class AskedWork(QObject):
    """Every deed ends in `found`; a person's own in a toast, too."""

    found = Signal(object)  # all that is ToDecide

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._page, self._jobs = page, page.jobs
        self.asked = ToDecide()

    def look(self) -> None:
        """Look for all of it."""
        if (memory := self._page.memory) is None:
            return

        def questions() -> Found:
            inbox = memory.inbox
            return {"items": tuple(inbox.today()), "never": tuple(inbox.never())}

        def lines() -> Found:
            lab = memory.poison
            found, held, fine = lab.look(), lab.held(), lab.fine_lines()
            return {"lines": tuple(found), "held": tuple(held), "fine": tuple(fine)}

        take, tell = self._take, self._page.tell
        self._jobs.call("asked.questions", questions, take, tell)
        # A notebook of ten years takes half a minute the first time; nobody waits for its end.
        self._jobs.call("asked.lines", lines, take, tell, alone=True)

    def answer(self, row: ReviewRow, name: str, words: str = "") -> None:
        """Give the answer of this name; with `words`, the line in a person's own wording."""
        memory, item = self._page.memory, row.item
        if memory is None or not (words or name in row.answers):
            return
        inbox, poison = memory.inbox, memory.poison
        deed: Callable[[], Any]
        if isinstance(item, InboxItem):
            said = InboxAnswer.EDIT
            if not words:
                said = next(one for one in InboxAnswer if OF_INBOX[one] == name)
            deed = partial(inbox.answer, item.key, said, words)
            self._do(deed, lambda done: (_told(done), "never", item.key))
        elif isinstance(item, PoisonedLine) and name == ACCEPTED:
            deed, told = partial(poison.call_fine, item.text), tr("The line is no longer marked.")
            self._do(deed, lambda one: (told, "fine", one.id))
        elif isinstance(item, PoisonedLine):
            deed = partial(poison.quarantine, item.path, item.line, item.text)
            self._do(deed, lambda one: (tr("The line is in quarantine."), "held", one.id))

    def take_back(self, kept: Kept) -> None:
        if (memory := self._page.memory) is not None:
            deeds: dict[str, Callable[[str], object]] = {
                "never": memory.inbox.undo,
                "held": memory.poison.back,
                "fine": memory.poison.not_fine,
            }
            deed = partial(deeds[kept.name], kept.id)
            self._page.change(lambda _memory: deed(), lambda _: self.look(), self._fail_and_look)

    def _do(self, deed: Callable[[], Any], told: Callable[[Any], tuple[str, str, str]]) -> None:
        """Do it; `told` says what that did, and the name and key by which it is taken back."""

        def done(result: Any) -> None:
            words, name, key = told(result)
            self.look()
            back = partial(self.take_back, Kept(name, key))
            self._page.toast(words, tr("Undo"), back)

        self._page.change(lambda _memory: deed(), done, self._fail_and_look)

    def _take(self, found: Found) -> None:
        self.asked = self.asked._replace(**found)
        self.found.emit(self.asked)

    def _fail_and_look(self, problem: Problem) -> None:
        self._page.tell(problem)
        self.look()


def _told(done: "InboxAnswered") -> str:
    if done.changed:
        return tr("MEMORY.md has changed.")
    if done.answer == InboxAnswer.LATER:
        return tr("It comes again in a week.")
    if done.answer == InboxAnswer.NEVER:
        return tr("It is never asked again.")
    return tr("Noted. MEMORY.md stays as it is.")
