"""Settings: what a person chooses in this program, applied at once.

One section is shown, made from its rows of the table; another one takes its place. Knows what the
rows of the table mean; who opens a notebook hears of it by signal.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from desktop_app import dates, release
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.schedule import ScheduleKind, schedule_of
from desktop_app.errors import Problem
from desktop_app.known_settings import KNOWN
from desktop_app.models.address import this_computer
from desktop_app.search.meaning import builtin
from desktop_app.settings import Settings
from desktop_app.system import here
from desktop_app.tiers.places import choice_of, servers_of
from desktop_app.ui.look.theme import theme
from desktop_app.ui.models.meaning_work import MeaningWork
from desktop_app.ui.models.model_words import is_one_of, offered
from desktop_app.ui.models.server import OllamaServer, other_computer
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import ScrolledColumn, stacked
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.forms import FormOwner, Row, SettingForm, confirm
from desktop_app.ui.parts.header import Header, PaneHeader
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.rows import RowDelegate, RowWords, ThingRows
from desktop_app.ui.plans import SETTINGS
from desktop_app.ui.settings.models import NEW, InstalledModels
from desktop_app.ui.settings.started import Started
from desktop_app.ui.settings.table import ICONS, LEFT_OUT, ROWS, SECTIONS, TEMPLATE
from desktop_app.ui.writing.spelling import trouble
from desktop_app.words import as_sentence, counted, filled, headed, listed, together, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.memory.schedule import ScheduleState
    from desktop_app.memory.status import Status
    from desktop_app.notebook.doctor import CheckResult
    from desktop_app.search.meaning.meaning import MeaningStatus
    from desktop_app.system.units import Start

WIDTH = 680
_AGENTS = "dreams.agents_lines"
_LOOKS = ("appearance.mode", "appearance.contrast")
_MOST = 60  # findings shown; those that ask for something come first


class SettingsPage(FormOwner, Page):
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
        settings: Settings,
        server: OllamaServer,
        reading: MeaningWork,
    ) -> None:
        super().__init__(jobs, actions)
        self._settings, self._reading = settings, reading
        self.server, self.models = server, InstalledModels(jobs, server)
        self.models.setParent(self)
        self.started = {
            key: Started(jobs, key, way, start, self._show, self.tell, self.scheduled.emit)
            for key, way, start in (
                ("closed", here.scheduler, self._dream_start),
                ("login", here.at_login, here.login_start),
            )
        }
        self._says: dict[str, str] = {}  # by the keys of rows
        self._address, self._host = "", ""
        self._meaning: MeaningStatus | None = None
        self._history = 0  # bytes
        self._template = self._no_builtin = ""
        self._refused = False  # the template, by the disk
        self.found: list[Row] = []
        self._paused = self._agents = False
        self.looking = False
        self._build()
        self.models.installed.connect(lambda name: self.toast(tr("%1 is installed.", name)))
        self.models.changed.connect(self._show)
        self.models.ended.connect(partial(announce, self))
        server.changed.connect(self._show)
        reading.changed.connect(self._show)
        reading.rested.connect(self._look)
        theme().changed.connect(self._show)

    # -- as a page ----------------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self._meaning, self._history = None, 0
        self._says["check"], self.found, self.looking = "", [], False
        self._template, self._refused = "", False
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
        self.jobs.call("settings.spelling", trouble, partial(self._say, "spelling.on"))
        self.server.look_closely()
        self._show()
        self._look()

    def leave(self) -> None:
        held = QApplication.focusWidget()
        if held is not None and self.form.isAncestorOf(held):
            held.clearFocus()  # what is typed there is chosen

    def unkept(self) -> list[str]:
        return [tr("the template for new days")] if self._refused else []

    def focus_search(self) -> None:
        self.sections.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- led to -------------------------------------------------------------------------------

    def show_section(self, name: str) -> None:
        self.sections.setCurrentIndex(self.sections.rows.index([*SECTIONS].index(name)))

    def row(self, key: str) -> Any:
        """The row of this key in the table, with its section shown."""
        self.show_section(next((row.section for row in ROWS if row.key == key), "models"))
        return self.form.rows[key]

    def control(self, key: str) -> Any:
        self.row(key)
        return self.form.controls[key]

    def lead_to(self, section: str, key: str = "") -> None:
        """Come to the front with this section, and with the keyboard in one of its controls."""
        self.come()
        self.show_section(section)
        if key:
            self.form.controls[key].setFocus(Qt.FocusReason.OtherFocusReason)

    def check(self) -> None:
        """Come to the front, and look whether all is well."""
        self.come()
        row = self.row("check")
        self.form.buttons["check"].setFocus(Qt.FocusReason.OtherFocusReason)
        if (memory := self.memory) is not None and not self.looking:
            self.looking = True  # a button switched off would lose the keyboard
            row.explain(tr("Looking at every file and every version…"))
            self.jobs.call("settings.check", memory.doctor, self._show_check, self._show_checked)

    # -- what the form asks -------------------------------------------------------------------

    def value(self, key: str) -> Any:
        if key == _AGENTS:
            return self._root in self._settings.get(_AGENTS)
        if key in _LOOKS:
            return getattr(theme(), key.split(".")[1])
        if key == LEFT_OUT:
            return ", ".join(self.memory.layout.leave_out) if self.memory else ""
        if key == TEMPLATE:
            return self._template
        if key == "paused":
            return self._paused
        if key in self.started:
            return self.started[key].on
        if key == "models.address" and (self._host or self._says.get(key)):
            return self._address
        value = super().value(key)
        if key in ("dreams.model", "search.model"):
            return value and (is_one_of(value, self._models(key)) or value)
        return value and not self._says.get(key) if key == "spelling.on" else value

    def now(self, row: Row) -> Row:
        now, usual = super().now(row), self.server.usual
        if row.key in self.started:
            started = self.started[row.key]
            return replace(now, enabled=not started.asking and not started.trouble)
        if row.key in ("dreams.model", "search.model"):
            return replace(now, words=self._offered(row.key, now.value))
        if row.key == "search.embedder" and self._no_builtin:
            return replace(now, about=together(now.about, self._no_builtin))
        if row.key == "spelling.on":
            return replace(now, enabled=not self._says.get(row.key))
        hints = {"models.address": f"{usual.host}:{usual.port}", "consent": self._host}
        return replace(now, hint=hints.get(row.key, ""))

    def about(self, row: Row) -> str:
        if row.key in self.started:
            return self.started[row.key].about(row.about)
        told = self._told.get(row.key)
        return told(self) if told else self._says.get(row.key, "")

    def holds(self, when: str) -> bool:
        get = self._settings.get
        automatic = get("dreams.schedule") != ScheduleKind.OFF
        known = {
            "ollama_reads": get("search.embedder") == "ollama",
            "reads": get("search.embedder") != "off",
            "automatic": automatic,
            "agents_write": self._agents and automatic and get("dreams.unattended") != "propose",
            "model": self._models("dreams.model")
            or get("dreams.model")
            or get("dreams.engine") != EngineName.AUTO,
            "elsewhere": self._host,
            "tray": QSystemTrayIcon.isSystemTrayAvailable(),
        }
        return bool(known[when])

    def _offered(self, key: str, kept: str) -> dict[str, str]:
        """The models that may be chosen for this, and none of them; the kept one, too."""
        only = key == "dreams.model" and self._settings.get("dreams.engine") == EngineName.OLLAMA
        words = {name: name for name in self._models(key)}
        words = {"": tr("The only one") if only else tr("None"), **words}
        if kept not in words:
            words[kept] = filled(tr("%1 (missing)") if self.server.sight.here else "%1", kept)
        return words

    def _models(self, key: str) -> list[str]:
        models = (self.server.sight.models or ()) if self.server.sight.here else ()
        if key == "dreams.model":
            return offered(models)
        return [info.name for info in models if info.embeds]

    # -- what the rows say, "" for what the table says ----------------------------------------

    def _about_embedding(self) -> str:
        if (away := self.server.sight.problem) is not None:
            return str(away)
        if self.server.sight.here and not self._models("search.model"):
            return tr(
                "Ollama has no model here for search by meaning. Install one under Models, "
                "such as bge-m3, which reads Chinese and English."
            )
        return tr("You can choose models that search by meaning and run on this computer.")

    def _about_model(self) -> str:
        kept, names = self._settings.get("dreams.model"), self._models("dreams.model")
        if kept and self.server.sight.here and not is_one_of(kept, names):
            return tr("%1 cannot dream here: install it below, or choose another.", kept)
        if not kept and self._settings.get("dreams.engine") == EngineName.AUTO:
            return tr("Until you choose one, dreams run without a model.")
        why = self.server.why_form(is_one_of(kept, names)) if kept else ""
        if why and self._settings.get("dreams.answers") == "auto":
            return tr("{sentence}.").format(sentence=why)
        return tr("Which model dreams. You can choose models that chat and run on this computer.")

    def _about_address(self) -> str:
        words = tr("What a model is asked to read is sent to %1: your notes leave here.")
        words = filled(words, self._settings.get("models.consent"))
        away = words if self.server.outside and not self._host else ""
        return str(self.server.trouble or self._says.get("models.address") or away)

    def _about_consent(self) -> str:
        return tr(
            "%1 is another computer. What a model is asked to read would be sent there: your notes "
            "would leave this computer. If you want that, type its name, then Enter.",
            self._host,
        )

    def _about_folder(self) -> str:
        if self.memory is None:
            return " "
        taken = tr("Earlier versions take %1 MB", f"{self._history / 1e6:,.1f}")
        return " · ".join((tilde(self._root), self.memory.layout.summary, taken))

    def _about_privacy(self) -> str:
        sentence = tr(
            "You agreed that what a model is asked to read is sent to %1. Nightstand speaks "
            "with nothing else: no account, no telemetry, no update call."
        ) if self.server.outside else tr(
            "No account, no telemetry, no update call. Nightstand speaks with Ollama at %1, "
            "on this computer, and with nothing else."
        )  # fmt: skip
        sentence = filled(sentence, self.server.address.url.partition("://")[2])
        servers = servers_of(choice_of(self._settings.get))
        older = tr("Older notes are sent to %1, as you chose. Apart from that:")
        older = filled(older, listed(one.named for one in servers))
        away = any(this_computer(one.host) is None for one in servers)
        first = tr("Notes leave this computer.") if self.server.outside or away else tr(
            "Nothing leaves this computer."
        )  # fmt: skip
        return together(first, older if servers else "", sentence)

    def _about_parts(self) -> str:
        made = tr(
            "Qt and PySide6 (LGPL 3), the Inter typeface (SIL Open Font License 1.1), "
            "markdown-it-py, OpenCC, RapidFuzz and watchdog."
        )
        texts = release.licences()
        where = tr("All licences are in %1.", tilde(str(texts)))
        return together(made, where if texts else "")

    _told: ClassVar[dict[str, Callable[["SettingsPage"], str]]] = {
        "search.model": _about_embedding,
        "reading": lambda self: self._reading.told(self._meaning),
        "dreams.model": _about_model,
        "models.address": _about_address,
        "consent": _about_consent,
        "folder": _about_folder,
        "appearance.zoom": lambda _self: together(
            tr("{percent} %.").format(percent=round(theme().zoom * 100)),
            KNOWN["appearance.zoom"].about,
        ),
        "privacy": _about_privacy,
        "file": lambda self: tr(
            "%1 has more of them; `nightstand settings` says what each is for.",
            tilde(str(self._settings.path)),
        ),
        "made": _about_parts,
    }

    # -- what is chosen and pressed -----------------------------------------------------------

    def choose(self, key: str, value: Any) -> None:
        """Keep it at once, and do what follows."""
        get = self._settings.get
        if key == "find":
            if value:
                self.words_asked.emit(value)
            return
        if key in self.started:
            self.started[key].ask(value, partial(self._bring, f"leave {key}"))
            return
        if key == "models.address":
            self._choose_address(value)
        elif key == "paused":
            self.pause_asked.emit(value)
            return
        elif key == "consent":
            self._agree(value)
        elif key == LEFT_OUT:
            self._leave_out([one for part in value.split(",") if (one := part.strip())])
        elif key == NEW:
            self._install(value)
        elif key == "search.model" and self._reading.running and is_one_of(value, [get(key)]):
            return  # it reads already, and would begin anew
        elif key == TEMPLATE:
            self._set_template(value)
        elif key == _AGENTS:
            others = [folder for folder in get(_AGENTS) if folder != self._root]
            self._keep(key, [*others, self._root] if value and self._root else others)
        else:
            self._keep(key, value)
        if key in _LOOKS:
            getattr(theme(), f"set_{key.split('.')[1]}")(value)
        elif key == "appearance.language":
            again = tr("Quit Nightstand and start it again to see the other language.")
            self._says[key] = again
        elif key in ("dreams.engine", "dreams.model"):
            self.server.look_closely()
            self.engine_chosen.emit()
        elif key in ("search.embedder", "search.model"):
            self._choose_reader(key)
        self._show()

    def _keep(self, key: str, value: Any) -> None:
        if self.keep(key, value):
            self.kept.emit(key)

    def _choose_reader(self, key: str) -> None:
        if key == "search.embedder" and self._settings.get(key) == "ollama":
            self.server.look_closely()
            names = self._models("search.model")
            if not self._settings.get("search.model") and len(names) == 1:
                self._keep("search.model", names[0])  # there is nothing else to choose
        self._meaning = None
        self._reading.take_choice()
        self._look()

    def press(self, name: str) -> None:
        """What the buttons of the rows do; most of them are actions of the window."""
        deed, _, thing = name.partition(" ")
        models = {"cancel": self.models.cancel, "away": self.models.put_away}
        if deed in models:
            models[deed](thing)
        elif deed == "again":
            self.models.begin(thing) if thing else self.server.look_closely()
        elif deed == "delete":
            delete = partial(self.models.delete, thing)
            self.menu = confirm(self.form.buttons[name], self.models.question(thing), delete)
        elif name == NEW:
            self._install(self.form.controls[NEW].read())
        elif deed in ("agree", "leave") and thing:
            self.started[thing].answer(deed == "agree")
            self.form.controls[thing].setFocus(Qt.FocusReason.OtherFocusReason)
        elif name == "stay":
            self._stay()
        elif deed == "follow":
            self._follow(thing)
        elif name == "reveal":
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._root))
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

    def _leave_out(self, names: list[str]) -> None:
        if self.memory is not None and names != list(self.memory.layout.leave_out):
            self.change(lambda memory: memory.leave_out(names), lambda _: self._show())

    def _follow(self, link: str) -> None:
        work = lambda memory: (memory.follow(link), memory.index.refresh())
        self.change(work, lambda _: self.check())

    def _set_template(self, words: str) -> None:
        def refuse(problem: Problem) -> None:
            self._refused = True
            self.tell(problem)

        self._template, self._refused = words, False
        self.change(lambda memory: memory.template.set(words), failed=refuse)

    def _choose_address(self, typed: str) -> None:
        """One of another computer is used only after its name was typed."""
        asked, self._host, self._address = self._host, "", typed
        self._says["models.address"] = ""
        if typed == self._settings.get("models.address"):
            return
        try:
            self._host = other_computer(typed)
        except Problem:
            wrong = together(
                tr("This is not an address."),
                tr("An address looks like 127.0.0.1:11434. The old address is still used."),
            )
            self._says["models.address"] = wrong
            announce(self, wrong)
            return
        if not self._host:
            self._move(typed, "")
        elif self._host != asked:
            self._show()
            self._bring("stay", hold=False)
            if self.form.controls["models.address"].hasFocus():  # Enter leads on
                self.form.controls["consent"].setFocus(Qt.FocusReason.TabFocusReason)
            announce(self, self._about_consent())

    def _agree(self, typed: str) -> None:
        """The name of the very computer that was asked about: it is asked from now on."""
        host, field = self._host, self.form.controls["models.address"]
        with suppress(Problem):
            if host and typed.casefold() == host.casefold() == other_computer(field.read()):
                self._stay()
                self._move(self._address, host)

    def _stay(self) -> None:
        """All is as it was; the keyboard is in the address again."""
        field, self._host = self.form.controls["models.address"], ""
        field.setModified(False)
        self._show()
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _move(self, typed: str, consent: str) -> None:
        try:
            self.server.move(typed, consent)
        except Problem as problem:
            self.tell(problem)
        self.engine_chosen.emit()

    def _install(self, name: str) -> None:
        if name:
            self.form.controls[NEW].clear()
            name = self.models.begin(name)
            self._bring(f"cancel {name}")

    # -- what is seen -------------------------------------------------------------------------

    def show_state(self, state: "ScheduleState") -> None:
        """When the next dream comes, or why none does, and one that was put off since the last."""
        self._paused = bool(state.paused)
        words = state.told if self._paused else as_sentence(state.next_told or state.told)
        off, tried = state.put_off, state.tried
        if off is not None and not self._paused and (tried is None or off.at > tried):
            put_off = tr("A dream was put off on %1: %2", dates.moment(off.at), off.text)
            words = together(words, put_off)
        self._say("paused", words)

    def _look(self) -> None:
        """Read what is so now: counts, who came in, where older notes are."""
        if (memory := self.memory) is None:
            return

        def status(now: "Status") -> None:
            self._know(_meaning=now.meaning, _history=now.history)

        self.jobs.call("settings.status", memory.status, status, self.tell)
        known = memory.agents.known
        self.jobs.call("settings.agents", known, lambda found: self._know(_agents=bool(found)))
        if self.section == "notebook":
            before = self._template

            def take(words: str) -> None:
                if self._template == before and not self._refused:  # else one has written since
                    self._know(_template=words)

            self.jobs.call("settings.template", memory.template.text, take, self.tell)

    def _say(self, key: str, words: str) -> None:
        """What the row of this key says from now on."""
        self._says[key] = words
        self._show()

    def _know(self, **what: Any) -> None:
        vars(self).update(what)
        self._show()

    def _show_check(self, results: "list[CheckResult]") -> None:
        assert self.memory is not None
        wanting, time = sum(not one.ok for one in results), f"{self.memory.now():%H:%M}"
        words = tr("All is well: {count} checks, looked at {time}.")
        words = words.format(count=len(results), time=time)
        if wanting:
            words = counted(
                "One thing asks for your attention, looked at {time}.",
                "{count} things ask for your attention, looked at {time}.",
                wanting, time=time,
            )  # fmt: skip
        announce(self, words)
        most = sorted(results, key=lambda one: one.ok)[:_MOST]
        self.found = []
        for number, one in enumerate(most):  # two may say the same
            title = headed(tr("OK") if one.ok else tr("Attention"), one.message)
            buttons = ((f"follow {one.link}", tr("Use the link"), ""),) if one.link else ()
            self.found.append(Row("notebook", f"found {number}", title, about=one.hint,
                buttons=buttons, sets=False))  # fmt: skip
        self._show_checked(words)

    def _show_checked(self, words: object) -> None:
        """What came of it, or why nothing did."""
        self.looking = False
        self._say("check", str(words))

    @property
    def _root(self) -> str:
        return str(self.memory.root) if self.memory is not None else ""

    def _dream_start(self) -> "Start | None":
        if (memory := self.memory) is None:
            return None
        at = schedule_of(self._settings.get).at
        return here.dream_start(memory.root, memory.id, memory.name, at)

    # -- the form -----------------------------------------------------------------------------

    def _show(self) -> None:
        """Has the section shown say what is so now, and what only some controls of it can show."""
        form = self.form
        form.title.setText(SECTIONS[self.section])
        form.show_rows(self._rows())
        if self.section == "memory":
            choice = form.controls["search.embedder"]
            choice.part("builtin").setEnabled(not self._no_builtin or choice.value == "builtin")

    def _make(self, section: str) -> None:
        """Make this section, in the place of the one that is shown."""
        self.section = section
        if section == "memory":
            self._no_builtin = str(builtin.missing() or "")
        self._show()
        for key in self.started.keys() & self.form.controls.keys():
            self.started[key].look()

    def _rows(self) -> Iterator[Row]:
        for row in ROWS:
            if row.section == self.section:
                yield self.now(row)
                if row.key in self.started:
                    yield from self.started[row.key].question(row.section)
        if self.section == "notebook":
            yield from self.found
        elif self.section == "models":
            yield from self.models.rows(self._settings.get("dreams.model"))

    def _bring(self, name: str, *, hold: bool = True) -> None:
        """Bring the button of this name into view, and the keyboard to it."""
        button = self.form.buttons.get(name)
        if button is None:  # another section is shown
            return
        if hold:
            button.setFocus(Qt.FocusReason.OtherFocusReason)
        # Not before it has its place.
        QTimer.singleShot(0, button, lambda: self._scroll.ensureWidgetVisible(button))

    def _build(self) -> None:
        self.section = "memory"
        self.form = SettingForm(SECTIONS["memory"], self)
        self._scroll = ScrolledColumn(WIDTH + 48, (24, 24, 24, 32), self.form, None)
        header = Header(self.registry, self.title, tr("Changes take effect at once"))
        stacked(self, header, self._scroll, grows=self._scroll)
        self.pane = surface("side")
        told = lambda name: RowWords(SECTIONS[name], icon=ICONS.get(name, name))
        self.sections = ThingRows(tr("Sections"), told, RowDelegate(height=38))
        self.sections.rows.show([*SECTIONS])
        stacked(self.pane, PaneHeader(self.title), self.sections, grows=self.sections)
        self._make("memory")
        self.sections.choose(0)
        self.sections.moved.connect(self._lead)

    def _lead(self) -> None:
        self._make(self.sections.thing)
        self._scroll.verticalScrollBar().setValue(0)
        self._look()
        self.went.emit("", 0)
