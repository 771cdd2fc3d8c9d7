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
from typing import Any

from desktop_app.dreams.flush import reinjected
from desktop_app.models.tokens import rough
from desktop_app.sessions.live_events import (
    CompactionBegan,
    CompactionEnded,
    Effect,
    EffectFailed,
    ExtractionDone,
    ExtractNow,
    FlushAsked,
    FlushDone,
    FlushNow,
    LiveEvent,
    LiveMessage,
    MessageCame,
    MessageReplaced,
    SleepDone,
    SleepNow,
    SleepStrategy,
    SummaryCame,
    TurnKind,
    TurnWentIdle,
    Unremembered,
    UsageReported,
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
    """A conversation as it is now.

    `messages` are in the prompt. `waiting` have left it and are not in memory yet, because a flush
    failed or has not come to its end, or because they are not to be remembered. `summary` is the
    running one, of `compacted` messages that left. `window` is 0 until a model tells its own.
    `flushed` and `extracted` are ids. `asked` is the cause of a flush that is to come, "" for none.
    `cycle_flushed`: this cycle of compaction has had its flush. Times are in seconds since 1970,
    None for never.
    """

    session: str
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

    @cached_property
    def tokens(self) -> int:
        """About how many tokens the prompt takes: as reported, else estimated."""
        said = sum(message.size for message in self.messages)
        return max(0, said + rough(self.summary) + self.beside)

    @property
    def reported(self) -> bool:
        """Whether a model has told its window."""
        return self.window > 0

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

    def share(self, limits: LiveLimits) -> float:
        """How much of the window is taken."""
        return self.tokens / (self.window or limits.window)


def step(
    state: LiveState, event: LiveEvent, now: float, limits: LiveLimits
) -> tuple[LiveState, tuple[Effect, ...]]:
    """The state after an event, and what is to be done now. `now` in seconds since 1970."""
    state = _with_clock(state, now)
    state = _after(state, event, now, limits)
    if isinstance(event, EffectFailed):
        return state, ()  # asked at once, it would fail for ever
    state, effects = _due(state, event, now, limits)
    summary = shortened(state.summary, state.window or limits.window)
    return (state if summary == state.summary else replace(state, summary=summary)), effects


def _with_clock(state: LiveState, now: float) -> LiveState:
    """A clock that was set back makes nobody wait longer than one gap."""
    last = [state.last_sleep, state.last_extraction]
    sleep, extraction = (None if one is None else min(one, now) for one in last)
    return replace(state, last_sleep=sleep, last_extraction=extraction)


# -- what an event changes --------------------------------------------------------------------


def _after(
    state: LiveState, event: LiveEvent, now: float, limits: LiveLimits
) -> LiveState:  # one short case for each event
    match event:
        case MessageCame(message) if message.id not in state.seen:
            seen = state.seen | {message.id}
            return replace(state, messages=(*state.messages, message), seen=seen)
        case MessageReplaced(from_id):
            return _replaced(state, from_id)
        case UsageReported(tokens, window):
            bare = replace(state, beside=0).tokens
            return replace(state, beside=tokens - bare, window=window or state.window)
        case CompactionBegan():
            return replace(state, cycle_flushed=True, asked=state.asked or "trim")
        case CompactionEnded(kept):
            ids = {one.id for one in state.messages}
            return replace(_compacted(state, ids - (kept or frozenset()), limits), beside=0)
        case FlushAsked(cause):
            return replace(state, asked=cause)
        case FlushDone(ids):
            return _flush_done(state, ids, limits)
        case EffectFailed(kind) if kind is FlushNow:
            return _flush_failed(state)
        case EffectFailed(kind) if kind is SleepNow:
            return replace(state, sleeping=None)
        case EffectFailed():
            return replace(state, extracting=None)
        case SleepDone():
            return _slept(state, event, now)
        case SummaryCame(summary, instead_of) if state.summary == instead_of:
            return replace(state, summary=summary)
        case ExtractionDone(ids):
            extracted = state.extracted | ids
            return replace(state, extracting=None, extracted=extracted, last_extraction=now)
        case Unremembered(id, remembered):
            return _marked(state, id, remembered)
    return state


def _replaced(state: LiveState, from_id: str) -> LiveState:
    every = [*state.waiting, *state.messages]
    at = next((n for n, one in enumerate(every) if one.id == from_id), len(every))
    waiting, messages = every[:at][: len(state.waiting)], every[:at][len(state.waiting) :]
    return replace(state, waiting=tuple(waiting), messages=tuple(messages))


def _marked(state: LiveState, message_id: str, remembered: bool) -> LiveState:
    def mark(messages: Iterable[LiveMessage]) -> tuple[LiveMessage, ...]:
        return tuple(
            replace(one, remembered=remembered) if one.id == message_id else one for one in messages
        )

    return replace(state, waiting=mark(state.waiting), messages=mark(state.messages))


def _compacted(state: LiveState, leaving: Set[str], limits: LiveLimits) -> LiveState:
    """These messages leave the prompt, and what they say joins the running summary."""
    gone = [one for one in state.messages if one.id in leaving]
    window = state.window or limits.window
    return _left(state, leaving, summed(state.summary, gone, window) if gone else state.summary)


def _left(state: LiveState, leaving: Set[str], summary: str) -> LiveState:
    """These messages leave the prompt, a new cycle begins, and `summary` tells of what left.

    What was not flushed of them waits for its flush.
    """
    gone = [one for one in state.messages if one.id in leaving]
    later = [one for one in gone if one.may_last and one.id not in state.flushed]
    return replace(
        state,
        messages=tuple(one for one in state.messages if one.id not in leaving),
        waiting=(*state.waiting, *later),
        compacted=state.compacted + sum(one.kind is TurnKind.TALK for one in gone),
        summary=summary,
        beside=max(0, state.beside),
        cycle_flushed=False,
    )


def _flush_done(state: LiveState, ids: frozenset[str], limits: LiveLimits) -> LiveState:
    leaving = state.flushing.leaving if state.flushing else frozenset[str]()
    state = replace(
        state,
        flushing=None,
        flushed=state.flushed | ids,
        waiting=tuple(one for one in state.waiting if one.id not in ids),
    )
    return _compacted(state, leaving, limits) if leaving else state


def _flush_failed(state: LiveState) -> LiveState:
    failed = state.flushing
    again = "" if failed is None or failed.leaving else failed.cause  # a trim is due again anyway
    return replace(state, flushing=None, asked=state.asked or again)


def _slept(state: LiveState, done: SleepDone, now: float) -> LiveState:
    before = {one.id for one in state.sleeping.messages} if state.sleeping else set()
    state = replace(state, flushed=state.flushed | done.written, sleeping=None, last_sleep=now)
    return _left(state, before - done.kept, done.summary)


# -- what is due ------------------------------------------------------------------------------


def _due(
    state: LiveState, event: LiveEvent, now: float, limits: LiveLimits
) -> tuple[LiveState, tuple[Effect, ...]]:
    effects: list[Effect] = []
    if not state.cycle_flushed and state.share(limits) >= limits.flush_at:
        state = replace(state, cycle_flushed=True, asked=state.asked or "session")
    if state.sleeping is None and state.share(limits) > 1 and not _tired(state, now, limits):
        # It has no room, flushed or not.
        state = _compacted(state, _oldest_half(state.messages), limits)
        state = replace(state, asked=state.asked or "overflow")
    if state.flushing is None and state.sleeping is None:
        state = _flush_due(state, limits)
        if state.flushing is None and _tired(state, now, limits):
            state = replace(state, sleeping=SleepNow(state.messages, limits.strategy))
            effects += [state.sleeping] if state.sleeping else []
        effects += [state.flushing] if state.flushing else []
    if isinstance(event, TurnWentIdle) and (extraction := _extraction(state, now, limits)):
        state = replace(state, extracting=extraction)
        effects.append(extraction)
    return state, tuple(effects)


def _flush_due(state: LiveState, limits: LiveLimits) -> LiveState:
    """The state with the flush that is to begin, if one is."""
    if limits.turns and _turns(state.messages) > limits.turns:
        leaving = _oldest_half(state.messages)
        staying = {one.id for one in state.messages} - leaving
        news = tuple(one for one in state.unflushed() if one.id not in staying)
        if not news:
            return _compacted(state, leaving, limits)
        return replace(state, flushing=FlushNow("trim", news, leaving))
    if not state.asked:
        return state
    news = state.unflushed()
    return replace(state, flushing=FlushNow(state.asked, news) if news else None, asked="")


def _tired(state: LiveState, now: float, limits: LiveLimits) -> bool:
    """Whether it is time to sleep: the window is nearly full, and nothing speaks against it."""
    if state.share(limits) < limits.sleep_at:
        return False
    talk = sum(one.kind is TurnKind.TALK for one in state.messages)
    return (
        talk >= limits.sleep_messages
        and talk > limits.keep
        and state.messages[-1].kind is TurnKind.TALK  # else a tool is at work
        and (state.last_sleep is None or now - state.last_sleep >= limits.sleep_gap)
    )


def _extraction(state: LiveState, now: float, limits: LiveLimits) -> ExtractNow | None:
    news = tuple(one for one in state.messages if one.lasts and one.id not in state.extracted)
    rested = state.last_extraction is None or now - state.last_extraction >= limits.extract_gap
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
