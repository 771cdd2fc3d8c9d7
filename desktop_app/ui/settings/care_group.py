"""Look after this notebook: whether all is well with files, history and index, and what to do.

Knows findings and how to show them, not how they are found.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.errors import Problem
from desktop_app.notebook.doctor import CheckResult
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.settings.report_row import ReportRow
from desktop_app.ui.settings.setting_row import SettingGroup, SettingRow
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

_MOST = 60  # findings shown; those that ask for something come first


class CareGroup(SettingGroup):
    """A button, and below it what was found."""

    def __init__(self, jobs: "Jobs", setting: Callable[[str], Any]) -> None:
        super().__init__("")
        self.title.setText(tr("Care"))
        self._jobs = jobs
        self._memory: Memory | None = None
        self.looking = False
        self.findings: list[FindingRow] = []
        self.button = Button(tr("Look now"), "plain", "check")
        self.button.clicked.connect(self.look)
        self._about = tr(
            "Looks whether every file can be read, every earlier version is as it was kept and "
            "the index agrees with the files. Nothing is changed by looking."
        )
        self.row = SettingRow(tr("Look after this notebook"), self._about, self.button)
        self._findings = QWidget()
        self._column = stacked(self._findings)
        self._findings.setVisible(False)
        self.report = ReportRow(jobs, setting)
        self.add(self.row)
        self._rows.addWidget(self._findings)
        self.add(self.report)

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: nothing is known of it yet."""
        self._memory = self.report.memory = memory
        self._show((), self._about)

    def look(self) -> None:
        """Has it looked at, and shows what was found."""
        memory = self._memory
        if memory is None or self.looking:
            return
        self.looking = True  # a button switched off would lose the keyboard
        self.row.explain(tr("Looking at every file and every version…"))
        self._jobs.call(
            "settings.care",
            memory.doctor,
            lambda results: self._looked(memory, results),
            lambda problem: self._failed(memory, problem),
        )

    def _looked(self, memory: "Memory", results: list[CheckResult]) -> None:
        if memory is not self._memory:
            return
        wanting = sum(not one.ok for one in results)
        time = f"{memory.now():%H:%M}"
        if not wanting:
            words = tr("All is well: %1 checks, looked at %2.")
            words = words.replace("%1", str(len(results)))
        elif wanting == 1:
            words = tr("One thing asks for your attention, looked at %2.")
        else:
            words = tr("%1 things ask for your attention, looked at %2.")
            words = words.replace("%1", str(wanting))
        self._show(sorted(results, key=lambda one: one.ok), words.replace("%2", time))
        announce(self, self.row.explanation.text())

    def _failed(self, memory: "Memory", problem: Problem) -> None:
        if memory is self._memory:
            self._show((), str(problem))

    def _show(self, results: "list[CheckResult] | tuple[()]", words: str) -> None:
        self.looking = False
        self.row.explain(words)
        self.findings = [FindingRow(one) for one in results[:_MOST]]
        parts: list[QWidget] = []
        for row in self.findings:
            parts += [rule(), row]
        left = len(results) - _MOST
        if left > 0:
            more = text(tr("… and %1 more.").replace("%1", str(left)), "meta", "text2")
            more.setContentsMargins(theme().px(44), 8, 16, 12)
            parts.append(more)
        lines_in(self._column, parts)
        self._findings.setVisible(bool(parts))


class FindingRow(QWidget):
    """A sign, what was found and what to do; the sign has a word as well."""

    def __init__(self, finding: CheckResult) -> None:
        super().__init__()
        self.finding = finding
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._sign = QLabel()
        self.word = text(
            tr("OK") if finding.ok else tr("Attention"),
            "caption",
            "ok" if finding.ok else "warn",
        )
        self._sign.setAccessibleName(self.word.text())
        words = QVBoxLayout()
        words.setSpacing(2)
        labels = [text(finding.message, "ui", "text", wrap=True)]
        if finding.hint:
            labels.append(text(finding.hint, "meta", "text2", wrap=True))
        for label in labels:
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.addWidget(label)
        self._row = QHBoxLayout(self)
        top = Qt.AlignmentFlag.AlignTop
        self._row.addWidget(self._sign, 0, top)
        self._row.addLayout(words, 1)
        self._row.addWidget(self.word, 0, top)
        theme().followed_by(self._draw)

    def _draw(self) -> None:
        px = theme().px
        name, token = ("check", "ok") if self.finding.ok else ("warn", "warn")
        self._sign.setPixmap(pixmap(name, token, 18, self.devicePixelRatioF()))
        self._row.setContentsMargins(px(16), px(8), px(16), px(8))
        self._row.setSpacing(px(10))
        self.word.setContentsMargins(0, px(2), 0, 0)  # its letters on the line of the words
