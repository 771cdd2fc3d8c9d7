"""What can be done with a whole day or topic: another name, away with it, or forgotten for good.

Knows a page and its document, not which note is shown next.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QFrame, QLineEdit

from desktop_app.ui.page import Page
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.header import more_button
from desktop_app.ui.writing.document import Document
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.notebook.files import Snapshot

    Deed = Callable[[Memory], Snapshot]


class NoteDeeds(QFrame):
    """A slim strip that asks for a new name when it is wanted, and the button that offers all.

    `done` tells the path to show now, "" for none, after the note that was shown is gone.
    """

    done = Signal(str)
    left = Signal()

    def __init__(self, page: Page, file: Document) -> None:
        super().__init__()
        self._page, self._file = page, file
        self.setProperty("surface", "side")
        add, name = page.registry.add, page.name
        self.actions_of_note = (
            add(f"{name}.rename", tr("Rename this note…"), self._ask, "F2", "edit", name),
            add(f"{name}.delete", tr("Delete this note"), self._delete, "", "trash", name,
                detail=tr("The history keeps it")),
            add(f"{name}.forget", tr("Forget for good…"), self._forget, "", "trash", name,
                listed=False),
        )  # fmt: skip
        more = tr("More to do with this note")
        self.more = more_button(more, page.registry, *self.actions_of_note)
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("New name"))
        self.field.setPlaceholderText(tr("New name"))
        self.field.returnPressed.connect(self._rename)
        QShortcut("Esc", self, self._leave, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        agree = Button(tr("Rename"), act=self._rename)
        cancel = Button(tr("Cancel"), "quiet", act=self._leave)
        row = in_row(self.field, agree, cancel, grows=self.field, within=self)
        row.setContentsMargins(20, 6, 12, 6)
        file.opened.connect(self.hide)  # it asks about the note before
        self.hide()

    @property
    def _name(self) -> str:
        return self._file.path.rpartition("/")[2].removesuffix(".md")

    def _ask(self) -> None:
        if self._file.path:
            self.field.setText(self._name)
            self.show()
            self.field.setFocus()
            self.field.selectAll()

    def _leave(self) -> None:
        self.hide()
        self.left.emit()

    def _rename(self) -> None:
        self._leave()
        old, new, path = self._name, self.field.text(), self._file.path
        if new.strip() != old:
            self._do(
                lambda memory: memory.files.rename(path, new),
                tr("Renamed."),
                lambda made: lambda memory: memory.files.rename(made.path, old),
            )

    def _delete(self) -> None:
        path = self._file.path
        self._do(
            lambda memory: memory.files.delete(path),
            tr("Deleted. The history keeps it."),
            lambda gone: lambda memory: memory.files.put_back(gone),
        )

    def forget_line(self, line: int = 0) -> None:
        """Asks where the words that are selected stand, else this line, else the cursor's."""
        editor, lines = self._file.editor, self._file.text.split("\n")
        words = editor.engine.textCursor().selectedText() or lines[(line or editor.line()) - 1]
        self._page.forget_asked.emit("" if words.startswith("#") else words.lstrip("-*+> "), False)

    def _forget(self) -> None:
        """A topic is meant as a whole."""
        if self._page.shown_day() is None and self._file.path:
            self._page.forget_asked.emit(self._name, True)
        else:
            self.forget_line()

    def _do(self, deed: "Deed", words: str, back: "Callable[[Snapshot], Deed]") -> None:
        page, path = self._page, self._file.path
        memory = page.memory
        if memory is None or not path:
            return
        self._file.flush()

        def shown(result: "Snapshot") -> None:
            if page.memory is memory and self._file.path == path:
                self._file.close()
                self.done.emit(result.path if result.path != path else "")
            page.toasted.emit(words, tr("Undo"), lambda: undo(back(result)))

        def undo(deed: "Deed") -> None:
            page.jobs.do(lambda: deed(memory), undone, page.tell)

        def undone(old: "Snapshot") -> None:
            if page.memory is memory:
                page.opened.emit(old.path, 0)

        page.jobs.do(lambda: deed(memory), shown, page.tell)
