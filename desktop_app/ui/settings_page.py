"""Settings: what a person chooses in this program, applied at once.

One section is shown, made from its rows of the table; another one takes its place. Knows what the
rows of the table mean; who opens a notebook hears of it by signal.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from desktop_app import dates, release
from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.schedule.plan import ScheduleKind, schedule_of
from desktop_app.errors import Problem
from desktop_app.known_settings import KNOWN
from desktop_app.models.address import this_computer
from desktop_app.search.meaning import builtin
from desktop_app.system import here
from desktop_app.tiers.chosen import choice_of, servers_of
from desktop_app.ui.look.theme import theme
from desktop_app.ui.models.meaning_work import MeaningWork
from desktop_app.ui.models.model_words import is_one_of, offered
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.page import Page
from desktop_app.ui.parts import desktop
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.desktop import CaptureKey
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.header import Header, PaneHeader
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.rows import ICON, RowDelegate, RowsView
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.plans import SETTINGS
from desktop_app.ui.settings.fields import (
    AddressRow,
    CaptureRow,
    CheckRow,
    FindRow,
    TimeRow,
    ZoomRow,
)
from desktop_app.ui.settings.form import SettingForm
from desktop_app.ui.settings.model_list import ModelList, Pulls
from desktop_app.ui.settings.started_row import StartedRow
from desktop_app.ui.settings.table import ICONS, ROWS, SECTIONS, Row
from desktop_app.ui.writing.spelling import trouble
from desktop_app.words import as_sentence, counted, listed, together, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.memory.schedule import ScheduleState
    from desktop_app.memory.status import Status
    from desktop_app.memory.tiers import TiersStatus
    from desktop_app.search.meaning.meaning import MeaningStatus
    from desktop_app.system.units.start import Start

WIDTH = 680
_COLD, _AGENTS = "tiers.cold", "dreams.agents_lines"


class SettingsPage(Page):
    """A list of sections, and the one that is chosen there."""

    plan = SETTINGS

    engine_chosen = Signal()  # another engine, model or address
    kept = Signal(str)  # this setting has another value
    pause_asked = Signal(bool)  # automatic dreams are to pause, or to go on
    scheduled = Signal()  # what the system starts by itself is another

    def __init__(
        self,
        jobs: "Jobs",
        actions: Actions,
        settings: KeptSettings,
        server: OllamaServer,
        reading: MeaningWork,
        capture_key: CaptureKey,
    ) -> None:
        super().__init__(jobs, actions)
        self._settings, self._reading = settings, reading
        self.server = server
        self.pulls = Pulls(jobs, server)
        self.pulls.setParent(self)
        self.pulls.installed.connect(self._offer)
        self._meaning: MeaningStatus | None = None
        self._history = 0  # bytes
        self._tiers = tr("Reading…")
        self._next = ""
        self._paused = self._was_reading = False
        self._spelling = self._no_builtin = ""
        self._held: QWidget | None = None
        self._spoken = self._agents = self._talks = False
        grew = self._bring_into_view
        self._own: dict[str, Callable[[str], QWidget]] = {
            "find": lambda label: FindRow(
 label, lambda words: self.words_asked.emit(words, None, None)
),
            "dreams.time": lambda label: TimeRow(label, self._choose),
            "closed": lambda label: self._started(
                label,
                tr("The system asks every 15 minutes whether a dream of this notebook is due."),
                here.scheduler, self._dream_start,
            ),
            "models.address": lambda label: AddressRow(label, self._move, grew),
            "installed": lambda _: ModelList(
                jobs, server, self.pulls, partial(settings.get, "dreams.model"), grew
            ),
            "check": lambda label: CheckRow(label, jobs, self.memory),
            "appearance.zoom": ZoomRow,
            "keys.capture": lambda label: CaptureRow(label, capture_key, self.told.emit),
            "login": lambda label: self._started(
                label, tr("The window opens when you log in, or stays in the tray."),
                here.at_login, here.login_start,
            ),
        }  # fmt: skip
        server.changed.connect(self._show)
        reading.changed.connect(self._read_on)
        self._build()
        theme().followed_by(self._measure)
        theme().changing.connect(self._put_aside)
        theme().applied.connect(self._put_back)

    # -- as a page ----------------------------------------------------------------------------

    def list_pane(self) -> QWidget:
        return self._pane

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self._meaning, self._history, self._talks = None, 0, False
        self._make(self.section)
        self._look()

    def show_changed(self, changed: "Changed") -> None:
        if self.isVisible():
            self._look()

    def take_focus(self) -> None:
        if self.sections.isVisible():
            self.focus_search()
        else:
            super().take_focus()

    def take_settings(self) -> None:
        """Another window may have changed what is shown here."""
        if self.isVisible():
            self._show()

    def entered(self) -> None:
        self.jobs.call("settings.spelling", trouble, lambda why: self._know(_spelling=why))
        self.server.look_closely()
        self._show()
        self._look()

    def focus_search(self) -> None:
        self.sections.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- led to -------------------------------------------------------------------------------

    def show_section(self, name: str) -> None:
        self.sections.setCurrentIndex(self.sections.model().index(list(SECTIONS).index(name), 0))

    def row(self, key: str) -> Any:
        """The row of this key in the table, with its section shown."""
        self.show_section(next(row.section for row in ROWS if row.key == key))
        return self.form.rows[key]

    def control(self, key: str) -> Any:
        self.row(key)
        return self.form.controls[key]

    def lead_to_dreams(self) -> None:
        self.come()
        self.show_section("dreams")

    def lead_to_models(self, *, by_key: bool) -> None:
        """Show the models; the keyboard goes to the first choice if it led here."""
        self.show_section("models")
        if by_key:
            first = self.form.controls["dreams.engine"]
            shown = first.isVisible()
            part = first.part(first.value) if shown else self.form.controls["dreams.model"]
            part.setFocus(Qt.FocusReason.TabFocusReason)

    def check(self) -> None:
        """Come to the front, and look whether all is well."""
        self.come()
        row = self.row("check")
        row.button.setFocus(Qt.FocusReason.OtherFocusReason)
        row.look()

    # -- what the form asks -------------------------------------------------------------------

    def value(self, key: str) -> Any:
        """What is chosen now."""
        if key == _AGENTS:
            return self._root in self._settings.get(_AGENTS)
        if key == _COLD:
            return "server" if self._served else self._settings.get(_COLD)
        if key in ("appearance.mode", "appearance.contrast"):
            return getattr(theme(), key.split(".")[1])
        value = self._settings.get(key)
        return value and not self._spelling if key == "spelling.on" else value

    def about(self, row: Row) -> str:
        """What the row says now."""
        words = row.abouts.get(self._settings.get(row.key), "") if row.abouts else ""
        if row.key == "search.embedder" and self._no_builtin:
            why = tr("Built-in is not offered: %1").replace("%1", self._no_builtin)
            return together(words, why)
        told = self._told.get(row.key)
        return words or (told(self) if told else row.about or KNOWN[row.key].about)

    def holds(self, when: str) -> bool:
        """Whether a row that needs this is there."""
        get = self._settings.get
        kind = get("dreams.schedule")
        automatic = kind != ScheduleKind.OFF
        models = self.server.sight.models if self.server.sight.here else ()
        known = {
            "ollama_reads": get("search.embedder") == "ollama",
            "reads": get("search.embedder") != "off",
            "talk": self._talks,
            "agent": self._agents,
            "daily": kind == ScheduleKind.DAILY,
            "automatic": automatic,
            "agents_write": self._agents and automatic and get("dreams.unattended") != "propose",
            "model": bool(offered(models) or get("dreams.model"))
            or get("dreams.engine") != EngineName.AUTO,
            "tray": desktop.has_tray(),
        }
        return bool(known[when])

    def names(self, key: str) -> tuple[Sequence[str] | None, str]:
        """The models that may be chosen for this, and the word for none of them."""
        sight = self.server.sight
        only = key == "dreams.model" and self._settings.get("dreams.engine") == EngineName.OLLAMA
        none = tr("The only one") if only else tr("None")
        return (self._models(key) if sight.here else None), none

    def _models(self, key: str) -> list[str]:
        models = (self.server.sight.models or ()) if self.server.sight.here else ()
        if key == "dreams.model":
            return offered(models)
        return [info.name for info in models if info.embeds]

    # -- what the rows say --------------------------------------------------------------------

    def _about_embedding(self) -> str:
        if (away := self.server.sight.problem) is not None:
            return str(away)
        if self.server.sight.here and not self._models("search.model"):
            return tr(
                "Ollama has none here that embeds. Install one under Models, such as bge-m3, "
                "which reads Chinese and English."
            )
        return tr("Those that embed and run on this computer are offered.")

    def _about_model(self) -> str:
        kept, names = self._settings.get("dreams.model"), self._models("dreams.model")
        if kept and self.server.sight.here and not is_one_of(kept, names):
            words = tr("%1 cannot dream here: install it below, or choose another.")
            return words.replace("%1", kept)
        if not kept and self._settings.get("dreams.engine") == EngineName.AUTO:
            return tr("Without one, dreams run without a model.")
        why = self.server.why_form(is_one_of(kept, names)) if kept else ""
        words = tr("Which one dreams. Those that answer and run on this computer are offered.")
        return (
            tr("{sentence}.").format(sentence=why)
            if why and self._settings.get("dreams.answers") == "auto"
            else words
        )

    def _about_folder(self) -> str:
        if self.memory is None:
            return " "
        taken = tr("Earlier versions take %1 MB").replace("%1", f"{self._history / 1e6:,.1f}")
        return " · ".join((tilde(self._root), self.memory.layout.summary, taken))

    def _about_privacy(self) -> str:
        servers = servers_of(choice_of(self._settings.get))
        sentence = tr(
            "You agreed that what a model is asked to read is sent to %1. Nightstand speaks "
            "with nothing else: no account, no telemetry, no update call."
        ) if self.server.outside else tr(
            "No account, no telemetry, no update call. Nightstand speaks with Ollama at %1, "
            "on this computer, and with nothing else."
        )  # fmt: skip
        sentence = sentence.replace("%1", self.server.address.url.partition("://")[2])
        older = tr("Older notes are sent to %1, as you chose. Apart from that:")
        older = older.replace("%1", listed(one.named for one in servers))
        return together(older if servers else "", sentence)

    def _about_file(self) -> str:
        words = tr("%1 has more of them; `nightstand settings` says what each is for.")
        return words.replace("%1", tilde(str(self._settings.path)))

    def _about_parts(self) -> str:
        made = tr(
            "Qt and PySide6 (LGPL 3), the Inter typeface (SIL Open Font License 1.1), "
            "markdown-it-py, OpenCC, RapidFuzz and watchdog."
        )
        texts = release.licences()
        where = tr("All licences are in %1.").replace("%1", tilde(str(texts)))
        return together(made, where if texts else "")

    _told: ClassVar[dict[str, Callable[["SettingsPage"], str]]] = {
        "search.model": _about_embedding,
        "reading": lambda self: self._reading.told(self._meaning),
        "next": lambda self: self._next or " ",
        "dreams.model": _about_model,
        "folder": _about_folder,
        _COLD: lambda self: together(KNOWN[_COLD].about, self._tiers),
        "appearance.language": lambda self: (
            tr("Quit Nightstand and start it again to see the other language.")
            if self._spoken
            else KNOWN["appearance.language"].about
        ),
        "spelling.on": lambda self: self._spelling or KNOWN["spelling.on"].about,
        "privacy": _about_privacy,
        "file": _about_file,
        "made": _about_parts,
    }

    # -- what is chosen and pressed -----------------------------------------------------------

    def _choose(self, key: str, value: Any) -> None:
        get = self._settings.get
        if key == _COLD:
            self._move_older(value)
        elif key == _AGENTS:
            others = [folder for folder in get(_AGENTS) if folder != self._root]
            self._keep(key, [*others, self._root] if value and self._root else others)
        elif key == "search.model" and self._reading.running and is_one_of(value, [get(key)]):
            return  # it reads already, and would begin anew
        else:
            self._keep(key, value)
        if key in ("appearance.mode", "appearance.contrast"):
            getattr(theme(), f"set_{key.split('.')[1]}")(value)
        elif key == "appearance.language":
            self._spoken = True
        elif key in ("dreams.engine", "dreams.model"):
            self.server.look_closely()
            self.engine_chosen.emit()
        elif key in ("search.embedder", "search.model"):
            self._choose_reader(key)
        self._show()

    def _keep(self, key: str, value: Any) -> None:
        try:
            if self._settings.get(key) != value:
                self._settings.set(key, value)
                self.kept.emit(key)
        except Problem as problem:
            self.tell(problem)

    def _choose_reader(self, key: str) -> None:
        if key == "search.embedder" and self._settings.get(key) == "ollama":
            self.server.look_closely()
            names = self._models("search.model")
            if not self._settings.get("search.model") and len(names) == 1:
                self._keep("search.model", names[0])  # there is nothing else to choose
        self._meaning = None
        self._reading.take_choice()
        self._look()

    def _press(self, name: str) -> None:
        if name == "edit":
            self.registry["page.memory"].trigger()
        elif name == "reading":
            self._reading.pause() if self._reading.running else self._reading.go_on()
        elif name == "pause":
            self.pause_asked.emit(not self._paused)
        elif name == "reveal":
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._root))
        elif name == "report":
            self.copy_report()
        else:
            self.registry[name].trigger()

    def copy_report(self) -> None:
        """A problem report onto the clipboard."""
        if (memory := self.memory) is not None:
            collect = partial(memory.problem_report, self._settings.get)

            def take(report: str) -> None:
                QGuiApplication.clipboard().setText(report)
                self.toast(tr("The problem report is copied. Read it before you send it."))

            self.jobs.call("settings.report", collect, take, self.tell)

    def _move_older(self, where: str) -> None:
        if where == "server":
            return
        for key, value in (("tiers.hot", ""), ("tiers.warm", ""), (_COLD, where)):
            self._keep(key, value)
        if (memory := self.memory) is not None and self._settings.get(_COLD) == where:
            self._tiers = tr("Moving…")
            work = memory.tiers.move if where == "local" else memory.tiers.back
            self.jobs.call("settings.move", work, lambda _: self._look(), self._not_moved)

    def _not_moved(self, problem: Problem) -> None:
        self._know(_tiers=str(problem))

    def _offer(self, name: str) -> None:
        """A model was installed: dreaming with it is one click away."""
        words = tr("%1 is installed.").replace("%1", name)
        get = self._settings.get
        chosen = get("dreams.engine") != EngineName.BUILTIN and is_one_of(
            name, [get("dreams.model")]
        )
        if is_one_of(name, self._models("dreams.model")) and not chosen:
            self.toast(words, tr("Dream with it"), partial(self._use, name))
        else:
            self.toast(words)

    def _use(self, name: str) -> None:
        if self._settings.get("dreams.engine") == EngineName.BUILTIN:
            self._keep("dreams.engine", EngineName.AUTO)
        self._choose("dreams.model", is_one_of(name, self._models("dreams.model")) or name)

    # -- what is seen -------------------------------------------------------------------------

    def show_state(self, state: "ScheduleState") -> None:
        """When the next dream comes, or why none does, and one that was put off since the last."""
        self._paused = bool(state.paused)
        words = state.told if self._paused else as_sentence(state.next_told or state.told)
        off, tried = state.put_off, state.tried
        if off is not None and not self._paused and (tried is None or off.at > tried):
            put_off = tr("One was put off on %1: %2")
            put_off = put_off.replace("%1", dates.moment(off.at)).replace("%2", off.text)
            words = together(words, put_off)
        self._know(_next=words)

    def _look(self) -> None:
        """Read what is so now: counts, who came in, where older notes are."""
        if (memory := self.memory) is None:
            return

        def status(now: "Status") -> None:
            self._know(_meaning=now.meaning, _history=now.history, _talks=now.sessions > 0)

        self.jobs.call("settings.status", memory.status, status, self.tell)
        known = memory.agents.known
        self.jobs.call("settings.agents", known, lambda found: self._know(_agents=bool(found)))
        if self.section == "notebook":
            self.jobs.call("settings.tiers", memory.tiers.status, self._show_tiers, self._not_moved)

    def _know(self, **what: Any) -> None:
        vars(self).update(what)
        self._show()

    def _show_tiers(self, status: "TiersStatus") -> None:
        near = sum(one.files for one in status.tiers) - status.away
        parts = [counted("{count} file in the index", "{count} files in the index", near)]
        if status.away:
            parts.append(
                counted("{count} older one beside it", "{count} older ones beside it", status.away)
            )
        words = as_sentence(" · ".join(parts))
        if not status.can:
            no = tr("Parquet is not installed, so all of it stays in the index.")
            words = together(words, no)
        self._know(_tiers=together(words, *(one.trouble for one in status.tiers)))

    def _read_on(self) -> None:
        ended = self._was_reading and not self._reading.running
        self._was_reading = self._reading.running
        self._show()
        if ended:
            self._look()

    @property
    def _root(self) -> str:
        return str(self.memory.root) if self.memory is not None else ""

    @property
    def _served(self) -> bool:
        return bool(servers_of(choice_of(self._settings.get)))

    def _dream_start(self) -> "Start | None":
        if (memory := self.memory) is None:
            return None
        at = schedule_of(self._settings.get).at
        return here.dream_start(memory.root, memory.id, memory.name, at)

    # -- the form -----------------------------------------------------------------------------

    def _show(self) -> None:
        """Has the section shown say what is so now."""
        form, get = self.form, self._settings.get
        form.refresh()
        if self.section == "memory":
            choice = form.controls["search.embedder"]
            choice.part("builtin").setEnabled(not self._no_builtin or choice.value == "builtin")
            running = self._reading.running
            unfinished = self._reading.unfinished(self._meaning)
            form.buttons["reading"].setVisible(running or unfinished)
            form.buttons["reading"].setText(tr("Stop") if running else tr("Go on"))
        elif self.section == "dreams":
            form.rows["dreams.time"].show_kept(get("dreams.time"), get("dreams.weekdays"))
            form.buttons["pause"].setText(tr("Let them go on") if self._paused else tr("Pause"))
        elif self.section == "models":
            self._show_address()
            form.rows["installed"].show_chosen()
        elif self.section == "notebook":
            form.controls[_COLD].part("server").setVisible(self._served)
        elif self.section == "about":
            servers = servers_of(choice_of(get))
            away = self.server.outside or any(this_computer(one.host) is None for one in servers)
            words = (tr("Nothing leaves this computer"), tr("Notes leave this computer"))
            form.rows["privacy"].label.setText(words[away])
        elif self.section == "window":
            form.controls["spelling.on"].setEnabled(not self._spelling)

    def _make(self, section: str) -> None:
        """Make this section, in the place of the one that is shown."""
        self.section = section
        rows = [row for row in ROWS if row.section == section]
        if section == "memory":
            self._no_builtin = str(builtin.missing() or "")
        old: SettingForm | None = getattr(self, "form", None)
        self.form = SettingForm(SECTIONS[section], rows, self, self._own)
        self.form.chosen.connect(self._choose)
        self.form.pressed.connect(self._press)
        self._column.insertWidget(0, self.form)
        if old is not None:
            old.hide()
            old.setParent(None)
            old.deleteLater()
        self.form.show()  # now, not with the next event: the keyboard may be on its way there
        self._show()

    def _started(self, *how: Any) -> StartedRow:
        row = StartedRow(self.jobs, *how)
        row.failed.connect(self.told)
        row.grew.connect(self._bring_into_view)
        row.changed.connect(self.scheduled)
        row.look()
        return row

    def _move(self, typed: str, consent: str) -> None:
        try:
            self.server.move(typed, consent)
        except Problem as problem:
            self.form.rows["models.address"].show_failed(problem)
            return
        self._show()
        self.engine_chosen.emit()

    def _show_address(self) -> None:
        row = self.form.rows["models.address"]
        typed, consent = (self._settings.get(f"models.{key}") for key in ("address", "consent"))
        row.show_address(typed, self.server.usual, consent if self.server.outside else "")
        if self.server.trouble is not None:
            row.show_failed(self.server.trouble)

    def _bring_into_view(self, part: QWidget) -> None:
        # Not before it has its place.
        QTimer.singleShot(0, part, lambda: self._scroll.ensureWidgetVisible(part))

    def _build(self) -> None:
        self._scroll = ScrolledColumn()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._column = sized(self._scroll.column, (24, 24, 24, 32))
        self._column.addStretch()
        sized(self._scroll.middle, most=WIDTH + 48)
        header = Header(self.registry, self.title, tr("Applied as you choose"))
        stacked(self, header, self._scroll, grows=self._scroll)
        self._pane = surface("side")
        self.sections = RowsView(tr("Sections"))
        model = QStandardItemModel(self.sections)
        for name, title in SECTIONS.items():
            item = QStandardItem(title)
            item.setData(ICONS.get(name, name), ICON)
            model.appendRow(item)
        self.sections.setModel(model)
        self.sections.setItemDelegate(RowDelegate(self.sections, 38))
        stacked(self._pane, PaneHeader(self.title), self.sections, grows=self.sections)
        self._make("memory")
        self.sections.setCurrentIndex(model.index(0, 0))
        self.sections.selectionModel().currentChanged.connect(self._lead)

    def _lead(self) -> None:
        self._make(list(SECTIONS)[self.sections.currentIndex().row()])
        self._scroll.verticalScrollBar().setValue(0)
        self._look()
        self.went.emit("", 0)

    def _put_aside(self) -> None:
        """Hide the form for a moment: it would be laid out at each step of another look."""
        held = QApplication.focusWidget()
        self._held = held if held is not None and self._scroll.isAncestorOf(held) else None
        self._scroll.hide()

    def _put_back(self) -> None:
        self._scroll.show()
        if self._held is not None:
            self._held.setFocus(Qt.FocusReason.OtherFocusReason)

    def _measure(self) -> None:
        if self.section == "window":  # the keys and the palette change what is chosen there
            self._show()
