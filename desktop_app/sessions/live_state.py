"""A live conversation as it is now, and the limits within which it lives. Plain data.

Specification: three-tier, 'Context tier stores active session'; semantics, 'Context tier'.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from desktop_app.dreams.flush import reinjected
from desktop_app.models.tokens import rough
from desktop_app.sessions.live_events import (
    ExtractNow,
    FlushNow,
    LiveMessage,
    SleepNow,
    SleepStrategy,
)

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
