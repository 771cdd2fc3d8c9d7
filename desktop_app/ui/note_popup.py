"""A note for today, from anywhere in the window: a small card over it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.note_sheet import NoteSheet
from desktop_app.ui.parts.actions import NOTEBOOK, Actions
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory.days import Noted

WIDTH, HEIGHT = 560, 220


class NotePopup(Overlay):
    """Opened by the action `note`; Enter keeps the note, Esc puts the card away with its text."""

    opened = Signal(str, int)  # a path and a line to show
    toasted = Signal(str, str, object)  # message, the action's word, what it does

    def __init__(self, window: QWidget, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(window, "", WIDTH, HEIGHT)
        self.sheet = NoteSheet(self.card, jobs, "note")
        self.box, self.banner = self.sheet.box, self.sheet.banner
        self.add_button = self.sheet.add_button
        self.unkept = self.sheet.unkept
        self.show_notebook = self.sheet.show_notebook
        self.sheet.grew.connect(self._measure)
        self.sheet.noted.connect(self._noted)
        self.sheet.failed.connect(self.ask)  # also when it was put away: the note is not kept
        self.closed.connect(self.sheet.unsent.keep)
        actions.add("note", tr("Add a note to today"), self.ask, "Ctrl+Shift+N", "plus",
            NOTEBOOK, detail=tr("A line or two, from anywhere"))  # fmt: skip
        theme().followed_by(self._measure)

    def leave(self) -> None:
        """Another notebook is to be opened, or the window closes."""
        self.sheet.unsent.keep()

    def ask(self) -> None:
        """Comes over the window, with what was not kept last time."""
        if self.sheet.memory is not None:
            self.sheet.begin()
            self.open_card(self.box)

    def _noted(self, noted: "Noted") -> None:
        self.close_card()
        show = lambda: self.opened.emit(noted.path, noted.line)  # noqa: E731
        self.toasted.emit(tr("Added to today"), tr("Open"), show)

    def _measure(self) -> None:
        self.sheet.measure()
        self.want_height(HEIGHT + (0 if self.banner.isHidden() else 64))
