"""What came of a dream and of deeds, told to somebody who may be elsewhere. Knows words, no rows.

Beside the dreams a dream is there to be seen; a toast would only cover its buttons.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_app.ui.dreams.dream_words import (
    applied_words,
    left_words,
    undone_words,
    until_in_words,
)
from desktop_app.ui.page import Page
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.words import to_decide
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied, Undone
    from desktop_app.dreams.begun import Outcome

Act = Callable[[], None]


class DreamNews:
    """Says how a dream ended: on the page if that is in `front`, else by a toast."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.front = False
        self._called = False

    def come(self) -> None:
        """The page is in front. Whoever reads it needs no toast any more."""
        self.front = True
        if self._called:
            self._called = False
            self._page.toast("")

    def leave(self) -> None:
        """Another page is in front."""
        self.front = False

    def dreamt(self, outcome: "Outcome", review: Act, again: Act) -> None:
        """A dream ended well."""
        if outcome.fell_back:
            self._page.told.emit(outcome.without_model, "")
        if outcome.proposal is None:
            word = tr("Dream again")
            if outcome.newest is not None and self._page.memory is not None:
                word = until_in_words(outcome.newest, self._page.memory.today())
            self._tell(outcome.reason, word, again)
            return
        sentence = tr("Dream finished: %1")
        count = to_decide(len(outcome.proposal.changes))
        self._tell(sentence.replace("%1", count), tr("To decide"), review)

    def failed(self, outcome: "Outcome", look: Act) -> None:
        """A dream failed; what there is to do stands on the page."""
        sentence = tr("The dream failed. %1")
        self._tell(sentence.replace("%1", outcome.reason), tr("Look"), look)

    def applied(self, applied: "Applied", undo: Act) -> None:
        """MEMORY.md was written, perhaps without what could not be."""
        self.did(applied_words(applied), undo)
        if applied.unwritten:
            self._page.told.emit(*left_words(applied))

    def undone(self, undone: "Undone") -> None:
        """A dream was taken back."""
        self._page.toast(undone_words(undone))

    def did(self, words: str, undo: Act) -> None:
        """Something was done; for a while a click or Ctrl+Z takes it back."""
        self._page.toast(words, tr("Undo"), undo)

    def _tell(self, words: str, word: str, act: Act) -> None:
        if self.front:
            announce(self._page, words)
        else:
            self._called = True
            self._page.toast(words, word, act)
