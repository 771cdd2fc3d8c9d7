"""What leads to the note that is shown, for an inspector. Knows lines and paths, reads none."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.notebook.layout import Layout
from desktop_app.ui.parts.inspector import Heading, Outline
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory.note_links import Backlink


class LinkedFrom(Outline):
    """The lines of other notes that lead here; a press opens one."""

    opened = Signal(str, int)

    def __init__(self) -> None:
        super().__init__("")
        self.links: Sequence[Backlink] = ()
        self.section = QWidget()
        self.chosen.connect(lambda n: self.opened.emit(self.links[n].path, self.links[n].line))

    def take_section(self, section: QWidget) -> None:
        """The section it stands in, which is there while there is something to show."""
        self.section = section
        section.hide()

    def clear(self) -> None:
        """Nothing leads here."""
        self.links = ()
        self.section.hide()

    def show_links(self, links: "Sequence[Backlink]", layout: Layout, today: date) -> None:
        """Shows these, each by the day or the name of its note."""
        self.links = links
        line = tr("line %1")
        self.show_headings(
            [
                Heading(_name(one.path, layout, today), line.replace("%1", str(one.line)), n)
                for n, one in enumerate(links)
            ]
        )
        self.section.setVisible(bool(links))


def _name(path: str, layout: Layout, today: date) -> str:
    day = layout.date_of(path)
    if day is not None and path == layout.day(day):
        return dates.title(day, today)
    return path if path == layout.memory else layout.name_of(path)
