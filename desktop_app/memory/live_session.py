"""One live conversation beside an open notebook: the effects of its state machine, carried out.

Specification: semantics, 'Flush' and 'Context tier'. See `sessions/live.py`; what a sleep writes is
in `memory/sessions.py`.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.dreams import flush as flushing
from desktop_app.dreams.engine_choice import USUAL, Engine
from desktop_app.dreams.flush import Flushed
from desktop_app.dreams.talk.worth import familiar
from desktop_app.errors import Problem
from desktop_app.memory.extraction import Extracted, extract, sentences_of
from desktop_app.memory.sessions import save
from desktop_app.sessions.live import LiveEvent, LiveLimits, LiveState, step
from desktop_app.sessions.live_events import (
    Effect,
    ExtractNow,
    FlushNow,
    LiveMessage,
    SleepNow,
    TurnKind,
)
from desktop_app.sessions.session_date import held_at
from desktop_app.sessions.sleep import SleepPhase, consolidated, processed, shortened, summarized
from desktop_app.threads import to_its_end

if TYPE_CHECKING:
    from desktop_app.memory.sessions import Sessions


@dataclass(frozen=True)
class SleptStep:
    """A sleep is over: `summary` and the messages with the ids `kept` are the prompt from now on.

    `saved` is what went into the day, None where nothing was to be written; `proposed` counts the
    lines that were proposed for MEMORY.md.
    """

    summary: str
    kept: tuple[str, ...]
    saved: Flushed | None
    proposed: int


# `Flushed`: messages were flushed. `SleepPhase`: a sleep has come to this phase. `SleptStep`: it is
# over. `Extracted`: facts are kept. `Problem`: an effect failed; nothing is lost, and it is tried
# again.
LiveStep = Flushed | SleepPhase | SleptStep | Extracted | Problem


class LiveSession:
    """A live conversation, told here as it goes on; used from one event loop.

    `session` is its id, by which flushes know it. `state` and `engine` may be read at any time; the
    latter may be set. `limits` are asked for anew each time.
    """

    def __init__(
        self,
        house: "Sessions",
        session: str,
        *,
        limits: Callable[[], LiveLimits],
        engine: Engine = USUAL,
        on_step: Callable[[LiveStep], None] = lambda step: None,
    ) -> None:
        self.state = LiveState(session)
        self._limits = limits
        self.engine = engine
        self._house = house
        self._on_step = on_step
        self._due: deque[Effect | Callable[[], Awaitable[None]]] = deque()
        self._busy = False
        self._noting = threading.Lock()

    @property
    def limits(self) -> LiveLimits:
        """The limits as they are now."""
        return self._limits()

    def restore(
        self, messages: Iterable[LiveMessage], summary: str = "", kept: Iterable[str] | None = None
    ) -> None:
        """Begin where a conversation stands: `messages` are all of it, `kept` (ids; None: all) are
        those that are in the prompt behind `summary`.

        What was flushed before is known by the books. Reads history.db.
        """
        every = tuple(messages)
        said = tuple(one for one in every if one.kind is TurnKind.TALK)
        turns = [one.turn for one in said]
        before = flushing.flushed_before(self._house._notebook, turns, self.state.session)
        flushed = frozenset(one.id for one, done in zip(said, before, strict=True) if done)
        staying = {one.id for one in every} if kept is None else {*kept}
        gone = [one for one in every if one.id not in staying]
        self.state = replace(
            self.state,
            said=said,
            messages=tuple(one for one in every if one.id in staying),
            waiting=tuple(one for one in gone if one.may_last and one.id not in flushed),
            summary=summary,
            compacted=sum(one.kind is TurnKind.TALK for one in gone),
            seen=frozenset(one.id for one in every),
            flushed=flushed,
            extracted=flushed,
        )

    def note(self, *events: LiveEvent) -> None:
        """Let events happen at once, from any thread. What is then due waits for `take`."""
        now = self._house._clock.now().timestamp()
        with self._noting:
            for event in events:
                self.state, effects = step(self.state, event, now, self.limits)
                self._due += effects

    async def take(self, *events: LiveEvent) -> None:
        """Let events happen, and carry out what is due, one effect after the other.

        Never raises for an effect that failed: listeners hear its Problem. While another `take`
        is at work, the effects are left to it. One that is cancelled counts as failed.
        """
        self.note(*events)
        if self._busy:
            return
        self._busy = True
        try:
            while self._due:
                await self._carry_out(self._due.popleft())
        finally:
            self._busy = False

    async def _carry_out(self, effect: Effect | Callable[[], Awaitable[None]]) -> None:
        try:
            match effect:
                case FlushNow():
                    await self._flush(effect)
                case SleepNow():
                    await self._sleep(effect)
                case ExtractNow():
                    await self._extract(effect)
                case _:
                    await effect()
        except BaseException as error:
            if isinstance(effect, Effect):  # else the words of the rules stay
                self.note(partial(LiveState.effect_failed, kind=type(effect)))
            if not isinstance(error, Problem):
                raise
            self._on_step(error)

    # -- flush ------------------------------------------------------------------------------------

    async def _flush(self, effect: FlushNow) -> None:
        ids = frozenset(one.id for one in effect.messages)
        house, said = self._house, self.state.said
        flushed = await house.flush(
            [one.turn for one in said],
            effect.cause,
            at=held_at((one.turn for one in effect.messages), house._clock.now()),
            session=self.state.session,
            engine=self.engine,
            only=[n for n, one in enumerate(said) if one.id in ids],
        )
        self.note(partial(LiveState.flush_ended, ids=ids))
        self._on_step(flushed)

    # -- sleep ------------------------------------------------------------------------------------

    async def _sleep(self, effect: SleepNow) -> None:
        house, limits, before = self._house, self.limits, self.state.summary
        window = self.state.window or limits.window
        self._on_step(SleepPhase.PROCESS)
        known = await asyncio.to_thread(familiar, house._notebook)
        talk = await asyncio.to_thread(processed, effect.messages, limits.keep, window, known)
        self._on_step(SleepPhase.SUMMARIZE)
        summary, kept = summarized(talk, effect.strategy, before, window)
        # Without what a person had forgotten for good: a transcript keeps it.
        summary = await asyncio.to_thread(house._notebook.tombstones.without, summary)
        self._on_step(SleepPhase.CONSOLIDATE)
        memorable = consolidated(talk)
        staying = frozenset(one.id for one in kept)
        self._on_step(SleepPhase.SAVE)
        # What is not saved waits for its flush.
        saves = self.limits.remember
        written = frozenset(one.id for one in talk.old if one.lasts and saves)
        saved, proposed = None, 0
        if written:
            numbers = [n for n, one in enumerate(self.state.said) if one.id in written]
            said = self.state.said
            saved, proposed = await to_its_end(
                save, house, self.state.session, said, numbers, memorable
            )
        self.note(lambda state: state.slept(summary, staying, written))
        self._on_step(SleptStep(summary, tuple(one.id for one in kept), saved, proposed))
        if summary != before and self.engine.asks:
            gone = tuple(one for one in talk.old if one.id not in staying)
            self._due.append(partial(self._reword, gone, before, summary))

    async def _reword(self, messages: Sequence[LiveMessage], before: str, by_rules: str) -> None:
        """Have a model sum up these messages, as the rules did behind the summary `before`."""
        summarizer = self._house._engines.summarizer(self.engine)
        turns = [one.turn for one in messages if one.kind is TurnKind.TALK]
        if summarizer is None or self.state.summary != by_rules:
            return
        text = await summarizer.summarize(turns) or ""
        if text.strip().casefold() in flushing.NONE_WORDS:
            return
        window = self.state.window or self.limits.window
        text = await asyncio.to_thread(self._house._notebook.tombstones.without, text)
        summary = shortened("\n".join(filter(None, (before, text))), window)
        self.note(lambda state: state.reworded(summary, by_rules))

    # -- extraction -------------------------------------------------------------------------------

    async def _extract(self, effect: ExtractNow) -> None:
        ids = frozenset(one.id for one in effect.messages)
        if not self.limits.remember:  # switched off while it waited
            self.note(partial(LiveState.effect_failed, kind=ExtractNow))
            return
        done = await asyncio.to_thread(extract, self._house, effect.messages)
        self.note(partial(LiveState.extraction_ended, ids=ids))
        self._tell_extracted(done)
        if self.engine.asks:
            self._due.append(partial(self._reread, effect.messages))

    async def _reread(self, messages: Sequence[LiveMessage]) -> None:
        """Keep what a model finds beside the rules; an answer that proves nothing adds nothing."""
        summarizer = self._house._engines.summarizer(self.engine)
        if summarizer is None or not self.limits.remember:
            return
        turns = [one.turn for one in messages if one.lasts]
        try:
            found = sentences_of(await summarizer.summarize(turns) or "")
        except Problem:  # what the rules found is kept already
            return
        if not self.limits.remember:  # switched off while the model read
            return
        done = await asyncio.to_thread(extract, self._house, messages, found)
        self._tell_extracted(done)

    def _tell_extracted(self, done: Extracted) -> None:
        if done.remembered:
            self._on_step(done)
