"""Where a link of a note leads: a signal for what is in the notebook, a strip that asks before a
browser is opened. Knows no text.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

from collections.abc import Callable

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices

from desktop_app.notebook.text import links
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import tr


class LinkStrip(Banner):
    """Hidden until a link leads out of the notebook."""

    inside = Signal(str, int)  # a note inside the notebook, and a line (0: none)
    named = Signal(str)  # what stands between the [[brackets]] of a link
    tagged = Signal(str)  # a #tag, with its sign

    def __init__(self) -> None:
        super().__init__()
        self.open_outside: Callable[[QUrl], object] = QDesktopServices.openUrl
        self._url = ""
        self.acted.connect(self._open_outside)

    def follow(self, base: str, href: str) -> None:
        """A link of the note at `base` was chosen."""
        target = links.target(base, href)
        if target.kind == links.INSIDE:
            self.inside.emit(target.path, target.line)
        elif target.kind == links.NAMED:
            self.named.emit(target.path)
        elif target.kind == links.TAGGED:
            self.tagged.emit(f"#{target.path}")
        elif target.kind == links.OUTSIDE:
            self._url = target.url
            self.say(target.url, "", tr("Open in browser"), "info")
        else:
            words = tr("Nightstand does not open this link: %1")
            self.say(words.replace("%1", href), tone="info")

    def _open_outside(self) -> None:
        self.clear()
        self.open_outside(QUrl(self._url))
