"""The groups of the settings page. Each knows its own keys and controls and no other group."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMenu

from desktop_app import __version__, languages, release
from desktop_app.models.address import this_computer
from desktop_app.search.freshness import WatchState
from desktop_app.tiers.server import TierServer
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button, IconButton, Segmented
from desktop_app.ui.parts.folders import ask_folder, tilde
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.fitting_row import FittingRow
from desktop_app.ui.settings.keeping import KeepingGroup, NumberField
from desktop_app.ui.settings.setting_row import SettingGroup, SettingRow
from desktop_app.words import counted, listed, together, tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.memory.status import Status
    from desktop_app.search.index import Counts

USUAL_DAYS = 7


class NotebookGroup(SettingGroup):
    """Which notebook is open, and the way to another."""

    chosen = Signal(str)
    carry_asked = Signal(str)  # an action that is done elsewhere: pack the notebook, say

    def __init__(self, recent: Callable[[], list[str]]) -> None:
        super().__init__("")
        self.title.setText(tr("Notebook"))
        self._recent = recent
        self._folder = ""
        self.reveal = Button(tr("Show in files"), "plain", "external")
        self.reveal.clicked.connect(self._show_folder)
        self.other = Button(tr("Open…"), "plain", "folder")
        self.other.clicked.connect(self.ask)
        self.recent = Button(tr("Recent"), "plain", "history")
        self.recent.clicked.connect(self._show_recent)
        self._menu: QMenu | None = None
        self.beside = Button(tr("New window…"), "plain", "folder-plus")
        self.beside.clicked.connect(lambda: self.carry_asked.emit("open.new"))
        self.pack = Button(tr("Pack…"), "plain", "folder")
        self.pack.clicked.connect(lambda: self.carry_asked.emit("archive"))
        self.unpack = Button(tr("Unpack…"), "plain", "folder-plus")
        self.unpack.clicked.connect(lambda: self.carry_asked.emit("unarchive"))
        self.template = Button(tr("Edit…"), "plain", "edit")
        self.template.clicked.connect(lambda: self.carry_asked.emit("template"))
        self.folder = SettingRow(tr("Folder"), "", self.reveal)
        self._id = text("", "meta", "text2")
        self.id = SettingRow(
            tr("Identity"),
            tr("How Nightstand knows this notebook again when its folder moves."),
            self._id,
        )
        self.places = SettingRow(tr("Layout"), "")
        self.history = SettingRow(tr("History"), "")
        self.add(
            self.folder,
            self.places,
            self.history,
            SettingRow(
                tr("Template for new days"),
                tr("What a day begins with when you begin it in the window."),
                self.template,
            ),
            SettingRow(
                tr("Another notebook"),
                tr("The one that is open stays as it is."),
                self.recent,
                self.other,
                self.beside,
            ),
            SettingRow(
                tr("Another computer"),
                tr("Notes, history and decisions in one file, and such a file back into a folder."),
                self.pack,
                self.unpack,
            ),
            self.id,
        )

    def show_notebook(self, memory: "Memory") -> None:
        """The notebook that is open now."""
        self._folder = str(memory.root)
        self.folder.explain(tilde(self._folder))
        self.places.explain(memory.layout.summary)
        self._id.setText(memory.id)

    def show_status(self, status: "Status", most: int) -> None:
        """How much room earlier versions take, of at most so many megabytes (0: no limit)."""
        taken = tr("Earlier versions take %1 MB").replace("%1", f"{status.history / 1e6:,.1f}")
        limit = tr("%1; above %2 MB the oldest go, but never what an undo needs.")
        free = tr("%1; all are kept.")
        words = (limit if most else free).replace("%1", taken).replace("%2", f"{most:,}")
        self.history.explain(words)

    def ask(self) -> None:
        """Asks for a folder, and says `chosen` if one is picked."""
        start = Path(self._folder).parent if self._folder else Path.home()
        ask_folder(self, tr("Open a notebook"), start, self.chosen.emit)

    def _show_recent(self) -> None:
        self._menu = QMenu(self)
        others = [folder for folder in self._recent() if folder != self._folder]
        for folder in others:
            action = self._menu.addAction(tilde(folder))
            action.triggered.connect(lambda _checked, folder=folder: self.chosen.emit(folder))
        if not others:
            self._menu.addAction(tr("No other notebook yet")).setEnabled(False)
        self._menu.popup(self.recent.mapToGlobal(QPoint(0, self.recent.height() + 4)))

    def _show_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(self._folder))


class DreamsGroup(KeepingGroup):
    """When dreams run, and which days they read."""

    def __init__(self, settings: KeptSettings) -> None:
        super().__init__("", settings)
        self.title.setText(tr("Dreams"))
        enabled = self.switch(
            "dreams.enabled",
            tr("Dream"),
            tr("When this is off, nothing is read and nothing is proposed."),
        )
        self.enabled = enabled.switch
        since, last = tr("Since the last dream"), tr("A number of days")
        self.span = Segmented({"since": since, "last": last}, tr("Days to read"))
        self.span.chosen.connect(self._keep_days)
        self.days = NumberField(tr("Number of days"), 1, 365, 1, tr(" days"))
        self.days.setValue(USUAL_DAYS)
        self.days.valueChanged.connect(self._keep_days)
        self.fitting = FittingRow(settings)
        self.fitting.chosen.connect(self.keep)
        self.add(
            enabled,
            SettingRow(
                tr("Days to read"),
                tr("What a dream looks at when you do not say otherwise."),
                self.days,
                self.span,
            ),
            self.fitting,
        )
        self.show_settings()

    def show_settings(self) -> None:
        """See `KeepingGroup`."""
        super().show_settings()
        days = self._settings.get("dreams.days")
        self.span.choose("last" if days else "since")
        self.days.show_kept(days or self.days.value())
        self.days.setVisible(bool(days))
        self.fitting.show_settings()

    def _keep_days(self) -> None:
        last = self.span.value == "last"
        self.days.setVisible(last)
        self.keep("dreams.days", self.days.value() if last else 0)


class SearchGroup(SettingGroup):
    """How much is indexed, how changes are noticed, and the way to begin anew."""

    rebuild_asked = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(tr("Search"))
        self.rebuild = Button(tr("Rebuild"), "plain", "refresh")
        self.rebuild.clicked.connect(self.rebuild_asked)
        self.index = SettingRow(tr("Index"), tr("Reading…"), self.rebuild)
        self.watching = SettingRow(tr("Changes from outside"), tr("Reading…"))
        self.add(self.index, self.watching)
        self._rebuilding = False

    def show_status(self, status: "Status") -> None:
        """Counts and state as just read; while the index is made anew, its counts are none."""
        if not self._rebuilding:
            self._show_counts(status.index)
        reason = status.watch.reason.rstrip(".。")
        words = {
            WatchState.OFF: tr("Looked for when the notebook is opened."),
            WatchState.WATCHING: tr("Noticed as soon as they are saved."),
            WatchState.POLLING: tr("Looked for every few seconds: %1."),
            WatchState.GONE: tr("The folder is gone."),
            WatchState.FAILED: status.watch.reason,
        }
        self.watching.explain(words[status.watch.state].replace("%1", reason))

    def show_rebuilding(self) -> None:
        """The index is being made anew."""
        self._rebuilding = True
        self.rebuild.setEnabled(False)
        self.index.explain(tr("Reading every file again…"))

    def show_rebuilt(self, counts: "Counts") -> None:
        """It was made anew: this can be found."""
        self.let_rebuild()
        self._show_counts(counts)

    def let_rebuild(self) -> None:
        """Nothing is being made anew, or no more."""
        self._rebuilding = False
        self.rebuild.setEnabled(True)

    def _show_counts(self, counts: "Counts") -> None:
        words = tr("%1, %2. Made from your files; it can be rebuilt any time.")
        words = words.replace("%1", counted("{count} file", "{count} files", counts.files))
        passages = counted("{count} passage", "{count} passages", counts.chunks)
        words = words.replace("%2", passages)
        self.index.explain(words)


class AppearanceGroup(KeepingGroup):
    """Language, colours, size and spelling."""

    def __init__(self, settings: KeptSettings) -> None:
        super().__init__("", settings)
        self.title.setText(tr("Appearance"))
        modes = {"system": tr("System"), "light": tr("Light"), "dark": tr("Dark")}
        self.mode = Segmented(modes, tr("Colours"))
        self.mode.chosen.connect(theme().set_mode)
        contrasts = {"system": tr("System"), "normal": tr("Normal"), "high": tr("High")}
        self.contrast = Segmented(contrasts, tr("Contrast"))
        self.contrast.chosen.connect(theme().set_contrast)
        self.smaller = IconButton("minus", tr("Smaller"))
        self.larger = IconButton("plus", tr("Larger"))
        self.smaller.clicked.connect(lambda: theme().step_zoom(-1))
        self.larger.clicked.connect(lambda: theme().step_zoom(1))
        self.language = Segmented({"system": tr("System"), **languages.NAMES}, tr("Language"))
        self.language.choose(settings.get("appearance.language"))
        self.language.chosen.connect(self._speak)
        self.spoken = SettingRow(
            tr("Language"), tr("Of the window, the commands and the sample."), self.language
        )
        self._spelt = tr("A wavy line under words that no dictionary of this computer knows.")
        self.spelling = self.switch("spelling.on", tr("Spelling"), self._spelt)
        self.motion = self.switch(
            "appearance.motion",
            tr("Movement"),
            tr("A bar moves while nobody knows how long something takes."),
        )
        self.motion.switch.toggled.connect(theme().set_motion)
        self.zoom = text("", "ui", "text2")
        self.add(
            self.spoken,
            SettingRow(
                tr("Colours"),
                tr("System follows what this computer says, and changes with it."),
                self.mode,
            ),
            SettingRow(
                tr("Contrast"),
                tr("High: black on white or white on black, and clear lines."),
                self.contrast,
            ),
            SettingRow(
                tr("Size"),
                tr("Of everything in the window, text and pictures."),
                self.smaller,
                self.zoom,
                self.larger,
            ),
            self.motion,
            self.spelling,
        )
        theme().followed_by(self._show)

    def show_spelling(self, trouble: str) -> None:
        """Why no word can be checked; "" where it can."""
        self.spelling.explain(trouble or self._spelt)

    def _speak(self, language: str) -> None:
        self.keep("appearance.language", language)
        self.spoken.explain(tr("Quit Nightstand and start it again to see the other language."))

    def _show(self) -> None:
        self.mode.choose(theme().mode)
        self.contrast.choose(theme().contrast)
        self.zoom.setText(f"{round(theme().zoom * 100)} %")


class PrivacyGroup(SettingGroup):
    """The one promise about what leaves this computer, true of the address in use."""

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(tr("Privacy"))
        self.promise = SettingRow("", " ")
        self.add(self.promise)

    def show_address(self, url: str, outside: bool, servers: Sequence[TierServer]) -> None:
        """Where Ollama is asked, whether that is another computer, and where older notes go."""
        where = url.partition("://")[2]
        if outside:
            self.promise.label.setText(tr("Notes leave this computer"))
            sentence = tr(
                "You agreed that what a model is asked to read is sent to %1. Nightstand speaks "
                "with nothing else: no account, no telemetry, no update call."
            )
        else:
            self.promise.label.setText(tr("Nothing leaves this computer"))
            sentence = tr(
                "No account, no telemetry, no update call. Nightstand speaks with Ollama at %1, "
                "on this computer, and with nothing else."
            )
        sentence = sentence.replace("%1", where)
        if servers:
            older = tr("Older notes are sent to %1, as you chose. Apart from that:")
            sentence = f"{older.replace('%1', listed(one.named for one in servers))} {sentence}"
        if any(this_computer(one.host) is None for one in servers):
            self.promise.label.setText(tr("Notes leave this computer"))
        self.promise.explain(sentence)


class AboutGroup(SettingGroup):
    """What this is, and whose work it stands on."""

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(tr("About"))
        licence = tr("Free software under the MIT licence. F1 opens the manual.")
        self.program = SettingRow(f"Nightstand {__version__}", licence)
        made = tr(
            "Qt and PySide6 (LGPL 3), the Inter typeface (SIL Open Font License 1.1), "
            "markdown-it-py, OpenCC, RapidFuzz and watchdog."
        )
        if texts := release.licences():
            made = together(made, tr("All licences are in %1.").replace("%1", tilde(str(texts))))
        self.made = SettingRow(tr("Made with"), made)
        self.add(self.program, self.made)
