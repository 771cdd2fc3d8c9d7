"""Looking at an earlier version and coming back, with or without it. Knows a page's document and
memory's history, not where the page shows the view.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.errors import Problem
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Version
from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.history.restoring import take_back
from desktop_app.ui.memory.version_view import Comparison, VersionView, compared
from desktop_app.ui.page import Page
from desktop_app.ui.parts import dates
from desktop_app.ui.writing.document import Document

if TYPE_CHECKING:
    from desktop_app.memory import Memory


class VersionTrip(QObject):
    """`on` says whether a version is looked at; the page then shows `view`."""

    changed = Signal()

    def __init__(self, page: Page, document: Document) -> None:
        super().__init__(page)
        self.on = False
        self.view = VersionView(page.theme)
        self._page = page
        self._document = document
        self._asked: tuple[Version, str] | None = None  # what is looked at, or about to be
        document.renewed.connect(self._again)
        self.view.left.connect(self.end)
        self.view.restored.connect(self._restore)

    def begin(self, version: Version, name: str) -> None:
        """Shows a version, called `name`, against the present text, whatever that becomes."""
        self._asked = version, name
        self._document.flush()
        self._compare(version, name)

    def end(self) -> None:
        """Back to the text."""
        self._asked = None
        if self.on:
            self.on = False
            self.changed.emit()

    def _again(self) -> None:
        """The text was changed elsewhere: what restoring would do is another thing now."""
        if self._asked is not None:
            self._compare(*self._asked)

    def _compare(self, version: Version, name: str) -> None:
        memory, text = self._page.memory, self._document.text

        def work() -> Comparison:
            return compared(version, as_buffer(memory.version_data(version.version)), text)

        def show(found: Comparison) -> None:
            if self._asked == (version, name) and version.path == self._document.path:
                self.on = True
                self.view.show_comparison(found, name, memory.now())
                self.changed.emit()

        def refuse(problem: Problem) -> None:
            self.end()
            self._untold(problem)

        self._page.jobs.call(f"{self._page.name}.version", work, show, refuse)

    def _restore(self, version: Version) -> None:
        """In the order of all changes, so that what was typed just now is saved before."""
        memory, jobs = self._page.memory, self._page.jobs
        self._document.flush()

        def work() -> tuple[Snapshot, Snapshot]:
            before = memory.read(version.path)
            return before, memory.restore(version.path, version.version)

        def done(found: tuple[Snapshot, Snapshot]) -> None:
            self.end()
            self._document.look(own=True)
            words = self.tr("Restored the version of %1")
            words = words.replace("%1", dates.when(version.at, memory.now()))
            self._page.toast(words, self.tr("Undo"), lambda: self._undo(memory, *found))

        jobs.do(work, done, self._untold)

    def _undo(self, memory: "Memory", before: Snapshot, after: Snapshot) -> None:
        """What came later is not lost by a late click."""
        self._page.jobs.do(
            lambda: take_back(memory, before, after),
            lambda _saved: self._document.look(own=True),
            self._untold,
        )

    def _untold(self, problem: Problem) -> None:
        self._page.told.emit(problem.message, problem.hint)
