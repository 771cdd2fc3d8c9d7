"""A switch for what the system is to start: shows each text and its place before it is written.

Knows how that is shown and asked, not what is started.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from desktop_app.system.installing import Installed, Installer, UnitFile
from desktop_app.system.units.start import Start
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, sized, stacked
from desktop_app.ui.parts.controls import Button, Switch
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.forms import SettingRow
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import together, tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs


class StartedRow(QWidget):
    """On is what stands there now; what is to be written, or removed, is asked first."""

    failed = Signal(str, str)
    changed = Signal()  # it was written or removed
    grew = Signal(object)  # the part of it that is to be seen now

    def __init__(
        self,
        jobs: "Jobs",
        label: str,
        explanation: str,
        installer: Callable[[], Installer],
        start: Callable[[], Start | None],
    ) -> None:
        """`start` says what is to be started, None as long as that is not known."""
        super().__init__()
        self._jobs, self._installer, self._start = jobs, installer, start
        self._about = explanation
        self._name = f"settings.started.{label}"
        self.installed = Installed.NO
        self.switch = Switch(label)
        self.switch.toggled.connect(self._ask)
        self.again = Button(tr("Write anew…"), "plain", "refresh")
        self.again.clicked.connect(lambda: self._ask(True))
        self.row = SettingRow(label, explanation, self.again, self.switch)
        self.shown = text("", "mono", "text", wrap=True)
        self.shown.setTextInteractionFlags(self.row.explanation.textInteractionFlags())
        self.agree = Button("", "primary")
        self.agree.clicked.connect(self._agreed)
        self.leave = Button("")
        self.leave.clicked.connect(self._left)
        self._answers = QWidget()
        line = in_row(self.agree, self.leave, None, within=self._answers)
        sized(line, (16, 0, 16, 12), 8)
        sized(self.shown, (16, 0, 16, 10))
        stacked(self, self.row, self.shown, self._answers)
        self._show_question(False)
        self.again.hide()
        theme().followed_by(self._measure)

    def look(self) -> None:
        if (start := self._start()) is not None and not self.asking:
            self._jobs.call(
                self._name, lambda: self._installer().installed(start), self._show, self._untold
            )

    @property
    def asking(self) -> bool:
        return not self._answers.isHidden()

    def _show(self, installed: Installed) -> None:
        if not isValid(self) or self.asking:  # meanwhile
            return
        self.installed = installed
        self.switch.setEnabled(True)
        self.switch.choose(installed is not Installed.NO)
        self.again.setVisible(installed is Installed.OTHER)
        other = tr("What is set up is not what would be written now.")
        self.row.explain(
            together(self._about, other) if installed is Installed.OTHER else self._about
        )

    def _untold(self, problem: "Problem") -> None:
        """It cannot be had here: the row says why."""
        if not isValid(self):
            return
        self.switch.choose(False)
        self.switch.setEnabled(False)
        self.row.explain(together(self._about, str(problem)))

    def _ask(self, on: bool) -> None:
        start = self._start()
        if start is None:
            self.switch.choose(False)
            return
        self._wanted = on
        self._jobs.call(
            self._name,
            lambda: self._installer().files(start),
            lambda files: self._show_files(files, on),
            self._refused,
        )

    def _show_files(self, files: list[UnitFile], on: bool) -> None:
        if not isValid(self):
            return
        paths = [tilde(str(file.path)) for file in files]
        if on:
            texts = [f"{path}\n\n{file.text.rstrip()}"
                     for path, file in zip(paths, files, strict=True)]  # fmt: skip
            self.row.explain(tr("This would be written:"))
            self.shown.setText("\n\n".join(texts))
        else:
            self.row.explain(tr("This would be removed:"))
            self.shown.setText("\n".join(paths))
        self.agree.setText(tr("Write it") if on else tr("Remove it"))
        self.leave.setText(tr("Leave it"))
        self._show_question(True)
        self.leave.setFocus(Qt.FocusReason.OtherFocusReason)
        self.grew.emit(self._answers)
        announce(self, f"{self.row.explanation.text()} {', '.join(paths)}")

    def _agreed(self) -> None:
        start, on = self._start(), self._wanted
        self._end_question()
        if start is None:
            return

        def work() -> None:
            installer = self._installer()
            installer.install(start) if on else installer.remove(start)

        self._jobs.do(work, lambda _: self._done(), self._refused)

    def _left(self) -> None:
        self._end_question()
        self._show(self.installed)

    def _done(self) -> None:
        if isValid(self):  # else another section is shown
            self.changed.emit()
            self.look()

    def _refused(self, problem: "Problem") -> None:
        if isValid(self):
            self.failed.emit(problem.message, problem.hint)
            self._show(self.installed)
            self.look()

    def _end_question(self) -> None:
        self._show_question(False)
        self.row.explain(self._about)
        self.switch.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_question(self, asked: bool) -> None:
        self.shown.setVisible(asked)
        self._answers.setVisible(asked)
        self.switch.setEnabled(not asked)
        self.again.setEnabled(not asked)

    def _measure(self) -> None:
        self.shown.setFont(theme().font("mono"))
