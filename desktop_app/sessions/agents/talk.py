"""Talk: a whole transcript of an agent as messages, for who reads it at once. Knows no files."""

from typing import Any

from desktop_app.notebook.text.records import Message, NotOneError
from desktop_app.sessions.agents.adapter import Adapter
from desktop_app.sessions.agents.every import by_session
from desktop_app.sessions.agents.turns import NOBODY, AgentTurn
from desktop_app.sessions.live_events import TurnKind
from desktop_app.words import tr


class AgentTalk:
    """Takes the records of a transcript one after the other. `talks` are the messages of each of
    its conversations, and `folders` what each is about, by the agent's own id."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter
        self.talks: dict[str, list[Message]] = {}
        self.folders: dict[str, str] = {}
        self._current = NOBODY
        self._seen: set[str] = set()

    @property
    def session(self) -> str:
        """The agent's own id of the conversation; of several, that of most messages."""
        return max(self.talks, key=lambda one: len(self.talks[one]), default="")

    def said(self, value: Any) -> list[Message]:
        """The messages of the next record that did not come before. Raises NotOneError."""
        if not isinstance(value, dict):
            raise NotOneError(tr("is not a JSON object"))
        every: list[Message] = []
        for session, event in by_session(
            self.adapter, self.adapter.read(value) or (), self._current
        ):
            self._current = session
            if isinstance(event, AgentTurn) and event.kind is TurnKind.TALK:
                talk = self.talks.setdefault(session.id, [])
                self.folders.setdefault(session.id, session.folder)
                new = [] if event.key in self._seen else [event.message]
                talk += new
                self._seen.add(event.key)
                every += new
        return every
