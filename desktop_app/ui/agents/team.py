"""A team: the folder in which it shares, tried before it is kept, and a name."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit

from desktop_app.errors import Problem
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.folders import ask_folder, tilde
from desktop_app.ui.parts.forms import KeepingGroup, SettingRow
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.words import listed, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

_PLACE, _NAME = "team.place", "team.name"


class TeamGroup(KeepingGroup):
    """A folder is kept only when something can be shared there; the row says who else does."""

    def __init__(self, settings: KeptSettings, jobs: "Jobs") -> None:
        super().__init__("", settings)
        self.title.hide()
        self._jobs = jobs
        self._memory: Memory | None = None
        self._wanted = ""  # the folder that is looked at, unless the person left meanwhile
        self.choose = Button(tr("Choose…"), "plain", "folder")
        self.choose.clicked.connect(self._ask)
        self.leave = Button(tr("Share nowhere"), "plain", "cross")
        self.leave.clicked.connect(self._leave)
        self.place = SettingRow(tr("Folder of a team"), " ", self.choose, self.leave)
        self.trouble = text("", "meta", "danger", wrap=True)
        self.trouble.hide()
        self.place.words.addWidget(self.trouble)
        self.name = QLineEdit()
        self.name.editingFinished.connect(lambda: self.keep(_NAME, self.name.text().strip()))
        explanation = tr("As those see it with whom you share. Nothing is shared without it.")
        self.add(self.place, SettingRow(tr("Your name"), explanation, self.name))
        theme().followed_by(self._measure)
        self.show_settings()

    def _measure(self) -> None:
        self.name.setFixedWidth(theme().px(220))

    def show_settings(self) -> None:
        """See `KeepingGroup`."""
        super().show_settings()
        if not self.name.hasFocus():
            self.name.setText(self._settings.get(_NAME))
        self._show_place()

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: the same folder may not do for it."""
        self._memory = memory
        self._look()

    @property
    def _kept(self) -> str:
        return str(self._settings.get(_PLACE)).strip()

    def _show_place(self, whose: str = "") -> None:
        nowhere = tr(
            "Nowhere yet. What ended an error, and procedures, can be shared in a folder on a "
            "shared drive or in a Git repository. What goes out is shown before."
        )
        kept = self._kept
        self.place.explain(f"{breakable(tilde(kept))}. {whose}".strip() if kept else nowhere)
        self.leave.setEnabled(bool(kept))

    def _ask(self) -> None:
        start = Path(self._kept).parent if self._kept else Path.home()
        ask_folder(self, tr("Folder of a team"), start, self._look)

    def _look(self, folder: str = "") -> None:
        """Asks who shares in this folder, or in the kept one, and keeps it if one can."""
        self._wanted = where = folder or self._kept
        if (memory := self._memory) is not None and where:
            self._jobs.call(
                "settings.team",
                lambda: memory.team.others_at(where),
                partial(self._found, where),
                self._failed,
            )

    def _found(self, where: str, others: tuple[str, ...]) -> None:
        if where != self._wanted:
            return
        self.trouble.hide()
        self.keep(_PLACE, where)
        nobody = tr("Nobody else shares here yet.")
        names = listed([one or tr("somebody without a name") for one in others])
        whose = tr("Others who share here: %1.").replace("%1", names) if others else nobody
        self._show_place(whose)
        announce(self, whose)

    def _failed(self, problem: Problem) -> None:
        self.trouble.setText(str(problem))
        self.trouble.show()
        announce(self, self.trouble.text())

    def _leave(self) -> None:
        self._wanted = ""
        self.trouble.hide()
        self.keep(_PLACE, "")
        self._show_place()
        self.choose.setFocus()
