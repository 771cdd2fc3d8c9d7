"""The keys of a review: from change to change, and what can be said to the current one.

Knows the registry and one card at a time, not how cards come about.
"""

from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.review.change_card import ChangeCard
from desktop_app.ui.review.change_words import ACCEPTED, BOTH, REJECTED
from desktop_app.words import tr

_DEEDS = ("accept", "reject", "both", "edit", "quote")
_ALL = ("decide", "more", "accept.all", "reject.all")


class ReviewKeys(QObject):
    """Single letters, while the keyboard is in `scope`; the palette has the deeds as well."""

    def __init__(
        self,
        actions: Actions,
        scope: QWidget,
        current: Callable[[], ChangeCard | None],
        step: Callable[[int], None],
        turn: Callable[[int], None],
        deeds: Mapping[str, Callable[[], None]],
    ) -> None:
        """`current` gives the card that is meant, `step` goes so many changes on, `turn` so many
        kinds of changes; `deeds` are what concerns the whole review.
        """
        super().__init__(scope)
        self._registry, self._scope, self._current = actions, scope, current
        self.actions: list[QAction] = []
        self._add("next", tr("Next change"), "J", lambda: step(1))
        self._add("previous", tr("Previous change"), "K", lambda: step(-1))
        self._add("decide", tr("Next change to decide"), "N", deeds["decide"], "question",
            tr("The next question, or change that waits for a word"))  # fmt: skip
        self._add("accept", tr("Accept the change"), "A", self._say(ACCEPTED), "check",
            tr("Of a question: take the note's"))  # fmt: skip
        self._add("reject", tr("Reject the change"), "R", self._say(REJECTED), "cross",
            tr("Of a question: keep mine"))  # fmt: skip
        self._add("both", tr("Keep both lines"), "B", self._say(BOTH), "checks",
            tr("The third answer to a question"))  # fmt: skip
        self._add("edit", tr("Edit the new line"), "E", self._act(ChangeCard.edit), "edit")
        self._add("quote", tr("Use the note's sentence"), "S", self._act(ChangeCard.use_quote),
            "note", tr("In place of words that your notes do not say"))  # fmt: skip
        self._add("source", tr("Open the source"), "Return", self._enter)
        self._add("accept.all", tr("Accept all that are shown"), "Shift+A",
            deeds["accept.all"], "checks",
            tr("Only what your notes support; of questions: take the notes'"))  # fmt: skip
        self._add("reject.all", tr("Reject all that are shown"), "Shift+R", deeds["reject.all"],
            "cross", tr("Of questions: dismiss all of them"))  # fmt: skip
        self._add("family", tr("Next kind of changes"), "F", lambda: turn(1))
        self._add("family.back", tr("Previous kind of changes"), "Shift+F", lambda: turn(-1))
        self._add("more", tr("Show more changes"), "M", deeds["more"], "plus",
            tr("What the dream would keep, too, but never takes beforehand"))  # fmt: skip
        self.follow(None)
        self.allow(())

    def follow(self, card: ChangeCard | None) -> None:
        """Only what this card offers can be done; nothing when no card is to be seen."""
        for name in _DEEDS:
            self._registry.allow(f"review.{name}", card is not None and card.offers(name))

    def allow(self, names: Collection[str]) -> None:
        """What can be done with the whole review: some of decide, more, accept.all, reject.all."""
        for name in _ALL:
            self._registry.allow(f"review.{name}", name in names)

    def _add(
        self,
        name: str,
        words: str,
        key: str,
        slot: Callable[[], None],
        icon: str = "",
        detail: str = "",
    ) -> None:
        self.actions.append(
            self._registry.add(
                f"review.{name}", words, slot, key, icon, "dreams",
                detail=detail, scope=self._scope, listed=name in (*_DEEDS, *_ALL),
            )
        )  # fmt: skip

    def _act(self, do: Callable[[ChangeCard], None]) -> Callable[[], None]:
        def act() -> None:
            card = self._current()
            if card is not None:
                do(card)

        return act

    def _say(self, answer: str) -> Callable[[], None]:
        return self._act(lambda card: card.say(answer))

    def _enter(self) -> None:
        """Enter presses the button that has the keyboard; elsewhere it opens the source."""
        now = QApplication.focusWidget()
        if isinstance(now, QAbstractButton) and self._scope.isAncestorOf(now):
            now.click()
        else:
            self._act(ChangeCard.open_source)()
