"""A note for today: the field, what went wrong, how it is kept, and the small card over the window.

What was typed is never lost: it stays until it is kept. Knows memory only as its keeper.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import NOTEBOOK, Actions
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.column import set_font, too_long
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import Banner
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.days import Noted

WIDTH, HEIGHT = 560, 220  # of the card


class NoteBox(QTextEdit):
    """Some lines of plain text; Enter says `entered`, Shift+Enter begins a new line."""

    entered = Signal()
    refused = Signal()  # a paste that would make a line too long

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "field")
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)

    @property
    def composing(self) -> bool:
        """Whether an input method is still at work, whose Enter chooses a word."""
        return bool(self.textCursor().block().layout().preeditAreaText())

    def insertFromMimeData(self, source: QMimeData) -> None:
        if too_long(self.toPlainText() + source.text()):
            self.refused.emit()
        else:
            super().insertFromMimeData(source)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if enter and not shift and not self.composing:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class NoteSheet(QObject):
    """Lays itself out on a `card`; `key` names what was typed and not kept among the drafts."""

    noted = Signal(object)  # a Noted: it stands in the day
    failed = Signal()  # it does not; the banner says why
    grew = Signal()  # the card may want another height

    def __init__(self, card: QWidget, jobs: "Jobs", key: str) -> None:
        super().__init__(card)
        card.setAccessibleName(tr("Add a note to today"))
        self._jobs = jobs
        self.memory: Memory | None = None
        self._day, self._beside = text("", "meta", "text2"), ""
        self.box = NoteBox()
        self.box.setAccessibleName(tr("Note for today"))
        self.box.setPlaceholderText(tr("What should be remembered?"))
        self.box.entered.connect(self._save)
        self.box.textChanged.connect(self._draw)
        self.box.refused.connect(self._refuse)
        self.banner = Banner()
        self.banner.dismissed.connect(self.grew)
        self.add_button = Button(tr("Add note"), "primary", act=self._save)
        self._saving = False
        self.unsent = Unsent(jobs, key, self.box)
        self._build(card)
        self._draw()

    def show_notebook(self, memory: "Memory") -> None:
        """Notes go into this notebook from now on."""
        self.memory = memory
        self.unsent.show_notebook(memory)

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return [tr("a note for today")] if self.unsent.lost else []

    def begin(self, beside: str = "") -> None:
        """One is about to type; the day is told, and what stands `beside` it."""
        self._beside = beside
        self.tell_day()
        self.box.moveCursor(QTextCursor.MoveOperation.End)

    def tell_day(self) -> None:
        """Say which day it is: that of the note."""
        if self.memory is not None:
            day = dates.title(self.memory.today(), self.memory.today())
            self._day.setText(" · ".join(filter(None, (day, self._beside))))

    def refuse(self, problem: Problem) -> None:
        """Say what went wrong."""
        self.banner.say(problem.message, problem.hint)
        self.grew.emit()

    def _refuse(self) -> None:
        words = tr("This was not pasted: a line of it is too long.")
        self.refuse(Problem(words, tr("Break it into lines first.")))

    def _save(self) -> None:
        words, memory = self.box.toPlainText(), self.memory
        if memory is None or self._saving or not words.strip():
            return
        self._saving = True
        self._draw()
        self._jobs.do(lambda: memory.days.remember(words), self._kept, self._failed)

    def _kept(self, noted: "Noted") -> None:
        self._saving = False
        self.banner.clear()
        self.box.clear()
        self._draw()
        self.grew.emit()
        self.noted.emit(noted)
        self.unsent.keep()

    def _failed(self, problem: Problem) -> None:
        self._saving = False
        self._draw()
        self.refuse(problem)
        self.failed.emit()

    def _draw(self) -> None:
        self.box.setReadOnly(self._saving)
        self.add_button.setEnabled(not self._saving and bool(self.box.toPlainText().strip()))

    def _build(self, card: QWidget) -> None:
        hint = tr("Enter adds · Shift+Enter begins a line · Esc keeps it for later")
        said = text(hint, "meta", "text3", wrap=True)
        head = in_row(text(tr("Add a note to today"), "section"), None, self._day)
        foot = in_row(said, self.add_button, grows=said)
        self.column = stacked(card, head, self.box, self.banner, foot, grows=self.box,
            margins=(18, 14, 18, 14), gap=10)  # fmt: skip
        theme().followed_by(self._dress)

    def _dress(self) -> None:
        set_font(self.box, "body")


def added(noted: "Noted") -> str:
    """How much of it stands in today now."""
    return counted("Added to today", "{count} lines added to today", noted.count)


class NotePopup(Overlay):
    """Opened by the action `note`; Enter keeps the note, Esc puts the card away with its text."""

    opened = Signal(str, int)  # a path and a line to show
    toasted = Signal(str, str, object)  # message, the action's word, what it does

    def __init__(self, window: QWidget, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(window, "", WIDTH, HEIGHT)
        self.sheet = NoteSheet(self.card, jobs, "note")
        self.box, self.banner = self.sheet.box, self.sheet.banner
        self.add_button = self.sheet.add_button
        self.unkept = self.sheet.unkept
        self.show_notebook = self.sheet.show_notebook
        self.sheet.grew.connect(self._measure)
        self.sheet.noted.connect(self._noted)
        self.sheet.failed.connect(self.ask)  # also when it was put away: the note is not kept
        self.closed.connect(self.sheet.unsent.keep)
        actions.add("note", tr("Add a note to today"), self.ask, "Ctrl+Shift+N", "plus",
            NOTEBOOK, detail=tr("A line or two, from anywhere"))  # fmt: skip
        theme().followed_by(self._measure)

    def leave(self) -> None:
        """Another notebook is to be opened, or the window closes."""
        self.sheet.unsent.keep()

    def ask(self) -> None:
        """Comes over the window, with what was not kept last time."""
        if self.sheet.memory is not None:
            self.sheet.begin()
            self.open_card(self.box)

    def _noted(self, noted: "Noted") -> None:
        self.close_card()
        show = lambda: self.opened.emit(noted.path, noted.line)  # noqa: E731
        self.toasted.emit(added(noted), tr("Open"), show)

    def _measure(self) -> None:
        self.want_height(HEIGHT + (0 if self.banner.isHidden() else 64))
