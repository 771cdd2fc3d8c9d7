"""Whole: a transcript of an agent from its start to its end, turn by turn. Only reads."""

from collections.abc import Iterator
from pathlib import Path

from desktop_app.sessions.agents.adapter import Adapter
from desktop_app.sessions.agents.every import by_session, recognised
from desktop_app.sessions.agents.tail import START, TailRecord, read_lines
from desktop_app.sessions.agents.turns import NOBODY, AgentSession, AgentTurn


def whole(path: Path) -> tuple[Adapter, Iterator[tuple[AgentSession, AgentTurn]]] | None:
    """The agent that wrote this file of lines and its turns, each with its conversation; None if
    the file is none of an agent's. Raises OSError."""
    first = read_lines(path, START).records
    adapter = recognised(record.value for record in first)
    return (adapter, _turns(adapter, path)) if adapter else None


def _turns(adapter: Adapter, path: Path) -> Iterator[tuple[AgentSession, AgentTurn]]:
    current = NOBODY
    for record in _records(path):
        for session, event in by_session(adapter, adapter.read(record.value or {}) or (), current):
            current = session
            if isinstance(event, AgentTurn):
                yield session, event


def _records(path: Path) -> Iterator[TailRecord]:
    place, more = START, True
    while more:
        piece = read_lines(path, place)
        yield from piece.records
        place, more = piece.place, piece.more
