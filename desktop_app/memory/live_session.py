"""One live conversation beside an open notebook: the effects of its state machine, carried out.

Specification: semantics, 'Flush' and 'Context tier'. See `sessions/live.py`.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.dreams.flush import Flushed
from desktop_app.errors import Problem
from desktop_app.sessions.live_events import (
    LiveEvent,
)
from desktop_app.sessions.live_state import LiveState
from desktop_app.sessions.sleep import SleepPhase

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FlushedStep:
    """Messages were flushed; `flushed.path` is None when nothing was worth it."""

    flushed: Flushed


@dataclass(frozen=True)
class PhaseStep:
    """A sleep has come to this phase."""

    phase: SleepPhase


@dataclass(frozen=True)
class SleptStep:
    """A sleep is over: `summary` and the messages with the ids `kept` are the prompt from now on.

    `saved` is what went into the day, if anything did; `proposed` counts the lines that were
    proposed for MEMORY.md.
    """

    summary: str
    kept: tuple[str, ...]
    saved: Flushed | None
    proposed: int


@dataclass(frozen=True)
class RewordedStep:
    """A model has worded the running summary anew, and it holds from now on."""

    summary: str


@dataclass(frozen=True)
class ExtractedStep:
    """Facts were found: `remembered` of them are kept, and `undo` takes them back."""

    remembered: int
    undo: Callable[[], None]


@dataclass(frozen=True)
class FailedStep:
    """An effect failed; nothing is lost, and it is tried again."""

    problem: Problem


LiveStep = FlushedStep | PhaseStep | SleptStep | RewordedStep | ExtractedStep | FailedStep


class LiveSession:
    """A live conversation. Made by `memory.sessions.live`."""

    state: LiveState

    def note(self, *events: LiveEvent) -> None:
        """Let events happen at once. What is then due waits for `take`."""

    async def take(self, *events: LiveEvent) -> None:
        """Let events happen, and carry out what is due, one effect after the other.

        Never raises for an effect that failed: it is told as a `FailedStep`. While another `take`
        is at work, the effects are left to it.
        """
