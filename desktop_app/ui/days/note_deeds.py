"""What can be done with a whole day or topic: another name, or away with it; each has its undo.
Knows a page and its document, not which note is shown next.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit

from desktop_app.ui.page import Page
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
        rename = add(f"{name}.rename", tr("Rename this note…"), self._ask, "F2", "edit", name)
        delete = add(f"{name}.delete", tr("Delete this note"), self._delete, "", "trash",
            name, detail=tr("The history keeps it"))  # fmt: skip
        words = tr("More to do with this note")
        self.more = more_button(words, page.registry, rename, delete)
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("New name"))
        self.field.setPlaceholderText(tr("New name"))
        self.field.returnPressed.connect(self._rename)
        QShortcut("Esc", self, self._leave, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        agree, cancel = Button(tr("Rename")), Button(tr("Cancel"), "quiet")
        agree.clicked.connect(self._rename)
        cancel.clicked.connect(self._leave)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 6, 12, 6)
        for widget in (self.field, agree, cancel):
            row.addWidget(widget, widget is self.field)
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
