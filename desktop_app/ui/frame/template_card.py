"""The template for new days on a card over the window: the text, and what today would begin with.

Knows no file: what is typed is kept by whoever opened it, when it closes.
"""

from typing import TYPE_CHECKING

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.errors import Problem
from desktop_app.notebook.template import GAPS
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import section, surface, text
from desktop_app.ui.parts.notices import Banner
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.reading.reader import Reader
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

_NARROW = 560  # pixels at zoom 1, below which the preview stands under the text


class TemplateCard(Overlay):
    """`ask` shows a template; after `closed`, `changed` says whether the field has another."""

    def __init__(self, window: QWidget, jobs: "Jobs") -> None:
        super().__init__(window, tr("Template for new days"), 860, 520)
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
        self.done = Button(tr("Done"), "primary")
        self.done.clicked.connect(self.close_card)
        self._build()
        theme().followed_by(self._measure)

    @property
    def changed(self) -> bool:
        """Whether the field has another template than the notebook."""
        return self.field.toPlainText().strip() != self._kept.strip()

    def ask(self, memory: "Memory", template: str) -> None:
        """Comes with this template; one that could not be kept stays in its place."""
        if not (self._refused and memory is self.memory):
            self.memory, self._refused = memory, False
            self.keep(template)
            self.field.setPlainText(template)
            self.field.moveCursor(QTextCursor.MoveOperation.End)
        self._preview()
        self.open_card(self.field)

    def keep(self, template: str) -> None:
        """The notebook has this one now."""
        self._kept, self._refused = template, False
        self.banner.clear()

    def refuse(self, problem: Problem) -> None:
        """It could not be kept: it stays here, and why is said."""
        self._refused = True
        self.banner.say(problem.message, problem.hint)
        self.open_card(self.field)

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return [tr("the template for new days")] if self._refused and self.changed else []

    def place(self) -> None:
        super().place()
        if hasattr(self, "_both"):
            way, narrow = QBoxLayout.Direction, self.card.width() < theme().px(_NARROW)
            self._both.setDirection(way.TopToBottom if narrow else way.LeftToRight)

    def _preview(self) -> None:
        if self.memory is not None:
            template = self.field.toPlainText()
            self.reader.show_markdown(self.memory.template.for_day(self.memory.today(), template))

    def _build(self) -> None:
        about = tr(
            "A day that you begin in the window has this below its title. Agents, dreams and "
            "search do not read it. Filled in: %1."
        )
        self._about = text(about.replace("%1", "  ".join(GAPS)), "meta", "text2", wrap=True)
        shown = surface("card")
        stacked(shown, self.reader, grows=self.reader).setContentsMargins(1, 1, 1, 1)
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        for title, part in ((tr("Template"), self.field), (tr("Today"), shown)):
            half = QVBoxLayout()
            half.setSpacing(6)
            half.addWidget(section(title))
            half.addWidget(part, 1)
            self._both.addLayout(half, 1)
        foot = QHBoxLayout()
        foot.addWidget(text(tr("Kept when you close this."), "meta", "text3"), 1)
        foot.addWidget(self.done)
        self._column = stacked(
            self.card,
            text(tr("Template for new days"), "section"),
            self._about,
            self._both,
            self.banner,
            foot,
            grows=self._both,
        )

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(18), px(14), px(18), px(14))
        self._column.setSpacing(px(10))
        self._both.setSpacing(px(14))
        self.field.setFont(theme().font("body"))
