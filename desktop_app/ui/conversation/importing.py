"""Import, once: choose a file or folder, see what would come, bring it, take it back.

Knows its steps and what memory is asked; what an import is, is decided below the window.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFrame,
    QGridLayout,
    QVBoxLayout,
    QWidget,
)

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.sessions.imports.entry import GUESSED, ImportKind
from desktop_app.sessions.imports.preview import ImportPreview, MonthCount
from desktop_app.sessions.imports.words import guessed_words, kind_words
from desktop_app.ui.conversation import words
from desktop_app.ui.conversation.way import Buttons, Spaced, WayCard, WayResult, lines_card
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.asking_pane import row_item
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import Button, CheckBox
from desktop_app.ui.parts.folders import ask_file, ask_folder, first_file, tilde
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Elided, Pill, section, surface, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.rows import ASIDE, TITLE, RowDelegate, RowsView
from desktop_app.ui.parts.running import Running
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs, Report
    from desktop_app.memory import Memory
    from desktop_app.memory.imports import Imported, Imports, ImportUndone

JOB = "import"
_ROW, _MOST = 30, 8  # pixels of a month, and months without scrolling


class ImportShown(Spaced):
    """What an import would bring, by kind and by month; each kind can be left out."""

    def __init__(self) -> None:
        self.preview: ImportPreview | None = None
        self._today = date.min
        self.boxes: dict[ImportKind, CheckBox] = {}
        self.name = Elided("", "strong")
        self.place = Elided("", "meta", "text2")
        self.change_button = Button(tr("Another…"))
        self._card: QFrame = surface("card")
        self.counts = text("", "strong", wrap=True)
        self.months = RowsView(tr("What comes into each month"))
        self.months.setItemDelegate(RowDelegate(self.months, _ROW))
        self.skipped = text("", "meta", "text2", wrap=True)
        self._skipped_title = section(tr("Skipped"))
        self.import_button = Button(tr("Import"), "primary", "folder-plus")
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addWidget(self.name)
        names.addWidget(self.place)
        head = in_row(names, self.change_button, grows=names)
        parts = (self._card, self.counts, self.months, self._skipped_title, self.skipped)
        super().__init__(12, head, *parts, in_row(self.import_button, None))

    @property
    def chosen(self) -> tuple[ImportKind, ...]:
        """The kinds that are ticked."""
        return tuple(kind for kind, box in self.boxes.items() if box.isChecked())

    def show_preview(self, preview: ImportPreview, today: date) -> None:
        """Shows this one, with all that is new ticked."""
        self.preview, self._today = preview, today
        self.name.setText(preview.name)
        self.place.setText(tilde(preview.path))
        self.box.removeWidget(self._card)
        self._card.deleteLater()
        self._card, grid = lines_card(tr("What to import"))
        self.boxes = {}
        for kind in preview.kinds:
            self._add_kind(grid, preview, kind)
        self.box.insertWidget(1, self._card)
        self.skipped.setText("\n".join(map(words.skipped, preview.skipped)))
        for each in (self.skipped, self._skipped_title):
            each.setVisible(bool(preview.skipped))
        self._count()

    def set_busy(self, busy: bool) -> None:
        """While it is brought there is nothing to choose."""
        self._card.setEnabled(not busy)
        self.change_button.setEnabled(not busy)
        self.import_button.setVisible(not busy)

    @property
    def first(self) -> QWidget:
        """Where the keyboard goes."""
        return self.import_button if self.import_button.isEnabled() else self.change_button

    def _add_kind(self, grid: QGridLayout, preview: ImportPreview, kind: ImportKind) -> None:
        row, new = grid.rowCount(), preview.entries([kind])
        counts = words.kind_count(preview, kind)
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
        months = preview.months(chosen)
        self.counts.setText(words.what_comes(preview, chosen, self._today))
        self._show_months(months)
        label = tr("Import %1").replace("%1", words.entries(preview.entries(chosen)))
        self.import_button.setText(label if months else tr("Import"))
        self.import_button.setEnabled(bool(months))

    def _show_months(self, months: Sequence[MonthCount]) -> None:
        model = QStandardItemModel(self.months)
        for each in months:
            month, told = dates.month(each.month), words.in_days(each.entries, each.days)
            model.appendRow(row_item({TITLE: month, ASIDE: told}, f"{month}: {told}", ""))
        self.months.setModel(model)
        self.months.setVisible(bool(months))
        self._measure()

    def _measure(self) -> None:
        super()._measure()
        model = self.months.model()
        rows = min(_MOST, model.rowCount()) if model is not None else 0
        self.months.setFixedHeight(theme().px(_ROW) * max(1, rows) + 2)


class ImportGiving(Spaced):
    """Where a file or folder is chosen or dropped."""

    given = Signal(str)

    def __init__(self) -> None:
        self._dialog: QFileDialog | None = None
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
        self.file_button = Button(tr("Choose a file…"), "primary", "note")
        self.folder_button = Button(tr("Choose a folder…"), "plain", "folder")
        place, grid = lines_card(tr("Drop a file or a folder here"))
        grid.addWidget(text(tr("Drop a file or a folder here"), "section", wrap=True), 0, 1)
        grid.addWidget(text(forms, "meta", "text2", wrap=True), 1, 1)
        grid.addWidget(Buttons(self.file_button, self.folder_button), 2, 1)
        super().__init__(16, text(about, "body", "text2", wrap=True), place)
        self.file_button.clicked.connect(self._ask_file)
        self.folder_button.clicked.connect(self._ask_folder)

    def set_busy(self, busy: bool) -> None:
        """While something is looked at."""
        for each in (self.file_button, self.folder_button):
            each.setEnabled(not busy)

    def _ask_file(self) -> None:
        names = "*.zip *.json *.md *.markdown"
        self._dialog = ask_file(self, tr("What to import"), names, self.given.emit)

    def _ask_folder(self) -> None:
        self._dialog = ask_folder(self, tr("What to import"), Path.home(), self.given.emit)


class Importing(WayCard):
    """Three steps, one shown at a time (`giving`, `shown`, `result`), and what is under way."""

    def __init__(self, jobs: "Jobs", actions: Actions, _get: Callable[[str], Any]) -> None:
        super().__init__(Header(actions, tr("Import"), tr("From another program, once")))
        self._jobs = jobs
        self._memory: Memory | None = None
        self._done: Imported | None = None
        self._here = False  # whether the keyboard was here when something began or ended
        self.setAcceptDrops(True)
        self.giving = ImportGiving()
        self.shown = ImportShown()
        self.result = WayResult(tr("Open the newest day"), tr("Import something else"))
        self.running = Running(tr("An import is under way"), tr("Reading"))
        self._steps: tuple[QWidget, ...] = (self.giving, self.shown, self.result)
        for part in (*self._steps, self.running):
            self.column.addWidget(part)
        self.column.addStretch(1)
        self.stepped.connect(self.running.say)
        self.running.cancel_asked.connect(self.cancel)
        self.giving.given.connect(self.take)
        self.shown.import_button.clicked.connect(self._bring)
        self.shown.change_button.clicked.connect(self._begin_anew)
        self.result.open_button.clicked.connect(self._open)
        self.result.undo_button.clicked.connect(self._undo)
        self.result.another_button.clicked.connect(self._begin_anew)
        self._show(self.giving)

    # -- as a part of the page ------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        """Imports go into this notebook from now on."""
        self.cancel()
        self._memory, self._done = memory, None
        self._show_running(False)
        self._begin_anew()

    def leave(self) -> None:
        """Another page comes to the front: what is under way goes on."""

    def unkept(self) -> list[str]:
        """Nothing is typed here."""
        return []

    def ask(self) -> None:
        """Comes to the front: where it was left."""
        if not self.running.isHidden():
            first: QWidget = self.running.cancel_button
        elif self.step is self.giving:
            first = self.giving.file_button
        else:
            first = self.shown.first if self.step is self.shown else self.result.first
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def cancel(self) -> None:
        """What is under way stops; nothing is left half."""
        self._jobs.cancel(JOB)

    # -- what is done ---------------------------------------------------------------------------

    def take(self, path: str) -> None:
        """A file or folder was dropped or chosen; not while another one is under way."""
        if not self._jobs.running(JOB):
            self.banner.clear()
            self._show(self.giving)
            self._start(lambda imports, report: imports.look(path, report=report), self._looked)

    def _bring(self) -> None:
        preview, chosen = self.shown.preview, self.shown.chosen
        if preview is not None:
            self.banner.clear()
            self.about_to_write.emit()
            self._start(
                lambda imports, report: imports.write(preview, chosen, report=report),
                self._imported,
            )

    def _start(
        self, work: "Callable[[Imports, Report], Awaitable[Any]]", done: Callable[[Any], None]
    ) -> None:
        memory = self._memory
        if memory is None or self._jobs.running(JOB):
            return

        def end(then: Callable[..., None], *told: object) -> None:
            if memory is self._memory:
                self._show_running(False)
                then(*told)

        self._show_running(True)
        self._jobs.start(
            JOB,
            lambda report: work(memory.imports, report),
            done=lambda answer: end(done, answer),
            failed=lambda problem: end(self._tell, problem),
            cancelled=lambda: end(self._cancelled),
            step=self.stepped.emit,
        )

    def _looked(self, preview: ImportPreview) -> None:
        assert self._memory is not None
        self.shown.show_preview(preview, self._memory.today())
        self._show(self.shown)
        announce(self, f"{preview.name}. {self.shown.counts.text()}")

    def _imported(self, done: "Imported") -> None:
        self._done, result = done, self.result
        title, besides = words.brought(done), words.besides(done)
        if done.id:
            buttons = (result.open_button, result.undo_button, result.another_button)
            result.say("check", title, besides, *buttons)
            said = tr("Imported: %1").replace("%1", title)
            self.toasted.emit(said, tr("Undo"), self._undo)
        else:
            result.say("info", title, besides, result.another_button)
            if not self.isVisible():
                self.toasted.emit(title, "", None)
        self._show(result)

    def _undo(self) -> None:
        done, memory = self._done, self._memory
        if done is None or not done.id or memory is None:
            return
        self.result.undo_button.setEnabled(False)
        self.banner.clear()
        self.about_to_write.emit()
        self._jobs.do(
            lambda: memory.imports.undo(done.id),
            lambda taken: self._undone(taken) if memory is self._memory else None,
            self._refused,
        )

    def _undone(self, taken: "ImportUndone") -> None:
        if self._done is not None and self._done.id == taken.id:
            self._done = None
            title = tr("Taken back")
            self.result.say("undo", title, words.undone(taken), self.result.another_button)
            self._go_on()
        self.toasted.emit(tr("Taken back. %1").replace("%1", words.undone(taken)), "", None)

    def _refused(self, problem: Problem) -> None:
        self.result.undo_button.setEnabled(True)
        self._tell(problem)

    def _tell(self, problem: Problem) -> None:
        self.banner.say(problem.message, problem.hint)
        self._tell_end(problem.message)

    def _cancelled(self) -> None:
        said = tr("Cancelled. Nothing was written.")
        self.banner.say(said, tone="info")
        self._tell_end(said)

    def _tell_end(self, said: str) -> None:
        if self.isVisible():
            self._go_on()
        else:
            self.toasted.emit(said, "", None)

    def _open(self) -> None:
        if self._done is not None and self._done.paths:
            self.opened.emit(self._done.paths[-1], 0)

    def _begin_anew(self) -> None:
        self.banner.clear()
        self._show(self.giving)

    # -- showing --------------------------------------------------------------------------------

    @property
    def step(self) -> QWidget:
        """The step that is shown."""
        return next(step for step in self._steps if not step.isHidden())

    def _show(self, step: QWidget) -> None:
        for each in self._steps:
            each.setVisible(each is step)
        self._go_on()

    def _show_running(self, running: bool) -> None:
        self._here = self._has_keyboard()  # it leaves with the button that is hidden now
        self.giving.set_busy(running)
        if self.shown.preview is not None:
            self.shown.set_busy(running)
        self.running.show_running(running)
        if running:
            self._go_on()

    def _has_keyboard(self) -> bool:
        now = QApplication.focusWidget()
        while now is not None and now is not self:
            now = now.parentWidget()  # a dialog's is what opened it
        return now is self

    def _go_on(self) -> None:
        """The keyboard goes to what comes next, unless it is wanted elsewhere."""
        if self.isVisible() and (self._here or self._has_keyboard()):
            self.ask()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if first_file(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        if path := first_file(event.mimeData()):
            self.take(path)
