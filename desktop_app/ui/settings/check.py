"""Check: whether all is well with files, history and index, and what to do where it is not.

Knows findings and how to show them, not how they are found.
"""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from desktop_app.errors import Problem
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.forms import Lined, SettingRow
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Pill, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.notebook.doctor import CheckResult

_MOST = 60  # findings shown; those that ask for something come first


class CheckRow(QWidget):
    """A button, and below it what was found."""

    def __init__(self, label: str, jobs: "Jobs", memory: "Memory | None") -> None:
        super().__init__()
        self._jobs, self._memory = jobs, memory
        self.looking = False
        self.findings: list[SettingRow] = []
        self.button = Button(tr("Check now"), "plain", "check")
        self.button.clicked.connect(self.look)
        self.row = SettingRow(
            label,
            tr(
                "Looks whether every file can be read, every earlier version is as it was kept "
                "and the index agrees with the files. Nothing is changed by looking."
            ),
            self.button,
        )
        self._findings = Lined()
        stacked(self, self.row, self._findings)

    def look(self) -> None:
        """Has it looked at, and shows what was found."""
        if self._memory is None or self.looking:
            return
        self.looking = True  # a button switched off would lose the keyboard
        self.row.explain(tr("Looking at every file and every version…"))
        self._jobs.call("settings.check", self._memory.doctor, self._looked, self._failed)

    def _looked(self, results: "list[CheckResult]") -> None:
        if not isValid(self):  # another section is shown
            return
        wanting = sum(not one.ok for one in results)
        if not wanting:
            words = tr("All is well: %1 checks, looked at %2.")
            words = words.replace("%1", str(len(results)))
        elif wanting == 1:
            words = tr("One thing asks for your attention, looked at %2.")
        else:
            words = tr("%1 things ask for your attention, looked at %2.")
            words = words.replace("%1", str(wanting))
        assert self._memory is not None
        self.looking = False
        self.row.explain(words.replace("%2", f"{self._memory.now():%H:%M}"))
        announce(self, self.row.explanation.text())
        results.sort(key=lambda one: one.ok)
        self.findings = [_finding(one) for one in results[:_MOST]]
        parts: list[QWidget] = [*self.findings]
        if (left := len(results) - _MOST) > 0:
            more = text(tr("… and %1 more.").replace("%1", str(left)), "meta", "text2")
            more.setContentsMargins(theme().px(16), 8, 16, 12)
            parts.append(more)
        lines_in(self._findings.column, parts)

    def _failed(self, problem: Problem) -> None:
        if not isValid(self):
            return
        self.looking = False
        self.row.explain(str(problem))


def _finding(found: "CheckResult") -> SettingRow:
    """What was found, what to do, and a word that says which of the two kinds it is."""
    pill = Pill(tr("OK") if found.ok else tr("Attention"), "ok" if found.ok else "warn")
    row = SettingRow(found.message, found.hint, pill)
    row.label.setWordWrap(True)
    row.label.setTextInteractionFlags(row.explanation.textInteractionFlags())
    return row
