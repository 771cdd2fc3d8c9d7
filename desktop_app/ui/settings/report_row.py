"""A problem report onto the clipboard. Knows a button, not what is in the report."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication

from desktop_app.ui.parts.controls import Button
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


class ReportRow(SettingRow):
    """Of the notebook in `memory`; without one there is none."""

    toasted = Signal(str)
    failed = Signal(object)  # the Problem

    def __init__(self, jobs: "Jobs", setting: Callable[[str], Any]) -> None:
        self.button = Button(tr("Copy"), "plain", "copy")
        super().__init__(
            tr("Problem report"),
            tr(
                "Versions, changed settings, counts and the places of the last errors. No word "
                "of your notes, no name, no path, no address. Read it before you send it."
            ),
            self.button,
        )
        self.memory: Memory | None = None
        self._jobs, self._setting = jobs, setting
        self.button.setAccessibleName(tr("Copy a problem report"))
        self.button.clicked.connect(self.copy)

    def copy(self) -> None:
        """Collect it in a thread, then put it onto the clipboard."""
        memory = self.memory
        if memory is None:
            return
        collect = lambda: memory.problem_report(self._setting)  # noqa: E731
        self._jobs.call("settings.report", collect, self._take, self.failed.emit)

    def _take(self, report: str) -> None:
        QGuiApplication.clipboard().setText(report)
        self.toasted.emit(tr("The problem report is copied. Read it before you send it."))
