"""Looking at an earlier version and coming back, with or without it. Knows a page's document and
memory's history, not where the page shows the view.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.errors import Problem
from desktop_app.notebook.history import Version
from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.page import Page
from desktop_app.ui.writing.document import Document
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.ui.history.restoring import Restoring
    from desktop_app.ui.memory.version_view import Comparison, VersionView


class VersionTrip(QObject):
    """`on` says whether a version is looked at; the page then shows `view`."""

    changed = Signal()
    made = Signal(object)  # the view, for the page to take in

    def __init__(self, page: Page, document: Document) -> None:
        super().__init__(page)
        self.on = False
        self._view: VersionView | None = None
        self._page = page
        self._document = document
        self._asked: tuple[Version, str] | None = None  # what is looked at, or about to be
        self._against = ""  # the text that the version is compared with
        self._restoring: Restoring | None = None
        document.renewed.connect(self._again)

    @property
    def view(self) -> "VersionView":
        """What shows a version, made when one is first looked at."""
        if self._view is None:
            from desktop_app.ui.memory.version_view import VersionView

            self._view = VersionView()
            self._view.left.connect(self.end)
            self._view.restored.connect(self._restore)
            self.made.emit(self._view)
        return self._view

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
        from desktop_app.ui.memory.version_view import compared

        memory, text = self._page.memory, self._document.text

        def work() -> "Comparison":
            return compared(version, as_buffer(memory.history.content(version.version)), text)

        def show(comparison: "Comparison") -> None:
            if self._asked == (version, name) and version.path == self._document.path:
                self.on, self._against = True, _plain(text)
                self.view.show_comparison(comparison, name, memory.now())
                self.changed.emit()

        def refuse(problem: Problem) -> None:
            self.end()
            self._page.tell(problem)

        self._page.jobs.call(f"{self._page.name}.version", work, show, refuse)

    def _restore(self, version: Version) -> None:
        """Restores a version after all earlier changes: what was typed just now is saved before."""
        from desktop_app.ui.history.restoring import Restoring

        if self._restoring is None:
            self._restoring = Restoring(self._page.jobs, self)
            self._restoring.announced.connect(self._restored)
            self._restoring.refused.connect(self._refused)
        against = self._against
        self._document.flush()
        self._restoring.bring_back(
            self._page.memory, version, lambda now: _plain(as_buffer(now.data)) == against
        )

    def _restored(self, words: str, undo: Callable[[], None] | None) -> None:
        if undo is not None:  # else it is taken back, perhaps while one looks at another
            self.end()
        self._document.look(own=True)
        self._page.toast(words, tr("Undo") if undo else "", undo)

    def _refused(self, problem: Problem) -> None:
        self._page.tell(problem)
        self._document.look()  # and what differs now is shown


def _plain(text: str) -> str:
    """An editor types no-break spaces which a file keeps as spaces."""
    return text.replace("\u00a0", " ")
