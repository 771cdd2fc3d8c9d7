"""A note for today, from anywhere: a small card over the window. Knows memory only as its keeper.

What was typed is never lost: it stays until it is kept.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QTextEdit, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import NOTEBOOK, Actions
from desktop_app.ui.parts.column import set_font, too_long
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import Banner
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.days import Noted

WIDTH, HEIGHT = 560, 220


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


class NotePopup(Overlay):
    """Opened by the action `note`; Enter keeps the note, Esc puts the card away with its text."""

    opened = Signal(str, int)  # a path and a line to show
    toasted = Signal(str, str, object)  # message, the action's word, what it does

    def __init__(self, window: QWidget, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(window, "", WIDTH, HEIGHT)
        self.card.setAccessibleName(tr("Add a note to today"))
        self._jobs = jobs
        self._memory: Memory | None = None
        self._day = text("", "meta", "text2")
        self.box = NoteBox()
        self.box.setAccessibleName(tr("Note for today"))
        self.box.setPlaceholderText(tr("What should be remembered?"))
        self.box.entered.connect(self._save)
        self.box.textChanged.connect(self._draw)
        self.box.refused.connect(self._refuse)
        self.banner = Banner()
        self.banner.dismissed.connect(self._measure)
        self.add_button = Button(tr("Add note"), "primary")
        self.add_button.clicked.connect(self._save)
        self._saving = False
        self._unsent = Unsent(jobs, "note", self.box)
        self.closed.connect(self._unsent.keep)
        self._build()
        actions.add("note", tr("Add a note to today"), self.ask, "Ctrl+Shift+N", "plus",
            NOTEBOOK, detail=tr("A line or two, from anywhere"))  # fmt: skip
        theme().followed_by(self._measure)
        self._draw()

    def show_notebook(self, memory: "Memory") -> None:
        """Notes go into this notebook from now on."""
        self._memory = memory
        self._unsent.show_notebook(memory)

    def leave(self) -> None:
        """Another notebook is to be opened, or the window closes."""
        self._unsent.keep()

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return [tr("a note for today")] if self._unsent.lost else []

    def ask(self) -> None:
        """Comes over the window, with what was not kept last time."""
        if self._memory is None:
            return
        self._day.setText(dates.title(self._memory.today(), self._memory.today()))
        self.box.moveCursor(QTextCursor.MoveOperation.End)
        self.open_card(self.box)

    def _refuse(self) -> None:
        words = tr("This was not pasted: a line of it is too long.")
        self.banner.say(words, tr("Break it into lines first."))
        self._measure()

    def _save(self) -> None:
        words, memory = self.box.toPlainText(), self._memory
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
        self._measure()
        self.close_card()
        self._unsent.keep()
        show = lambda: self.opened.emit(noted.path, noted.line)  # noqa: E731
        self.toasted.emit(tr("Added to today"), tr("Open"), show)

    def _failed(self, problem: Problem) -> None:
        self._saving = False
        self._draw()
        self.banner.say(problem.message, problem.hint)
        self._measure()
        self.ask()  # also when it was put away meanwhile: the note is not kept

    def _draw(self) -> None:
        self.box.setReadOnly(self._saving)
        self.add_button.setEnabled(not self._saving and bool(self.box.toPlainText().strip()))

    def _build(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(text(tr("Add a note to today"), "section"))
        self._head.addStretch()
        self._head.addWidget(self._day)
        self._foot = QHBoxLayout()
        hint = tr("Enter adds · Shift+Enter begins a line · Esc keeps it for later")
        self._foot.addWidget(text(hint, "meta", "text3", wrap=True), 1)
        self._foot.addWidget(self.add_button)
        self._column = QVBoxLayout(self.card)
        self._column.addLayout(self._head)
        self._column.addWidget(self.box, 1)
        self._column.addWidget(self.banner)
        self._column.addLayout(self._foot)

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(18), px(14), px(18), px(14))
        self._column.setSpacing(px(10))
        set_font(self.box, "body")
        self.want_height(HEIGHT + (0 if self.banner.isHidden() else 64))
