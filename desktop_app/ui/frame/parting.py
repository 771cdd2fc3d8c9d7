"""Asks before a window closes over a text that stands nowhere else. Knows a banner."""

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from desktop_app.ui.window import Window


class HasTyped(Protocol):
    """Where one types."""

    def unkept(self) -> list[str]:
        """The names of what was typed there and could be kept on no disk."""


class Parting(QObject):
    """`allows` says whether closing loses nothing, or asks; `agreed` is the answer that it may."""

    agreed = Signal()

    def __init__(self, window: Window, parts: Callable[[], Sequence[HasTyped]]) -> None:
        """`parts` gives the places where something may have been typed."""
        super().__init__(window)
        self._window, self._parts = window, parts
        self._asked = ""  # the question, as the banner tells it
        self._may = False
        window.banner.acted.connect(self._act)

    def allows(self) -> bool:
        """Whether the window may close; if not, the person was asked."""
        unkept = [name for part in self._parts() for name in part.unkept()]
        if self._may or not unkept:
            return True
        words = self.tr("This could not be saved and is in this window only: %1.")
        hint = self.tr("Make room on the disk and close again, or it is lost.")
        banner = self._window.banner
        banner.say(words.replace("%1", ", ".join(unkept)), hint, self.tr("Close and lose it"))
        self._asked = banner.words
        return False

    def _act(self) -> None:
        if self._asked and self._window.banner.words == self._asked:
            self._may = True
            self._window.banner.clear()
            self.agreed.emit()
