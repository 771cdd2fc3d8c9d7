"""Watched agents beside an open notebook: what lies on this computer, what is followed, and a look.

Their files are only ever read. See `memory/followed_talks.py`.
"""

import asyncio
import importlib
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.engine_choice import USUAL, Engine
from desktop_app.dreams.flush import Flushed
from desktop_app.errors import Problem
from desktop_app.memory.room import Room
from desktop_app.memory.watch_store import FollowedSource, WatchBooks
from desktop_app.notebook.storage.lock import taken
from desktop_app.sessions.agents.adapter import AgentName, Homes
from desktop_app.sessions.agents.rows import last_row
from desktop_app.sessions.agents.sources import AgentSource, FoundTranscripts
from desktop_app.sessions.agents.tail import START, TailPlace, end_of
from desktop_app.sessions.live import NEVER, LiveLimits
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory.followed_talks import FollowedTalks
    from desktop_app.memory.live_session import LiveStep
    from desktop_app.memory.memory import Memory

IDLE = 1_800.0
"""Seconds for which a conversation rests until it counts as ended."""
PAUSE = 2.0
"""Seconds between two looks."""
USUAL_IMPACT = 0.5
_SEARCH = 15.0  # seconds between two searches for new files


@dataclass(frozen=True)
class WatchHow:
    """How conversations are followed: `idle` in seconds; `engine` sums up. `impact`, 0..1, is that
    above which an event is significant."""

    limits: LiveLimits
    idle: float = IDLE
    engine: Engine = USUAL
    impact: float = USUAL_IMPACT

    @classmethod
    def of(cls, get: Callable[[str], Any], engine: Engine = USUAL) -> "WatchHow":
        """As the person's settings say; `get` is that of `Settings`."""
        idle, impact = get("sessions.idle_minutes") * 60, get("sessions.impact") / 100
        return cls(LiveLimits.of(get), idle, engine, impact)


@dataclass(frozen=True)
class WatchedSource:
    """A source as a person sees it. `here`: it is of this notebook's project. `flush`: what is said
    there goes into the days, or would after a yes. `said` is what it did last, at `at` (ISO 8601,
    "" for never).
    """

    source: AgentSource
    here: bool
    followed: bool
    flush: bool
    said: str = ""
    at: str = ""


@dataclass(frozen=True)
class SourceLook:
    """How many turns one look at a source read, and what happened then, in words."""

    source: AgentSource
    turns: int
    steps: tuple[str, ...]


class WatchedAgents(Room):
    """The agents' conversations that this notebook follows. One program at a time follows them.

    `say` is told what is worth a person's look; `now` gives seconds of a monotonic clock.
    """

    def __init__(
        self,
        memory: "Memory",
        homes: Homes | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(memory)
        self.memory, self.now = memory, now
        self._root = Path(os.path.realpath(memory.root))
        self.books = WatchBooks(self._notebook)
        self.transcripts = FoundTranscripts(homes or Homes(Path.home(), os.environ))
        self._following: dict[tuple[str, bool], FollowedTalks] = {}
        self._steps: list[str] = []
        self.say = self._steps.append
        self._searched: float | None = None
        self._held, self._holds = ExitStack(), False  # that no other program follows, too
        self.wanted = False
        """Whether anything was followed when the books were asked last."""
        self.trouble: Problem | None = None
        """Why the last look saw nothing."""

    # -- what there is --------------------------------------------------------------------------

    def sources(self) -> tuple[WatchedSource, ...]:
        """What lies on this computer, and what is followed of it or was; those of this notebook's
        project first. Blocks."""
        followed = {one.id: one for one in self.books.followed()}
        found = {one.id: one for one in self.transcripts.sources()}
        seen = []
        for source in ({name: _source_of(name) for name in followed} | found).values():
            flush = not source.writes_days_of(self._root)
            is_followed = source.id in followed
            one = followed.get(source.id) or FollowedSource(source.id, flush)
            here = source.is_about(self._root)
            seen.append(WatchedSource(source, here, is_followed, one.flush, one.said, one.at))
        return tuple(sorted(seen, key=lambda one: (not one.here, not one.followed)))

    def anything(self) -> bool:
        """Whether anything is followed."""
        self.wanted = bool(self.books.followed())
        return self.wanted

    # -- a person's word ------------------------------------------------------------------------

    def named(self, name: str) -> tuple[AgentSource, ...]:
        """The sources that a name means: `AGENT:FOLDER`, or an agent, which is those of this
        notebook's project, or else its only one. Raises Problem."""
        sources = self.sources()
        exact = [one.source for one in sources if one.source.id == name]
        if exact:
            return tuple(exact)
        of_agent = [one for one in sources if one.source.agent == name]
        here = [one.source for one in of_agent if one.here]
        if here or len(of_agent) == 1:
            return tuple(here or [one.source for one in of_agent])
        known = [one.source.id for one in (of_agent or sources)]
        raise Problem(
            tr("There are no conversations of “{name}”.").format(name=name)
            if not of_agent
            else tr("“{name}” has conversations in several projects.").format(name=name),
            tr("Found: {names}.").format(names=", ".join(known))
            if known
            else tr("No agent has left conversations on this computer."),
        )

    def follow(self, source: AgentSource, *, flush: bool | None = None) -> None:
        """Follow a source from now on: what comes new, and conversations under way from their
        start. `flush` None: unless the agent writes the days of this notebook itself. Blocks."""
        if flush is None:
            flush = not source.writes_days_of(self._root)
        places = [(one.path, self._begin(source, one.path)) for one in self.transcripts.of(source)]
        self.books.follow(source.id, flush, places)
        self.wanted = True

    def leave(self, source: AgentSource) -> None:
        """Follow it no more; what was written stays."""
        self.books.leave(source.id)

    def _begin(self, source: AgentSource, path: Path) -> TailPlace:
        """Where to begin with a file that is there already."""
        rows = source.adapter.rows_of(path)
        try:
            rested = self._clock.now().timestamp() - path.stat().st_mtime
            if rows:
                return last_row(path, rows)
            return end_of(path) if rested >= IDLE else START
        except OSError:
            return START

    # -- looking --------------------------------------------------------------------------------

    async def look(self, how: WatchHow) -> tuple[SourceLook, ...]:
        """Read what is new in what is followed, and flush what is due.

        Raises Problem if another program follows for this notebook, or the books cannot be used.
        """
        self.trouble = None
        try:
            return await self._look(how)
        except Problem as problem:
            self.trouble = problem
            raise

    async def _look(self, how: WatchHow) -> tuple[SourceLook, ...]:
        followed = await asyncio.to_thread(self._followed)
        self.wanted = bool(followed)
        if not followed:
            self.stop()
            return ()
        self._hold()
        self._following = {
            (one.id, one.flush): self._following.get((one.id, one.flush)) or self._talks(one, how)
            for one in followed
        }
        search = self._searched is None or self.now() - self._searched >= _SEARCH
        self._searched = self.now() if search else self._searched
        looks = []
        for (id_, _), talks in self._following.items():
            self._steps.clear()
            turns = await talks.look(how.idle, how.impact, search=search)
            if self._steps:
                last = self._steps[-1]
                await asyncio.to_thread(self.books.say, id_, last, self._clock.now())
            looks.append(SourceLook(talks.source, turns, tuple(self._steps)))
        return tuple(looks)

    def _followed(self) -> tuple[FollowedSource, ...]:
        """What is followed. If anything is, what reads it is loaded, which is long. Blocks."""
        if followed := self.books.followed():
            importlib.import_module("desktop_app.memory.followed_talks")
        return followed

    def stop(self) -> None:
        """Let another program follow. What was read and not flushed is read again."""
        self._following.clear()
        self._held.close()
        self._holds = False

    def _hold(self) -> None:
        if self._holds:
            return
        with ExitStack() as held:
            other = held.enter_context(taken(self._notebook.own / "watching", "following"))
            if other is not None:
                raise Problem(
                    tr("Another Nightstand follows the conversations of this notebook already."),
                    tr("It saves their notes, too. Close it to follow them here."),
                )
            self._held, self._holds = held.pop_all(), True

    def _talks(self, followed: FollowedSource, how: WatchHow) -> "FollowedTalks":
        from desktop_app.memory.followed_talks import FollowedTalks  # loaded by `_followed`
        from desktop_app.memory.live_session import LiveSession

        source = _source_of(followed.id)
        # The agent itself leads the conversation: it is never trimmed or put to sleep.
        limits = replace(
            how.limits, window=source.adapter.window, turns=0, sleep_at=NEVER, remember=False
        )

        def live(session: str) -> LiveSession:
            return LiveSession(
                self.memory.sessions,
                session,
                limits=lambda: limits,
                engine=how.engine,
                on_step=self._happened,
            )

        return FollowedTalks(source, self, live if followed.flush else None)

    def _happened(self, step: "LiveStep") -> None:
        if isinstance(step, Problem):
            self.say(step.message)
        elif isinstance(step, Flushed) and step.path:
            written = tr("Saved notes into {path}, line {line}.")
            self.say(written.format(path=step.path, line=step.line))


def _source_of(id: str) -> AgentSource:  # noqa: A002
    agent, _, folder = id.partition(":")
    return AgentSource(AgentName(agent), folder)
