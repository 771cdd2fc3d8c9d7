"""What agents wrote while nobody looked: a quiet line, with the way to look at it and to take it
back. It stays until it is answered. What was seen is remembered by notebook."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.errors import Problem
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import counted, together, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.agents import AgentWork
    from desktop_app.ui.frame.workspace import State


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


_AGAIN_MS = 2000


class AgentWatch(QObject):
    """What was seen is remembered by notebook, so that work of the night is told in the morning."""

    said = Signal(str)
    refused = Signal(object)  # a Problem
    waiting = Signal()  # some of it waits for the person

    def __init__(self, line: AgentLine, jobs: "Jobs", state: "State") -> None:
        super().__init__(line)
        self._line, self._jobs, self._state = line, jobs, state
        self._memory: Memory | None = None
        self._seen = 0
        self._had: dict[str, bytes] = {}
        # What an agent wants in MEMORY.md is proposed after it stands in the day.
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._again.timeout.connect(self.look)
        line.dismissed.connect(self._keep_seen)
        line.undo_asked.connect(self._undo)

    def follow(self, memory: "Memory") -> None:
        """Another notebook is open. What agents wrote before it was first opened is no news."""
        self._memory, self._had = memory, {}
        self._line.tell(())
        seen = self._state.get(self._key(memory))
        if isinstance(seen, int):
            self._seen = seen
            self.look()
        else:
            self._jobs.call("agents", memory.agents.newest, self._begin)

    def look(self) -> None:
        """Something changed."""
        memory, seen, had = self._memory, self._seen, dict(self._had)
        if memory is not None:
            self._jobs.call("agents", lambda: _found(memory, seen, had), self._show, lambda _: None)

    def _begin(self, newest: int) -> None:
        self._see(newest)
        self.look()

    def _show(self, found: "tuple[Sequence[AgentWork], bool]") -> None:
        before = self._line.words
        self._line.tell(*found)
        if (words := self._line.words) and words != before:
            self._again.start()
            if found[1]:
                self.waiting.emit()

    def _keep_seen(self) -> None:
        works = self._line.works
        if works:
            self._had |= {work.path: work.after for work in works}
            self._see(max(work.version for work in works))

    def _see(self, version: int) -> None:
        self._seen = version
        if self._memory is not None:
            self._state.set(self._key(self._memory), version)

    def _undo(self, works: "Sequence[AgentWork]") -> None:
        memory = self._memory
        if memory is not None:
            done = tr("Taken back.")
            self._jobs.do(
                lambda: memory.agents.take_back(works),
                lambda _: self.said.emit(done),
                self._refuse,
            )

    def _refuse(self, problem: Problem) -> None:
        self.refused.emit(problem)

    @staticmethod
    def _key(memory: "Memory") -> str:
        return f"agents.{memory.id}"


def _found(
    memory: "Memory", seen: int, had: dict[str, bytes]
) -> "tuple[Sequence[AgentWork], bool]":
    """What agents wrote, and whether a waiting proposal rests on some of it."""
    works = memory.agents.works(seen, had)
    quotes = {
        (source.path, source.quote.encode("utf-8", "surrogateescape"))
        for proposal in (memory.dreams.proposals() if works else ())
        for change in proposal.changes
        for source in change.sources
    }
    waits = any(
        path == work.path and quote in work.after and quote not in work.before
        for path, quote in quotes
        for work in works
    )
    return works, waits
