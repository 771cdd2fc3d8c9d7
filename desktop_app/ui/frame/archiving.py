"""Packing the notebook into one file, and making a notebook of such a file. What is written is
written in a thread, then told.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.notebook.archive import unarchive
from desktop_app.ui.parts.file_dialogs import ask_file, ask_folder, ask_new_file
from desktop_app.ui.parts.folders import beside, tilde
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.ui.open_notebook import OpenNotebook


class Archiving:
    """Asks for a file, then packs or unpacks."""

    def __init__(self, one: "OpenNotebook") -> None:
        self._one, self._jobs = one, one.jobs

    def ask_archive(self) -> None:
        memory, title = self._one.memory, tr("Pack the notebook into one file")
        path = beside(memory.root) / f"{memory.name}.nightstand"
        ask_new_file(self._one.window, title, path, lambda to: self.archive(Path(to)))

    def archive(self, path: Path) -> None:
        memory, get = self._one.memory, self._one.settings.get
        self._jobs.do(lambda: memory.archive(path, get), self._tell_written, self._one.tell)

    def ask_unarchive(self) -> None:
        title = tr("Where the notebook will be: an empty folder")

        def ask(path: str) -> None:
            chosen = lambda folder: self.unarchive(Path(path), Path(folder))
            ask_folder(self._one.window, title, Path(path).parent, chosen)

        ask_file(self._one.window, tr("Unpack an archive"), "*.nightstand", ask)

    def unarchive(self, path: Path, folder: Path) -> None:
        one, data = self._one, self._one.shared.places.data
        work = lambda: unarchive(path, folder, data)
        self._jobs.do(work, lambda came: one.opening.open(came.root), one.tell)

    def _tell_written(self, written: Any) -> None:
        words = tr("The notebook is written to %1", tilde(str(written.path)))
        self._one.window.toast(words + _left_out(written))


def _left_out(written: Any) -> str:
    count = len(getattr(written, "left_out", ()))
    return counted("; {count} file not read", "; {count} files not read", count) if count else ""
