"""The history: what was written when, and by whom; compared, and brought back.

Knows its parts and memory's questions, not how versions are kept. Nothing typed since is lost: a
file is replaced only as it was last seen, and every text stays in the history.
"""

from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.memory import Changed, Memory
from desktop_app.memory.files import Rewritten
from desktop_app.notebook.history import Cause, VersionStep
from desktop_app.notebook.lines import as_buffer
from desktop_app.notebook.text.bullet_lines import to_read
from desktop_app.ui.history.comparison import (
    BEFORE,
    NOW,
    TEXT,
    Compared,
    compare,
    rows_of,
)
from desktop_app.ui.history.versions import VersionRows, title_of
from desktop_app.ui.page import Page, PageParts
from desktop_app.ui.parts.boxes import Pile, Turning, sized, stacked
from desktop_app.ui.parts.controls import Button, IconButton, Segmented
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.header import Header, PaneHeader
from desktop_app.ui.parts.inspector import name_of
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import HISTORY
from desktop_app.ui.review.list import ReviewList
from desktop_app.ui.writing.note_view import NoteView
from desktop_app.words import filled, tr

_SOON = 250  # milliseconds; a burst of changes is looked at once
_QUOTED = 40  # characters
FILE, ALL, GONE = "file", "all", "gone"


class HistoryPage(Page):
    plan = HISTORY

    file_asked = Signal()  # the history of whatever file is shown now

    def __init__(self, given: PageParts) -> None:
        super().__init__(given)
        self.path = ""  # the file whose history it is; "" is all of them
        self.shown: Compared | None = None
        self._only_gone = False  # of the notes that are there no more
        self._wanted = 0  # the number of a version to be shown
        self.rows = VersionRows(tr("Versions"))
        back = lambda: self.registry["back"].trigger()
        self.back = IconButton("arrow-left", tr("Back to where you were"), act=back)
        scopes = {FILE: tr("This file"), ALL: tr("Everything"), GONE: tr("Deleted")}
        self.scope = Segmented(scopes, tr("History of"))
        self.header = Header(self.registry, self.title)
        ways = {TEXT: tr("Read"), NOW: tr("Compare with now"), BEFORE: tr("Compare with before")}
        self.ways = Segmented(ways, tr("Compare"))
        look = lambda: self.opened.emit(self.shown_path(), 0)
        self.open_button = Button(tr("Open file"), "plain", "arrow-right", act=look)
        words = tr("Restore this version")
        self.restore_button = Button(tr("Restore"), "primary", act=self._restore, tip=words)
        self.restore_button.setAccessibleName(words)
        self.view = ReviewList(tr("What differs"))
        self.empty = EmptyState(self.name, "")
        self.registry.add("history.restore", words, self._restore,
            "Ctrl+Shift+R", "undo", self.name)  # fmt: skip
        self._build()
        self._connect()

    @cached_property
    def reader(self) -> NoteView:
        return NoteView(tr("This version, to read"), self.follow)

    def show_notebook(self, memory: Memory) -> None:
        super().show_notebook(memory)
        self.path, self._wanted, self._only_gone = "", 0, False
        self.rows.show_steps((), memory.now(), None)
        self._draw_blank()

    def show_changed(self, _changed: Changed | None = None) -> None:
        if self.isVisible():
            self._later.start()

    show_again = show_changed

    def entered(self) -> None:
        self._ask()
        if self.rows.isVisible():
            self.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to(self, path: str, line: int) -> None:
        self.show_file(path)

    def shown_path(self) -> str:
        return self.rows.thing.version.path if self.rows.thing else self.path

    def focus_search(self) -> None:
        self.bring_list()
        self.rows.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_file(self, path: str, version: int = 0, *, gone: bool = False) -> None:
        """The history of a file, of everything without one, or of what is `gone`; at this
        version."""
        self._only_gone = gone
        if version:
            self.ways.choose(NOW)
        self._wanted, self.path = version, path
        if not self.isVisible():
            self.come()  # which lets it ask
        else:
            self._ask()
        self._leave_list()

    def _build(self) -> None:
        header, choice = PaneHeader(tr("History")), QWidget()
        header.lead(self.back)
        sized(stacked(choice, self.scope), (16, 0, 16, 4))
        self.pane = QFrame()
        self.pane.setProperty("surface", "side")
        stacked(self.pane, header, choice, self.rows, grows=self.rows)
        self._bar = QWidget()
        buttons = Turning(self.open_button, self.restore_button, gap=8)
        tools = Turning(self.ways, buttons, gap=8)
        over = stacked(None, tools, margins=(20, 8, 12, 8))
        stacked(self._bar, over, rule())
        self._stack = Pile(self.empty, self.view)
        stacked(self, self.header, self._bar, self._stack, grows=self._stack)

    def _connect(self) -> None:
        self._later = delayed(self, _SOON, self._ask)
        self.rows.moved.connect(self._forget)
        self.rows.chosen.connect(self._compare)
        self.rows.entered.connect(self._enter)
        self.rows.clicked.connect(lambda _index: self._leave_list())
        self.scope.chosen.connect(self._show_scope)
        self.ways.chosen.connect(lambda _way: self.rows.say())
        self.empty.button.clicked.connect(lambda: self.show_file(""))

    def _show_scope(self, scope: str) -> None:
        self.show_file(self.shown_path() if scope == FILE else "", gone=scope == GONE)

    # -- which versions -------------------------------------------------------------------------

    def _ask(self) -> None:
        path, every = self.path or None, lambda memory: memory.history.steps(path, -1)
        work = (lambda memory: memory.history.gone()) if self._only_gone else every
        self.look_up("history.list", work, self._show_steps)

    def _show_steps(self, steps: list[VersionStep]) -> None:
        memory = self.memory
        steps = [one for one in steps if self.path or one.version.cause.kind != Cause.MOVED]
        now = memory.now()
        self.rows.show_steps(steps, now, None if self.path else memory.layout)
        if self._wanted:
            self.rows.bring(self._wanted)
        self._wanted = 0
        name = self.shown_path()
        self.scope.choose(FILE if self.path else GONE if self._only_gone else ALL)
        self.scope.part(FILE).setEnabled(bool(name))
        self.scope.part(FILE).setToolTip(name_of(name, memory.layout, now.date()) if name else "")
        if steps:
            self._compare(self.rows.thing)
        else:
            self._draw_blank()

    # -- one version ----------------------------------------------------------------------------

    def _enter(self) -> None:
        self._leave_list()
        self._stack.currentWidget().setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_list(self) -> None:
        """A version was picked: its list need not lie over it any more."""
        self.went.emit(self.path, 0)

    def _compare(self, step: VersionStep) -> None:
        memory, way = self.memory, self.ways.value
        if memory is None:
            return
        self._forget()
        when = dates.when(step.version.at, memory.now())
        self.header.say(f"{title_of(step)} · {when}", step.version.path)
        work = lambda memory: compare(memory, step, way)
        failed = lambda problem: self._draw_empty(str(problem), "")
        self.look_up("history.compare", work, self._show, failed)

    def _forget(self) -> None:
        """If another version than the chosen one is still shown, it can no longer be restored."""
        step = self.rows.thing
        if self.shown is None or step is None or self.shown.step.version != step.version:
            self.shown = None
            self._allow_restore(False)

    def _show(self, compared: Compared) -> None:
        step = self.rows.thing
        if step is None or step.version != compared.step.version:
            return  # another one was chosen meanwhile
        before, self.shown = self.shown, compared
        self.open_button.setEnabled(compared.now.exists)
        self._allow_restore(compared.now.sha != step.version.sha)
        if compared.way == TEXT:
            self._bring(self.reader)
            text = to_read(as_buffer(compared.then))
            self.reader.show_text(text, compared.step.version.path)
        else:
            anew = before is None or before.way != compared.way  # another version was forgotten
            self.view.show_rows(rows_of(compared), self.view.names)
            if anew:
                self.view.scrollToTop()
            self._bring(self.view)
        self._bar.show()

    def _draw_blank(self) -> None:
        self.header.say(self.title, self.path)
        words, word = tr("Nothing has changed yet. Every change made from now on is kept here."), ""
        if self._only_gone:
            words, word = tr("No note is gone. A note that you delete is kept here."), ""
        elif self.path:
            words = tr("No earlier version of this file is kept. What it said before is not known.")
            word = tr("History of everything")
        self._draw_empty(words, word)

    def _draw_empty(self, words: str, word: str) -> None:
        self.shown = None
        self.empty.say(words, word)
        self._bring(self.empty)
        self._bar.setVisible(self.rows.thing is not None)
        self._allow_restore(False)

    def _bring(self, part: QWidget) -> None:
        self._stack.setCurrentWidget(part)
        self.setFocusProxy(part)

    def _allow_restore(self, allowed: bool) -> None:
        self.restore_button.setEnabled(allowed)
        self.registry.allow("history.restore", allowed)

    # -- bringing back --------------------------------------------------------------------------

    def _restore(self) -> None:
        """The whole version, over the very text it was compared with."""
        memory, shown = self.memory, self.shown
        if memory is None or shown is None:
            return
        version = shown.step.version
        changed = tr("%1 has changed since you looked, so nothing was restored.")
        look = tr("See what differs now, then restore it.")

        def work() -> Rewritten:
            before = memory.files.read(version.path)
            if before.sha != shown.now.sha:
                raise Problem(filled(changed, version.path), look)
            saved = memory.files.save(version.path, shown.then, before, Cause.RESTORE)
            return Rewritten(before, saved)

        words = tr("Restored the version of %1", dates.when(version.at, memory.now()))

        def done(change: Rewritten) -> None:
            def undo() -> None:
                said = lambda _saved: self._say(tr("Undone."), None)
                self.change(lambda memory: memory.files.take_back(change), said, self._refused)

            # Where there was no file before, nothing is to be taken back.
            self._say(words, undo if change.before.exists else None)

        self.change(lambda _memory: work(), done, self._refused)

    def _say(self, words: str, undo: Callable[[], None] | None) -> None:
        self.told.emit("", "")
        self.toast(words, tr("Undo") if undo else "", undo)
        self._ask()

    def _refused(self, problem: Problem) -> None:
        self.tell(problem)
        self._ask()
