"""A sheet for what comes in from elsewhere: it is given, shown, chosen from, written into the days,
and taken back.

Knows its two steps; what is read and written is its kind's.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.memory import Memory
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.boxes import Pile, ScrolledColumn, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button, Choice, IconButton
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Elided, text
from desktop_app.ui.parts.notices import Banner, announce
from desktop_app.ui.parts.rows import Index
from desktop_app.ui.parts.running import Running
from desktop_app.words import spoken, together, tr


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

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Qt takes each line to be as high as the one before it, and cuts off what has no room."""
        return super().sizeHint(option, index) + QSize(0, theme().px(4))


class CheckList(QListWidget):
    """Lines, some with a box to choose them; a click on the words ticks it, too."""

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
        """A line with a box; not every one can be chosen."""
        item = QListWidgetItem(words)
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        if not can:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
        self.addItem(item)

    def say(self, words: str) -> None:
        item = QListWidgetItem(words)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        self.addItem(item)

    def boxes(self) -> list[QListWidgetItem]:
        every = (self.item(row) for row in range(self.count()))
        return [item for item in every if item.flags() & Qt.ItemFlag.ItemIsUserCheckable]

    def checked(self) -> list[bool]:
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


A = TypeVar("A")


class TalkPlaces(Pile):
    """The desk where one talks, or in its place the sheet that is in front."""

    def __init__(self, desk: Any, *sheets: "BringSheet") -> None:
        super().__init__(desk, *sheets)
        self._desk = desk
        self.bringing = sheets[0]  # the one that comes to the front
        for sheet in sheets:
            sheet.closed.connect(self.show_desk)

    def show_desk(self) -> None:
        """The desk comes to the front, with the keyboard if it was here."""
        now, shown = QApplication.focusWidget(), self.currentWidget()
        had = now is not None and shown.isAncestorOf(now)
        self.setCurrentWidget(self._desk)
        if had:
            self.take_focus()

    def show_sheet(self, sheet: "BringSheet", path: str = "") -> None:
        """This sheet comes to the front, with a file or folder if there is one; where something is
        under way, that which shows it."""
        if sheet is not self.bringing and not sheet.busy:
            self.bringing = sheet
            sheet.begin_anew()
        self.setCurrentWidget(self.bringing)
        self.bringing.take_focus()
        if path:
            self.bringing.take(path)

    def take_focus(self) -> None:
        here = self.currentWidget() is self._desk
        (self._desk if here else self.bringing).take_focus()


class BringSheet(QFrame):
    """A header, a banner, a step in which something is given or one in which it is shown, and what
    is under way. A kind of it sets its `words`: its title, words beside it, what becomes of what is
    given, and what can be given.
    """

    words: tuple[str, str, str, str]
    closed = Signal()  # the conversations are to be shown again
    stepped = Signal(str)  # what is under way, in words

    def __init__(self, page: Page, save: Callable[[], object], get: Callable[[str], Any]) -> None:
        """`save` what is typed elsewhere; `get` reads the person's settings."""
        super().__init__()
        self.page, self.jobs, self.save, self.get = page, page.jobs, save, get
        self._act: Callable[[], None] = lambda: None  # what the form is for
        self._here = False  # whether the keyboard was here when something began or ended
        self.place: tuple[str, int] = ("", 0)  # of what came last
        self._back: Callable[[Memory], str] | None = None  # takes it back, and tells it in words
        self.setProperty("surface", "doc")
        *title, self._about, self._forms = self.words
        self.header, self.banner = Header(page.registry, *title), Banner()
        self.running = Running(tr("What was given is looked through"), tr("Reading"))
        self.close_button = IconButton("cross", tr("Back to the conversations"), act=self.closed)
        self.header.add(self.close_button)
        scroll = ScrolledColumn(720, (24, 20, 24, 20), self.banner, gap=12)
        self.giving, self.shown = self._make_giving(), self._make_shown()
        for step in (self.giving, self.shown):
            scroll.column.addWidget(step, 1)
        scroll.column.addWidget(self.running)
        stacked(self, self.header, scroll, grows=scroll)
        self.stepped.connect(self.running.say)
        self.running.cancel_asked.connect(self.cancel)
        self.show_step(self.giving)

    def _make_giving(self) -> QWidget:
        about = text(self._about, "body", "text2", wrap=True)
        forms = text(self._forms, "meta", "text3", wrap=True)
        self.file_button = Button(tr("Open a file…"), "plain", "note", act=self.ask_file)
        row, step = QWidget(), QWidget()
        flow, (fields, buttons) = sized(Flow(row), gap=8), self.make_fields()
        for button in buttons:
            flow.addWidget(button)
        stacked(step, about, *fields, forms, row, None, gap=12).setStretch(1, 100 * len(fields))
        return step

    def make_fields(self) -> tuple[list[QWidget], list[Button]]:
        raise NotImplementedError

    def ask_file(self) -> None:
        """Ask for a file."""
        raise NotImplementedError

    def take(self, path: str) -> None:
        """A file or folder was dropped or chosen; not while another one is under way."""
        raise NotImplementedError

    def tally(self) -> tuple[str, int]:
        """The word on the button, and how much is ticked."""
        raise NotImplementedError

    @property
    def first(self) -> QWidget:
        return self.file_button

    def _make_shown(self) -> QWidget:
        self.name, self.told = Elided("", "strong"), text("", "meta", "text2", wrap=True)
        self.change_button = Button(tr("Another…"), act=self.begin_anew)
        self.which = Choice(tr("Which conversation"))
        self.lines = CheckList(tr("Lines to choose from"))
        self.lines.itemChanged.connect(lambda _item: self.count())
        self.act_button = Button("", "primary", act=lambda: self._act())
        self.lines.entered.connect(self.act_button.click)
        self.back_button = Button(tr("Back to the messages"))
        words = stacked(None, self.name, self.told)
        head = in_row(words, self.change_button, grows=words)
        foot = in_row(self.act_button, self.back_button, None)
        step = QWidget()
        stacked(step, head, self.which, self.lines, foot, grows=self.lines, gap=12)
        return step

    def show_notebook(self, memory: Memory) -> None:
        self.cancel()
        self._back = None
        self.show_running(False)
        self.begin_anew()

    def begin_anew(self) -> None:
        self.banner.clear()
        self.show_step(self.giving)

    @property
    def busy(self) -> bool:
        return self.jobs.running("bring")

    @property
    def step(self) -> QWidget:
        return self.giving if self.shown.isHidden() else self.shown

    def take_focus(self) -> None:
        first: QWidget = self.act_button
        if not self.running.isHidden():
            first = self.running.cancel_button
        elif self.step is self.giving:
            first = self.first
        elif self.which.hasFocus():
            first = self.which  # who goes through the conversations of a file goes on
        elif self.lines.boxes():
            first = self.lines
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_step(self, step: QWidget) -> None:
        """Shows the step where something is given, or that where it is shown."""
        self._here = self._here or self._has_keyboard()  # it leaves with what is hidden now
        for each in (self.giving, self.shown):
            each.setVisible(each is step)
        self._go_on()

    def _go_on(self) -> None:
        """The keyboard goes to what comes next, unless it is wanted elsewhere."""
        here, self._here = self._here or self._has_keyboard(), False
        if here and self.isVisible():
            self.take_focus()

    def _has_keyboard(self) -> bool:
        now = QApplication.focusWidget()
        while now is not None and now is not self:
            now = now.parentWidget()  # a dialog's is what opened it
        return now is self

    def call(self) -> None:
        """What was looked through is there to choose from."""
        if self.isVisible():
            announce(self, spoken(self.name.text(), self.told.text()))
        else:
            self.page.toast(tr("A conversation is ready: choose what to add."))

    def fill(
        self, name: str, path: str, told: str, act: Callable[[], None], *beside: QWidget
    ) -> None:
        """The form is about this now, without any lines yet; it has these parts besides."""
        self.name.setText(name)
        self.name.setToolTip(tilde(path))
        self.told.setText(told)
        self._act = act
        self.lines.clear()
        for part in (self.which, self.back_button):
            part.setVisible(part in beside)

    def count(self) -> None:
        word, count = self.tally()
        self.act_button.setText(word)
        self.act_button.setEnabled(count > 0)

    def start(
        self, work: "Callable[[Memory, Report], Awaitable[A]]", done: Callable[[A], None]
    ) -> None:
        """Something long begins, unless something is under way. Nothing is said of it once another
        notebook is open."""
        memory = self.page.memory
        if self.busy:
            return

        def end(then: Callable[..., None], *told: object) -> None:
            if memory is self.page.memory:
                self.show_running(False)
                then(*told)

        self.banner.clear()
        self.show_running(True)
        self.jobs.start(
            "bring",
            lambda report: work(memory, report),
            done=lambda answer: end(done, answer),
            failed=lambda problem: end(self.tell, problem),
            cancelled=lambda: end(self.say, tr("Cancelled. Nothing was written.")),
            step=self.stepped.emit,
        )

    def cancel(self) -> None:
        self.jobs.cancel("bring")

    def show_running(self, running: bool) -> None:
        """While something is under way there is nothing to choose."""
        self._here = self._here or self._has_keyboard()
        for step in (self.giving, self.shown):
            step.setEnabled(not running)
        self.running.show_running(running)
        if running:
            self._go_on()

    def write(
        self,
        work: "Callable[[Memory], A]",
        done: Callable[[A], None],
        failed: Callable[[Problem], None],
    ) -> None:
        """Something is written, or taken back, once what is typed is saved."""
        self.save()
        self.page.change(work, done, failed)

    def undo(self) -> None:
        if (back := self._back) is not None:
            said = lambda words: self.say(tr("Undone. %1", words))
            self.write(back, said, lambda problem: self.tell(problem, back))

    def say(
        self, words: str, back: Callable[[Memory], str] | None = None, *, tone: str = "info"
    ) -> None:
        self._back = back
        place = self.place
        leads, undo = (lambda: self.page.opened.emit(*place), self.undo) if back else (None, None)
        self.banner.tell(words, tone, leads, undo)
        self._go_on()
        if not self.isVisible():
            self.page.toast(words, tr("Undo") if back else "", undo)

    def tell(self, problem: Problem, back: Callable[[Memory], str] | None = None) -> None:
        self.say(together(problem.message, problem.hint), back, tone="warn")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
