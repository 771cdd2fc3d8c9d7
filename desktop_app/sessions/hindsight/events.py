"""Events: what was significant in a conversation of an agent, and why. Pure.

Specification: production-memory, 'Note-Taking Agent'. An impact is made of parts, each with its
weight, 0..1, and its reason: two parts of .5 make .75. What a tool did is told by its arguments
alone, for nobody knows what any program does.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.language.gate import Held, held
from desktop_app.sessions.agents.turns import AgentTurn
from desktop_app.sessions.hindsight.commands import AgentStep
from desktop_app.sessions.hindsight.pattern import suggestion
from desktop_app.sessions.hindsight.trail import ErrorEnded, ErrorMet
from desktop_app.sessions.live_events import TurnKind
from desktop_app.words import tr

_LONGEST = 300  # characters of an event's words
_INTO_FILE = re.compile(r"(?<![<>&\d])>>?\s*[^\s&|>]")  # of a shell: output goes into a file
_NOWHERE = re.compile(r">>?\s*/dev/")


class EventKind(StrEnum):
    """What kind of thing happened."""

    GOAL = "goal"  # what the person asked for first
    CHANGE = "change"  # a tool changed something
    ERROR = "error"
    END = "end"  # an error was over
    FEEDBACK = "feedback"  # the person answered what was done


@dataclass(frozen=True)
class ImpactPart:
    """One reason for an impact, and its weight, 0..1."""

    weight: float
    why: str


@dataclass(frozen=True)
class SessionEvent:
    """Something that happened. `key` is the same for the same event; `error` is its pattern's."""

    kind: EventKind
    key: str
    time: str
    words: str
    parts: tuple[ImpactPart, ...] = ()
    error: str = ""

    @property
    def impact(self) -> float:
        """How much it matters, 0..1."""
        return round(1 - math.prod(1 - part.weight for part in self.parts), 3)


@dataclass
class Happened:
    """Tells events, turn by turn. What is not known yet: whether anybody has asked for anything,
    and whether any tool was used since."""

    _asked: bool = False
    _worked: bool = False
    _steps: dict[str, AgentStep] = field(default_factory=dict)

    def take(self, turn: AgentTurn, news: Sequence[ErrorMet | ErrorEnded]) -> list[SessionEvent]:
        """The events of a turn; `news` is what its trail told of it."""
        if turn.kind is TurnKind.TALK:
            return self._said(turn)
        if turn.kind is TurnKind.TOOL_CALL:
            self._steps[turn.call] = AgentStep(turn.tool, turn.arguments, turn.call, turn.time)
            return []
        self._worked = True
        step = self._steps.pop(turn.call, None)
        well = not turn.failed and not any(isinstance(one, ErrorMet) for one in news)
        changed = _changed(step, turn) if step and well else []
        return [*(_of_error(one, turn) for one in news), *changed]

    def _said(self, turn: AgentTurn) -> list[SessionEvent]:
        words = " ".join(turn.content.split())[:_LONGEST]
        if turn.role != "user" or not words or held(words) is Held.SECRET:
            return []
        if not self._asked:
            self._asked = True
            return [SessionEvent(EventKind.GOAL, turn.key, turn.time, words)]
        if not self._worked:
            return []
        self._worked = False
        parts = (ImpactPart(0.6, tr("the person answered what was done")),)
        return [SessionEvent(EventKind.FEEDBACK, turn.key, turn.time, words, parts)]


def _changed(step: AgentStep, turn: AgentTurn) -> list[SessionEvent]:
    if step.changes:
        part = ImpactPart(0.6, tr("a file was written"))
    elif step.command and _INTO_FILE.search(_NOWHERE.sub("", step.command)):
        part = ImpactPart(0.4, tr("a command wrote into a file"))
    elif step.command:
        part = ImpactPart(0.2, tr("a command ran; what it changed is not known"))
    else:
        return []
    return [SessionEvent(EventKind.CHANGE, turn.key, turn.time or step.time, step.shown, (part,))]


def _of_error(one: ErrorMet | ErrorEnded, turn: AgentTurn) -> SessionEvent:
    key = one.signature.key
    if isinstance(one, ErrorMet):
        parts = [ImpactPart(0.6, tr("an error"))]
        if one.tries > 1:
            parts.append(ImpactPart(0.3, tr("it came again before it was fixed")))
        return SessionEvent(
            EventKind.ERROR, f"{one.call}:{key}", turn.time, one.signature.headline, (*parts,), key
        )
    resolution = one.resolution
    part = ImpactPart(0.2, tr("it succeeded when it was tried again"))
    if not resolution.retried:
        part = ImpactPart(0.8, tr("it is known what fixed an error"))
    words = suggestion(resolution)[:_LONGEST]
    return SessionEvent(EventKind.END, f"{one.call}:{key}", turn.time, words, (part,), key)
