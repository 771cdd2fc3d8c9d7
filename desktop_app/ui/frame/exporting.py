"""Writing the notebook into a database from the window: asks where, then tells what came of it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.jobs import Jobs
from desktop_app.ui.parts.folders import ask_new_file, tilde
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.export import Exported
    from desktop_app.memory import Memory


class Exporting(QObject):
    """Exports the notebook that is open: `memory()` is it, or None."""

    toasted = Signal(str)
    failed = Signal(object)  # the Problem

    def __init__(self, window: QWidget, jobs: Jobs, memory: "Callable[[], Memory | None]") -> None:
        super().__init__(window)
        self._window, self._jobs, self._memory = window, jobs, memory

    def ask(self) -> None:
        """Ask where to, beside the notebook at first."""
        memory = self._memory()
        if memory is not None:
            path = memory.root.parent / f"{memory.name}.db"
            title = tr("Export the notebook as a database")
            ask_new_file(self._window, title, path, lambda chosen: self.write(Path(chosen)))

    def write(self, path: Path) -> None:
        """Write it to `path`, in a thread."""
        memory = self._memory()
        if memory is not None:
            self._jobs.do(lambda: memory.export(path), self._tell, self.failed.emit)

    def _tell(self, exported: "Exported") -> None:
        words = tr("The notebook is written to %1").replace("%1", tilde(str(exported.path)))
        self.toasted.emit(words)
