"""Errors in a conversation that an agent leads: what it posts of its tools, told to hindsight."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from desktop_app.faces.doors import shapes
from desktop_app.notebook.history import writer
from desktop_app.sessions.agents.turns import AgentTurn, tool_call, tool_result
from desktop_app.sessions.live_events import TurnKind

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.memory.hindsight import Recurred, SessionTrail

FIELDS: dict[str, shapes.Shape] = {
    "tool": {"type": "string", "maxLength": 200},
    "call": {"type": "string", "maxLength": 200},
    "exit_code": shapes.COUNT,
    "failed": shapes.YES,
    "refused": shapes.YES,
}
"""What a message may say of a tool: its name, what pairs its call with its result, how it ended."""


class LedErrors:
    """The errors of one conversation. Blocks. What was posted to another server is not known."""

    def __init__(self, memory: "Memory", session: str) -> None:
        self._memory, self._session = memory, session
        self._trail: SessionTrail | None = None
        self._asked = ""  # the id of the last call that came without a pair

    def take(self, messages: Sequence[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
        """New messages, each with its id; what an agent wants to know of them."""
        turns = [self._turn(*one) for one in messages if one[1].get("remembered", True)]
        if self._trail is None:
            if all(one.kind is TurnKind.TALK for one in turns):
                return []
            self._trail = self._memory.hindsight.trail(self._session, writer())
        return [_told(one) for one in self._trail.take(turns)]

    def end(self, impact: float) -> list[dict[str, Any]]:
        """The conversation is over: what it came to, and the procedures that are proposed of it.
        `impact`, 0..1, is that above which an event is significant."""
        if self._trail is None:
            return []
        summary, proposed = self._memory.procedures.end(self._session, impact)
        if summary is None:
            return []
        return [{"step": "trajectory", "text": summary.in_words, "procedures": proposed}]

    def _turn(self, id: str, told: dict[str, Any]) -> AgentTurn:  # noqa: A002
        """A message as a turn; a call's `content` are its arguments, or the command itself."""
        kind, content, time = told.get("kind"), told["content"], told.get("time") or ""
        if kind == TurnKind.TOOL_CALL:
            self._asked = told.get("call") or id
            return tool_call(told.get("tool") or "shell", content, self._asked, time)
        if kind == TurnKind.TOOL_RESULT:
            ended = {name: told.get(name) is True for name in ("failed", "refused")}
            call, code = told.get("call") or self._asked, told.get("exit_code")
            return tool_result(content, call, time, code=code, **ended)
        return AgentTurn(TurnKind.TALK, told["role"], content, time)


def _told(one: "Recurred") -> dict[str, Any]:
    return {
        "step": "recurred",
        "text": one.in_words,
        "error": one.pattern.key,
        "resolution": one.suggestion,
        "state": one.pattern.state,
    }
