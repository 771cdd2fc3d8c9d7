"""Agents that came in: what they asked last, what they wrote, and taking that back.

What they wrote is known by the history, which names them. What they asked is kept in one small file
for each agent in the program's own folder, so that the window sees those of every server; it may
get lost.
"""

import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.memory.files import Rewritten
from desktop_app.memory.room import Room
from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.history import VersionStep
from desktop_app.notebook.lines import split
from desktop_app.own_files import make_folder
from desktop_app.settings import write_own_file

_LAST = 8  # calls that are remembered of each agent
_MOST = 40  # agents; those that came longest ago are forgotten
_LOOKED_AT = 200  # versions that are looked at for the works of agents


@dataclass(frozen=True)
class AgentCall:
    """One call: the name of the operation or tool, when (ISO 8601), and whether it was done."""

    name: str
    at: str
    ok: bool


@dataclass(frozen=True)
class KnownAgent:
    """An agent that came in: by which door, with which scope, how often, and its last calls,
    newest first.

    `asked` is how often a person was asked about what it wrote for MEMORY.md; None where it came in
    before a new agent was asked about.
    """

    client: str
    door: str
    scope: str
    count: int
    last: tuple[AgentCall, ...]
    asked: int | None = 0


def asked_first(
    agent: KnownAgent, scope: str, get: Callable[[str], Any], *, replaces: bool = False
) -> bool:
    """Whether what an agent writes into MEMORY.md with a key of this scope waits for a person.

    The person's word on this agent counts, then one on all of them, then that it decides. Else a
    new agent waits; one that came in before that was so, only where it `replaces` the whole. `get`
    is that of `Settings`.
    """
    for name in (agent.client.casefold(), "*"):
        for key in ("agents.review", "agents.may_write"):
            if name in map(str.casefold, get(key)):
                return key == "agents.review"
    return scope != "decide" and (replaces or agent.asked is not None)


@dataclass(frozen=True)
class AgentWork:
    """What an agent wrote into one file: how many lines came, and the first of them, from 1.

    `version` is the number of the newest version that holds it.
    """

    client: str
    path: str
    lines: int
    line: int
    version: int
    before: bytes
    after: bytes


class Agents(Room):
    """The agents of an open notebook. Any thread may call."""

    def _set_up(self) -> None:
        self._folder = self._notebook.own / "agents"
        self._history = self._notebook.history
        self._agents: dict[str, KnownAgent] = {}
        self._new: set[str] = set()
        self._guard = threading.Lock()
        self._disk = threading.Lock()  # whoever asks while another keeps waits for the files

    # -- what they ask ----------------------------------------------------------------------------

    def note(self, client: str, door: str, scope: str, name: str, *, ok: bool) -> None:
        """Note a call, which `keep` keeps."""
        at: datetime = self._clock.now()
        call = AgentCall(name, at.isoformat(timespec="seconds"), ok)
        with self._guard:
            before = self._of(client)
            last = (call, *before.last)[:_LAST]
            self._agents[client] = replace(
                before, door=door, scope=scope, count=before.count + 1, last=last
            )
            self._new.add(client)

    def of(self, client: str) -> KnownAgent:
        """What is known of an agent, which may be new."""
        with self._guard:
            return self._of(client)

    def ask(self, client: str) -> bool:
        """Note that a person is asked about what it wrote; whether for the first time."""
        with self._guard:
            agent = self._of(client)
            if agent.asked is not None:
                self._agents[client] = replace(agent, asked=agent.asked + 1)
            return agent.asked == 0

    def _of(self, client: str) -> KnownAgent:
        kept = self._agents.get(client) or _read(self._path(client))
        return kept or KnownAgent(client, "", "", 0, ())

    def keep(self) -> None:
        """Keep the calls that were noted. A disk that refuses loses them quietly."""
        with self._disk, suppress(Problem, OSError):
            with self._guard:
                new = [self._agents[client] for client in self._new]
                self._new.clear()
                if len(self._agents) > 2 * _MOST:
                    self._agents.clear()
            if not new:
                return
            make_folder(self._folder)
            for agent in new:
                data = json.dumps(asdict(agent), ensure_ascii=False).encode("utf-8", "replace")
                write_own_file(self._path(agent.client), data, lasting=False)
            for old in self._kept()[_MOST:]:
                self._path(old.client).unlink(missing_ok=True)

    def known(self) -> list[KnownAgent]:
        """Who came in, those that called last first. Keeps first what was noted here."""
        self.keep()
        return self._kept()

    def _kept(self) -> list[KnownAgent]:
        with suppress(OSError):
            found = [_read(path) for path in self._folder.glob("*.json")]
            return sorted(filter(None, found), key=lambda one: one.last[0].at, reverse=True)
        return []

    def _path(self, client: str) -> Path:
        return self._folder / f"{quote(client, safe=' ')}.json"

    # -- what they write --------------------------------------------------------------------------

    def newest(self) -> int:
        """The number of the newest version of any file, 0 if there is none."""
        return next((one.version for one in self._history.versions(None, 1)), 0)

    def works(self, after: int, had: Mapping[str, bytes] | None = None) -> list[AgentWork]:
        """What agents wrote in versions after this number, newest first, once for each file.

        `had` are the bytes by path that somebody has seen: what stands there is not told again.
        """
        had, works = had or {}, {}
        for step in self._history.steps(None, _LOOKED_AT):
            version = step.version
            if version.version <= after:
                break
            client, path = version.cause.client, version.path
            if client and (client, path) not in works:
                before = had.get(path, self._before(step, after))
                data = self._history.content(version.version)
                new = _new_lines(_lines(before), _lines(data))
                place = (path, len(new), new[0] if new else 0)
                works[client, path] = AgentWork(client, *place, version.version, before, data)
        return [work for work in works.values() if work.lines]

    def take_back(self, works: Sequence[AgentWork]) -> None:
        """Take out of the files what agents wrote; what came since stays.

        Raises Problem, at the first file where the same lines were changed again.
        """
        for work in works:
            before, after = (
                Snapshot(work.path, data, sha_of(data)) for data in (work.before, work.after)
            )
            self._files.take_back(Rewritten(before, after))

    def _before(self, step: VersionStep, after: int) -> bytes:
        """The file as it was before the agent's first version that follows the number."""
        first = step
        for older in self._history.steps(step.version.path, _LOOKED_AT):
            mine = older.version.cause == step.version.cause and older.version.version > after
            if older.version.version > step.version.version:
                continue
            if not mine:
                break
            first = older
        return self._history.content(first.before) if first.before is not None else b""


def _lines(data: bytes) -> list[str]:
    return [line.strip() for line in split(data.decode("utf-8", "surrogateescape"))]


def _new_lines(before: list[str], after: list[str]) -> list[int]:
    """The numbers of the lines that say something and were not there, or not as often."""
    had, new = Counter(before), []
    for number, line in enumerate(after, 1):
        if had[line]:
            had[line] -= 1
        elif line and not line.startswith("#"):  # more than a heading
            new.append(number)
    return new


def _read(path: Path) -> KnownAgent | None:
    """An agent as it was kept; None where there is no file, or one of somebody else's."""
    try:
        kept: Any = own_files.json_in(path)
        calls = tuple(AgentCall(str(c["name"]), str(c["at"]), bool(c["ok"])) for c in kept["last"])
        named = {key: str(kept[key]) for key in ("client", "door", "scope")}
        asked = None if kept.get("asked") is None else int(kept["asked"])
        count = int(kept["count"])
        return KnownAgent(**named, count=count, last=calls, asked=asked) if calls else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
