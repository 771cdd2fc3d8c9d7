"""Every agent whose transcripts are known, and which one a record is of. Knows no files."""

from collections.abc import Iterable, Iterator
from typing import Any

from desktop_app.sessions.agents.adapter import Adapter, AgentName
from desktop_app.sessions.agents.claude_code import CLAUDE_CODE
from desktop_app.sessions.agents.codex import CODEX
from desktop_app.sessions.agents.cowagent import COWAGENT
from desktop_app.sessions.agents.gemini_cli import GEMINI_CLI
from desktop_app.sessions.agents.openclaw import OPENCLAW
from desktop_app.sessions.agents.turns import AgentEvent, AgentSession, AgentTurn
from desktop_app.sessions.live_events import TurnKind

ADAPTERS = (CLAUDE_CODE, OPENCLAW, CODEX, GEMINI_CLI, COWAGENT)
BY_NAME = {adapter.name: adapter for adapter in ADAPTERS}


def adapter_of(name: str) -> Adapter:
    """The adapter of this agent. Raises ValueError for an unknown name."""
    return BY_NAME[AgentName(name)]


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
        elif not (session.beside and _is_talk(event)):
            yield session, event
    yield session, session


def _is_talk(event: AgentEvent) -> bool:
    return not isinstance(event, AgentTurn) or event.kind is TurnKind.TALK
