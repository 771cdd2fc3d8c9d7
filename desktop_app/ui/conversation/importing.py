"""Import, once: choose a file or folder, see what would come, bring it, take it back.

Knows its steps and what memory is asked; what an import is, is decided below the window.
"""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QVBoxLayout, QWidget

from desktop_app.sessions.imports.entry import GUESSED, ImportKind
from desktop_app.sessions.imports.preview import ImportPreview
from desktop_app.sessions.imports.words import (
    guessed_words,
    held_back_words,
    kind_words,
    known_words,
    nothing_words,
    stays_words,
)
from desktop_app.ui.conversation import words
from desktop_app.ui.conversation.way import Spaced, WayCard, WayResult, buttons, lines_card
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import Button, CheckBox
from desktop_app.ui.parts.folders import ask_file, ask_folder, first_file, tilde
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Elided, Pill, section, surface, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.running import Running
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.imports import Imported, ImportUndone


class ImportShown(Spaced):
    """What an import would bring, by kind; each kind can be left out."""

    def __init__(self) -> None:
        self.preview: ImportPreview | None = None
        self._today = date.min
        self.boxes: dict[ImportKind, CheckBox] = {}
        self.name = Elided("", "strong")
        self.place = Elided("", "meta", "text2")
        self.change_button = Button(tr("Another…"))
        self.card = surface("card")
        self.counts = text("", "strong", wrap=True)
        self.skipped = text("", "meta", "text2", wrap=True)
        self._skipped_title = section(tr("Skipped"))
        self.import_button = Button(tr("Import"), "primary", "folder-plus")
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addWidget(self.name)
        names.addWidget(self.place)
        head = in_row(names, self.change_button, grows=names)
        parts = (self.card, self.counts, self._skipped_title, self.skipped)
        super().__init__(12, head, *parts, in_row(self.import_button, None), None)

    @property
    def chosen(self) -> tuple[ImportKind, ...]:
        return tuple(kind for kind, box in self.boxes.items() if box.isChecked())

    def show_preview(self, preview: ImportPreview, today: date) -> None:
        """Shows this one, with all that is new ticked."""
        self.preview, self._today = preview, today
        self.name.setText(preview.name)
        self.place.setText(tilde(preview.path))
        grid = self.new_card(tr("What to import"))
        self.boxes = {}
        for kind in preview.kinds:
            self._add_kind(grid, preview, kind)
        self.skipped.setText("\n".join(map(words.skipped, preview.skipped)))
        for each in (self.skipped, self._skipped_title):
            each.setVisible(bool(preview.skipped))
        self._count()

    def set_busy(self, busy: bool) -> None:
        self.card.setEnabled(not busy)
        self.change_button.setEnabled(not busy)
        self.import_button.setVisible(not busy)

    @property
    def first(self) -> QWidget:
        return self.import_button if self.import_button.isEnabled() else self.change_button

    def _add_kind(self, grid: QGridLayout, preview: ImportPreview, kind: ImportKind) -> None:
        row, new = grid.rowCount(), preview.entries([kind])
        counts = tr("%1 new").replace("%1", f"{new:,}")
        if known := preview.known.get(kind, 0):
            counts = tr("%1, %2 in the notebook already").replace("%1", counts)
            counts = counts.replace("%2", f"{known:,}")
        box = self.boxes[kind] = CheckBox(f"{kind_words(kind)}: {counts}")
        box.setChecked(new > 0)
        box.setEnabled(new > 0)
        box.toggled.connect(self._count)
        grid.addWidget(box, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(text(kind_words(kind), "ui", wrap=True), row, 1)
        grid.addWidget(text(counts, "ui", "text2"), row, 3, Qt.AlignmentFlag.AlignRight)
        if kind in GUESSED:
            pill = Pill(tr("guessed"), "warn")
            pill.setToolTip(guessed_words())
            pill.setAccessibleName(guessed_words())
            grid.addWidget(pill, row, 2)

    def _count(self) -> None:
        preview, chosen = self.preview, self.chosen
        assert preview is not None
        self.counts.setText(words.what_comes(preview, chosen, self._today))
        count = preview.entries(chosen)
        label = tr("Import %1").replace("%1", words.entries(count))
        self.import_button.setText(label if count else tr("Import"))
        self.import_button.setEnabled(count > 0)


class Importing(WayCard):
    """Three steps, one shown at a time: `giving`, `shown`, `result`."""

    def __init__(self, jobs: "Jobs", actions: Actions, _get: Callable[[str], Any]) -> None:
        header = Header(actions, tr("Import"), tr("From another program, once"))
        running = Running(tr("An import is under way"), tr("Reading"))
        super().__init__(jobs, header, "import", running)
        self._done: Imported | None = None
        self._here = False  # whether the keyboard was here when something began or ended
        self.giving, self.shown = self._make_giving(), ImportShown()
        self.result = WayResult(tr("Open the newest day"), tr("Import something else"))
        self.set_steps(self.giving, self.shown, self.result)
        self.shown.import_button.clicked.connect(self._bring)
        self.shown.change_button.clicked.connect(self.begin_anew)
        self.result.open_button.clicked.connect(self._open)
        self.result.undo_button.clicked.connect(self._undo)
        self.result.another_button.clicked.connect(self.begin_anew)

    def _make_giving(self) -> QWidget:
        about = tr(
            "Everything goes into the day it is from. You see first what would come, and "
            "nothing is written before you say so."
        )
        forms = tr(
            "The export of ChatGPT or Claude as it comes (a zip, or conversations.json), the "
            "JSON export of Day One, a folder of Markdown whose names or front matter have "
            "dates, an Obsidian vault. Of conversations what matters comes; notes come as "
            "they are."
        )
        what, names = tr("What to import"), "*.zip *.json *.md *.markdown"
        self.file_button = Button(tr("Choose a file…"), "primary", "note")
        self.folder_button = Button(tr("Choose a folder…"), "plain", "folder")
        self.file_button.clicked.connect(lambda: ask_file(self, what, names, self.take))
        self.folder_button.clicked.connect(lambda: ask_folder(self, what, Path.home(), self.take))
        place, grid = lines_card(tr("Drop a file or a folder here"))
        grid.addWidget(text(tr("Drop a file or a folder here"), "section", wrap=True), 0, 1)
        grid.addWidget(text(forms, "meta", "text2", wrap=True), 1, 1)
        grid.addWidget(buttons(self.file_button, self.folder_button), 2, 1)
        return Spaced(16, text(about, "body", "text2", wrap=True), place, None)

    def show_notebook(self, memory: "Memory") -> None:
        self.cancel()
        self._memory, self._done = memory, None
        self.show_running(False)
        self.begin_anew()

    @property
    def first(self) -> QWidget:
        if not self.running.isHidden():
            return self.running.cancel_button
        if self.step is self.giving:
            return self.file_button
        return self.shown.first if self.step is self.shown else self.result.first

    def take(self, path: str) -> None:
        """A file or folder was dropped or chosen; not while another one is under way."""
        if not self.busy:
            self.begin_anew()
            look = lambda memory, report: memory.imports.look(path, report=report)  # noqa: E731
            self.start(look, self._looked)

    def _looked(self, preview: ImportPreview) -> None:
        assert self._memory is not None
        self.shown.show_preview(preview, self._memory.today())
        self.show_step(self.shown)
        announce(self, f"{preview.name}. {self.shown.counts.text()}")

    def _bring(self) -> None:
        preview, chosen = self.shown.preview, self.shown.chosen
        if preview is not None:
            self.about_to_write.emit()
            self.start(
                lambda memory, report: memory.imports.write(preview, chosen, report=report),
                self._imported,
            )

    def _imported(self, done: "Imported") -> None:
        self._done, result = done, self.result
        told = ((known_words, done.known), (nothing_words, done.nothing),
                (held_back_words, done.held_back))  # fmt: skip
        besides = " ".join(said(count) for said, count in told if count)
        title = words.entries(done.entries, len(done.days))
        if done.id:
            buttons = (result.open_button, result.undo_button, result.another_button)
            result.say("check", title, besides, *buttons)
            said = tr("Imported: %1").replace("%1", title)
            self.toasted.emit(said, tr("Undo"), self._undo)
        else:
            title = tr("Nothing was new, so nothing was written")
            result.say("info", title, besides, result.another_button)
            if not self.isVisible():
                self.toasted.emit(title, "", None)
        self.show_step(result)

    def _undo(self) -> None:
        if (done := self._done) is not None and done.id:
            self.result.undo_button.setEnabled(False)
            self.write(lambda memory: memory.imports.undo(done.id), self._undone, self.refused)

    def _undone(self, taken: "ImportUndone") -> None:
        days = counted("{count} day is", "{count} days are", len(taken.paths))
        told = tr("%1 as before the import.").replace("%1", days)
        if taken.conflicts:
            told = f"{told} {stays_words(taken.conflicts)}"
        if self._done is not None and self._done.id == taken.id:
            self._done = None
            self.result.say("undo", tr("Taken back"), told, self.result.another_button)
            self.go_on()
        self.toasted.emit(tr("Taken back. %1").replace("%1", told), "", None)

    def _open(self) -> None:
        if self._done is not None and self._done.paths:
            self.opened.emit(self._done.paths[-1], 0)

    def show_running(self, running: bool) -> None:
        self._here = self._has_keyboard()  # it leaves with the button that is hidden now
        for each in (self.file_button, self.folder_button):
            each.setEnabled(not running)
        if self.shown.preview is not None:
            self.shown.set_busy(running)
        super().show_running(running)

    def go_on(self) -> None:
        """The keyboard goes to what comes next, unless it is wanted elsewhere."""
        if self._here or self._has_keyboard():
            super().go_on()

    def _has_keyboard(self) -> bool:
        now = QApplication.focusWidget()
        while now is not None and now is not self:
            now = now.parentWidget()  # a dialog's is what opened it
        return now is self

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        if path := first_file(event.mimeData()):
            self.take(path)
