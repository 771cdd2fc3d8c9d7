"""Asks before a window closes over a text that stands nowhere else, or a dream. Knows a banner."""

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from desktop_app.errors import Problem
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import tr


def in_window_only(names: Sequence[str]) -> Problem:
    """The problem that what was typed there could be kept on no disk."""
    words = tr("This could not be saved and is in this window only: %1.")
    return Problem(
        words.replace("%1", ", ".join(names)),
        tr("Make room on the disk and close again, or it is lost."),
    )


class HasTyped(Protocol):
    """Where one types."""

    def unkept(self) -> list[str]:
        """The names of what was typed there and could be kept on no disk."""


class Parting(QObject):
    """`allows` says whether closing loses nothing, or asks; `agreed` is the answer that it may."""

    agreed = Signal()

    def __init__(
        self,
        banner: Banner,
        parts: Callable[[], Sequence[HasTyped]],
        dreaming: Callable[[], bool],
    ) -> None:
        """`parts` gives the places where something may have been typed, `dreaming` says whether a
        dream runs."""
        super().__init__(banner)
        self._banner, self._parts, self._dreaming = banner, parts, dreaming
        self.hurried = False  # the system wants the end: nobody is asked about a dream
        self._asked = ""  # the question, as the banner tells it
        self._may = False
        banner.acted.connect(self._act)

    def allows(self) -> bool:
        """Whether the window may close; if not, the person was asked."""
        if self._may:
            return True
        if unkept := self.unkept():
            problem = in_window_only(unkept)
            self._ask(problem.message, problem.hint, tr("Close and lose it"))
            return False
        if not self._dreaming() or self.hurried or self._stands:  # asked, and closed once more
            return True
        words = tr("A dream is running, and it stops when the window closes.")
        self._ask(words, tr("It can be retried."), tr("Stop it and close"))
        return False

    def unkept(self) -> list[str]:
        """The names of what was typed and is on no disk."""
        return [name for part in self._parts() for name in part.unkept()]

    def withdraw(self) -> None:
        """The dream has ended: nothing is asked about it any more."""
        if self._stands and not self.unkept():
            self._banner.clear()

    @property
    def _stands(self) -> bool:
        """Whether the question can still be read."""
        banner = self._banner
        return bool(self._asked) and banner.isVisible() and banner.words == self._asked

    def _ask(self, words: str, hint: str, word: str) -> None:
        self._banner.say(words, hint, word)
        self._asked = self._banner.words

    def _act(self) -> None:
        if self._asked and self._banner.words == self._asked:
            self._may = True
            self._banner.clear()
            self.agreed.emit()
