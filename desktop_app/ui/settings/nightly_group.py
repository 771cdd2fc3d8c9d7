"""Dreams by themselves: when they begin, what they may write, and what starts them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.dreams.schedule.plan import (
    WRITES_IN_WORDS,
    ScheduleKind,
    Writes,
    schedule_of,
)
from desktop_app.system import here
from desktop_app.system.units.start import Start
from desktop_app.ui.parts import system_tray
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, Segmented
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.keeping import KeepingGroup, SwitchRow
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.ui.settings.started_row import StartedRow
from desktop_app.ui.settings.times import TimeField, WeekdayChips
from desktop_app.words import as_sentence, together, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.schedule import ScheduleState

_WHEN, _WRITES, _AGENTS = "dreams.schedule", "dreams.unattended", "dreams.agents_lines"
_TIME, _DAYS = "dreams.time", "dreams.weekdays"


class NightlyGroup(KeepingGroup):
    """What does not matter, as dreams by themselves are off or begin otherwise, is not shown."""

    grew = Signal(object)  # a part that is to be seen now
    pause_asked = Signal(bool)  # they are to pause, or to go on

    def __init__(self, settings: KeptSettings, jobs: "Jobs") -> None:
        super().__init__("", settings)
        self.title.setText(tr("Dreams by themselves"))
        self._memory: Memory | None = None
        self._folds: list[tuple[QWidget, frozenset[ScheduleKind]]] = []
        self._paused = False
        self._add_when()
        self._add_next()
        self._add_conditions()
        self._add_writes()
        self._add_starting(jobs)
        self.show_settings()

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook is open."""
        self._memory = memory
        self.show_settings()
        self.look()

    def look(self) -> None:
        """See what the system starts by itself."""
        for row in (self.scheduled, self.at_login):
            row.look()

    def show_state(self, state: "ScheduleState") -> None:
        """When the next dream comes, or why none does, and one that was put off since the last."""
        self._paused = bool(state.paused)
        words = [state.told if self._paused else as_sentence(state.next_told or state.told)]
        off, tried = state.put_off, state.tried
        if off is not None and not self._paused and (tried is None or off.at > tried):
            put_off = tr("One was put off on %1: %2")
            words.append(put_off.replace("%1", dates.moment(off.at)).replace("%2", off.text))
        self.next.explain(" ".join(words))
        self.pause.setText(tr("Let them go on") if self._paused else tr("Pause"))

    def show_settings(self) -> None:
        """See `KeepingGroup`."""
        super().show_settings()
        get = self._settings.get
        self.when.choose(get(_WHEN))
        self.time.show_kept(get(_TIME))
        self.weekdays.show_kept(get(_DAYS))
        self.writes.choose(get(_WRITES))
        self.agents_lines.switch.choose(self._root in get(_AGENTS))
        self._fold()

    # -- inside -----------------------------------------------------------------------------

    def _add_when(self) -> None:
        kinds: dict[str, str] = {
            ScheduleKind.OFF: tr("Never"),
            ScheduleKind.DAILY: tr("At a time"),
            ScheduleKind.ENOUGH: tr("Enough new"),
        }
        self.when = Segmented(kinds, tr("When dreams begin by themselves"))
        self.when.chosen.connect(self._choose_when)
        self._when_row = SettingRow(tr("When"), " ", self.when)
        self.time = TimeField(tr("Time of day"))
        self.time.chosen.connect(lambda value: self.keep(_TIME, value))
        self.weekdays = WeekdayChips()
        self.weekdays.chosen.connect(lambda days: self.keep(_DAYS, days))
        at = SettingRow(
            tr("Time and days"),
            tr("If the computer sleeps then, the dream is caught up."),
            self.time,
        )
        timed = QWidget()
        stacked(timed, at, self.weekdays)
        enough = SettingRow(
            tr("Enough"),
            tr("So many new lines, or new lines in so many days, whichever comes first."),
            self.add_number("dreams.enough_lines", tr("New lines"), 5, tr(" lines")),
            self.add_number("dreams.enough_days", tr("Days with new lines"), 1, tr(" days")),
        )
        self.add(self._when_row)
        self._add_fold(timed, ScheduleKind.DAILY)
        self._add_fold(enough, ScheduleKind.ENOUGH)

    def _add_next(self) -> None:
        self.pause = Button(tr("Pause"))
        self.pause.clicked.connect(lambda: self.pause_asked.emit(not self._paused))
        self.next = SettingRow(tr("Next dream"), " ", self.pause)
        self._add_fold(self.next, ScheduleKind.DAILY, ScheduleKind.ENOUGH)

    def _add_conditions(self) -> None:
        rows = (
            SettingRow(
                tr("When you are at rest"),
                tr(
                    "Once nobody has touched keyboard or mouse for so long; 0: at once. Where the "
                    "desktop does not tell, a dream begins at once."
                ),
                self.add_number("dreams.idle_minutes", tr("Minutes at rest"), 5, tr(" minutes")),
            ),
            self.switch(
                "dreams.on_battery",
                tr("On battery, too"),
                tr("Off: a laptop that is not plugged in waits until it is."),
            ),
            SettingRow(
                tr("Time limit"),
                tr("A dream that takes longer is stopped and changes nothing; 0: no limit."),
                self.add_number("dreams.limit_minutes", tr("Time limit"), 5, tr(" minutes")),
            ),
        )
        for row in rows:
            self._add_fold(row, ScheduleKind.DAILY, ScheduleKind.ENOUGH)

    def _add_writes(self) -> None:
        choices: dict[str, str] = {
            Writes.PROPOSE: tr("Only proposes"),
            Writes.SUPPORTED: tr("Supported"),
            Writes.VERBATIM: tr("Unsupported, too"),
        }
        self.writes = Segmented(choices, tr("What a dream may write"))
        self.writes.chosen.connect(self._choose_writes)
        self._writes_row = SettingRow(tr("What it may write"), " ", self.writes)
        self.agents_lines = SwitchRow(
            _AGENTS,
            tr("Lines of agents, too, in this notebook"),
            tr(
                "Whoever an agent listens to can then put words into your memory unseen. Without "
                "this, what rests on their lines waits for your review."
            ),
        )
        self.agents_lines.switch.toggled.connect(self._keep_agents_lines)
        self._add_fold(self._writes_row, ScheduleKind.DAILY, ScheduleKind.ENOUGH)
        self._agents_fold = self._add_fold(self.agents_lines)

    def _add_starting(self, jobs: "Jobs") -> None:
        self.scheduled = StartedRow(
            tr("Also while Nightstand is closed"),
            tr("The system asks every 15 minutes whether a dream of this notebook is due."),
            jobs,
            here.scheduler,
            self._dream_start,
        )
        self.at_login = StartedRow(
            tr("Start at login"),
            tr("The window opens when you log in, or stays in the tray."),
            jobs,
            here.at_login,
            here.login_start,
        )
        self.stay = self.switch(
            "window.stay",
            tr("Stay in the tray"),
            tr("Closing the window leaves Nightstand running; Quit in the tray's menu ends it."),
        )
        self.almanacs = self.switch(
            "almanac.nightly",
            tr("Almanacs by themselves"),
            tr("A week, a month or a year is rolled up once it is over, beside the diaries."),
        )
        for row in (self.scheduled, self.at_login):
            row.failed.connect(self.failed)
            row.grew.connect(self.grew)
        self._add_fold(self.scheduled, ScheduleKind.DAILY, ScheduleKind.ENOUGH)
        self.add(self.at_login)
        self._stay_fold = self._add_fold(self.stay)
        self._add_fold(self.almanacs)

    def _add_fold(self, row: QWidget, *kinds: ScheduleKind) -> QWidget:
        """A row with its hairline, shown with these kinds of schedule only."""
        fold = QWidget()
        stacked(fold, rule(), row)
        self._rows.addWidget(fold)
        if kinds:
            self._folds.append((fold, frozenset(kinds)))
        return fold

    def _fold(self) -> None:
        kind, writes = ScheduleKind(self.when.value), Writes(self.writes.value)
        for fold, kinds in self._folds:
            fold.setVisible(kind in kinds)
        words = {
            ScheduleKind.OFF: tr("Nothing is dreamt unless you ask for it."),
            ScheduleKind.DAILY: tr(
                "At a time of day, while Nightstand runs or the system starts it."
            ),
            ScheduleKind.ENOUGH: tr(
                "As soon as enough is new, while Nightstand runs or the system starts it."
            ),
        }
        self._when_row.explain(words[kind])
        on = kind is not ScheduleKind.OFF
        self._agents_fold.setVisible(on and writes is not Writes.PROPOSE)
        self._stay_fold.setVisible(system_tray.has_tray())
        unseen = tr(
            "Nobody looks while it writes, and not every line that somebody slips into a day "
            "is found out. One click takes a dream back."
        )
        told = WRITES_IN_WORDS[writes]
        self._writes_row.explain(told if writes is Writes.PROPOSE else together(told, unseen))

    def _choose_when(self, kind: str) -> None:
        self.keep(_WHEN, kind)
        self._fold()
        self.look()

    def _choose_writes(self, writes: str) -> None:
        self.keep(_WRITES, writes)
        self._fold()

    def _keep_agents_lines(self, on: bool) -> None:
        others = [folder for folder in self._settings.get(_AGENTS) if folder != self._root]
        self.keep(_AGENTS, [*others, self._root] if on and self._root else others)

    @property
    def _root(self) -> str:
        return str(self._memory.root) if self._memory is not None else ""

    def _dream_start(self) -> Start | None:
        if (memory := self._memory) is None:
            return None
        at = schedule_of(self._settings.get).at
        return here.dream_start(memory.root, memory.id, memory.name, at)
