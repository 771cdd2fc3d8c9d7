"""The book of calls: which agents came in, how, and what they asked last. It may get lost.

One small file for each agent in the program's own folder of the notebook, so that the window sees
those of every server.
"""

import asyncio
import json
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from desktop_app import small_files
from desktop_app.errors import Problem
from desktop_app.faces.doors.policy import Caller
from desktop_app.own_files import make_folder
from desktop_app.settings import write_own_file

_LAST = 8  # calls that are remembered of each agent
_MOST = 40  # agents; those that came longest ago are forgotten
_KEPT_AFTER = 0.7  # seconds


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
    """

    client: str
    door: str
    scope: str
    count: int
    last: tuple[AgentCall, ...]


class CallBook:
    """Notes calls at once, and keeps them in files a moment later."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._agents: dict[str, KnownAgent] = {}
        self._new: set[str] = set()
        self._guard = threading.Lock()
        self._waiting = False

    def note(self, caller: Caller, name: str, at: datetime, *, ok: bool) -> None:
        """Note one call. On a loop it is kept a moment later, elsewhere when `keep` is called."""
        client, call = caller.client, AgentCall(name, at.isoformat(timespec="seconds"), ok)
        with self._guard:
            known = self._agents.get(client) or _read(self._path(client))
            before = known or KnownAgent(client, caller.door, caller.scope, 0, ())
            self._agents[client] = replace(
                before,
                door=caller.door,
                scope=caller.scope,
                count=before.count + 1,
                last=(call, *before.last)[:_LAST],
            )
            self._new.add(client)
            soon, self._waiting = not self._waiting, True
        if soon:
            with suppress(RuntimeError):  # no loop: a command that ends soon
                asyncio.get_running_loop().call_later(_KEPT_AFTER, self.keep)

    def keep(self) -> None:
        """Keep what was noted. A disk that refuses loses it quietly."""
        with self._guard:
            new = {self._agents[client] for client in self._new}
            self._new.clear()
            self._waiting = False
            if len(self._agents) > 2 * _MOST:
                self._agents.clear()
        with suppress(Problem, OSError):
            for agent in new:
                make_folder(self._folder)
                data = json.dumps(asdict(agent), ensure_ascii=False).encode()
                write_own_file(self._path(agent.client), data, lasting=False)
            for old in known_agents(self._folder)[_MOST:]:
                self._path(old.client).unlink(missing_ok=True)

    def _path(self, client: str) -> Path:
        return self._folder / f"{quote(client, safe=' ')}.json"


def known_agents(folder: Path) -> list[KnownAgent]:
    """The agents that came in, those that called last first."""
    try:
        found = [_read(path) for path in folder.glob("*.json")]
    except OSError:
        return []
    return sorted(filter(None, found), key=lambda one: one.last[0].at, reverse=True)


def _read(path: Path) -> KnownAgent | None:
    """An agent as it was kept; None where there is no file, or one of somebody else's."""
    try:
        kept: Any = small_files.json_in(path)
        calls = tuple(AgentCall(str(c["name"]), str(c["at"]), bool(c["ok"])) for c in kept["last"])
        named = {key: str(kept[key]) for key in ("client", "door", "scope")}
        return KnownAgent(**named, count=int(kept["count"]), last=calls) if calls else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
