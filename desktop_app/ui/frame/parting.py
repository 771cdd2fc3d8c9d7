"""Asks before a window closes over a text that stands nowhere else. Knows pages and a banner."""

from PySide6.QtCore import QObject, Signal

from desktop_app.ui.window import Window


class Parting(QObject):
    """`allows` says whether closing loses nothing, or asks; `agreed` is the answer that it may."""

    agreed = Signal()

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._asked = ""  # the question, as the banner tells it
        self._may = False
        window.banner.acted.connect(self._act)

    def allows(self) -> bool:
        """Whether the window may close; if not, the person was asked."""
        unkept = [name for page in self._window.pages for name in page.unkept()]
        if self._may or not unkept:
            return True
        words = self.tr("What you typed in %1 is in this window only: it could not be saved.")
        hint = self.tr("Make room on the disk and press Ctrl+S there, or it is lost.")
        banner = self._window.banner
        banner.say(words.replace("%1", ", ".join(unkept)), hint, self.tr("Close and lose it"))
        self._asked = banner.words
        return False

    def _act(self) -> None:
        if self._asked and self._window.banner.words == self._asked:
            self._may = True
            self._window.banner.clear()
            self.agreed.emit()
