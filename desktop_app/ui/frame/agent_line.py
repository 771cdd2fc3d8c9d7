"""What agents wrote while nobody looked: a quiet line, with the way to look at it and to take it
back. It stays until it is answered. What was seen is remembered by notebook."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import counted, together, tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.memory.agents import AgentWork
    from desktop_app.ui.open_notebook import OpenNotebook

_AGAIN_MS = 2000


class AgentLine(Banner):
    """Hidden while there is nothing to say. What was seen is remembered, so that work of the night
    is told in the morning."""

    def __init__(self, one: "OpenNotebook") -> None:
        super().__init__("sparkle")
        self._one, self._jobs = one, one.jobs
        self._works: tuple[AgentWork, ...] = ()
        self._memory: Memory | None = None
        self._seen: int | None = None  # not known yet
        self._had: dict[str, bytes] = {}
        # What an agent wants in MEMORY.md is proposed after it stands in the day.
        self._again = delayed(self, _AGAIN_MS, lambda: one.background.look_again())
        for button in (self.button, self.other):
            button.set_kind("link")
        self.button.clicked.connect(self._review)
        self.other.clicked.connect(self._undo)
        self.dismissed.connect(self._keep_seen)

    def follow(self, memory: "Memory") -> None:
        """Another notebook is open. What agents wrote before it was first opened is no news."""
        self._memory, self._had = memory, {}
        self._tell(())
        seen = self._one.state.get(f"agents.{memory.id}")
        self._seen = seen if isinstance(seen, int) else None
        self.look()

    def look(self) -> None:
        memory, seen, had = self._memory, self._seen, dict(self._had)
        if memory is not None and seen is None:
            self._jobs.call("agents", memory.agents.newest, self._begin)
        elif memory is not None:
            works = lambda: memory.agents.works(seen, had)
            self._jobs.call("agents", works, self._tell, lambda _: None)

    def _begin(self, newest: int) -> None:
        self._see(newest)
        self.look()

    def _tell(self, works: "Sequence[AgentWork]") -> None:
        """What agents wrote, in place of what it said before; without works it hides."""
        new = words_of(works)
        self._works = tuple(works)
        if not new:
            self.clear()
        elif new != self.words:
            self.say(new, word=tr("Review"), tone="info", other=tr("Undo"))
            self._again.start()

    def _keep_seen(self) -> None:
        if self._works:
            self._had |= {work.path: work.after for work in self._works}
            self._see(max(work.version for work in self._works))

    def _see(self, version: int) -> None:
        self._seen = version
        if self._memory is not None:
            self._one.state.set(f"agents.{self._memory.id}", version)

    def _review(self) -> None:
        first = self._works[0]
        self.cross.click()
        self._one.window.open(first.path, first.line)

    def _undo(self) -> None:
        memory, works = self._memory, self._works
        self.cross.click()
        if memory is not None:
            self._jobs.do(
                lambda: memory.agents.take_back(works),
                lambda _: self._one.window.toast(tr("Undone.")),
                self._one.tell,
            )


def words_of(works: "Sequence[AgentWork]") -> str:
    """claude-code remembered 2 things. codex remembered 1 thing."""
    counts: dict[str, int] = {}
    for work in works:
        counts[work.client] = counts.get(work.client, 0) + work.lines
    told = (
        counted(
            "{client} remembered {count} thing.",
            "{client} remembered {count} things.",
            lines,
            client=client,
        )
        for client, lines in counts.items()
    )
    return together(*told)
