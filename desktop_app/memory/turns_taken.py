"""Turns taken: the turns of one source go to the trails of its conversations. Blocks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.memory.watch_store import ToolTurn, WatchBooks
from desktop_app.sessions.agents.sources import AgentSource
from desktop_app.sessions.agents.turns import AgentSession, AgentTurn
from desktop_app.sessions.live_events import TurnKind
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory.hindsight import SessionTrail
    from desktop_app.memory.procedures import Procedures

_MOST = 200  # trails at once; what the oldest waits for is read again from the books


@dataclass(eq=False)
class TurnsTaken:
    """A conversation has a trail for each file, as helpers write beside it at the same time."""

    _source: AgentSource
    _books: WatchBooks
    _procedures: "Callable[[], Procedures]"
    _say: Callable[[str], None]  # told what is worth a person's look

    def __post_init__(self) -> None:
        self._trails: dict[tuple[Path, str], SessionTrail] = {}
        self._grew: dict[str, float] = {}  # when each conversation did that is not summed up

    def take(
        self,
        path: Path,
        said: Sequence[tuple[AgentSession, AgentTurn]],
        grew: float,
        lately: str = "",
    ) -> None:
        """What was said and done in a file that grew then; before the books keep its tools.

        Where that is nothing, `lately` is the conversation that was read before and may have ended
        while nobody looked. Raises Problem.
        """
        if lately and not said:
            self._grew.setdefault(lately, grew)
        for session, turns in groupby(said, key=lambda one: one[0].id):
            if session:
                self._grew[session] = max(grew, self._grew.get(session, grew))
                for recurred in self._trail(path, session).take(turn for _, turn in turns):
                    self._say(recurred.in_words)

    def end(self, before: float, impact: float) -> None:
        """Sum up the conversations that did not grow since, and propose what they taught. `impact`
        is that above which an event is significant. Raises Problem."""
        for session in [one for one, grew in self._grew.items() if grew <= before]:
            for path in self._procedures().end(session, impact)[1]:
                self._say(tr("A procedure waits for your review: {path}").format(path=path))
            del self._grew[session]

    def _trail(self, path: Path, session: str) -> "SessionTrail":
        key = path, session
        if key not in self._trails:
            before, source = tuple(map(_turn, self._books.tools(session))), self._source
            while len(self._trails) >= _MOST:
                del self._trails[next(iter(self._trails))]
            hindsight = self._procedures().hindsight
            self._trails[key] = hindsight.trail(session, source.agent, source.folder, before)
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
