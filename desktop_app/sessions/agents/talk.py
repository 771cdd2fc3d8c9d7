"""Talk: a whole transcript of an agent as messages, for who reads it at once. Knows no files."""

from collections import Counter
from typing import Any

from desktop_app.notebook.text.records import Message, NotOneError
from desktop_app.sessions.agents.adapter import Adapter
from desktop_app.sessions.agents.every import by_session
from desktop_app.sessions.agents.turns import AgentSession, AgentTurn
from desktop_app.sessions.live_events import TurnKind
from desktop_app.words import tr


class AgentTalk:
    """Takes the records of a transcript one after the other."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self._current = AgentSession("")
        self._sessions: Counter[str] = Counter()
        self._seen: set[str] = set()

    @property
    def session(self) -> str:
        """The agent's own id of the conversation; of several, that of most messages."""
        return max(self._sessions, key=lambda one: self._sessions[one], default="")

    def said(self, value: Any) -> list[Message]:
        """The messages of the next record that did not come before. Raises NotOneError."""
        if not isinstance(value, dict):
            raise NotOneError(tr("is not a JSON object"))
        new = []
        for session, event in by_session(
            self._adapter, self._adapter.read(value) or (), self._current
        ):
            self._current = session
            if isinstance(event, AgentTurn) and event.kind is TurnKind.TALK:
                self._sessions[session.id] += 1
                new += [] if event.key in self._seen else [event.message]
                self._seen.add(event.key)
        return new
