"""Adapter: what is to be known of one agent to follow its transcripts. Knows no particular one."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from desktop_app.sessions.agents.turns import AgentEvent

Values = dict[str, Any]


class AgentName(StrEnum):
    """The agents whose transcripts are known."""

    CLAUDE_CODE = "claude-code"
    OPENCLAW = "openclaw"
    CODEX = "codex"
    COWAGENT = "cowagent"


@dataclass(frozen=True)
class Homes:
    """Where agents keep their own files: the person's home, and what the environment says."""

    home: Path
    environment: Mapping[str, str]

    def named(self, variable: str, *usual: str) -> tuple[Path, ...]:
        """The folder that a variable names, else the usual ones below home."""
        if named := self.environment.get(variable, "").strip():
            return (Path(named).expanduser(),)
        return tuple(self.home / name for name in usual)


@dataclass(frozen=True)
class FoundTranscript:
    """A transcript on the disk. `folder` is the project, "" where only its records tell it.

    `beside`: it is a side file, of a helper of the agent; no conversation of its own.
    """

    path: Path
    folder: str = ""
    beside: bool = False


Find = Callable[[Homes], Iterator[FoundTranscript]]


@dataclass(frozen=True)
class Rows:
    """How a database holds the records of many conversations.

    `query` takes a row's number and a limit, and gives (number, session, record) of the next rows
    in their order; a record is a JSON object. `last` gives the highest number there is.
    `sessions` gives (session, number of messages) of those that a person holds.
    """

    query: str
    last: str
    sessions: str


@dataclass(frozen=True)
class Adapter:
    """One agent. `found` looks only; `read` turns a record into events, none of a kind that is not
    known; `own` says whether a record is of this agent and of no other one.

    `window` is the size of its prompt where it does not tell one, in tokens. `mixed`: one file may
    hold several conversations, and each record names its own. `writes_days`: it writes the daily
    notes of its own folder itself. `counts`: its records tell how many tokens its prompt takes.
    `rows`: the transcript of some suffix is a database.
    """

    name: AgentName
    title: str
    found: Find
    read: Callable[[Values], tuple[AgentEvent, ...]]
    own: Callable[[Values], bool]
    window: int
    mixed: bool = False
    writes_days: bool = False
    counts: bool = True
    rows: Mapping[str, Rows] | None = None

    def rows_of(self, path: Path) -> Rows | None:
        """How to read this file if it is a database; None for a file of lines."""
        return (self.rows or {}).get(path.suffix)
