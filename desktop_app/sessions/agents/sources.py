"""Sources: which conversations of agents lie on this computer, and of which project. Only looks."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from desktop_app.sessions.agents.adapter import Adapter, AgentName, FoundTranscript, Homes
from desktop_app.sessions.agents.every import ADAPTERS, BY_NAME
from desktop_app.sessions.agents.rows import read_rows, sessions_in
from desktop_app.sessions.agents.tail import START, TailRecord, read_lines
from desktop_app.sessions.agents.turns import AgentSession

_HEAD = 256 << 10  # bytes in which a transcript says of which project it is
_NO_TRANSCRIPT = (".lock", ".zst", ".gz", ".tmp", ".json")  # what lies beside one


@dataclass(frozen=True)
class AgentSource:
    """The conversations of one agent in one project; `changed` is when the last one grew, in
    seconds since 1970."""

    agent: AgentName
    folder: str
    conversations: int = 0
    changed: float = 0

    @property
    def id(self) -> str:
        """How the command line and the books call it."""
        return f"{self.agent}:{self.folder}"

    @property
    def adapter(self) -> Adapter:
        """What is known of its agent."""
        return BY_NAME[self.agent]

    def is_about(self, root: Path) -> bool:
        """Whether a notebook belongs to this project: it is its folder, or lies in it."""
        if not self.folder:
            return False
        folder = Path(os.path.realpath(self.folder))
        return root == folder or folder in root.parents

    def writes_days_of(self, root: Path) -> bool:
        """Whether the agent writes the daily notes of this notebook itself."""
        return self.adapter.writes_days and Path(os.path.realpath(self.folder)) == root


class FoundTranscripts:
    """Finds transcripts, and remembers of each of which project it is."""

    def __init__(self, homes: Homes) -> None:
        self._homes = homes
        self._folders: dict[Path, str] = {}

    def sources(self) -> tuple[AgentSource, ...]:
        """Every source on this computer, the one that grew last first."""
        found: dict[str, AgentSource] = {}
        for adapter in ADAPTERS:
            for transcript, folder, changed in self._each(adapter):
                if rows := adapter.rows_of(transcript.path):
                    counted = sessions_in(transcript.path, rows)
                else:
                    counted = int(not transcript.beside and ".jsonl." not in transcript.path.name)
                if not counted:
                    continue
                source = AgentSource(adapter.name, folder, counted, changed)
                if before := found.get(source.id):
                    counted += before.conversations
                    changed = max(changed, before.changed)
                    source = AgentSource(adapter.name, folder, counted, changed)
                found[source.id] = source
        return tuple(sorted(found.values(), key=lambda source: -source.changed))

    def of(self, source: AgentSource) -> Iterator[FoundTranscript]:
        """The transcripts of one source, helpers' side files and rotated ones among them."""
        for transcript, folder, _ in self._each(source.adapter):
            if folder == source.folder:
                yield transcript

    def _each(self, adapter: Adapter) -> Iterator[tuple[FoundTranscript, str, float]]:
        for transcript in adapter.found(self._homes):
            beside = transcript.path.name.partition(".jsonl")[2]
            if any(part in beside for part in _NO_TRANSCRIPT):
                continue
            with suppress(OSError):
                changed = transcript.path.stat().st_mtime
                yield transcript, transcript.folder or self._folder(adapter, transcript), changed

    def _folder(self, adapter: Adapter, transcript: FoundTranscript) -> str:
        """The project that the first records of a transcript name."""
        path = transcript.path
        if path not in self._folders:
            if folder := _named(adapter, path):
                self._folders[path] = folder
            return folder  # one that has no record yet is asked again
        return self._folders[path]


def _named(adapter: Adapter, path: Path) -> str:
    with suppress(OSError):
        for record in head_of(adapter, path):
            for event in adapter.read(record.value or {}):
                if isinstance(event, AgentSession) and event.folder:
                    return event.folder
    return ""


def head_of(adapter: Adapter, path: Path) -> tuple[TailRecord, ...]:
    """The first records of a transcript. Raises OSError."""
    rows = adapter.rows_of(path)
    return (read_rows(path, rows, START, 20) if rows else read_lines(path, START, _HEAD)).records
