"""Watches what agents write while nobody looks, and has it told once. Knows memory, no widget."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.errors import Problem
from desktop_app.ui.frame.agent_line import AgentLine
from desktop_app.ui.frame.workspace import State
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.agents import AgentWork

_AGAIN_MS = 2000


class AgentWatch(QObject):
    """What was seen is remembered by notebook, so that work of the night is told in the morning."""

    said = Signal(str)
    refused = Signal(object)  # a Problem
    waiting = Signal()  # some of it waits for the person

    def __init__(self, line: AgentLine, jobs: "Jobs", state: State) -> None:
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
