"""Settings: what a person chooses in this program, applied at once.

One section is shown, made from its rows of the table; another one takes its place. Knows what the
rows of the table mean; who opens a notebook hears of it by signal.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from desktop_app.search.meaning import builtin
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page, PageParts
from desktop_app.ui.parts.boxes import ScrolledColumn, stacked
from desktop_app.ui.parts.forms import FormOwner, Row, SettingForm, confirm
from desktop_app.ui.parts.header import Header, PaneHeader
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.rows import RowDelegate, RowWords, ThingRows
from desktop_app.ui.plans import SETTINGS
from desktop_app.ui.settings.models import NEW, InstalledModels, ModelAddress
from desktop_app.ui.settings.shown import Started, checked_rows, checked_words
from desktop_app.ui.settings.table import ICONS, ROWS, SECTIONS
from desktop_app.words import as_sentence, tr

if TYPE_CHECKING:
    from desktop_app.memory import Changed, Memory
    from desktop_app.memory.schedule import ScheduleState
    from desktop_app.memory.status import Status
    from desktop_app.notebook.doctor import CheckResult
    from desktop_app.search.meaning.meaning import MeaningStatus

WIDTH = 680


class SettingsPage(FormOwner, Page):
    """A list of sections, and the one that is chosen there."""

    plan = SETTINGS

    engine_chosen = Signal()  # another engine, model or address
    kept = Signal(str)  # this setting has another value
    pause_asked = Signal(bool)  # automatic dreams are to pause, or to go on
    scheduled = Signal()  # what the system starts by itself is another

    def __init__(self, given: PageParts) -> None:
        super().__init__(given)
        self.get: Callable[[str], Any] = given.settings.get
        self.models = InstalledModels(self.jobs, self.server)
        self.models.setParent(self)
        self.closed: Started = Started(self)
        self.says: dict[str, str] = {}  # by the keys of rows
        self.address: ModelAddress = ModelAddress(self)
        self.meaning: MeaningStatus | None = None
        self.history = 0  # bytes
        self.no_builtin: str = ""
        self.found: list[Row] = []
        self.paused: bool = False
        self.looking = False
        self._build()
        self.models.told.connect(self.toast)
        self.models.failed.connect(self.tell)
        self.models.changed.connect(self.show_now)
        self.server.changed.connect(self.show_now)
        self.reading.changed.connect(self.show_now)
        self.reading.rested.connect(self._look)
        theme().changed.connect(self.show_now)

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.meaning, self.history = None, 0
        self.says["check"], self.found, self.looking = "", [], False
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

    def entered(self) -> None:
        self.server.look_closely()
        self.show_now()
        self._look()

    def leave(self) -> None:
        held = QApplication.focusWidget()
        if held is not None and self.form.isAncestorOf(held):
            held.clearFocus()  # what is typed there is chosen

    def focus_search(self) -> None:
        self.sections.setFocus(Qt.FocusReason.ShortcutFocusReason)

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
        self.come()
        row = self.row("check")
        self.form.buttons["check"].setFocus(Qt.FocusReason.OtherFocusReason)
        if (memory := self.memory) is not None and not self.looking:
            self.looking = True  # a button switched off would lose the keyboard
            row.explain(tr("Looking at every file and every version…"))
            self.jobs.call("settings.check", memory.doctor, self._show_check, self._show_checked)

    def about(self, row: Row) -> str:
        return self.says.get(row.key, "")

    def choose(self, key: str, value: Any) -> None:
        self.keep_it(key, value)
        self.show_now()

    def keep_it(self, key: str, value: Any) -> None:
        """Keep this setting, and let others know of it."""
        if self.keep(key, value):
            self.kept.emit(key)

    def read_anew(self) -> None:
        self.meaning = None
        self.reading.take_choice()
        self._look()
        self.show_now()

    def press(self, name: str) -> None:
        """What the buttons of the rows do; most of them are actions of the window."""
        deed, _, thing = name.partition(" ")
        if deed == "cancel":
            self.models.cancel(thing)
        elif name == "again":
            self.server.look_closely()
        elif deed == "delete":
            delete = partial(self.models.delete, thing)
            self.menu = confirm(self.form.buttons[name], self.models.question(thing), delete)
        elif name == NEW:
            self.install(self.form.controls[NEW].read())
        elif name == "reveal":
            QDesktopServices.openUrl(QUrl.fromLocalFile(self.root))
        else:
            self.registry[name].trigger()

    def install(self, name: str) -> None:
        if name:
            self.form.controls[NEW].clear()
            self.models.begin(name)
        self.show_now()

    def show_state(self, state: "ScheduleState") -> None:
        """When the next dream comes, or why none does."""
        self.paused = bool(state.paused)
        told = state.told if self.paused else as_sentence(state.next_told or state.told)
        self.say("paused", told)

    def _look(self) -> None:
        """Read what is so now."""

        def show(now: "Status") -> None:
            self.meaning, self.history = now.meaning, now.history
            self.show_now()

        self.look_up("settings.status", lambda memory: memory.status(), show)

    def say(self, key: str, words: str) -> None:
        self.says[key] = words
        self.show_now()

    def _show_check(self, results: "list[CheckResult]") -> None:
        words = checked_words(results, f"{self.memory.now():%H:%M}")
        announce(self, words)
        self.found = checked_rows(results)
        self._show_checked(words)

    def _show_checked(self, words: object) -> None:
        self.looking = False
        self.say("check", str(words))

    @property
    def root(self) -> str:
        return str(self.memory.root) if self.memory is not None else ""

    def show_now(self) -> None:
        """Has the section shown say what is so now, and what only some controls of it can show."""
        form = self.form
        form.title.setText(SECTIONS[self.section])
        form.show_rows(self._rows())
        if self.section == "memory":
            choice = form.controls["search.embedder"]
            choice.part("builtin").setEnabled(not self.no_builtin or choice.value == "builtin")

    def _make(self, section: str) -> None:
        self.section = section
        if section == "memory":
            self.no_builtin = str(builtin.missing() or "")
        self.show_now()
        if section == "dreams":
            self.closed.look()

    def _rows(self) -> Iterator[Row]:
        for row in ROWS:
            if row.section == self.section:
                yield self.now(row)
        if self.section == "notebook":
            yield from self.found
        elif self.section == "models":
            yield from self.models.rows(self.settings.get("dreams.model"))

    def _build(self) -> None:
        self.section = "memory"
        self.form = SettingForm(SECTIONS["memory"], self)
        self._scroll = ScrolledColumn(WIDTH + 48, (24, 24, 24, 32), self.form, None)
        header = Header(self.registry, self.title, tr("Changes are kept at once"))
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
