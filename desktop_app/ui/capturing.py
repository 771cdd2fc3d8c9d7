"""A note from whichever program is in front: the small window, which is made when it is wanted."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.ui.capture_window import CaptureWindow


class Capturing(QObject):
    """Brings the small window of one notebook."""

    toasted = Signal(str, str, object)  # message, the action's word, what it does
    nowhere = Signal()  # no notebook is open

    def __init__(self, parent: QObject, jobs: "Jobs") -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._memory: Memory | None = None
        self.window: CaptureWindow | None = None

    def show_notebook(self, memory: "Memory") -> None:
        """Notes go into this notebook from now on."""
        self._memory = memory
        if self.window is not None:
            self.window.show_notebook(memory)

    def ask(self, token: str = "") -> None:
        """The key was pressed."""
        if self._memory is None:
            self.nowhere.emit()
            return
        if self.window is None:
            from desktop_app.ui.capture_window import CaptureWindow  # not before the first paint

            self.window = CaptureWindow(self._jobs)
            self.window.toasted.connect(self.toasted)
            self.window.show_notebook(self._memory)
        self.window.ask(token)

    def leave(self) -> None:
        """Another notebook is to be opened, or the program ends."""
        if self.window is not None:
            self.window.leave()

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return self.window.unkept() if self.window is not None else []

    def end(self) -> None:
        """Nobody can ask any more."""
        self._memory = None
        if self.window is not None:
            self.window.deleteLater()
            self.window = None
