"""The history: what was written when, and by whom; compared, and brought back.

Knows its parts and memory's questions, not how versions are kept. Nothing typed since is lost: a
file is replaced only as it was last seen, and every text stays in the history.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.memory.files import Rewritten
from desktop_app.notebook.history import Cause, VersionStep
from desktop_app.notebook.lines import as_buffer
from desktop_app.notebook.text.pins import to_read
from desktop_app.notebook.timeline import Timeline
from desktop_app.ui.history.comparison import BEFORE, NOW, TEXT, Compared, ComparisonView, compare
from desktop_app.ui.history.line_history import LineHistory
from desktop_app.ui.history.time_bar import TimeBar
from desktop_app.ui.history.versions import ALL, FILE, PAGE, VersionPane, file_in_words, title_of
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, Segmented
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import HISTORY
from desktop_app.ui.reading.reader import Reader
from desktop_app.words import cut, tr

if TYPE_CHECKING:
    from desktop_app.dreams.life import Life, LifeStep
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.notebook.text.became import TextChange
    from desktop_app.notebook.text.line_count import LineCount

_NEXT = {NOW: BEFORE, BEFORE: TEXT, TEXT: NOW}
_SOON = 250  # milliseconds; a burst of changes is looked at once
_QUOTED = 40  # characters


class HistoryPage(Page):
    """Versions of one file or of all, over time: reached from what it is the history of."""

    plan = HISTORY

    file_asked = Signal()  # the history of whatever file is shown now

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.path = ""  # the file whose history it is, also while all are listed
        self.scope = ALL
        self.shown: Compared | None = None
        self._wanted = (0, 0)  # the number of a version to be shown, the line to stand out in it
        self.pane = VersionPane()
        self.header = Header(actions, self.title)
        ways = {TEXT: tr("Read"), NOW: tr("Compare with now"), BEFORE: tr("With the one before")}
        self.ways = Segmented(ways, tr("Compare"))
        self.open_button = Button(tr("Open file"), "plain", "arrow-right")
        self.restore_button = Button(tr("Restore"), "primary")
        self.view = ComparisonView()
        self.reader = Reader(jobs, tr("This version, to read"))
        self.empty = EmptyState(self.name, "")
        self.time = TimeBar()
        self.side = LineHistory(self, self.reader)
        actions.add("history.way", tr("Compare with now, with the one before, or read"), self._turn,
            "Ctrl+E", "both", self.name, listed=False)  # fmt: skip
        restore = actions.add("history.restore", tr("Restore this version"), self._restore,
            "Ctrl+Shift+R", "undo", self.name)  # fmt: skip
        restore.changed.connect(self._name_restore)
        self._name_restore()
        self.restore_button.setAccessibleName(restore.text())
        self._build()
        self._connect()

    def list_pane(self) -> QWidget:
        return self.pane

    def inspector(self) -> QWidget:
        return self.side

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.path, self.scope, self.shown = "", ALL, None
        self._wanted = (0, 0)
        self.side.show_compared(None)
        self.pane.rows.versions.forget_counts()
        self.pane.show_steps((), False, memory.now(), None)
        self._draw_blank()

    def show_changed(self, changed: "Changed") -> None:
        self.show_again()

    def show_again(self) -> None:
        if self.isVisible():
            self._later.start()

    def entered(self) -> None:
        self._ask()
        if self.pane.isVisible():
            self.pane.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to(self, path: str, line: int) -> None:
        self.show_file(path)

    def shown_path(self) -> str:
        step = self.pane.rows.step()
        return step.version.path if step else self.path

    def focus_search(self) -> None:
        self.bring_list()
        self.pane.rows.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_file(self, path: str, version: int = 0, line: int = 0) -> None:
        """The history of a file, of everything without one; at this version, or at this line of
        the present text."""
        if version or line:
            self.ways.choose(NOW if version else TEXT)
        self._wanted = (version, line)
        self.path = path or self.path
        self._show_scope(FILE if path else ALL)

    def _build(self) -> None:
        self._bar = QWidget()
        flow = Flow(self._bar, centred=True)
        flow.setSpacing(theme().px(8))
        for tool in (self.ways, self.open_button, self.restore_button):
            flow.addWidget(tool)
        self._held = QVBoxLayout()
        self._held.addWidget(self._bar)
        self._below = rule()
        self._stack = QStackedWidget()
        for part in (self.empty, self.view, self.reader):
            self._stack.addWidget(part)
        parts = (self.header, self.time, self._held, self._below, self._stack)
        stacked(self, *parts, grows=self._stack)

    def _connect(self) -> None:
        self._later = QTimer(self, singleShot=True, interval=_SOON)
        self._later.timeout.connect(self._ask)
        pane, versions = self.pane, self.pane.rows.versions
        pane.moved.connect(self._forget)
        pane.chosen.connect(self._compare)
        pane.rows.entered.connect(self._enter)
        pane.rows.clicked.connect(lambda _index: self._leave_list())
        pane.scope_asked.connect(
            lambda scope: self.show_file(self.shown_path() if scope == FILE else "")
        )
        pane.back.clicked.connect(lambda: self.registry["back"].trigger())
        versions.wanted.connect(self._ask_older)
        versions.counts_wanted.connect(self._count_lines)
        self.ways.chosen.connect(lambda _way: self._again())
        self.time.asked.connect(lambda version: self.told.emit("", ""))
        self.time.asked.connect(lambda version: self._see(version.version))
        self.time.refused.connect(self.tell)
        self.side.opened.connect(self.opened)
        self.side.version_asked.connect(self._see_then)
        self.side.put_back_asked.connect(self._put_wording_back)
        self.view.looked_at.connect(self.side.look_at)
        self.view.put_back_asked.connect(self._put_back)
        self.open_button.clicked.connect(lambda: self.opened.emit(self.shown_path(), 0))
        self.restore_button.clicked.connect(self._restore)
        self.reader.link_opened.connect(self.opened)
        self.reader.name_asked.connect(self.open_named)
        self.reader.tag_asked.connect(self.find_tag)
        self.empty.acted.connect(lambda: self.show_file(""))
        theme().followed_by(self._measure)

    def _name_restore(self) -> None:
        known = self.registry.known("history.restore")
        self.restore_button.setToolTip(f"{known.action.text()}  ({known.keys})")

    # -- which versions -------------------------------------------------------------------------

    def _show_scope(self, scope: str) -> None:
        self.scope = scope
        if not self.isVisible():
            self.come()  # which lets it ask
        else:
            self._ask()
        self._leave_list()

    def _ask(self) -> None:
        memory = self.memory
        if memory is None:
            return
        path = self.path if self.scope == FILE else None
        # As many as are listed already, so that one stays where one has scrolled to.
        count = max(PAGE, len(self.pane.rows.versions.steps))
        wanted = self._wanted[0]

        def work() -> tuple[list[VersionStep], Timeline]:
            timeline = Timeline(memory.history.versions(path, -1)[::-1])
            place = timeline.place_of(wanted)
            older = len(timeline.versions) - place + PAGE if place >= 0 else 0
            return memory.history.steps(path, max(count, older)), timeline

        def show(found: tuple[list[VersionStep], Timeline]) -> None:
            steps, timeline = found
            self.time.setVisible(bool(timeline.versions))
            self.time.show_timeline(timeline, memory.now())
            layout = memory.layout if path is None else None
            self.pane.show_steps(steps, len(steps) >= count, memory.now(), layout)
            number, line = self._wanted
            if number or (line and steps):
                self.pane.rows.choose(number or steps[0].version.version)
            self._wanted = (0, line)
            self._show_step(memory)

        self.jobs.call("history.list", work, show, self._unlisted)

    def _show_step(self, memory: "Memory") -> None:
        step = self.pane.rows.step()
        name = self.path or (step.version.path if step else "")
        named = name and file_in_words(name, memory.layout, memory.now().date())
        self.pane.show_scope(self.scope, named)
        if step is None:
            self.shown = None
            self._draw_blank()
        else:
            self._compare(step)

    def _see(self, number: int) -> None:
        """This version, however far down the list it stands."""
        if not self.pane.rows.choose(number):
            self._wanted = (number, 0)
            self._ask()

    def _see_then(self, number: int) -> None:
        """A version out of the history of a line, which only MEMORY.md has."""
        if self.scope != FILE and self.memory is not None:
            self.path, self.scope = self.memory.layout.memory, FILE
        self._see(number)

    def _ask_older(self) -> None:
        memory, versions = self.memory, self.pane.rows.versions
        steps = versions.steps
        if memory is None or not steps:
            return
        path, last = self.path if self.scope == FILE else None, steps[-1].version.version

        def show(older: list[VersionStep]) -> None:
            if steps is versions.steps:
                versions.add_steps(older, len(older) == PAGE)
            else:
                versions.fetch()  # a newer list has come between

        self.jobs.call(
            "history.older", lambda: memory.history.steps(path, PAGE, last), show, self.tell
        )

    def _count_lines(self, steps: list[VersionStep]) -> None:
        """Which lines the versions in sight changed; what is still to count is asked again."""
        memory = self.memory
        if memory is None or not steps:
            return

        def show(counts: "dict[int, LineCount | None]") -> None:
            self.pane.rows.versions.take_counts(counts)
            step = self.pane.rows.step()
            if step is not None and step.version.version in counts and self.isVisible():
                self._draw_header(step)

        self.jobs.call("history.lines", lambda: memory.history.line_counts(steps), show, self.tell)

    def _unlisted(self, problem: Problem) -> None:
        self._draw_problem(problem)
        self.tell(problem)

    # -- one version ----------------------------------------------------------------------------

    def _again(self) -> None:
        if (step := self.pane.rows.step()) is not None:
            self._compare(step)

    def _turn(self) -> None:
        self.ways.choose(_NEXT[self.ways.value])
        self._again()

    def _enter(self) -> None:
        """From the list to what is shown."""
        self._leave_list()
        if self._stack.currentWidget() is self.view:
            self.view.enter()
        else:
            self._stack.currentWidget().setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_list(self) -> None:
        """A version was picked: its list need not lie over it any more."""
        self.went.emit(self.path if self.scope == FILE else "", 0)

    def _compare(self, step: VersionStep) -> None:
        memory, way = self.memory, self.ways.value
        if memory is None:
            return
        self._forget(step)
        self._draw_header(step)
        self.time.stand(step.version)
        work = lambda: compare(memory, step, way)  # noqa: E731
        self.jobs.call("history.compare", work, self._show, self._draw_problem)

    def _forget(self, step: VersionStep | None) -> None:
        """If another version is still shown, it can no longer be restored."""
        if self.shown is None or step is None or self.shown.step.version != step.version:
            self.shown = None
            self.side.show_compared(None)
            self._allow_restore(False)

    def _show(self, compared: Compared) -> None:
        step = self.pane.rows.step()
        if step is None or step.version != compared.step.version:
            return  # another one was chosen meanwhile
        before, self.shown = self.shown, compared
        if compared.way == TEXT:
            self._bring(self.reader)
            text = to_read(as_buffer(compared.then))
            self.reader.show_markdown(text, compared.step.version.path, line=self._wanted[1])
            self._wanted = (0, 0)
        else:
            anew = before is None or before.way != compared.way  # another version was forgotten
            self.view.show_compared(compared, anew=anew)
            self._bring(self.view)
        self.side.show_compared(compared)
        self._show_bar(True)
        self._allow_restore(not (compared.now.exists and compared.now.data == compared.then))

    def _draw_header(self, step: VersionStep) -> None:
        now, version = self.memory.now(), step.version
        number = tr("version %1").replace("%1", str(version.version))
        parts = (version.path, number, self.pane.rows.versions.changed(step))
        self.header.say(
            f"{title_of(step)} · {dates.when(version.at, now)}", " · ".join(filter(None, parts))
        )

    def _draw_blank(self) -> None:
        """There is no version to show."""
        self.time.hide()
        self.side.show_nothing()
        self.header.say(self.title, self.path if self.scope == FILE else "")
        words = tr("Nothing has changed yet. Every change made from now on is kept here.")
        word = ""
        if self.scope == FILE:
            words = tr("No earlier version of this file is kept. What it said before is not known.")
            word = tr("History of everything")
        self.empty.say(words, word)
        self._bring(self.empty)
        self._show_bar(False)

    def _draw_problem(self, problem: Problem) -> None:
        """A version that is damaged or gone; the others can still be looked at."""
        self.shown = None
        self.empty.say(str(problem), "")
        self._bring(self.empty)
        self._show_bar(self.pane.rows.step() is not None)
        self._allow_restore(False)

    def _bring(self, part: QWidget) -> None:
        self._stack.setCurrentWidget(part)
        self.setFocusProxy(part)

    def _show_bar(self, shown: bool) -> None:
        self._bar.setVisible(shown)
        self._below.setVisible(shown)
        self._allow_restore(shown)

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
                raise Problem(changed.replace("%1", version.path), look)
            saved = memory.files.save(version.path, shown.then, before, Cause.RESTORE)
            return Rewritten(before, saved)

        words = tr("Restored the version of %1")
        self._do(memory, work, words.replace("%1", dates.when(version.at, memory.now())))

    def _put_back(self, unit: "TextChange") -> None:
        """One bullet or line, into the text as it is at that moment."""
        memory, shown = self.memory, self.shown
        if memory is not None and shown is not None and (lost := shown.lost(unit)) is not None:
            path = shown.step.version.path
            self._put(memory, lost[1].text, lambda: memory.history.put_back(path, *lost))

    def _put_wording_back(self, step: "LifeStep", life: "Life") -> None:
        """An earlier wording of a bullet of MEMORY.md, over its last one if that is there."""
        if (memory := self.memory) is None:
            return
        instead = "" if life.is_gone else life.wording

        def work() -> Rewritten | None:
            bullet = memory.history.bullet_in(step.version, step.text)
            return memory.history.put_bullet_back(step.version, bullet, instead)

        self._put(memory, step.text, work)

    def _put(self, memory: "Memory", text: str, work: Callable[[], Rewritten | None]) -> None:
        first = text.split("\n", 1)[0].strip().removeprefix("- ")
        quote = cut(first, _QUOTED).encode("utf-8", "replace").decode()
        self._do(memory, work, tr("Put back: “%1”").replace("%1", quote))

    def _do(self, memory: "Memory", work: Callable[[], Rewritten | None], words: str) -> None:
        def done(change: Rewritten | None) -> None:
            if change is None:
                self._say(tr("Already in the file"), None)
            else:  # where there was no file before, nothing is to be taken back
                undo = lambda: self._take_back(memory, change)  # noqa: E731
                self._say(words, undo if change.before.exists else None)

        self.jobs.do(work, done, self._refused)

    def _take_back(self, memory: "Memory", change: Rewritten) -> None:
        said = lambda _saved: self._say(tr("Taken back."), None)  # noqa: E731
        self.jobs.do(lambda: memory.files.take_back(change), said, self._refused)

    def _say(self, words: str, undo: Callable[[], None] | None) -> None:
        self.told.emit("", "")
        self.toast(words, tr("Undo") if undo else "", undo)
        self._ask()

    def _refused(self, problem: Problem) -> None:
        self.tell(problem)
        self._ask()

    def _measure(self) -> None:
        px = theme().px
        self._held.setContentsMargins(px(20), px(8), px(12), px(8))
