"""Following: the transcripts of one source, read as they grow, each conversation a live one.

What is read goes to the conversation's state machine. A file counts as dealt with up to its first
message that is not in memory yet, so whatever is lost in a crash is read again; the books of
flushes know what was written. Specification: issue of conversations, 'Watched agents'.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.memory.live_session import LiveSession
from desktop_app.sessions.agents.every import by_session
from desktop_app.sessions.agents.rows import read_rows
from desktop_app.sessions.agents.sources import AgentSource, head_of
from desktop_app.sessions.agents.tail import START, TailPiece, TailPlace, read_lines, stands_in
from desktop_app.sessions.agents.turns import (
    NOBODY,
    AgentEvent,
    AgentSession,
    AgentTurn,
)
from desktop_app.sessions.live import LiveEvent, LiveState
from desktop_app.sessions.live_events import (
    CompactionEnded,
    FlushAsked,
    TurnKind,
    UsageReported,
)
from desktop_app.sessions.session_date import moment_of
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory.hindsight import SessionTrail
    from desktop_app.memory.watched import WatchedAgents

log = logging.getLogger(__name__)

_RECENT = 3600.0  # seconds for which a file that grew is looked at each time
_LATELY = 7 * 86_400.0  # seconds for which an end is caught up that came while nobody looked
_AGAIN = 60.0  # seconds until what failed is tried again
_MOST = 200  # trails at once

Said = Sequence[tuple[AgentSession, AgentTurn]]


@dataclass
class _File:
    """A transcript: how far it is read, and the places of messages that wait for their flush."""

    path: Path
    read: TailPlace
    kept: TailPlace | None = None  # as the books have it
    session: AgentSession = NOBODY
    state: tuple[int, ...] = ()  # at the last look
    grew: float = 0.0  # when, in seconds of `_now`
    waiting: dict[str, TailPlace] = field(default_factory=dict)

    @property
    def done(self) -> TailPlace:
        """Up to here nothing waits."""
        return min(self.waiting.values(), key=lambda place: place.offset, default=self.read)


@dataclass
class _Talk:
    """A conversation that is alive."""

    live: LiveSession
    grew: float
    failed: float = -_AGAIN  # when a flush that was due failed
    day: date | None = None


@dataclass(eq=False)
class FollowedTalks:
    """The conversations of one source. Used from one event loop; files are read in threads."""

    source: AgentSource
    _house: "WatchedAgents"
    _live: Callable[[str], LiveSession] | None
    """Makes a live conversation; without it nothing is flushed."""

    def __post_init__(self) -> None:
        self._now, self._books = self._house.now, self._house.books
        # One for each file of a conversation: helpers write beside it at the same time.
        self._trails: dict[tuple[Path, str], SessionTrail] = {}
        self._grew: dict[str, float] = {}  # when each conversation did that is not summed up
        self._files: dict[Path, _File] = {}
        self._talks: dict[str, _Talk] = {}
        self._moved: dict[Path, _File] = {}  # since the books were kept
        self._turns = 0
        self._loaded = False

    async def look(self, idle: float, impact: float, *, search: bool) -> int:
        """Read what is new, and flush what is due; `idle` in seconds, `impact` as in `WatchHow`.
        With `search`, files that came are looked for, and quiet ones are looked at, too."""
        self._turns = 0
        for file in await asyncio.to_thread(self._changed, search):
            await self._follow(file)
        await self._end_the_idle(idle)
        await asyncio.to_thread(self._sum_up, self._now() - idle, impact)
        await asyncio.to_thread(self._keep)
        return self._turns

    # -- which files ----------------------------------------------------------------------------

    def _changed(self, search: bool) -> list[_File]:
        """The files that are not as they were at the last look. Blocks."""
        if search or not self._loaded:
            self._search()
        recent = self._now() - _RECENT
        looked_at = [one for one in self._files.values() if search or one.grew >= recent]
        return [file for file in looked_at if self._has_changed(file)]

    def _search(self) -> None:
        if not self._loaded:
            for path, place in self._books.places(self.source.id).items():
                self._files[path] = _File(path, place, kept=place)
            self._loaded = True
        for path in (one.path for one in self._house.transcripts.of(self.source)):
            name, _, rest = path.name.partition(".jsonl.")
            before = self._files.get(path.with_name(f"{name}.jsonl")) if rest else None
            brought = before is not None and stands_in(path, before.read)  # by the one it was
            if path not in self._files and not brought:
                self._files[path] = _File(path, START)

    def _has_changed(self, file: _File) -> bool:
        try:
            about = file.path.stat()
        except OSError:
            state: tuple[int, ...] = ()
        else:
            state = (about.st_ino, about.st_size, about.st_mtime_ns)
            if self.source.adapter.rows_of(file.path):
                with suppress(OSError):  # there may be no log beside a database
                    log_of_it = file.path.with_name(f"{file.path.name}-wal")
                    state += (log_of_it.stat().st_mtime_ns,)
        if state == file.state:
            return False
        # A clock that was set back must not make a file look as if it had just grown, nor never.
        if not file.state and state:
            rested = max(0.0, self._house.memory.now().timestamp() - about.st_mtime)
            file.grew = self._now() - rested
        else:
            file.grew = self._now()
        file.state = state
        return True

    # -- reading --------------------------------------------------------------------------------

    async def _follow(self, file: _File) -> None:
        more = bool(file.state)
        if not more:  # the file is gone: its conversation is over
            await self._follow_rotated(file)
            if self.source.adapter.rows_of(file.path):
                file.read = START  # another database counts its rows anew
            if (talk := self._talks.get(file.session.id)) is not None:
                await talk.live.take(LiveState.flush)
        while more:
            try:
                piece = await asyncio.to_thread(self._piece, file)
            except OSError as error:
                log.info("%s is read another time: %s", file.path, error)
                file.state = (0,)
                break
            if piece.again:
                await self._follow_rotated(file)
                file.waiting = {}
                file.session = NOBODY
            await self._take(file, piece)
            more = piece.more

    def _piece(self, file: _File) -> TailPiece:
        """The next piece of a file. Blocks."""
        adapter = self.source.adapter
        if rows := adapter.rows_of(file.path):
            return read_rows(file.path, rows, file.read)
        if not file.session.id and file.read.offset:
            for record in head_of(adapter, file.path):
                for session, _ in by_session(
                    adapter, adapter.read(record.value or {}), file.session
                ):
                    file.session = session
        return read_lines(file.path, file.read)

    async def _follow_rotated(self, file: _File) -> None:
        """What was written before another file took the place of this one."""
        for path in sorted(file.path.parent.glob(f"{file.path.name}.*")):
            if path not in self._files and stands_in(path, file.read):
                waiting = dict(file.waiting)
                rotated = replace(file, path=path, kept=None, state=(0,), waiting=waiting)
                self._files[path] = rotated
                await self._follow(rotated)
                return

    async def _take(self, file: _File, piece: TailPiece) -> None:
        """Let a piece happen."""
        adapter = self.source.adapter
        said: list[tuple[AgentSession, AgentTurn]] = []
        for record in piece.records:
            if record.session:
                file.session = replace(file.session, id=record.session)
            for session, event in by_session(
                adapter, adapter.read(record.value or {}), file.session
            ):
                file.session = session
                if isinstance(event, AgentTurn):
                    said.append((session, event))
                await self._happen(file, record.place, session, event)
        file.read = piece.place
        self._moved[file.path] = file
        await asyncio.to_thread(self._learn, file, said)
        await asyncio.to_thread(self._keep)
        self._turns += sum(turn.kind is TurnKind.TALK for _, turn in said)

    async def _happen(
        self, file: _File, place: TailPlace, session: AgentSession, event: AgentEvent
    ) -> None:
        if self._live is None or not session.id or isinstance(event, AgentSession):
            return
        if (talk := self._talks.get(session.id)) is None:
            talk = self._talks[session.id] = _Talk(self._live(session.id), file.grew)
        talk.grew = max(talk.grew, file.grew)
        live = talk.live
        if isinstance(event, AgentTurn):
            if event.kind is not TurnKind.TALK and self.source.adapter.counts:
                return  # its tokens are in the agent's own count
            if event.kind is TurnKind.TALK and event.key not in live.state.seen:
                file.waiting[event.key] = place
                moment = moment_of(event.time, self._house.memory.now())
                day = moment.date() if moment else talk.day
                if day and talk.day and day > talk.day:  # what was said before goes into that day
                    await live.take(partial(LiveState.flush, cause="day"))
                talk.day = day
        await live.take(*_live_events(event))

    # -- what is learnt of errors and their ends ------------------------------------------------

    def _learn(self, file: _File, said: Said) -> None:
        """Have the trails of conversations take these turns. Where there are none, the one that was
        read before may have ended while nobody looked."""
        if not said and file.session.id and file.grew >= self._now() - _LATELY:
            self._grew.setdefault(file.session.id, file.grew)
        for session, turns in groupby(said, key=lambda one: one[0].id):
            if session:
                self._grew[session] = max(file.grew, self._grew.get(session, file.grew))
                for told in self._trail(file.path, session).take(turn for _, turn in turns):
                    self._house.say(told)

    def _sum_up(self, before: float, impact: float) -> None:
        """Sum up the conversations that did not grow since, and propose what they taught."""
        for session in [one for one, grew in self._grew.items() if grew <= before]:
            for path in self._house.memory.hindsight.end(session, impact)[1]:
                self._house.say(tr("A procedure waits for your review: {path}").format(path=path))
            del self._grew[session]

    def _trail(self, path: Path, session: str) -> "SessionTrail":
        key = path, session
        if key not in self._trails:
            while len(self._trails) >= _MOST:
                del self._trails[next(iter(self._trails))]
            hindsight, source = self._house.memory.hindsight, self.source
            self._trails[key] = hindsight.trail(session, source.agent, source.folder)
        return self._trails[key]

    # -- what is due without a new turn ---------------------------------------------------------

    async def _end_the_idle(self, idle: float) -> None:
        today, now = self._house.memory.now().date(), self._now()
        for name, talk in list(self._talks.items()):
            rested = now - talk.grew >= idle
            ended = rested or (talk.day is not None and talk.day < today)
            if ended and talk.live.state.unflushed() and now - talk.failed >= _AGAIN:
                cause = "session" if rested else "day"
                await talk.live.take(partial(LiveState.flush, cause=cause))
                talk.failed = now if talk.live.state.unflushed() else -_AGAIN
            if rested and not talk.live.state.unflushed():
                del self._talks[name]

    # -- the books ------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Note how far each file is dealt with, where that is news. Blocks."""
        unflushed = {one.id for talk in self._talks.values() for one in talk.live.state.unflushed()}
        moved = []
        for file in list(self._moved.values()):
            file.waiting = {key: at for key, at in file.waiting.items() if key in unflushed}
            if file.done != file.kept:
                file.kept = file.done
                moved.append((file.path, file.done))
            if not file.waiting:
                del self._moved[file.path]
        if moved:
            self._books.keep(self.source.id, moved)


def _live_events(event: AgentEvent) -> Iterator[LiveEvent]:
    match event:
        case AgentTurn():
            yield lambda state: state.came(event.live)
        case CompactionEnded():
            yield LiveState.compaction_began
            yield LiveState.compaction_ended
        case UsageReported(tokens, window):
            yield lambda state: state.usage(tokens, window)
        case FlushAsked():
            yield LiveState.flush
