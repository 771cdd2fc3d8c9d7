"""Import, once: choose a file or folder, see what would come, bring it, take it back.

A part of the conversation page. Knows its steps and `ImportWork`; what an import is, is decided
below the window.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from desktop_app.errors import Problem
from desktop_app.ui.conversation import import_words as words
from desktop_app.ui.conversation.import_steps import ImportDone, ImportGiving, ImportShown
from desktop_app.ui.conversation.import_work import ImportWork
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.folders import first_file
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import Banner, announce
from desktop_app.ui.parts.running import Running
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.imports import Imported, ImportUndone
    from desktop_app.sessions.imports.preview import ImportPreview

WIDTH = 720


class Importing(QFrame):
    """Three steps, one shown at a time (`giving`, `shown`, `result`), and what is under way."""

    closed = Signal()  # the conversations are to be shown again
    opened = Signal(str, int)
    toasted = Signal(str, str, object)
    about_to_write = Signal()

    def __init__(self, jobs: "Jobs", actions: Actions, _get: Callable[[str], Any]) -> None:
        super().__init__()
        self._memory: Memory | None = None
        self._done: Imported | None = None
        self._here = False  # whether the keyboard was here when something began or ended
        self.setProperty("surface", "doc")
        self.setProperty("tabs", "place")
        self.setAcceptDrops(True)
        self.work = ImportWork(jobs, self)
        self.header = Header(actions, tr("Import"), tr("From another program, once"))
        self.close_button = IconButton("cross", tr("Back to the conversations"))
        self.header.add(self.close_button)
        self.banner = Banner()
        self.giving = ImportGiving()
        self.shown = ImportShown()
        self.result = ImportDone()
        self.running = Running(tr("An import is under way"), tr("Reading"))
        self._steps = (self.giving, self.shown, self.result)
        self._build()
        self._connect()
        self._show(self.giving)
        theme().followed_by(self._measure)

    # -- as a part of the page ------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        """Imports go into this notebook from now on."""
        self._memory = memory
        self.work.use(memory)
        self._done = None
        self._show_running(False)
        self.banner.clear()
        self._show(self.giving)

    def leave(self) -> None:
        """Another page comes to the front: what is under way goes on."""

    def unkept(self) -> list[str]:
        """Nothing is typed here."""
        return []

    def ask(self) -> None:
        """Comes to the front: where it was left."""
        self._focus()

    def take(self, path: str) -> None:
        """A file or folder was dropped or chosen; not while another one is under way."""
        if not self.work.running:
            self.banner.clear()
            self._show(self.giving)
            self.work.look(path)

    # -- what happens -------------------------------------------------------------------------

    def _looked(self, preview: "ImportPreview") -> None:
        assert self._memory is not None
        self.shown.show_preview(preview, self._memory.today())
        self._show(self.shown)
        announce(self, f"{preview.name}. {self.shown.counts.text()}")

    def _bring(self) -> None:
        if self.shown.preview is not None:
            self.banner.clear()
            self.work.bring(self.shown.preview, self.shown.chosen)

    def _imported(self, done: "Imported") -> None:
        self._done = done
        self.result.show_imported(done)
        self._show(self.result)
        title = words.imported(done)
        if done.id:
            said = tr("Imported: %1").replace("%1", title)
            self.toasted.emit(said, tr("Undo"), self._undo)
        elif not self.isVisible():
            self.toasted.emit(title, "", None)

    def _undo(self) -> None:
        if self._done is not None and self._done.id:
            self.result.undo_button.setEnabled(False)
            self.banner.clear()
            self.work.undo(self._done.id)

    def _undone(self, taken: "ImportUndone") -> None:
        if self._done is not None and self._done.id == taken.id:
            self._done = None
            self.result.show_undone(taken)
            self._go_on()
        self.toasted.emit(tr("Taken back. %1").replace("%1", words.undone(taken)), "", None)

    def _refused(self, problem: Problem) -> None:
        self.result.undo_button.setEnabled(True)
        self._tell(problem)

    def _tell(self, problem: Problem) -> None:
        self.banner.say(problem.message, problem.hint)
        if self.isVisible():
            self._go_on()
        else:
            self.toasted.emit(problem.message, "", None)

    def _cancelled(self) -> None:
        said = tr("Cancelled. Nothing was written.")
        if self.isVisible():
            self.banner.say(said, tone="info")
            self._go_on()
        else:
            self.toasted.emit(said, "", None)

    def _open(self) -> None:
        if self._done is not None and self._done.paths:
            self.opened.emit(self._done.paths[-1], 0)

    def _begin_anew(self) -> None:
        self.banner.clear()
        self._show(self.giving)

    # -- showing ------------------------------------------------------------------------------

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
            self._focus()

    def _focus(self) -> None:
        first: QWidget = self.giving.file_button
        if not self.running.isHidden():
            first = self.running.cancel_button
        elif self.step is self.shown:
            first = self.shown.first
        elif self.step is self.result:
            first = self.result.first
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        self._scroll = ScrolledColumn()
        self._middle, self._column = self._scroll.middle, self._scroll.column
        for part in (self.banner, *self._steps, self.running):
            self._column.addWidget(part)
        self._column.addStretch(1)
        stacked(self, self.header, self._scroll, grows=self._scroll)

    def _connect(self) -> None:
        work = self.work
        work.about_to_write.connect(self.about_to_write)
        work.began.connect(lambda: self._show_running(True))
        work.ended.connect(lambda: self._show_running(False))
        work.stepped.connect(self.running.say)
        work.looked.connect(self._looked)
        work.imported.connect(self._imported)
        work.failed.connect(self._tell)
        work.cancelled.connect(self._cancelled)
        work.undone.connect(self._undone)
        work.refused.connect(self._refused)
        self.running.cancel_asked.connect(work.cancel)
        self.giving.given.connect(self.take)
        self.shown.import_asked.connect(self._bring)
        self.shown.change_asked.connect(self._begin_anew)
        self.result.open_asked.connect(self._open)
        self.result.undo_asked.connect(self._undo)
        self.result.another_asked.connect(self._begin_anew)
        self.close_button.clicked.connect(self.closed)

    def _measure(self) -> None:
        px = theme().px
        self._middle.setMaximumWidth(px(WIDTH))
        self._column.setContentsMargins(px(24), px(20), px(24), px(20))
        self._column.setSpacing(px(12))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if first_file(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        if path := first_file(event.mimeData()):
            self.take(path)
