"""A card over the window for a note of today, from any page. Enter keeps the note.

What was typed is never lost: Esc puts the card away with its text, and a note that could not be
kept brings it back. Knows memory only as its keeper.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.memory import Memory
from desktop_app.memory.days import Noted
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.column import set_font
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.fields import PlainField
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import Banner
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import counted, tr


class NoteCard(Overlay):
    """`ask` brings it to the front with the keyboard in its field."""

    opened = Signal(str, int)  # a path and a line to show
    toasted = Signal(str, str, object)  # message, the action's word, what it does

    def __init__(self, window: QWidget, jobs: Jobs) -> None:
        super().__init__(window, tr("Add a line to today"), 540, 240)
        self._jobs = jobs
        self.memory: Memory | None = None
        self._saving = False
        self.day = text("", "meta", "text2")
        self.box = PlainField(tr("Note for today"), tr("A line for today"), short=True)
        self.box.entered.connect(self._save)
        self.box.textChanged.connect(self._draw)
        self.box.left.connect(self.close_card)
        self.banner = Banner()
        self.add_button = Button(tr("Add note"), "primary", act=self._save)
        self._unsent = Unsent(jobs, "note", self.box)
        self.closed.connect(self._unsent.keep)
        hint = tr("Enter adds · Shift+Enter begins a line · Esc keeps it for later")
        said = text(hint, "meta", "text3", wrap=True)
        head = in_row(text(tr("Add a line to today"), "section"), None, self.day)
        foot = in_row(said, self.add_button, grows=said)
        stacked(self.card, head, self.box, self.banner, foot, grows=self.box,
            margins=(18, 14, 18, 14), gap=10)  # fmt: skip
        theme().followed_by(self._measure)
        self._draw()

    def show_notebook(self, memory: Memory) -> None:
        """Notes go into this notebook from now on."""
        self.memory = memory
        self._unsent.show_notebook(memory)

    def leave(self) -> None:
        """Is put away, and what was typed is kept."""
        self.close_card()
        self._unsent.keep()

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return [tr("a note for today")] if self._unsent.lost else []

    def ask(self) -> None:
        """Comes to the front."""
        if not self.isVisible():
            if self.memory is not None:  # another process may have kept what was typed
                self._unsent.show_notebook(self.memory)
            self.tell_day()
            self.box.moveCursor(QTextCursor.MoveOperation.End)
        self.open_card(self.box)

    def tell_day(self) -> None:
        """Say which day it is, that of the note."""
        if self.memory is not None:
            self.day.setText(dates.title(self.memory.today(), self.memory.today()))

    def _save(self) -> None:
        words, memory = self.box.toPlainText(), self.memory
        if memory is None or self._saving or not words.strip():
            return
        self._saving = True
        self._draw()
        self._jobs.do(lambda: memory.days.remember(words), self._kept, self._failed)

    def _kept(self, noted: Noted) -> None:
        self._saving = False
        self.banner.clear()
        self.box.clear()
        self._draw()
        self.leave()
        words = counted("Added to today", "{count} lines added to today", noted.count)
        self.toasted.emit(words, tr("Open"), lambda: self.opened.emit(noted.path, noted.line))

    def _failed(self, problem: Problem) -> None:
        self._saving = False
        self._draw()
        self.banner.say(problem.message, problem.hint)
        self.ask()  # also when it was put away: the note is not kept

    def _draw(self) -> None:
        self.box.setReadOnly(self._saving)
        self.add_button.setEnabled(not self._saving and bool(self.box.toPlainText().strip()))

    def _measure(self) -> None:
        set_font(self.box, "body")
