"""A team: the folder in which one shares, and under which name. Knows who else is asked for."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop_app.settings import Settings
from desktop_app.ui.parts.folders import ask_folder, tilde
from desktop_app.ui.parts.forms import FormOwner, Row, SettingForm
from desktop_app.ui.parts.labels import breakable
from desktop_app.ui.parts.notices import announce
from desktop_app.words import listed, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

PLACE, NAME = "team.place", "team.name"
ROWS = (
    Row(
        "team", PLACE, tr("Folder of a team"), "buttons",
        tr(
            "Nowhere yet. What ended an error, and procedures, can be shared in a folder on a "
            "shared drive or in a Git repository. What goes out is shown before."
        ),
        buttons=(("choose", tr("Choose…"), "folder"), ("leave", tr("Share nowhere"), "cross")),
    ),
    Row(
        "team", NAME, tr("Your name"), "line",
        tr("Your team sees what you share under this name. Without a name nothing is shared."),
    ),
)  # fmt: skip


class TeamPart(FormOwner, SettingForm):
    """A folder is kept only when something can be shared there; the row says who else does."""

    told = Signal(str, str)

    def __init__(self, settings: Settings, jobs: "Jobs") -> None:
        self._settings, self._jobs = settings, jobs
        self._memory: Memory | None = None
        self._whose = self._wanted = ""  # the folder looked at, unless the person left meanwhile
        super().__init__("", ROWS, self)

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: the same folder may not do for it."""
        self._memory = memory
        self._look()

    def refresh(self) -> None:
        super().refresh()
        self.buttons["leave"].setEnabled(bool(self.value(PLACE)))

    def about(self, row: Row) -> str:
        if row.key == PLACE and (kept := self.value(PLACE)):
            return f"{breakable(tilde(kept))}. {self._whose}".strip()
        return super().about(row)

    def press(self, name: str) -> None:
        kept = self.value(PLACE)
        if name == "choose":
            start = Path(kept).parent if kept else Path.home()
            ask_folder(self, tr("Folder of a team"), start, self._look)
        else:
            self._wanted = ""
            self.keep(PLACE, "")
            self.refresh()
            self.buttons["choose"].setFocus()

    def _look(self, folder: str = "") -> None:
        """Asks who shares in this folder, or in the kept one, and keeps it if one can."""
        self._wanted = where = folder or self.value(PLACE)
        if (memory := self._memory) is not None and where:
            ask = lambda: memory.team.others_at(where)  # noqa: E731
            failed = lambda problem: self.rows[PLACE].complain(str(problem))  # noqa: E731
            self._jobs.call("settings.team", ask, partial(self._found, where), failed)

    def _found(self, where: str, others: tuple[str, ...]) -> None:
        if where == self._wanted:
            self.keep(PLACE, where)
            names = listed([one or tr("somebody without a name") for one in others])
            whose = tr("Others who share here: %1.").replace("%1", names)
            self._whose = whose if others else tr("Nobody else shares here yet.")
            self.refresh()
            announce(self, self._whose)
