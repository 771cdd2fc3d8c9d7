"""Events: what was significant in a conversation of an agent, and why. Pure.

Specification: production-memory, 'Note-Taking Agent'. An impact is 0..1, with its reason. What a
tool did is told by its arguments alone, for nobody knows what any program does.
"""

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


class EventKind(StrEnum):
    """What kind of thing happened."""

    GOAL = "goal"  # what the person asked for first
    CHANGE = "change"  # a tool changed something
    ERROR = "error"
    END = "end"  # an error was over
    FEEDBACK = "feedback"  # the person answered what was done


@dataclass(frozen=True)
class SessionEvent:
    """Something that happened. `key` is the same for the same event; `impact`, 0..1, is how much
    it matters, and `why`. `error` is its pattern's key."""

    kind: EventKind
    key: str
    time: str
    words: str
    impact: float = 0.0
    why: str = ""
    error: str = ""


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
        events = [_of_error(one, turn) for one in news]
        well = not turn.failed and not any(isinstance(one, ErrorMet) for one in news)
        if step and well and (step.changes or step.command):
            impact, why = 0.2, tr("a command ran; what it changed is not known")
            if step.changes:
                impact, why = 0.6, tr("a file was written")
            about = (turn.key, turn.time or step.time, step.shown)
            events.append(SessionEvent(EventKind.CHANGE, *about, impact, why))
        return events

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
        why = tr("the person answered what was done")
        return [SessionEvent(EventKind.FEEDBACK, turn.key, turn.time, words, 0.6, why)]


def _of_error(one: ErrorMet | ErrorEnded, turn: AgentTurn) -> SessionEvent:
    error = one.signature.key
    kind, words, impact, why = EventKind.ERROR, one.signature.headline, 0.6, tr("an error")
    if isinstance(one, ErrorEnded):
        kind, words = EventKind.END, suggestion(one.resolution)[:_LONGEST]
        impact, why = 0.8, tr("it is known what fixed an error")
        if one.resolution.retried:
            impact, why = 0.2, tr("it succeeded when it was tried again")
    return SessionEvent(kind, f"{one.call}:{error}", turn.time, words, impact, why, error)
