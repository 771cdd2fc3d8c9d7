"""A sheet on which conversations come in: steps, what is under way, and what became of it."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLayout,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.errors import Problem
from desktop_app.ui.conversation.words import AddedTalk
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import ScrolledColumn, sized, stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.folders import first_file
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import Banner, announce
from desktop_app.ui.parts.rows import Index
from desktop_app.ui.parts.running import Running
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs, Report
    from desktop_app.memory import Memory

A = TypeVar("A")
ADD, IMPORT = "add", "import"
WAYS = (
    (ADD, tr("Paste or open a conversation…"), "conversation"),
    (IMPORT, tr("Import from another program…"), "folder-plus"),
)
"""The ways in which conversations come in, beside talking here: words and an icon for each."""


class TalkSheet(QFrame):
    """A header, a banner, steps of which one is shown, and what is under way."""

    closed = Signal()  # the conversations are to be shown again
    opened = Signal(str, int)
    toasted = Signal(str, str, object)
    about_to_write = Signal()  # what is typed elsewhere is to be saved first
    stepped = Signal(str)  # what is under way, in words
    added = Signal(object)  # an AddedTalk
    taken_back = Signal(object)  # the AddedTalk that is gone again

    def __init__(self, jobs: "Jobs", job: str, header: Header, running: Running) -> None:
        super().__init__()
        self._jobs, self._job = jobs, job
        self._memory: Memory | None = None
        self._steps: dict[QWidget, QWidget] = {}  # with where the keyboard goes in each
        self._here = False  # whether the keyboard was here when something began or ended
        self._done: AddedTalk | None = None  # what came last
        self._back: Callable[[Memory], object] | None = None  # takes it back
        self.header, self.running, self.banner = header, running, Banner()
        self.undo_button = Button(tr("Undo"), "plain", "undo", act=self.undo)
        self.banner.add(self.undo_button)
        self.banner.acted.connect(self._open)
        self.setProperty("surface", "doc")
        self.setProperty("tabs", "place")
        self.setAcceptDrops(True)
        self.close_button = IconButton("cross", tr("Back to the conversations"), act=self.closed)
        header.add(self.close_button)
        scroll = ScrolledColumn(720, (24, 20, 24, 20), self.banner, gap=12)
        self.column = scroll.column
        stacked(self, header, scroll, grows=scroll)
        self.stepped.connect(running.say)
        running.cancel_asked.connect(self.cancel)

    def set_steps(self, steps: dict[QWidget, QWidget]) -> None:
        """Each with where the keyboard goes in it, the first one first."""
        self._steps = steps
        for step in steps:
            self.column.addWidget(step, 1)
        self.column.addWidget(self.running)
        self.begin_anew()

    # -- as a part of its page ------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: what was begun for the one before ends."""
        self.cancel()
        self._memory, self._done, self._back = memory, None, None
        self.show_running(False)
        self.begin_anew()

    def take(self, path: str) -> None:
        """A file or folder was dropped or chosen; not while another one is under way."""
        raise NotImplementedError

    def take_text(self, words: str) -> None:
        """The same with text that was dropped."""

    def leave(self) -> None:
        """Another page comes to the front: what is under way goes on."""

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return []

    # -- steps ----------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        return self._jobs.running(self._job)

    @property
    def step(self) -> QWidget:
        return next(step for step in self._steps if not step.isHidden())

    def take_focus(self) -> None:
        running = not self.running.isHidden()
        first = self.running.cancel_button if running else self._steps[self.step]
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_step(self, step: QWidget) -> None:
        self._here = self._here or self._has_keyboard()  # it leaves with what is hidden now
        for each in self._steps:
            each.setVisible(each is step)
        self.go_on()

    def go_on(self) -> None:
        """The keyboard goes to what comes next, unless it is wanted elsewhere."""
        here, self._here = self._here or self._has_keyboard(), False
        if here and self.isVisible():
            self.take_focus()

    def begin_anew(self) -> None:
        """The first step, where something else is given."""
        self.banner.clear()
        self.show_step(next(iter(self._steps)))

    def _has_keyboard(self) -> bool:
        now = QApplication.focusWidget()
        while now is not None and now is not self:
            now = now.parentWidget()  # a dialog's is what opened it
        return now is self

    # -- deeds ----------------------------------------------------------------------------------

    def start(
        self, work: "Callable[[Memory, Report], Awaitable[A]]", done: Callable[[A], None]
    ) -> None:
        """Something long begins, unless something is under way. Nothing is said of it once another
        notebook is open."""
        memory = self._memory
        if memory is None or self.busy:
            return

        def end(then: Callable[..., None], *told: object) -> None:
            if memory is self._memory:
                self.show_running(False)
                then(*told)

        self.banner.clear()
        self.show_running(True)
        self._jobs.start(
            self._job,
            lambda report: work(memory, report),
            done=lambda answer: end(done, answer),
            failed=lambda problem: end(self.tell, problem),
            cancelled=lambda: end(self.say, tr("Cancelled. Nothing was written.")),
            step=self.stepped.emit,
        )

    def cancel(self) -> None:
        """What is under way stops; nothing is left half."""
        self._jobs.cancel(self._job)

    def show_running(self, running: bool) -> None:
        """While something is under way there is nothing to choose."""
        self._here = self._here or self._has_keyboard()
        for step in self._steps:
            step.setEnabled(not running)
        self.running.show_running(running)
        if running:
            self.go_on()

    def write(
        self,
        work: "Callable[[Memory], A]",
        done: Callable[[A], None],
        failed: Callable[[Problem], None],
    ) -> None:
        """Something is written, or taken back, once what is typed is saved."""
        if (memory := self._memory) is not None:
            self.about_to_write.emit()
            answered = lambda answer: done(answer) if memory is self._memory else None  # noqa: E731
            self._jobs.do(lambda: work(memory), answered, failed)

    def tell_added(
        self, added: AddedTalk, back: "Callable[[Memory], object]", more: str, open_: str
    ) -> None:
        """It is in the days now: said here, in the list and by a toast; `back` takes it back."""
        self._done, self._back = added, back
        self.begin_anew()
        words = " · ".join(filter(None, (added.where, more)))
        self.banner.say(words, "", open_, "info")
        self.undo_button.show()
        self.added.emit(added)
        self.toasted.emit(added.where, tr("Undo"), self.undo)

    def undo(self) -> None:
        """Takes back what came last."""
        back, self._back = self._back, None
        if back is None:
            return

        def refused(problem: Problem) -> None:
            self._back = back
            self.tell(problem)
            self.undo_button.show()

        self.write(back, self._undone, refused)

    def back_words(self, answer: Any) -> str:
        """What is said of it once it is taken back."""
        raise NotImplementedError

    def _undone(self, answer: object) -> None:
        words = tr("Taken back. %1").replace("%1", self.back_words(answer))
        self.say(words)
        if self.isVisible():
            self.toasted.emit(words, "", None)
        self.taken_back.emit(self._done)

    def _open(self) -> None:
        if self._done is not None:
            self.opened.emit(self._done.path, self._done.line)

    def say(self, words: str, hint: str = "", tone: str = "info") -> None:
        """Says how it ended: here, and on another page by a toast."""
        self.banner.say(words, hint, tone=tone)
        self.undo_button.hide()
        self.go_on()
        self.announce(words)

    def tell(self, problem: Problem) -> None:
        """Says what went wrong, in the same way."""
        self.say(problem.message, problem.hint, "warn")

    def announce(self, words: str) -> None:
        """Lets a screen reader say it; on another page a toast says it."""
        if self.isVisible():
            announce(self, words)
        else:
            self.toasted.emit(words, "", None)

    # -- Qt's -----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if first_file(event.mimeData()) or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        if path := first_file(event.mimeData()):
            self.take(path)
        else:
            self.take_text(event.mimeData().text())


class CheckDelegate(QStyledItemDelegate):
    """Draws a line and its box in the colours of the theme."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        role, color, palette = QPalette.ColorRole, theme().color, option.palette
        palette.setColor(role.Base, color("raised"))
        palette.setColor(role.Window, color("text3"))
        palette.setColor(role.Highlight, color("accent-bg"))
        palette.setColor(role.HighlightedText, color("text"))
        option.palette = palette


class CheckList(QListWidget):
    """Lines to choose from, each with a box; a click on the words ticks it, too."""

    entered = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setItemDelegate(CheckDelegate(self))
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        self.setFont(theme().font("chat"))
        self.setSpacing(theme().px(4))

    def add(self, words: str, checked: bool, *, can: bool = True) -> None:
        """A line; not every one can be chosen."""
        item = QListWidgetItem(words, self)
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        if not can:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)

    def say(self, words: str) -> None:
        """Words between the lines, which nobody chooses."""
        QListWidgetItem(words, self).setFlags(Qt.ItemFlag.NoItemFlags)

    def boxes(self) -> list[QListWidgetItem]:
        """The lines that have a box."""
        every = (self.item(row) for row in range(self.count()))
        return [item for item in every if item.flags() & Qt.ItemFlag.ItemIsUserCheckable]

    def checked(self) -> list[bool]:
        """Of each line, whether it is chosen."""
        return [item.checkState() == Qt.CheckState.Checked for item in self.boxes()]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        before = item.checkState() if item else None
        super().mouseReleaseEvent(event)
        can = item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled and item in self.boxes()
        if can and item.checkState() == before:
            on = before == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)


def step_of(gap: int, *parts: QWidget | QLayout | None, grows: QWidget | None = None) -> QWidget:
    """A step: parts below one another, with a gap of so many pixels at zoom 1."""
    step = QWidget()
    sized(stacked(step, *parts, grows=grows), gap=gap)
    return step


def buttons(*each: Button) -> QWidget:
    """Buttons in a row, or in several where there is no room."""
    room = QWidget()
    row = sized(Flow(room), gap=8)
    for button in each:
        row.addWidget(button)
    return room
