"""Trail: what an agent did after an error, until the same command went well. Pure, but for its own
state: a trail is told of one turn after the other.

An error that comes again before it has ended is the same encounter. What ended it is the last step
before its command ran without it: a change of a file that it names, else of another file, else any
other step. What a person had refused ends when they let it be, whatever was done before.
"""

from collections import deque
from dataclasses import dataclass, field, replace

from desktop_app.sessions.agents.turns import AgentTurn
from desktop_app.sessions.hindsight.commands import AgentStep
from desktop_app.sessions.hindsight.signature import (
    ErrorKind,
    ErrorSignature,
    counts_failures,
    errors_in,
)
from desktop_app.sessions.live_events import TurnKind

_MOST_OPEN = 50  # errors that wait for their end; the oldest is given up
_MOST_DONE = 400  # steps since an error that are remembered
_WORDS = 600  # characters of what the agent said that are kept
_STEPS = 3  # steps that are told of an end


@dataclass(frozen=True)
class ErrorMet:
    """An agent met an error, the first time at `call`; it is met `tries` times so far."""

    signature: ErrorSignature
    step: AgentStep
    call: str
    exit_code: int | None = None
    tries: int = 1


@dataclass(frozen=True)
class Resolution:
    """What ended an error: the last `steps` of it as a person reads them, the last of them the
    likeliest, what that wrote, and what the agent had said. `retried`: nothing was done between.
    """

    steps: tuple[str, ...]
    brings: str = ""
    words: str = ""
    time: str = ""
    retried: bool = False


@dataclass(frozen=True)
class ErrorEnded:
    """The error that was met at `call` is over."""

    signature: ErrorSignature
    call: str
    resolution: Resolution


News = list[ErrorMet | ErrorEnded]
Done = tuple[AgentStep, str]
"""A step that went well, and what the agent had said before it."""


@dataclass
class ErrorTrail:
    """One conversation's steps and its errors that have not ended, each with the steps since."""

    _asked: dict[str, AgentStep] = field(default_factory=dict)
    _open: dict[str, tuple[ErrorMet, deque[Done]]] = field(default_factory=dict)
    _words: str = ""

    def take(self, turn: AgentTurn) -> News:
        """What this turn tells of errors."""
        if turn.kind is TurnKind.TALK:
            if turn.role == "assistant" and turn.content.strip():
                self._words = turn.content.strip()[:_WORDS]
            return []
        if turn.kind is TurnKind.TOOL_CALL:
            self._asked[turn.call] = AgentStep(turn.tool, turn.arguments, turn.call, turn.time)
            return []
        step = self._asked.pop(turn.call, None)
        if step is None:
            return []
        errors = errors_in(step, turn)
        if errors or turn.failed or turn.refused:
            self._words = ""  # what was said before tells nothing of it
            return [self._met(one, step, turn.exit_code) for one in errors]
        if step.hides and counts_failures(turn.content):
            return []  # its exit code is another command's, and it did not go well
        return self._went_well(step)

    def _met(self, signature: ErrorSignature, step: AgentStep, exit_code: int | None) -> ErrorMet:
        met = ErrorMet(signature, step, step.call, exit_code)
        before, done = self._open.get(signature.key, (None, deque(maxlen=_MOST_DONE)))
        if before:
            met = replace(met, call=before.call, tries=before.tries + 1)
        self._open[signature.key] = met, done
        if len(self._open) > _MOST_OPEN:
            del self._open[next(iter(self._open))]
        return met

    def _went_well(self, step: AgentStep) -> News:
        news: News = []
        for key, (met, done) in list(self._open.items()):
            if step.covers(met.step):
                news.append(ErrorEnded(met.signature, met.call, _resolution(met, done, step)))
                del self._open[key]
            else:
                done.append((step, self._words))
        return news


def _resolution(met: ErrorMet, done: deque[Done], by: AgentStep) -> Resolution:
    """What ended an error, of the steps that were done until its command went well."""
    named = {frame.partition(":")[0] for frame in met.signature.frames}
    changed = [one for one in done if one[0].changes]
    about = [one for one in changed if one[0].file in named]
    likely = about or changed or list(done)
    if not likely or met.signature.kind is ErrorKind.REFUSED:
        return Resolution((by.shown,), "", "", by.time, retried=True)
    last, words = likely[-1]
    shown = tuple(dict.fromkeys(step.shown for step, _ in likely))
    return Resolution(shown[-_STEPS:], last.brings, words, last.time)
