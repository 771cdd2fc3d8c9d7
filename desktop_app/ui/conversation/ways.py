"""The ways in which conversations come in, beside talking here. Each is a part of the page.

A part is made when it is first asked for. Who adds a way adds a row to `WAYS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from desktop_app.ui.parts.actions import Actions
from desktop_app.words import tr

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.ui.conversation.adding import Adding
    from desktop_app.ui.conversation.import_card import Importing


class WayPart(Protocol):
    """A QWidget that stands in the middle of the page, with a header of its own."""

    closed: "SignalInstance"  # the conversations are to be shown again
    opened: "SignalInstance"  # open this path at this line
    toasted: "SignalInstance"  # as that of a page
    about_to_write: "SignalInstance"  # what is typed elsewhere is to be saved first

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook is open."""

    def ask(self) -> None:
        """It comes to the front, with the keyboard."""

    def leave(self) -> None:
        """Another page comes to the front, or the window closes."""

    def unkept(self) -> list[str]:
        """What was typed there and could be kept on no disk, by name."""


@dataclass(frozen=True)
class Way:
    """One way: its words on a button or in a menu, and what makes its part. The `Callable` that
    the maker gets last reads the person's settings."""

    id: str
    words: str
    icon: str
    make: "Callable[[Jobs, Actions, Callable[[str], Any]], WayPart]"


def _adding(jobs: "Jobs", actions: Actions, get: Callable[[str], Any]) -> "Adding":
    from desktop_app.ui.conversation.adding import Adding

    return Adding(jobs, actions, get)


def _importing(jobs: "Jobs", actions: Actions, get: Callable[[str], Any]) -> "Importing":
    from desktop_app.ui.conversation.import_card import Importing

    return Importing(jobs, actions, get)


ADD = Way("add", tr("Paste or open a conversation…"), "conversation", _adding)
IMPORT = Way("import", tr("Import from another program…"), "folder-plus", _importing)
WAYS = (ADD, IMPORT)
