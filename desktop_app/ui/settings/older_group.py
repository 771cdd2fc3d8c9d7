"""Older notes in the settings: whether they leave the search index, what stands where, the move."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_app.sizes import size
from desktop_app.tiers.rules import Tier
from desktop_app.ui.parts.controls import Button, Segmented
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.keeping import KeepingGroup
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.tiers import TierMove, TiersStatus

_COLD = "tiers.cold"


class OlderGroup(KeepingGroup):
    """A choice, and below it counts and sizes with a move by hand."""

    def __init__(self, settings: KeptSettings, jobs: "Jobs") -> None:
        super().__init__("", settings)
        self.title.setText(tr("Older notes"))
        self._jobs = jobs
        self._memory: Memory | None = None
        self.choice = Segmented({"off": tr("Stay"), "local": tr("Move out")}, tr("Older notes"))
        self.choice.chosen.connect(self._chosen)
        self.move_button = Button(tr("Move now"), "plain", "arrow-right")
        self.move_button.clicked.connect(lambda: self._do(lambda memory: memory.tiers.move()))
        self.back_button = Button(tr("Bring back"), "plain", "undo")
        self.back_button.clicked.connect(lambda: self._do(lambda memory: memory.tiers.back()))
        self.stand = SettingRow(
            tr("What stands where"), tr("Reading…"), self.move_button, self.back_button
        )
        self.add(
            SettingRow(
                tr("In the search index"),
                tr(
                    "What is older than 90 days and hardly used can move into files beside the "
                    "index, which stays small and quick. It is found all the same."
                ),
                self.choice,
            ),
            self.stand,
        )
        self.show_settings()

    def show_settings(self) -> None:
        """See `KeepingGroup`."""
        super().show_settings()
        self.choice.choose(self._settings.get(_COLD))

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: nothing is known of it yet."""
        self._memory = memory
        self.look()

    def look(self) -> None:
        """Reads what stands where now."""
        memory = self._memory
        if memory is not None:
            self._jobs.call("settings.tiers", memory.tiers.status, self._show, self._failed)

    def _chosen(self, value: str) -> None:
        self.keep(_COLD, value)
        if value != "off" and self._settings.get(_COLD) == value:
            self._do(lambda memory: memory.tiers.move())

    def _do(self, work: "Callable[[Memory], TierMove]") -> None:
        memory = self._memory
        if memory is not None:
            self.stand.explain(tr("Moving…"))
            self._jobs.call("settings.move", lambda: work(memory), self._moved, self._failed)

    def _moved(self, moved: "TierMove") -> None:
        announce(self, counted("{count} file moved.", "{count} files moved.", moved.files))
        self.look()

    def _show(self, status: "TiersStatus") -> None:
        cold = next(one for one in status.tiers if one.tier is Tier.COLD)
        near = sum(one.files for one in status.tiers if one.tier is not Tier.COLD)
        parts = [
            counted("{count} file in the index", "{count} files in the index", near)
            + f" ({size(status.index)})",
            counted("{count} older one beside it", "{count} older ones beside it", cold.files)
            + (f" ({size(cold.size)})" if cold.size else ""),
        ]
        if status.due:
            parts.append(counted("{count} would move", "{count} would move", status.due))
        if status.back:
            parts.append(counted("{count} would come back", "{count} would come back", status.back))
        words = f"{' · '.join(parts)}."
        if not status.can:
            words += " " + tr("Parquet is not installed, so all of it stays in the index.")
        self.stand.explain(f"{words} {cold.trouble}".strip())
        self.choice.setEnabled(status.can)
        self.move_button.setEnabled(status.can)
        self.back_button.setEnabled(bool(cold.files))

    def _failed(self, problem: "Problem") -> None:
        self.stand.explain(f"{problem.message} {problem.hint}".strip())
