"""The template for new days on a card over the window: the text, and what today would begin with.

What is typed is kept when the card closes, and can be undone.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QBoxLayout, QPlainTextEdit, QWidget

from desktop_app.errors import Problem
from desktop_app.notebook.template import GAPS
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, sized, stacked
from desktop_app.ui.parts.column import set_font
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import section, surface, text
from desktop_app.ui.parts.notices import Banner
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.reading.reader import Reader
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.files import Rewritten

_NARROW = 560  # pixels at zoom 1, below which the preview stands under the text


class TemplateCard(Overlay):
    """`ask` shows a notebook's template."""

    toasted = Signal(str, str, object)  # message, the action's word, what it does
    failed = Signal(object)  # the Problem

    def __init__(self, window: QWidget, jobs: "Jobs") -> None:
        super().__init__(window, tr("Template for new days"), 860, 520)
        self._jobs = jobs
        self.memory: Memory | None = None
        self._kept = ""
        self._refused = False
        self.field = QPlainTextEdit()
        self.field.setProperty("kind", "field")
        self.field.setTabChangesFocus(True)
        self.field.setAccessibleName(tr("Template for new days"))
        self.field.setPlaceholderText(tr("Empty: new days begin as usual."))
        self.field.textChanged.connect(self._preview)
        self.reader = Reader(jobs, tr("Preview"))
        self.banner = Banner()
        self.done = Button(tr("Done"), "primary", act=self.close_card)
        self.closed.connect(self._keep)
        self._build()

    def ask(self, memory: "Memory") -> None:
        """Comes with the template as it stands; one that could not be kept stays in its place."""

        def show(template: str) -> None:
            if not (self._refused and memory is self.memory):
                self.memory, self._kept, self._refused = memory, template, False
                self.banner.clear()
                self.field.setPlainText(template)
                self.field.moveCursor(QTextCursor.MoveOperation.End)
            self._preview()
            self.open_card(self.field)

        self._jobs.call("template", memory.template.text, show, self.failed.emit)

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: it is asked for its template when that is wanted."""

    def leave(self) -> None:
        """Another notebook is to be opened, or the window closes."""
        self.close_card()

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return [tr("the template for new days")] if self._refused and self._changed else []

    def place(self) -> None:
        super().place()
        if hasattr(self, "_both"):
            way, narrow = QBoxLayout.Direction, self.card.width() < theme().px(_NARROW)
            self._both.setDirection(way.TopToBottom if narrow else way.LeftToRight)

    @property
    def _changed(self) -> bool:
        return self.field.toPlainText().strip() != self._kept.strip()

    def _keep(self) -> None:
        memory, template = self.memory, self.field.toPlainText()
        if memory is None or not self._changed:
            return

        def kept(change: "Rewritten") -> None:
            self._kept, self._refused = template, False
            self.banner.clear()
            words = tr("New days begin with this template.")
            if not template.strip():
                words = tr("New days begin without a template.")
            undone = tr("The template is as it was before.")
            undo = lambda: self._jobs.do(  # noqa: E731
                lambda: memory.files.take_back(change),
                lambda _: self.toasted.emit(undone, "", None),
                self.failed.emit,
            )
            self.toasted.emit(words, tr("Undo"), undo)

        self._jobs.do(lambda: memory.template.set(template), kept, self._refuse)

    def _refuse(self, problem: Problem) -> None:
        """It could not be kept: it stays here, and why is said."""
        self._refused = True
        self.banner.say(problem.message, problem.hint)
        self.open_card(self.field)

    def _preview(self) -> None:
        if self.memory is not None:
            template = self.field.toPlainText()
            self.reader.show_markdown(self.memory.template.for_day(self.memory.today(), template))

    def _build(self) -> None:
        about = tr(
            "A day that you begin in the window has this below its title. Agents, dreams and "
            "search do not read it. Filled in: %1."
        )
        words = text(about.replace("%1", "  ".join(GAPS)), "meta", "text2", wrap=True)
        shown = surface("card")
        stacked(shown, self.reader, grows=self.reader, margins=(1, 1, 1, 1))
        halves = ((tr("Template"), self.field), (tr("Today"), shown))
        self._both = sized(QBoxLayout(QBoxLayout.Direction.LeftToRight), gap=14)
        for title, part in halves:
            self._both.addLayout(stacked(None, section(title), part, grows=part, gap=6), 1)
        foot = in_row(text(tr("Kept when you close this."), "meta", "text3"), None, self.done)
        head = text(tr("Template for new days"), "section")
        parts = (head, words, self._both, self.banner, foot)
        stacked(self.card, *parts, grows=self._both, margins=(18, 14, 18, 14), gap=10)
        theme().followed_by(self._dress)

    def _dress(self) -> None:
        set_font(self.field, "body")
