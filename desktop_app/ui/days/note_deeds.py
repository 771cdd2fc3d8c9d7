"""What can be done with a whole day or topic: another name, away with it, or forgotten for good.

Knows a page and its document, not which note is shown next.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop_app.memory import Memory
from desktop_app.memory.files import NoteChange
from desktop_app.ui.page import Page
from desktop_app.ui.parts.file_dialogs import ask_words
from desktop_app.ui.parts.header import more_button
from desktop_app.ui.writing.document import Document
from desktop_app.words import tr


class NoteDeeds(QObject):
    """The actions, and the button that offers them.

    `done` tells the path to show now, "" for none, after the note that was shown is gone.
    """

    done = Signal(str)

    def __init__(self, page: Page, file: Document) -> None:
        super().__init__(page)
        self._page, self._file = page, file
        add, name = page.registry.add, page.name
        deeds = (
            add(f"{name}.rename", tr("Rename this note…"), self._ask, "F2", "edit", name),
            add(f"{name}.delete", tr("Delete this note"), self._delete, "", "trash", name,
                detail=tr("The history keeps it")),
            add(f"{name}.forget", tr("Forget for good…"), self._forget, "", "trash", name,
                listed=False),
        )  # fmt: skip
        self.more = more_button(tr("More to do with this note"), *deeds)
        file.opened.connect(self._offer)

    @property
    def _name(self) -> str:
        return self._file.path.rpartition("/")[2].removesuffix(".md")

    def _offer(self) -> None:
        of_ours = self._page.memory.layout.kind(self._file.path) is not None
        for deed in ("rename", "delete", "forget"):
            self._page.registry.allow(f"{self._page.name}.{deed}", of_ours)

    def _ask(self) -> None:
        if path := self._file.path:
            ask_words(self._page, tr("New name"), self._name, partial(self._rename, path))

    def _rename(self, path: str, new: str) -> None:
        if path == self._file.path and new not in ("", self._name):
            self._do(lambda memory: memory.files.rename(path, new), tr("Renamed."))

    def _delete(self) -> None:
        """At once: the history keeps it, and a word undoes it."""
        path, words = self._file.path, tr("Deleted. The history keeps it.")
        self._do(lambda memory: memory.files.delete(path), words)

    def forget_line(self, line: int = 0) -> None:
        """Asks where the words that are selected stand, else this line, else the cursor's."""
        editor, lines = self._file.editor, self._file.text.split("\n")
        words = editor.textCursor().selectedText() or lines[(line or editor.line()) - 1]
        self._page.forget_asked.emit("" if words.startswith("#") else words.lstrip("-*+> "), False)

    def _forget(self) -> None:
        """A topic is meant as a whole."""
        if self._page.shown_day() is None and self._file.path:
            self._page.forget_asked.emit(self._name, True)
        else:
            self.forget_line()

    def _do(self, deed: Callable[[Memory], NoteChange], words: str) -> None:
        page, path = self._page, self._file.path
        if not path:
            return
        self._file.flush()

        def shown(change: NoteChange) -> None:
            if self._file.path == path:
                self._file.close()
                self.done.emit(change.path)
            back = lambda memory: memory.files.put_back(change)
            undo = partial(page.change, back, lambda old: page.opened.emit(old.path, 0))
            page.toasted.emit(words, tr("Undo"), undo)

        page.change(deed, shown, page.tell)
