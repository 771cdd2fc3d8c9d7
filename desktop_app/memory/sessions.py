"""Conversations beside an open notebook: flushed into today, and the facts they hold."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from desktop_app.clock import Clock
from desktop_app.dreams import flush as flushing
from desktop_app.dreams.choice import USUAL, Engine
from desktop_app.dreams.engines import Engines
from desktop_app.dreams.flush import FlushDraft, Flushed
from desktop_app.jobs import Report
from desktop_app.memory.changed import Writing
from desktop_app.memory.files import Files
from desktop_app.memory.session_store import LedBooks
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.text.records import Message

if TYPE_CHECKING:
    from desktop_app.dreams.store import DreamStore
    from desktop_app.dreams.talk.extract import Fact
    from desktop_app.memory.live_session import LiveSession, LiveStep
    from desktop_app.sessions.live_state import LiveLimits


@dataclass(eq=False)
class Sessions:
    """Takes what matters of conversations into an open notebook."""

    _notebook: Notebook
    _clock: Clock
    _files: Files
    _store: "DreamStore"
    _engines: Engines
    _writing: Writing

    def __post_init__(self) -> None:
        self.led = LedBooks(self._notebook)

    def live(
        self,
        session: str,
        *,
        limits: "Callable[[], LiveLimits]",
        engine: Engine = USUAL,
        private: bool = False,
        on_step: "Callable[[LiveStep], None]" = lambda step: None,
        report: Report = lambda step: None,
    ) -> "LiveSession":
        """A conversation that is told here as it goes on: see `memory.live_session`.

        `session` is its id, by which flushes know it. `private`: nothing of it is written.
        """
        from desktop_app.memory.live_session import LiveHouse, LiveSession

        house = LiveHouse(self._notebook, self._clock, self._store, self._engines, self._writing)
        return LiveSession(
            house,
            session,
            limits=limits,
            engine=engine,
            private=private,
            on_step=on_step,
            report=report,
        )

    async def flush(
        self,
        messages: Sequence[Message],
        cause: str,
        *,
        at: datetime | None = None,
        session: str = "",
        engine: Engine = USUAL,
        report: Report = lambda step: None,
        on_summary: Callable[[str], None] | None = None,
    ) -> Flushed:
        """Append what matters of a conversation to today: see `dreams.flush.flush`.

        Where the engine is a model that is not there or fails, rules write; `reason` tells why.
        """
        flushed = await flushing.flush(
            self._notebook,
            messages,
            cause,
            now=self._clock.now(),
            at=at,
            session=session,
            summarizer=self._engines.summarizer(engine, report),
            on_summary=on_summary,
        )
        if flushed.path:
            await asyncio.to_thread(self._wrote, flushed.path)
        return flushed

    async def draft(
        self,
        messages: Sequence[Message],
        *,
        session: str = "",
        engine: Engine = USUAL,
        report: Report = lambda step: None,
    ) -> FlushDraft:
        """What a flush of a conversation would write: see `dreams.flush.draft`."""
        summarizer = self._engines.summarizer(engine, report)
        return await flushing.draft(
            self._notebook, messages, session=session, summarizer=summarizer
        )

    def write(
        self, draft: FlushDraft, cause: str, *, at: datetime | None = None, text: str | None = None
    ) -> Flushed:
        """Write a draft, or what was chosen of it: see `dreams.flush.write`."""
        now = self._clock.now()
        with self._writing.own() as paths:
            flushed = flushing.write(self._notebook, draft, cause, now=now, at=at, text=text)
            paths += [flushed.path] if flushed.path else []
        return flushed

    def take_back(self, flushed: Flushed) -> None:
        """Undo a flush: see `dreams.flush.take_back`."""
        with self._writing.own() as paths:
            flushing.take_back(self._notebook, flushed, self._clock.now())
            paths += [flushed.path] if flushed.path else []

    def flushed(self, messages: Sequence[Message], session: str) -> tuple[bool, ...]:
        """Of each message, whether a flush of this session has had it."""
        return flushing.flushed_before(self._notebook, messages, session)

    def facts(self, messages: Sequence[Message]) -> "tuple[Fact, ...]":
        """What the user says that is worth remembering, and whether MEMORY.md knows it.

        At most five sentences; only reads.
        """
        from desktop_app.dreams.common_words import familiar
        from desktop_app.dreams.comparing.memory_lines import (
            Book,  # long to load, and seldom wanted
            recall_in,
        )
        from desktop_app.dreams.talk.extract import facts

        turns = [(message.role, message.content) for message in messages]
        book = Book(self._files.bullets(), self._notebook.layout.memory)
        return facts(turns, recall_in(book), familiar(self._notebook))

    def _wrote(self, path: str) -> None:
        with self._writing.own() as paths:
            paths.append(path)
