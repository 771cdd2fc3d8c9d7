"""Errors met: the turns of one source go to the trails of its conversations. Blocks."""

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.memory.watch_books import ToolTurn, WatchBooks
from desktop_app.sessions.agents.sources import AgentSource
from desktop_app.sessions.agents.turns import AgentSession, AgentTurn
from desktop_app.sessions.live_events import TurnKind

if TYPE_CHECKING:
    from desktop_app.memory.hindsight import Hindsight, SessionTrail

_MOST = 200  # conversations at once; what the oldest waits for is read again from the books


class ErrorsMet:
    """A conversation has a trail for each file, as helpers write beside it at the same time."""

    def __init__(
        self,
        source: AgentSource,
        books: WatchBooks,
        hindsight: "Callable[[], Hindsight]",
        say: Callable[[str], None],
    ) -> None:
        """`say` is told what is worth a person's look."""
        self._source, self._books, self._hindsight, self._say = source, books, hindsight, say
        self._trails: dict[tuple[Path, str], SessionTrail] = {}

    def take(self, path: Path, said: Sequence[tuple[AgentSession, AgentTurn]]) -> None:
        """What was said and done in a file; before the books keep its tools. Raises Problem."""
        for session, turns in groupby(said, key=lambda one: one[0].id):
            if session:
                for recurred in self._trail(path, session).take(turn for _, turn in turns):
                    self._say(recurred.in_words)

    def _trail(self, path: Path, session: str) -> "SessionTrail":
        key = path, session
        if key not in self._trails:
            before = tuple(map(_turn, self._books.tools(session)))
            source = self._source
            while len(self._trails) >= _MOST:
                del self._trails[next(iter(self._trails))]
            self._trails[key] = self._hindsight().trail(
                session, source.agent, source.folder, before
            )
        return self._trails[key]


def _turn(kept: ToolTurn) -> AgentTurn:
    """A use of a tool as it was kept: its words may be cut."""
    asked = kept.kind == TurnKind.TOOL_CALL
    return AgentTurn(
        TurnKind(kept.kind),
        "assistant" if asked else "tool",
        "" if asked else kept.words,
        kept.time,
        tool=kept.tool,
        call=kept.call,
        arguments=kept.words if asked else "",
        exit_code=kept.exit_code,
        failed=bool(kept.failed),
    )
