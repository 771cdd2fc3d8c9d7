"""Writing the notebook into one file from the window, a database or an archive, and an archive back
into a folder: asks where, then tells what came of it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.jobs import Jobs
from desktop_app.ui.parts.actions import ALWAYS, Actions
from desktop_app.ui.parts.folders import ask_file, ask_folder, ask_new_file, beside, tilde
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.export.database import Exported
    from desktop_app.memory import Memory
    from desktop_app.notebook.archive import Archived


class Exporting(QObject):
    """Exports the notebook that is open: `memory()` is it, or None."""

    toasted = Signal(str)
    failed = Signal(object)  # the Problem
    made = Signal(object)  # the folder of a notebook that came out of an archive

    def __init__(
        self,
        window: QWidget,
        jobs: Jobs,
        actions: Actions,
        memory: "Callable[[], Memory | None]",
        setting: Callable[[str], Any],
        data: Path,
    ) -> None:
        """`setting` gives the value of a key; `data` is the program's own folder."""
        super().__init__(window)
        self._window, self._jobs, self._memory = window, jobs, memory
        self._setting, self._data = setting, data
        actions.add("export", tr("Export as a database…"), self.ask, icon="external",
            detail=tr("The notebook as one SQLite file, for other programs"))  # fmt: skip
        actions.add("archive", tr("Pack into one file…"), self.ask_archive, icon="folder",
            detail=tr("Notes, history and decisions, for another computer"))  # fmt: skip
        actions.add("unarchive", tr("Unpack an archive…"), self.ask_unarchive,
            icon="folder-plus", where=ALWAYS,
            detail=tr("A notebook from another computer"))  # fmt: skip

    def ask(self) -> None:
        """Ask where to, beside the notebook at first."""
        memory = self._memory()
        if memory is not None:
            path = beside(memory.root) / f"{memory.name}.db"
            title = tr("Export the notebook as a database")
            ask_new_file(self._window, title, path, lambda chosen: self.write(Path(chosen)))

    def write(self, path: Path) -> None:
        """Write it to `path`, in a thread."""
        memory = self._memory()
        if memory is not None:
            self._jobs.do(lambda: memory.export(path), self._tell, self.failed.emit)

    def ask_archive(self) -> None:
        """Ask where the archive is to be written."""
        memory = self._memory()
        if memory is not None:
            path = beside(memory.root) / f"{memory.name}.nightstand"
            title = tr("Pack the notebook into one file")
            ask_new_file(self._window, title, path, lambda chosen: self.archive(Path(chosen)))

    def archive(self, path: Path) -> None:
        """Write an archive to `path`, in a thread."""
        memory = self._memory()
        if memory is not None:
            work = lambda: memory.archive(path, self._setting)  # noqa: E731
            self._jobs.do(work, self._tell, self.failed.emit)

    def ask_unarchive(self) -> None:
        """Ask for an archive, then for an empty folder."""
        ask_file(self._window, tr("Unpack an archive"), "*.nightstand", self._ask_folder)

    def unarchive(self, path: Path, folder: Path) -> None:
        """Make the notebook of an archive in a folder, in a thread, and have it opened."""
        from desktop_app.notebook.archive import unarchive  # seldom wanted

        work = lambda: unarchive(path, folder, self._data)  # noqa: E731
        self._jobs.do(work, lambda came: self.made.emit(came.root), self.failed.emit)

    def _ask_folder(self, path: str) -> None:
        title = tr("Where the notebook will be: an empty folder")
        start = Path(path).parent
        ask_folder(self._window, title, start, lambda f: self.unarchive(Path(path), Path(f)))

    def _tell(self, written: "Exported | Archived") -> None:
        words = tr("The notebook is written to %1").replace("%1", tilde(str(written.path)))
        left = len(written.left_out) if hasattr(written, "left_out") else 0
        if left:
            words += counted("; {count} file not read", "; {count} files not read", left)
        self.toasted.emit(words)
