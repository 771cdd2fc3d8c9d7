"""Pinning the bullet of a line, in the text that is being written. Knows a page's document.

The mark is a step of the person's: it is saved with what they type, and undone with it.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from desktop_app.ui.look.icons import icon
from desktop_app.ui.page import Page
from desktop_app.ui.writing.document import Document
from desktop_app.ui.writing.editor import LARGE
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.bullets import MemoryFile


class Pinning(QObject):
    """Pin and Unpin for the bullets of a page's document."""

    def __init__(self, page: Page, document: Document) -> None:
        super().__init__(page)
        self._page = page
        self._document = document

    def turn(self, line: int) -> None:
        """Pins the bullet on this line, or unpins it; any other line stays as it is."""
        text = self._document.text

        def show(wanted: str) -> None:
            if self._document.text == text and wanted != text:
                self._document.edit()
                self._document.editor.change(wanted)
                self._document.flush()

        self._page.jobs.call(f"{self._page.name}.pin", lambda: turned(text, line), show)

    def add_to(self, menu: QMenu, line: int) -> None:
        """Puts Pin or Unpin into the menu of a right click, where the line is of a bullet."""
        text = self._document.text
        if not self._document.editable:
            return
        words = tr("Pin or unpin")
        if len(text) <= LARGE:
            bullet = _memory(text).bullet_on(line)
            if bullet is None:
                return
            words = tr("Unpin") if bullet.pinned else tr("Pin")
        menu.addSeparator()
        action = menu.addAction(icon("pin"), words)
        action.triggered.connect(lambda: self.turn(line))


def turned(text: str, line: int) -> str:
    """The text with the bullet of a 1-based line pinned, or unpinned if it was. Any thread."""
    from desktop_app.notebook.bullets import Pin

    memory = _memory(text)
    bullet = memory.bullet_on(line)
    if bullet is None:
        return text
    return memory.changed([Pin(bullet, not bullet.pinned)]).decode("utf-8", "surrogatepass")


def _memory(text: str) -> "MemoryFile":
    from desktop_app.notebook.bullets import MemoryFile  # its Markdown takes long to load

    return MemoryFile(text.encode("utf-8", "surrogatepass"))
