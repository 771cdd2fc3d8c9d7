"""A live conversation as a state machine. Pure: `(state, event, now) -> (state, effects)`.

Specification: three-tier, 'Context tier stores active session'; memory-flow, 'Sleep Mode Trigger';
auto-memory, 'Pre-Compaction 記憶刷入' and '節流控制'; semantics, 'Context tier' and 'Flush'.

At most one effect of a kind is under way, and no flush while a sleep is. One that failed changes
nothing and is asked for again by the next event that would ask for it. So no order of events
flushes a message twice, forgets one, or sleeps within the cooldown.
"""

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any, Self

from desktop_app.dreams.flush import reinjected
from desktop_app.models.tokens import rough
from desktop_app.sessions.live_events import (
    Effect,
    ExtractNow,
    FlushNow,
    LiveMessage,
    SleepNow,
    SleepStrategy,
    TurnKind,
)
from desktop_app.sessions.sleep import shortened, summed

NEVER = 100.0
"""As `flush_at` or `sleep_at`: a share that no conversation reaches."""


@dataclass(frozen=True)
class LiveLimits:
    """When a conversation is flushed, trimmed, put to sleep and read for facts.

    `window` in tokens, for a model that does not tell its own. `flush_at` and `sleep_at` are shares
    of it. `sleep_gap` and `extract_gap` in seconds. `turns` are those of the person; above that the
    older half is trimmed, 0 is no limit. A sleep keeps the last `keep` messages. `remember` is the
    switch of auto-memory.
    """

    window: int = 8_192
    flush_at: float = 0.75
    sleep_at: float = 0.80
    sleep_gap: float = 300
    sleep_messages: int = 10
    extract_gap: float = 60
    extract_messages: int = 4
    turns: int = 20
    keep: int = 10
    remember: bool = True
    strategy: SleepStrategy = SleepStrategy.HYBRID

    @classmethod
    def of(cls, get: Callable[[str], Any]) -> "LiveLimits":
        """Those that the person's settings name; `get` is that of `Settings`."""
        return cls(
            window=get("sessions.window"),
            flush_at=get("sessions.flush_percent") / 100,
            sleep_at=get("sessions.sleep_percent") / 100,
            sleep_gap=get("sessions.sleep_minutes") * 60,
            sleep_messages=get("sessions.sleep_messages"),
            extract_gap=get("sessions.extract_seconds"),
            extract_messages=get("sessions.extract_messages"),
            turns=get("sessions.turns"),
            remember=get("sessions.remember"),
            strategy=SleepStrategy(get("sessions.strategy")),
        )


@dataclass(frozen=True)
class LiveState:
    """A conversation as it is now, and what may happen to it: each of that gives the state after.

    `said` is all talk, as the books of flushes count it. `messages` are in the prompt. `waiting`
    have left it and are not in memory yet, because a flush failed or has not come to its end, or
    because they are not to be remembered. `summary` is the running one, of `compacted` messages
    that left. `window` is 0 until a model tells its own. `flushed` and `extracted` are ids. `asked`
    is the cause of a flush that is to come, "" for none. `cycle_flushed`: this cycle of compaction
    has had its flush. Times are in seconds since 1970, None for never. `now`, `limits`, `rests` and
    `failed` are those of this step.
    """

    session: str
    said: tuple[LiveMessage, ...] = ()
    messages: tuple[LiveMessage, ...] = ()
    waiting: tuple[LiveMessage, ...] = ()
    summary: str = ""
    compacted: int = 0
    window: int = 0
    seen: frozenset[str] = frozenset()
    flushed: frozenset[str] = frozenset()
    extracted: frozenset[str] = frozenset()
    asked: str = ""
    cycle_flushed: bool = False
    flushing: FlushNow | None = None
    sleeping: SleepNow | None = None
    extracting: ExtractNow | None = None
    last_sleep: float | None = None
    last_extraction: float | None = None
    beside: int = 0  # tokens that a model counted beside the messages, such as those of its rules
    now: float = 0.0
    limits: LiveLimits = LiveLimits()
    rests: bool = False
    failed: bool = False

    @cached_property
    def tokens(self) -> int:
        """About how many tokens the prompt takes: as reported, else estimated."""
        said = sum(message.size for message in self.messages)
        return max(0, said + rough(self.summary) + self.beside)

    @property
    def room(self) -> int:
        """The size of the window, as told or as set."""
        return self.window or self.limits.window

    @property
    def share(self) -> float:
        """How much of the window is taken."""
        return self.tokens / self.room

    @property
    def injected(self) -> tuple[str, ...]:
        """The texts that stand before the messages in the prompt, for what left it."""
        if not self.summary:
            return ()
        return tuple(one.content for one in reinjected(self.summary, self.compacted, ()))

    def unflushed(self) -> tuple[LiveMessage, ...]:
        """What memory may have and has not got, in the order of the conversation."""
        every = (*self.waiting, *self.messages)
        return tuple(one for one in every if one.lasts and one.id not in self.flushed)

    # -- what happens -----------------------------------------------------------------------------

    def came(self, message: LiveMessage) -> Self:
        """Somebody said something, or used a tool. A message that is known by its id is no news."""
        if message.id in self.seen:
            return self
        said = (*self.said, message) if message.kind is TurnKind.TALK else self.said
        messages, seen = (*self.messages, message), self.seen | {message.id}
        return replace(self, said=said, messages=messages, seen=seen)

    def replaced(self, from_id: str) -> Self:
        """The message and all that follow it were taken back: it is edited, or answered again."""
        prompt = [one.id for one in self.messages]
        at = prompt.index(from_id) if from_id in prompt else len(prompt)
        gone = {from_id, *prompt[at:]}  # a tool's message is not in `said`, what follows it is
        said = tuple(takewhile(lambda one: one.id not in gone, self.said))
        gone |= {one.id for one in self.said[len(said) :]}
        messages = list(takewhile(lambda one: one.id not in gone, self.messages))
        if at == len(prompt) and len(said) < len(self.said):  # it had left, before these tools came
            while messages and messages[-1].kind is not TurnKind.TALK:
                messages.pop()
        waiting = tuple(one for one in self.waiting if one.id not in gone)
        return replace(self, said=said, waiting=waiting, messages=tuple(messages))

    def usage(self, tokens: int, window: int = 0) -> Self:
        """The model counted the tokens of the whole prompt; `window` is its size, 0 if not told."""
        bare = replace(self, beside=0).tokens
        return replace(self, beside=tokens - bare, window=window or self.window)

    def idle(self) -> Self:
        """An answer has come to its end, and nobody is writing."""
        return replace(self, rests=True)

    def flush(self, cause: str = "session") -> Self:
        """All is to be in memory now; `cause` is one of `flush.CAUSES`."""
        return replace(self, asked=cause)

    def compaction_began(self) -> Self:
        """Whoever leads the conversation is about to compact it."""
        return replace(self, cycle_flushed=True, asked=self.asked or "trim")

    def compaction_ended(self, kept: Iterable[str] = ()) -> Self:
        """It is compacted; messages with the ids `kept` are still in the prompt."""
        return replace(self.without({one.id for one in self.messages} - {*kept}), beside=0)

    def flush_ended(self, ids: frozenset[str]) -> Self:
        """These messages are dealt with: what was worth it is written."""
        leaving = self.flushing.leaving if self.flushing else frozenset[str]()
        waiting = tuple(one for one in self.waiting if one.id not in ids)
        done = replace(self, flushing=None, flushed=self.flushed | ids, waiting=waiting)
        return done.without(leaving) if leaving else done

    def slept(self, summary: str, kept: frozenset[str], written: frozenset[str]) -> Self:
        """`summary` and the `kept` messages (ids) stand for the conversation from now on; memory
        has got those that are `written` (ids)."""
        before = {one.id for one in self.sleeping.messages} if self.sleeping else set()
        flushed = self.flushed | written
        done = replace(self, flushed=flushed, sleeping=None, last_sleep=self.now)
        return done.without(before - kept, summary)

    def reworded(self, summary: str, instead_of: str) -> Self:
        """A model has worded the running summary anew; it counts if `instead_of` still stands."""
        return replace(self, summary=summary) if self.summary == instead_of else self

    def extraction_ended(self, ids: frozenset[str]) -> Self:
        """The facts of these messages (ids) are dealt with."""
        extracted = self.extracted | ids
        return replace(self, extracting=None, extracted=extracted, last_extraction=self.now)

    def effect_failed(self, kind: type[Effect]) -> Self:
        """An effect of this kind failed: nothing was written, and the prompt stays as it is."""
        if kind is SleepNow:
            return replace(self, sleeping=None, failed=True)
        if kind is ExtractNow:
            return replace(self, extracting=None, failed=True)
        asked = self.flushing.cause if self.flushing and not self.flushing.leaving else ""
        # A trim is due again anyway.
        return replace(self, flushing=None, asked=self.asked or asked, failed=True)

    def without(self, leaving: Set[str], summary: str | None = None) -> Self:
        """These messages leave the prompt, and a new cycle begins. `summary` tells of what left, or
        else what they say joins the running one. What was not flushed waits for its flush."""
        gone = [one for one in self.messages if one.id in leaving]
        later = [one for one in gone if one.may_last and one.id not in self.flushed]
        if summary is None:
            summary = summed(self.summary, gone, self.room) if gone else self.summary
        return replace(
            self,
            messages=tuple(one for one in self.messages if one.id not in leaving),
            waiting=(*self.waiting, *later),
            compacted=self.compacted + sum(one.kind is TurnKind.TALK for one in gone),
            summary=summary,
            beside=max(0, self.beside),
            cycle_flushed=False,
        )


LiveEvent = Callable[[LiveState], LiveState]
"""What happens to a conversation."""


def step(
    state: LiveState, event: LiveEvent, now: float, limits: LiveLimits
) -> tuple[LiveState, tuple[Effect, ...]]:
    """The state after an event, and what is to be done now. `now` in seconds since 1970."""
    # A clock that was set back makes nobody wait longer than one gap.
    times = (state.last_sleep, state.last_extraction)
    sleep, extraction = (None if one is None else min(one, now) for one in times)
    last = replace(state, last_sleep=sleep, last_extraction=extraction, rests=False, failed=False)
    state = event(replace(last, now=now, limits=limits))
    if state.failed:
        return state, ()  # asked at once, it would fail for ever
    state, effects = _due(state)
    summary = shortened(state.summary, state.room)
    return (state if summary == state.summary else replace(state, summary=summary)), effects


# -- what is due ------------------------------------------------------------------------------


def _due(state: LiveState) -> tuple[LiveState, tuple[Effect, ...]]:
    effects: list[Effect] = []
    if not state.cycle_flushed and state.share >= state.limits.flush_at:
        state = replace(state, cycle_flushed=True, asked=state.asked or "session")
    if state.sleeping is None and state.share > 1 and not _tired(state):
        # It has no room, flushed or not.
        state = state.without(_oldest_half(state.messages))
        state = replace(state, asked=state.asked or "overflow")
    if state.flushing is None and state.sleeping is None:
        state = _flush_due(state)
        if state.flushing is None and _tired(state):
            state = replace(state, sleeping=SleepNow(state.messages, state.limits.strategy))
            effects += [state.sleeping] if state.sleeping else []
        effects += [state.flushing] if state.flushing else []
    if state.rests and (extraction := _extraction(state)):
        state = replace(state, extracting=extraction)
        effects.append(extraction)
    return state, tuple(effects)


def _flush_due(state: LiveState) -> LiveState:
    """The state with the flush that is to begin, if one is."""
    if state.limits.turns and _turns(state.messages) > state.limits.turns:
        leaving = _oldest_half(state.messages)
        staying = {one.id for one in state.messages} - leaving
        news = tuple(one for one in state.unflushed() if one.id not in staying)
        if not news:
            return state.without(leaving)
        return replace(state, flushing=FlushNow("trim", news, leaving))
    if not state.asked:
        return state
    news = state.unflushed()
    return replace(state, flushing=FlushNow(state.asked, news) if news else None, asked="")


def _tired(state: LiveState) -> bool:
    """Whether it is time to sleep: the window is nearly full, and nothing speaks against it."""
    limits = state.limits
    if state.share < limits.sleep_at:
        return False
    talk = sum(one.kind is TurnKind.TALK for one in state.messages)
    return (
        talk >= limits.sleep_messages
        and talk > limits.keep
        and state.messages[-1].kind is TurnKind.TALK  # else a tool is at work
        and (state.last_sleep is None or state.now - state.last_sleep >= limits.sleep_gap)
    )


def _extraction(state: LiveState) -> ExtractNow | None:
    last, limits = state.last_extraction, state.limits
    news = tuple(one for one in state.messages if one.lasts and one.id not in state.extracted)
    rested = last is None or state.now - last >= limits.extract_gap
    due = limits.remember and state.extracting is None and rested
    return ExtractNow(news) if due and len(news) >= limits.extract_messages else None


def _turns(messages: Iterable[LiveMessage]) -> int:
    return sum(one.kind is TurnKind.TALK and one.role == "user" for one in messages)


def _oldest_half(messages: tuple[LiveMessage, ...]) -> frozenset[str]:
    """The ids of the older half of the turns, never of the last message.

    A cut stands before a message of the person's, so that no answer loses its question.
    """
    begins = [
        n
        for n, one in enumerate(messages)
        if n and one.kind is TurnKind.TALK and one.role == "user"
    ]
    cut = begins[(len(begins) - 1) // 2] if begins else len(messages) // 2
    return frozenset(one.id for one in messages[:cut])
