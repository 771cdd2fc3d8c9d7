"""Every agent whose transcripts are known, and which one a record is of. Knows no files."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from desktop_app.notebook.text.records import Message, NotOneError
from desktop_app.sessions.agents.adapter import Adapter
from desktop_app.sessions.agents.formats import CLAUDE_CODE, CODEX, COWAGENT, OPENCLAW
from desktop_app.sessions.agents.tail import START, read_lines
from desktop_app.sessions.agents.turns import NOBODY, AgentEvent, AgentSession, AgentTurn
from desktop_app.sessions.live_events import TurnKind
from desktop_app.words import tr

ADAPTERS = (CLAUDE_CODE, OPENCLAW, CODEX, COWAGENT)
BY_NAME = {adapter.name: adapter for adapter in ADAPTERS}


def recognised(values: Iterable[Any]) -> Adapter | None:
    """The agent that wrote these records; None if none of them says."""
    for value in values:
        if isinstance(value, dict):
            for adapter in ADAPTERS:
                if adapter.own(value):
                    return adapter
    return None


def by_session(
    adapter: Adapter, events: Iterable[AgentEvent], session: AgentSession
) -> Iterator[tuple[AgentSession, AgentEvent]]:
    """Each event with the session that it is of; `session` is that of what came before.

    In a file of one conversation the first name stands: a copied beginning may hold another one.
    A helper's words are left out, since no person said them and they answer none.
    """
    for event in events:
        if isinstance(event, AgentSession):
            if adapter.mixed or not session.id:
                session = event
        elif not session.beside or (
            isinstance(event, AgentTurn) and event.kind is not TurnKind.TALK
        ):
            yield session, event
    yield session, session


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
        for session, event in by_session(self.adapter, self.adapter.read(value), self._current):
            self._current = session
            if isinstance(event, AgentTurn) and event.kind is TurnKind.TALK:
                talk = self.talks.setdefault(session.id, [])
                self.folders.setdefault(session.id, session.folder)
                new = [] if event.key in self._seen else [event.message]
                talk += new
                self._seen.add(event.key)
                every += new
        return every


def whole(path: Path) -> tuple[Adapter, Iterator[tuple[AgentSession, AgentTurn]]] | None:
    """The agent that wrote this file of lines and its turns, each with its conversation; None if
    the file is none of an agent's. Raises OSError."""
    first = read_lines(path, START).records
    adapter = recognised(record.value for record in first)
    return (adapter, _turns(adapter, path)) if adapter else None


def _turns(adapter: Adapter, path: Path) -> Iterator[tuple[AgentSession, AgentTurn]]:
    current, place, more = NOBODY, START, True
    while more:
        piece = read_lines(path, place)
        place, more = piece.place, piece.more
        for value in (record.value or {} for record in piece.records):
            for session, event in by_session(adapter, adapter.read(value), current):
                current = session
                if isinstance(event, AgentTurn):
                    yield session, event
