"""A quiet line: what an agent wrote, with the way to look at it and to take it back.

It stays until it is answered. Knows works and words, not how they are found or taken back.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.labels import restyle, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import counted, together, tr

if TYPE_CHECKING:
    from desktop_app.memory.agents import AgentWork


class AgentLine(QFrame):
    """Hidden while there is nothing to say. `seen` says that it was answered, in whatever way."""

    review_asked = Signal(str, int)  # a path and a line
    waiting_asked = Signal()  # what of it waits for the person
    undo_asked = Signal(object)  # works
    seen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "banner")
        self.works: tuple[AgentWork, ...] = ()
        self._waits = False
        self._sign = QLabel()
        self._words = text(tone="", wrap=True)
        self.review = Button(tr("Review"), "link")
        self.undo = Button(tr("Undo"), "link")
        self.cross = IconButton("cross", tr("Dismiss"), 28)
        self._row = row = QHBoxLayout(self)
        row.addWidget(self._sign)
        row.addWidget(self._words, 1)
        for part in (self.review, self.undo, self.cross):
            row.addWidget(part)
        self.review.clicked.connect(self._review)
        self.undo.clicked.connect(self._undo)
        self.cross.clicked.connect(self.clear)
        restyle(self, tone="info")
        theme().followed_by(self._draw)
        self.hide()

    @property
    def words(self) -> str:
        """What it says; empty when hidden."""
        return self._words.text()

    def say(self, works: "Sequence[AgentWork]", waits: bool = False) -> None:
        """What agents wrote, in place of what it said before; without works it hides. `waits`: some
        of it is for MEMORY.md, and the person is asked first.
        """
        new = words_of(works)
        if waits:
            new = together(new, tr("For MEMORY.md you are asked first (Settings, Agents)."))
        said = self.words
        self.works, self._waits = tuple(works), waits
        self._words.setText(new)
        self.setVisible(bool(new))
        if new and new != said:
            restyle(self._words)
            announce(self, new)

    def clear(self) -> None:
        """It was seen."""
        self.seen.emit()
        self.say(())

    def _review(self) -> None:
        first, waits = self.works[0], self._waits
        self.clear()
        if waits:
            self.waiting_asked.emit()
        else:
            self.review_asked.emit(first.path, first.line)

    def _undo(self) -> None:
        works = self.works
        self.clear()
        self.undo_asked.emit(works)

    def _draw(self) -> None:
        px = theme().px
        self._sign.setPixmap(pixmap("sparkle", "accent", 18, self.devicePixelRatioF()))
        self._row.setContentsMargins(px(12), px(5), px(7), px(5))
        self._row.setSpacing(px(10))


def words_of(works: "Sequence[AgentWork]") -> str:
    """claude-code remembered 2 things. codex remembered 1 thing."""
    counts: dict[str, int] = {}
    for work in works:
        counts[work.client] = counts.get(work.client, 0) + work.lines
    return " ".join(
        counted(
            "{client} remembered {count} thing.",
            "{client} remembered {count} things.",
            lines,
            client=client,
        )
        for client, lines in counts.items()
    )
