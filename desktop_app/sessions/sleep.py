"""Sleep: a conversation compressed, and what of it memory is to keep. Pure.

Specification: memory-flow, 'Sleep Mode Phases'; semantics, 'Context tier'.
"""

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.sessions.importance import Memorable
from desktop_app.sessions.live_events import LiveMessage


class SleepPhase(StrEnum):
    """What a sleep is doing, in this order."""

    PROCESS = "process"
    SUMMARIZE = "summarize"
    CONSOLIDATE = "consolidate"
    SAVE = "save"


@dataclass(frozen=True)
class Compressed:
    """What stands for a conversation after a sleep, and what of it is to be saved."""

    summary: str
    kept: tuple[LiveMessage, ...]
    daily: tuple[Memorable, ...]
    long_term: tuple[Memorable, ...]
