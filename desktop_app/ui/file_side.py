"""What stands beside every open file. Knows no page."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop_app.notebook.layout import Layout
from desktop_app.ui.history.versions import LatestVersions
from desktop_app.ui.parts.inspector import Heading, Inspector, Outline, name_of
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.note_links import Backlink


class FileSide(Inspector):
    """The sections of a file: its outline, what leads here, its history."""

    opened = Signal(str, int)

    def __init__(self, name: str, empty: str) -> None:
        """`empty` stands there while it has no outline."""
        super().__init__(name)
        self.links: Sequence[Backlink] = ()
        self.outline, self.linked, self.history = Outline(empty), Outline(""), LatestVersions()
        links = lambda at: self.opened.emit(self.links[at].path, self.links[at].line)
        self.linked.chosen.connect(links)

    def add_links(self) -> None:
        """Puts the lines of other notes that lead here next; a press opens one."""
        self.linked_section = self.add(tr("Linked from"), self.linked)
        self.linked_section.hide()

    def show_links(self, links: "Sequence[Backlink]", layout: Layout, today: date) -> None:
        """Shows these, each by the day or the name of its note."""
        self.links = links
        lines = [tr("line %1", one.line) for one in links]
        names = [name_of(one.path, layout, today) for one in links]
        self.linked.show_headings([*map(Heading, names, lines, range(len(links)))])
        self.linked_section.setVisible(bool(links))
