"""What the pages of MEMORY.md and of days share: an open file, and an inspector beside it.

Knows a page of notes and what stands beside every note; the rest is the page's.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QWidget

from desktop_app.notebook.layout import FileKind
from desktop_app.ui.file_side import FileSide
from desktop_app.ui.note_page import NotePage
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.notices import EmptyState

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed

T = TypeVar("T")

_LATER = 250  # milliseconds


class FilePage(NotePage):
    """A page of notes whose inspector is asked for again when files of these `kinds` change.

    `asked` is the path that is shown or on its way.
    """

    kinds: frozenset[FileKind]

    def __init__(
        self, jobs: "Jobs", actions: Actions, called: str, empty: EmptyState, side: FileSide
    ) -> None:
        super().__init__(jobs, actions, called, empty)
        self.asked = ""
        self.files_later = delayed(self, _LATER, self.ask_files)
        side.opened.connect(self.opened)
        side.line_chosen.connect(self.arrive)
        side.history.asked.connect(
            lambda version: self.history_asked.emit(self.file.path, version, 0)
        )
        self.side = side

    def inspector(self) -> QWidget:
        return self.side

    def show_changed(self, changed: "Changed") -> None:
        if self.memory is None:
            return
        if not {self.asked, self.file.path}.isdisjoint(changed.paths):
            self.file.look(own=changed.own)
        if {*map(self.memory.layout.kind, changed.paths)} & self.kinds:
            self.files_later.start()

    def show_again(self) -> None:
        self.file.look()
        self.files_later.start()

    def ask_files(self) -> None:
        """Asks anew for what files beside this one tell."""
        raise NotImplementedError

    def ask_past(self) -> None:
        """Asks for the versions of the file, and for what leads here."""
        memory, path, side = self.memory, self.file.path, self.side
        if memory is not None and path:
            self.ask_beside("versions", lambda: memory.history.versions(path),
                lambda found: side.history.show_versions(found, memory.now()))  # fmt: skip
            # Ten years of notes take a second at first: the rest does not wait for it.
            self.ask_beside("links", lambda: memory.note_links.to(path),
                lambda found: side.links.show_links(found, memory.layout, memory.today()),
            )  # fmt: skip

    def ask_beside(self, what: str, work: Callable[[], T], show: Callable[[T], object]) -> None:
        """Asks for something beside this file; no answer is shown once another is on its way."""
        path = self.file.path
        self.jobs.call(
            f"{self.name}.{what}",
            work,
            lambda answer: show(answer) if path == self.asked else None,
            self.tell,
        )

    def begin(self, text: str) -> None:
        """Begins the file with this text, the keyboard behind it."""
        self.file.begin(text)
        self.stack.setCurrentWidget(self.editor)
        self.editor.setFocus()
        self.editor.go_to_end()
