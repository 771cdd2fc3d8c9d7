"""Files and pictures that are dropped on an editor or pasted into it. Knows an open document and
what becomes of them, not the page.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QObject, Signal
from PySide6.QtGui import QImage, QImageWriter, QTextCursor

from desktop_app.errors import Problem
from desktop_app.ui.parts.folders import local_files
from desktop_app.ui.writing.document import Document
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory


class Bringing(QObject):
    """Keeps a picture in the notebook and shows it in the note; the text of a file goes into it."""

    kept = Signal(str)  # what became of it, in words
    failed = Signal(object)  # a Problem

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        document.editor.given.connect(self._take)

    def _take(self, source: QMimeData) -> None:
        """Takes files or a picture for the cursor's place, which moves along with the text."""
        memory, note = self._document.memory, self._document.path
        if memory is None:
            return
        files, image = local_files(source), QImage(source.imageData() or QImage())
        editor = self._document.editor
        place = QTextCursor(editor.textCursor())

        def put(brought: tuple[list[str], list[str]]) -> None:
            words, paths = brought
            if self._document.path == note and not editor.isReadOnly():
                editor.put("\n".join(words), place)
            if paths:
                self.kept.emit(tr("Kept in the notebook: %1", ", ".join(paths)))

        self._document.jobs.do(lambda: _brought(memory, note, files, image), put, self.failed.emit)


def _brought(
    memory: "Memory", note: str, files: list[str], image: QImage
) -> tuple[list[str], list[str]]:
    """The words for the note, and the paths of the pictures that were kept."""
    from desktop_app.notebook.pictures import picture_link, read_given  # after the first picture

    given = [(one.data, one.name, one.text) for one in map(read_given, map(Path, files))]
    words, paths = [], []
    for data, name, text in given or [(_png(image), "", None)]:
        if text is None:
            paths.append(memory.files.add_picture(data, name))
            words.append(picture_link(note, paths[-1]))
        else:
            words.append(text.removesuffix("\n"))
    return words, paths


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise Problem(
            tr("The picture of the clipboard can't be read."), tr("Save it as a file, and drop it.")
        )
    return bytes(buffer.data().data())
