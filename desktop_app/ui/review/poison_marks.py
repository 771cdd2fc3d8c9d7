"""Marks beside lines that were written to steer a model.

Knows a note's document and the poison lab's question, not what makes a line suspicious.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

from desktop_app.ui.page import Page
from desktop_app.ui.parts.delayed import delayed

if TYPE_CHECKING:
    from desktop_app.memory.poison import PoisonedLine
    from desktop_app.ui.writing.document import Document
    from desktop_app.ui.writing.editor import Editor

_REST = 600  # milliseconds without a change of the text
_MOST = 1_000_000  # characters of a text that is looked at while it is written


class PoisonMarks(QObject):
    """Looks at a page's text in a worker, and marks it where it is written and read."""

    def __init__(self, page: Page, document: "Document", editor: "Editor") -> None:
        super().__init__(page)
        self._page, self._document, self._editor = page, document, editor
        self._soon = delayed(self, _REST, self._look)
        self.found: tuple[PoisonedLine, ...] = ()
        document.opened.connect(self._opened)
        document.renewed.connect(lambda _outside: self._soon.start())
        editor.edited.connect(self._soon.start)
        editor.loaded.connect(self._mark)
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A line may have been called fine elsewhere meanwhile."""
        if event.type() == QEvent.Type.Show:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _opened(self) -> None:
        self._show(())
        self._soon.start()

    def _look(self) -> None:
        memory, path, text = self._page.memory, self._document.path, self._document.text
        if memory is None or not path or len(text) > _MOST or not self._page.isVisible():
            return

        def show(found: "list[PoisonedLine]") -> None:
            if (path, text) == (self._document.path, self._document.text):
                self._show(tuple(found))

        self._page.jobs.call(
            f"{self._page.name}.poison", lambda: memory.poison.in_text(path, text), show
        )

    def _show(self, found: "tuple[PoisonedLine, ...]") -> None:
        self.found = found
        self._mark()

    def _mark(self) -> None:
        words = {}
        if self.found:
            from desktop_app.language.gate.poison_words import findings_words

            words = {one.line: findings_words(one.findings) for one in self.found}
        self._editor.warn(words)
