"""A quiet line: what an agent wrote, with the way to look at it and to take it back.

It stays until it is answered. Knows works and words, not how they are found or taken back.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import counted, together, tr

if TYPE_CHECKING:
    from desktop_app.memory.agents import AgentWork


class AgentLine(Banner):
    """Hidden while there is nothing to say. `dismissed` says that it was answered, in whatever way;
    `works` are still those then.
    """

    review_asked = Signal(str, int)  # a path and a line
    waiting_asked = Signal()  # what of it waits for the person
    undo_asked = Signal(object)  # works

    def __init__(self) -> None:
        super().__init__("sparkle")
        self.works: tuple[AgentWork, ...] = ()
        self._waits = False
        self.undo = Button(tr("Undo"), "link")
        for button, act in ((self.button, self._review), (self.undo, self._undo)):
            button.set_kind("link")
            button.clicked.connect(act)
        self.add(self.undo)

    def tell(self, works: "Sequence[AgentWork]", waits: bool = False) -> None:
        """What agents wrote, in place of what it said before; without works it hides. `waits`: some
        of it is for MEMORY.md, and the person is asked first.
        """
        new = words_of(works)
        if waits:
            new = together(new, tr("For MEMORY.md you are asked first (page Agents)."))
        self.works, self._waits = tuple(works), waits
        if not new:
            self.clear()
        elif new != self.words:
            self.say(new, word=tr("Review"), tone="info")

    def _review(self) -> None:
        first, waits = self.works[0], self._waits
        self.cross.click()
        if waits:
            self.waiting_asked.emit()
        else:
            self.review_asked.emit(first.path, first.line)

    def _undo(self) -> None:
        self.cross.click()
        self.undo_asked.emit(self.works)


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
