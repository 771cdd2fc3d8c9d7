"""Older notes in the settings: whether they leave the search index, what stands where, the move."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_app.sizes import size
from desktop_app.tiers.chosen import named
from desktop_app.tiers.rules import Tier
from desktop_app.ui.parts.controls import Button, Segmented
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.keeping import KeepingGroup
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.ui.settings.tier_servers import TierServers
from desktop_app.words import as_sentence, counted, together, tr

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
        ways = {"off": tr("Stay"), "local": tr("Move out"), "server": tr("To servers")}
        self.choice = Segmented(ways, tr("Older notes"))
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
        self.servers = TierServers(settings, jobs, self.keep)
        self.servers.changed.connect(self._served)
        self.add(self.servers)
        self.show_settings()

    def show_settings(self) -> None:
        """See `KeepingGroup`."""
        super().show_settings()
        self.servers.show_settings()
        served = self.servers.chosen
        self.choice.choose("server" if served else self._settings.get(_COLD))
        self.servers.setVisible(served)

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
        self.servers.setVisible(value == "server")
        if value == "server":
            return  # until an address is typed
        for tier in (Tier.HOT, Tier.WARM):
            self.keep(f"tiers.{tier}", "")
        self.keep(_COLD, value)
        self.servers.show_settings()
        if value != "off" and self._settings.get(_COLD) == value:
            self._do(lambda memory: memory.tiers.move())

    def _served(self) -> None:
        """A server was chosen, or its password typed: it is looked what it answers."""
        self.servers.setVisible(True)
        self._jobs.do(lambda: None, lambda _: self.look(), self._failed)  # after what is kept now

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
        away = status.away
        near = sum(one.files for one in status.tiers) - away
        parts = [
            counted("{count} file in the index", "{count} files in the index", near)
            + f" ({size(status.index)})",
            counted("{count} older one beside it", "{count} older ones beside it", away)
            + (f" ({size(cold.size)})" if cold.size else ""),
        ]
        if status.due:
            parts.append(counted("{count} would move", "{count} would move", status.due))
        if status.back:
            parts.append(counted("{count} would come back", "{count} would come back", status.back))
        words = as_sentence(" · ".join(parts))
        if not status.can:
            words = together(
                words, tr("Parquet is not installed, so all of it stays in the index.")
            )
        if status.earlier:
            places = ", ".join(map(named, status.earlier))
            words = together(
                words, as_sentence(tr("Not emptied yet: {place}").format(place=places))
            )
        troubles = "" if self.servers.chosen else cold.trouble
        self.stand.explain(f"{words} {troubles}".strip())
        self.servers.show_content(status.tiers)
        self.move_button.setEnabled(status.can)
        self.back_button.setEnabled(bool(away))

    def _failed(self, problem: "Problem") -> None:
        self.stand.explain(str(problem))
