"""A model being installed, in its row: how far, how fast, and Cancel. Asks nobody itself."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from desktop_app.ui.models.model_words import percent, progress_words
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import restyle
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.running import show_unknown
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.models.pull import Progress


class PullRow(SettingRow):
    """One installation: it runs, was cancelled or failed; then it can go on or be put away."""

    cancel_asked = Signal(str)
    again_asked = Signal(str)
    closed = Signal(str)

    def __init__(self, name: str) -> None:
        self.name = name
        self.cancel = Button("")
        self.again = Button("")
        self.close_button = Button("")
        super().__init__(name, " ", self.cancel, self.again, self.close_button)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Installing %1").replace("%1", name))
        self._track = QWidget()
        track = QVBoxLayout(self._track)
        track.setContentsMargins(0, 4, 0, 0)
        track.addWidget(self.bar)
        self.words.addWidget(self._track)
        self.cancel.setText(tr("Cancel"))
        self.cancel.setAccessibleName(tr("Cancel installing %1").replace("%1", name))
        self.close_button.setText(tr("Put away"))
        self.close_button.setAccessibleName(tr("Put %1 away").replace("%1", name))
        self.cancel.clicked.connect(lambda: self.cancel_asked.emit(self.name))
        self.again.clicked.connect(lambda: self.again_asked.emit(self.name))
        self.close_button.clicked.connect(lambda: self.closed.emit(self.name))
        self.begin()

    def begin(self) -> None:
        """It starts, or goes on."""
        self._percent = -1
        self.running = True
        self._tell(tr("Asking Ollama…"), "text2")
        show_unknown(self.bar)
        self._show(running=True)

    def show_progress(self, progress: "Progress") -> None:
        """How far it is."""
        if not self.running:
            return
        self.explain(progress_words(progress))
        self._percent = percent(progress) if progress.total else -1
        self.bar.setRange(0, 100 if progress.total else 0)
        self.bar.setValue(max(0, self._percent))

    def show_cancelled(self) -> None:
        """The person stopped it; what has arrived is kept by Ollama."""
        words = tr("Cancelled. What has arrived is kept: it goes on from there.")
        if self._percent > 0:
            words = tr("Cancelled at %1 %. It goes on from there.").replace(
                "%1", str(self._percent), 1
            )
        self._end(words, "text2", tr("Go on"))

    def show_failed(self, problem: "Problem") -> None:
        """It ended by itself, too early."""
        words = str(problem)
        self._end(words, "danger", tr("Try again"))

    def _end(self, words: str, tone: str, again: str) -> None:
        had_focus = self.cancel.hasFocus()
        self.running = False
        self.again.setText(again)
        self.again.setAccessibleName(f"{again}: {self.name}")
        self._tell(words, tone)
        self._show(running=False)
        if had_focus:
            self.again.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, f"{self.name}: {words}")

    def _tell(self, words: str, tone: str) -> None:
        self.explain(words)
        restyle(self.explanation, tone=tone)

    def _show(self, *, running: bool) -> None:
        had_focus = self.again.hasFocus()
        self._track.setVisible(running)
        self.cancel.setVisible(running)
        self.again.setVisible(not running)
        self.close_button.setVisible(not running)
        if running and had_focus:
            self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
