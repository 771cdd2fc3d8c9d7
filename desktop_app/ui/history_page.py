"""The history: what was written when, and by whom; compared, and brought back.

Knows its parts and memory's questions, not how versions are kept.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.notebook.history import Version, VersionStep
from desktop_app.notebook.lines import as_buffer
from desktop_app.notebook.text.pins import to_read
from desktop_app.notebook.timeline import Timeline
from desktop_app.ui.history.comparing import BEFORE, DATE, NOW, TEXT, Compared, compare
from desktop_app.ui.history.comparison_view import ComparisonView
from desktop_app.ui.history.life_desk import LifeDesk
from desktop_app.ui.history.life_view import LifeSide
from desktop_app.ui.history.restoring import Restoring
from desktop_app.ui.history.time_bar import TimeBar
from desktop_app.ui.history.version_pane import ALL, FILE, VersionPane
from desktop_app.ui.history.version_rows import PAGE
from desktop_app.ui.history.version_words import file_in_words, title_of
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
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.notebook.text.became import TextChange
    from desktop_app.notebook.text.line_count import LineCount

_NEXT = {NOW: BEFORE, BEFORE: TEXT, DATE: TEXT, TEXT: NOW}
_SOON = 250  # milliseconds; a burst of changes is looked at once


class HistoryPage(Page):
    """Versions of one file or of all: reached from what it is the history of, not by the rail.

    Of one file its time lies under the title: as of any day, compared with any other.
    """

    plan = HISTORY

    file_asked = Signal()  # the history of whatever file is shown now

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.path = ""  # the file whose history it is, also while all are listed
        self.scope = ALL
        self.shown: Compared | None = None
        self.second: Version | None = None  # the other day that it is compared with
        self._wanted = (0, 0)  # the number of a version to be shown, the line to stand out in it
        self.pane = VersionPane()
        self.header = Header(actions, self.title)
        ways = {
            TEXT: tr("Read"),
            NOW: tr("With now"),
            BEFORE: tr("With previous"),
            DATE: tr("With a date"),
        }
        self.ways = Segmented(ways, tr("Compare"))
        self.open_button = Button(tr("Open file"), "plain", "arrow-right")
        self.restore_button = Button(tr("Restore"), "primary")
        self.view = ComparisonView()
        self.reader = Reader(jobs, tr("This version, to read"))
        self.empty = EmptyState(self.name, "")
        self.restoring = Restoring(jobs, self)
        self.time = TimeBar()
        self.side = LifeSide()
        self.lives = LifeDesk(self, self.side, self.reader)
        add = actions.add
        add("history.way", tr("Compare with now, with the one before, or read"), self._turn,
            "Ctrl+E", "both", self.name)  # fmt: skip
        restore = add("history.restore", tr("Restore this version"), self._restore,
            "Ctrl+Shift+R", "undo", self.name)  # fmt: skip
        restore.changed.connect(self._name_restore)
        self._name_restore()
        self.restore_button.setAccessibleName(restore.text())
        self._build()
        self._connect()

    def _name_restore(self) -> None:
        known = self.registry.known("history.restore")
        self.restore_button.setToolTip(f"{known.action.text()}  ({known.keys})")

    def list_pane(self) -> QWidget:
        return self.pane

    def inspector(self) -> QWidget:
        return self.side

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.path, self.scope, self.shown, self.second = "", ALL, None, None
        self._wanted = (0, 0)
        self.lives.show_compared(None)
        self.pane.rows.versions.forget_counts()
        self.pane.show_steps((), False, memory.now(), None)
        self._draw_blank()

    def show_changed(self, changed: "Changed") -> None:
        if self.isVisible():
            self._later.start()

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

    def show_file(self, path: str) -> None:
        """The history of a file; without one, of everything."""
        if path:
            self.path = path
        self._show_scope(FILE if path else ALL)

    def show_bullet(self, path: str, line: int) -> None:
        """The life of the bullet on a line of the present text."""
        self.ways.choose(TEXT)
        self._wanted = (0, line)
        self.show_file(path)

    def show_memory(self) -> None:
        """MEMORY.md over time."""
        if self.memory is not None:
            self.show_file(self.memory.layout.memory)

    def show_all(self) -> None:
        """The history of everything."""
        self._show_scope(ALL)

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
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.reader)
        parts = (self.header, self.time, self._held, self._below, self._stack)
        stacked(self, *parts, grows=self._stack)

    def _connect(self) -> None:
        self._later = QTimer(self, singleShot=True, interval=_SOON)
        self._later.timeout.connect(self._ask)
        self.pane.moved.connect(self._forget)
        self.pane.chosen.connect(self._compare)
        self.pane.entered.connect(self._enter)
        self.pane.rows.clicked.connect(lambda _index: self._leave_list())
        self.pane.scope_asked.connect(self._choose_scope)
        self.pane.back_asked.connect(lambda: self.registry["back"].trigger())
        self.pane.rows.versions.wanted.connect(self._ask_older)
        self.pane.rows.versions.counts_wanted.connect(self._count_lines)
        self.ways.chosen.connect(lambda _way: self._again())
        for known in (self.time.asked, self.time.other_asked):
            known.connect(lambda _version: self.told.emit("", ""))
        self.time.asked.connect(lambda version: self._see(version.version))
        self.time.other_asked.connect(self._choose_second)
        self.time.refused.connect(self.tell)
        self.side.opened.connect(self.opened)
        self.side.version_asked.connect(self._see_then)
        self.side.put_back_asked.connect(
            lambda step, life: self.restoring.put_wording_back(self.memory, step, life)
        )
        self.view.looked_at.connect(self.lives.look_at)
        self.open_button.clicked.connect(lambda: self.opened.emit(self.shown_path(), 0))
        self.restore_button.clicked.connect(self._restore)
        self.reader.link_opened.connect(self.opened)
        self.reader.name_asked.connect(self.open_named)
        self.reader.tag_asked.connect(self.find_tag)
        self.view.put_back_asked.connect(self._put_back)
        self.empty.acted.connect(self.show_all)
        self.restoring.announced.connect(self._say)
        self.restoring.refused.connect(self._refused)
        theme().followed_by(self._measure)

    # -- which versions -------------------------------------------------------------------------

    def _choose_scope(self, scope: str) -> None:
        """Of the file whose version is shown, or of all."""
        if scope == FILE:
            self.path = self.shown_path()
        self._show_scope(scope)

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
            timeline = memory.history.timeline(path) if path else Timeline(())
            place = timeline.place_of(wanted)
            older = len(timeline.versions) - place + PAGE if place >= 0 else 0
            return memory.history.steps(path, max(count, older)), timeline

        def show(found: tuple[list[VersionStep], Timeline]) -> None:
            self._show_steps(memory, path, count, *found)

        self.jobs.call("history.list", work, show, self._unlisted)

    def _show_steps(
        self,
        memory: "Memory",
        path: str | None,
        count: int,
        steps: list[VersionStep],
        timeline: Timeline,
    ) -> None:
        layout = memory.layout if path is None else None
        self.time.setVisible(bool(timeline.versions))
        self.time.show_timeline(timeline, memory.now())
        step = self.pane.show_steps(steps, len(steps) >= count, memory.now(), layout)
        number, line = self._wanted
        if number and self.pane.rows.choose(number):
            step = self.pane.rows.step()
        elif line and steps:
            step = steps[0]
            self.pane.rows.choose(step.version.version)
        self._wanted = (0, line)
        today = memory.now().date()
        name = self.path or (step.version.path if step else "")
        self.pane.show_scope(self.scope, name and file_in_words(name, memory.layout, today))
        if step is None:
            self.shown = None
            self._draw_blank()
        else:
            self._compare(step)

    def _see(self, number: int) -> None:
        """This version of the file, however far down the list it stands."""
        if self.pane.rows.choose(number):
            return
        self._wanted = (number, 0)
        self._ask()

    def _see_then(self, number: int) -> None:
        """A version out of the life of a bullet, which only MEMORY.md has."""
        if self.scope != FILE and self.memory is not None:
            self.path, self.scope = self.memory.layout.memory, FILE
        self._see(number)

    def _choose_second(self, version: Version) -> None:
        """The other day that is compared with."""
        self.second = version
        self._again()

    def _ask_older(self) -> None:
        memory, steps = self.memory, self.pane.rows.versions.steps
        if memory is None or not steps:
            return
        path, last = self.path if self.scope == FILE else None, steps[-1].version.version

        def show(older: list[VersionStep]) -> None:
            if steps is self.pane.rows.versions.steps:
                self.pane.rows.versions.add_steps(older, len(older) == PAGE)
            else:
                self.pane.rows.versions.fetch()  # a newer list has come between

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
        self.shown = None
        self._draw_problem(problem)
        self.tell(problem)

    # -- one version ----------------------------------------------------------------------------

    def _again(self) -> None:
        step = self.pane.rows.step()
        if step is not None:
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
        second = self._second_of(step.version) if way == DATE else None
        self.time.stand(step.version, second)
        self.jobs.call(
            "history.compare",
            lambda: compare(memory, step, way, second),
            self._show,
            self._draw_problem,
        )

    def _second_of(self, version: Version) -> Version | None:
        """The other day, a week earlier until one is chosen; of one file only."""
        if self.second is None or self.second.path != version.path:
            self.second = self.time.usual_other(version)
        return self.second

    def _forget(self, step: VersionStep | None) -> None:
        """If another version is still shown, it can no longer be restored."""
        if self.shown is None or step is None or self.shown.step.version != step.version:
            self.shown = None
            self.lives.show_compared(None)
            self._allow_restore(False)

    def _show(self, compared: Compared) -> None:
        step = self.pane.rows.step()
        if step is None or step.version != compared.step.version:
            return  # another one was chosen meanwhile
        before, self.shown = self.shown, compared
        anew = before is None or before.way != compared.way  # another version was forgotten
        if compared.way == TEXT:
            self._bring(self.reader)
            text = to_read(as_buffer(compared.then))
            self.reader.show_markdown(text, compared.step.version.path, line=self._wanted[1])
            self._wanted = (0, 0)
        else:
            self.view.show_compared(compared, anew=anew)
            self._bring(self.view)
        self.lives.show_compared(compared)
        self._show_bar(True)
        same = compared.now.exists and compared.now.data == compared.then
        self._allow_restore(not same)

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

    # -- deeds ----------------------------------------------------------------------------------

    def _restore(self) -> None:
        if self.memory is not None and self.shown is not None:
            self.restoring.restore(self.memory, self.shown)

    def _put_back(self, unit: "TextChange") -> None:
        if self.memory is not None and self.shown is not None:
            self.restoring.put_back(self.memory, self.shown, unit)

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
