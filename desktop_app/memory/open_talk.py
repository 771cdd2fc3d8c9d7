"""One talk with a model of this computer. Its coroutines block nothing; see `memory.talks`."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import TYPE_CHECKING

from desktop_app.dreams.engine_choice import USUAL, Engine
from desktop_app.dreams.flush import Flushed
from desktop_app.errors import Problem
from desktop_app.memory.live_session import LiveSession, LiveStep
from desktop_app.memory.talk_turn import TalkTurn, new_id
from desktop_app.memory.tool_host import NotebookTools
from desktop_app.memory.tools import tools
from desktop_app.memory.transcripts import TranscriptFile
from desktop_app.models.tokens import HeardPrompt
from desktop_app.sessions.live import LiveEvent, LiveState
from desktop_app.sessions.talk_prompt import StandingMemory
from desktop_app.sessions.talk_view import (
    TalkChanged,
    TalkHead,
    TalkPiece,
    TalkRecord,
    TalkView,
    ToolBegan,
    ToolEnded,
)
from desktop_app.sessions.transcript import (
    TranscriptRead,
    answer_start,
    live_message,
    message_line,
    shown,
    title_of,
    transcript_line,
)
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory.talks import Talks

TalkEvent = TalkChanged | TalkPiece | ToolBegan | ToolEnded | LiveStep
"""The events of a talk, which its listener gets on its own loop."""

OnTalk = Callable[[TalkEvent], None]


class Talk:
    """One talk, made by `Talks`. Used from one event loop; what blocks may run in any thread.

    For its turns it has its `records`, the `live` session, the last prompt that the model counted
    (`heard`), and the notes that stand in the prompt. Whoever listens to a turn is told by `tell`.
    """

    def __init__(
        self,
        house: "Talks",
        id: str,  # noqa: A002
        begun: datetime,
        *,
        file: TranscriptFile | None = None,
        read: TranscriptRead | None = None,
    ) -> None:
        """`read` is what stands in the `file` of a talk that is opened again. Blocks."""
        self.id = id
        self.file = file
        self.house = house
        self._begun = begun
        self._title = read.head.title if read else ""
        self.records: tuple[TalkRecord, ...] = read.messages if read else ()
        self._shown: tuple[tuple[TalkRecord, ...], tuple[TalkRecord, ...]] = ((), ())
        self._changing = threading.Lock()
        self.tell: OnTalk = lambda _: None
        self._turning = False
        self.heard: HeardPrompt | None = None
        self._asked = ""  # the model that counted it
        self.notes: StandingMemory | None = None
        self._flushes: list[asyncio.Future[Flushed]] = []
        self.live = self._new_live()
        if read:
            self.live.restore(map(live_message, self.records), read.summary, read.kept)
            self.live.state = replace(
                self.live.state,
                extracted=self.live.state.extracted | read.extracted,
                last_sleep=_seconds(read.slept),
                last_extraction=_seconds(read.extraction),
            )
        self._written = self._standing()

    def _new_live(self) -> LiveSession:
        return LiveSession(
            self.house.memory.sessions,
            self.id,
            limits=lambda: self.house.rules().limits,
            on_step=self._on_step,
        )

    @property
    def head(self) -> TalkHead:
        """The talk as a list shows it."""
        messages = self._messages()
        changed = messages[-1].time if messages else ""
        first = next((one.content for one in messages if one.role == "user"), "")
        return TalkHead(
            self.id,
            self._title or title_of(first),
            self.path,
            self._begun,
            datetime.fromisoformat(changed) if changed else self._begun,
            len(messages),
            next((one.model for one in reversed(messages) if one.model), ""),
        )

    @property
    def view(self) -> TalkView:
        """The talk as it is now."""
        state, limits = self.live.state, self.live.limits
        window = state.window or limits.window
        return TalkView(
            self.head,
            self._messages(),
            state.tokens,
            window,
            int(window * min(limits.flush_at, 1)),
            int(window * min(limits.sleep_at, 1)),
            state.window > 0,
            state.summary,
            state.compacted,
        )

    def _messages(self) -> tuple[TalkRecord, ...]:
        """The messages as they are shown; one is made again only when its record has changed."""
        records, messages = self._shown
        if records is not self.records:
            records = self.records
            messages = shown(records)
            self._shown = (records, messages)
        return messages

    # -- turns ----------------------------------------------------------------------------------

    async def say(
        self,
        text: str,
        *,
        engine: Engine = USUAL,
        on_event: OnTalk = lambda _: None,
    ) -> None:
        """One turn: the person's message, tools, the answer.

        Cancelling keeps what came, as a stopped answer. Raises Problem, with the person's message
        and what came kept.
        """
        if not text.strip():
            raise Problem(tr("There is no text to send."), tr("Write a few words."))
        async with self._turn(on_event):
            await self.keep(TalkRecord(new_id(), "user", text.strip(), self.now()))
            await self._answer(engine)

    async def again(
        self,
        message_id: str,
        *,
        engine: Engine = USUAL,
        on_event: OnTalk = lambda _: None,
    ) -> None:
        """A new answer in place of this one, or to this message of the person's. What follows goes
        out of the talk; the file keeps it."""
        async with self._turn(on_event):
            ids = [one.id for one in self.records]
            start = answer_start(self.records, message_id)
            if not start:
                raise Problem(tr("This message is not in the conversation any more."))
            user = self.records[ids.index(start)].role == "user"
            if user:
                at = ids.index(start) + 1
                start = ids[at] if at < len(ids) else ""
            if start:
                await self._replace(start)
            await self._answer(engine)

    @asynccontextmanager
    async def _turn(self, on_event: OnTalk) -> AsyncIterator[None]:
        if self._turning:
            raise Problem(
                tr("The model is still answering."),
                tr("Stop it first, or wait until it has ended."),
            )
        self._turning, self.tell = True, on_event
        try:
            yield
        finally:
            self._turning = False
            if self.file is not None:  # once for all lines of the turn
                await asyncio.shield(asyncio.to_thread(self.house.transcripts.tell, self.file))

    async def _answer(self, engine: Engine) -> None:
        memory = self.house.memory
        choice = await memory._engines.chosen(engine)
        if choice.model is None:
            raise Problem(choice.reason, tr("Choose a model in Settings to talk with it."))
        rules, engines = self.house.rules(), memory._engines
        host = NotebookTools(memory, lambda: self.path, dreaming=False)  # no tool of a talk dreams
        if self._asked != choice.model.name:  # another one counts otherwise
            self.heard, self._asked = None, choice.model.name
        opened = engines.opened(engine, choice.model.name)
        async with opened as asking:
            info = asking.model.info
            window, think = min(rules.limits.window, info.context), rules.think and info.thinks
            offered = tools(rules.family)
            turn = TalkTurn(self, asking.model, window, asking.total, think, offered, host)
            await turn.answered()

    # -- what a turn leaves behind --------------------------------------------------------------

    async def flush(self, engine: Engine = USUAL, on_event: OnTalk | None = None) -> Flushed:
        """Take what matters of the talk into today, now. Raises Problem where that failed."""
        outcome: asyncio.Future[Flushed] = asyncio.get_running_loop().create_future()
        self._flushes.append(outcome)
        self.tell = on_event or self.tell
        self.live.engine = engine
        await self.live.take(LiveState.flush)
        if outcome in self._flushes and self.live.state.flushing is None:
            self._flushes.remove(outcome)
            return Flushed(None, 0, "", "", tr("There is no new message to keep."))
        flushed = await outcome
        await self._note_standing()
        return flushed

    async def rest(self, engine: Engine = USUAL, on_event: OnTalk | None = None) -> None:
        """What is due when a turn has gone idle: a flush, a sleep, an extraction.

        A failure is told as a step. A message of the person's does not wait for it.
        """
        await self._settle(LiveState.idle, engine, on_event)

    async def end(self, engine: Engine = USUAL, on_event: OnTalk | None = None) -> None:
        """End the talk: what was not flushed is flushed."""
        await self._settle(LiveState.flush, engine, on_event)

    async def _settle(self, event: LiveEvent, engine: Engine, on_event: OnTalk | None) -> None:
        self.tell = on_event or self.tell
        self.live.engine = engine
        before = self.live.state.last_extraction
        await self.live.take(event)
        await self._note_standing()
        after = self.live.state
        if after.last_extraction != before:
            done = tuple(one.id for one in self.records if one.id in after.extracted)
            line = transcript_line("extracted", ids=done, time=self.now())
            await asyncio.to_thread(self._append, line)
        self.tell(TalkChanged(self.view))

    # -- the transcript -------------------------------------------------------------------------

    async def keep(self, record: TalkRecord) -> None:
        """A message, kept and told. Raises Problem, and the talk has it all the same: what could
        not be written is written with the next one."""
        with self._changing:
            self.records = (*self.records, record)
        try:
            await self._write_records()
        finally:
            self.live.note(lambda state: state.came(live_message(record)))
            self.tell(TalkChanged(self.view))
        await self._note_standing()

    async def _write_records(self) -> None:
        """Write the records that stand in no file yet."""
        unwritten = [one for one in self.records if not one.line]
        line = await asyncio.to_thread(self._append, "".join(map(message_line, unwritten)))
        for n, one in enumerate(unwritten):
            self._place(one.id, line + n)

    def _place(self, message_id: str, line: int) -> None:
        """A record stands on this line of the file now. Any thread may call it."""
        with self._changing:
            placed = lambda one: replace(one, line=line) if one.id == message_id else one
            self.records = tuple(map(placed, self.records))

    async def _replace(self, from_id: str) -> None:
        line = transcript_line("replaced", **{"from": from_id})
        await asyncio.to_thread(self._append, line)
        with self._changing:
            self.records = tuple(takewhile(lambda one: one.id != from_id, self.records))
        self.live.note(lambda state: state.replaced(from_id))
        self.tell(TalkChanged(self.view))

    async def _note_standing(self) -> None:
        """Write down what stands for the talk in the prompt, if that has changed."""
        now = self._standing()
        if now != self._written:
            self._written = now
            state, slept = self.live.state, self.live.state.last_sleep
            kept = tuple(one.id for one in state.messages)
            at = datetime.fromtimestamp(slept, self._begun.tzinfo).isoformat() if slept else ""
            line = transcript_line("slept", summary=state.summary, kept=kept, time=at)
            await asyncio.to_thread(self._append, line)

    def _standing(self) -> tuple[str, frozenset[str]]:
        """The running summary, and the ids of what has left the prompt."""
        state = self.live.state
        inside = {one.id for one in state.messages}
        return state.summary, frozenset(one.id for one in self.records) - inside

    def _append(self, text: str) -> int:
        """Write lines into the transcript, which is made with its first."""
        if self.file is None:
            self.file = self.house.transcripts.new(self.id, self._begun, self.house.rules().place)
        told = not self._turning
        return self.house.transcripts.append(self.file, self.id, self._begun, text, told=told)

    def place_of(self, message_id: str) -> tuple[str, int] | None:
        """The path and the line in the notebook where a message stands."""
        line = next((one.line for one in self.records if one.id == message_id), 0)
        return (self.path, line) if line and self.path else None

    @property
    def path(self) -> str:
        """Where the transcript lies in the notebook; "" where it does not."""
        return self.file.path if self.file and not self.file.own else ""

    def now(self) -> str:
        """The person's local time, as records have it."""
        return self.house.memory.now().isoformat()

    def _on_step(self, step: LiveStep) -> None:
        if isinstance(step, Flushed | Problem):
            for outcome in (one for one in self._flushes if not one.done()):
                if isinstance(step, Flushed):
                    outcome.set_result(step)
                else:
                    outcome.set_exception(step)
            self._flushes.clear()
        self.tell(step)


def _seconds(time: str) -> float | None:
    try:
        return datetime.fromisoformat(time).timestamp() if time else None
    except (ValueError, OverflowError, OSError):
        return None
