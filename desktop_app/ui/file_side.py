"""What stands beside every open file. Knows no page."""

from PySide6.QtCore import Signal

from desktop_app.ui.history.versions import LatestVersions
from desktop_app.ui.parts.inspector import Inspector, LinkedFrom, Outline
from desktop_app.words import tr


class FileSide(Inspector):
    """The sections of a file: its outline, what leads here, its history."""

    opened = Signal(str, int)
    line_chosen = Signal(int)

    def __init__(self, name: str, empty: str) -> None:
        """`empty` stands there while it has no outline."""
        super().__init__(name)
        self.outline, self.links, self.history = Outline(empty), LinkedFrom(), LatestVersions()
        self.outline.chosen.connect(self.line_chosen)
        self.links.opened.connect(self.opened)

    def add_links(self) -> None:
        """Puts that section next."""
        self.links.take_section(self.add(tr("Linked from"), self.links))
