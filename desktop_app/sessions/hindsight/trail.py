"""Trail: what an agent did after an error, until the same command went well. Pure, but for its own
state: a trail is told of one turn after the other.

An error that comes again before it has ended is the same encounter. What ended it is the last step
before its command ran without it: a change of a file that it names, else of another file, else any
other step. What a person had refused ends when they let it be, whatever was done before.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from desktop_app.sessions.agents.turns import AgentTurn
from desktop_app.sessions.hindsight.commands import AgentStep, simple_commands
from desktop_app.sessions.hindsight.signature import (
    ErrorKind,
    ErrorSignature,
    counts_failures,
    errors_in,
)
from desktop_app.sessions.live_events import TurnKind

_MOST_OPEN = 50  # errors that wait for their end; the oldest is given up
_MOST_DONE = 400  # steps that are remembered
_WORDS = 600  # characters of what the agent said that are kept
_WORD = re.compile(r"\w+")
_STEPS = 3  # steps that are told of an end

Errors = tuple[ErrorSignature, ...]


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


class _WellDone(NamedTuple):
    """A step that went well, and what the agent had said before it."""

    step: AgentStep
    words: str


class _Open(NamedTuple):
    """An error that has not ended: steps count from `since`, up to `gone` where it is gone already
    but its command fails for another reason."""

    met: ErrorMet
    since: int
    gone: int | None = None


@dataclass
class ErrorTrail:
    """One conversation's steps and its errors that have not ended; `_known` tells which errors were
    met before."""

    _known: Callable[[ErrorSignature], ErrorSignature] = lambda one: one
    _asked: dict[str, AgentStep] = field(default_factory=dict)
    _open: dict[str, _Open] = field(default_factory=dict)
    _done: list[_WellDone] = field(default_factory=list)
    _dropped: int = 0
    _words: str = ""

    def take(self, turn: AgentTurn, known: Mapping[str, Errors] | None = None) -> News:
        """What this turn tells of errors. `known` has those of results that were read before, by
        their call; the words are not read again then."""
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
        if known is None:
            errors = tuple(map(self._known, errors_in(step, turn)))
        else:
            errors = known.get(turn.call, ())
        if errors or turn.failed or turn.refused:
            self._words = ""  # what was said before tells nothing of it
            return self._failed(step, errors, turn.exit_code)
        if step.hides and counts_failures(turn.content):
            return []  # its exit code is another command's, and it did not go well
        return self._went_well(step)

    @property
    def waits(self) -> bool:
        """Whether any error has not ended."""
        return bool(self._open)

    @property
    def _now(self) -> int:
        return self._dropped + len(self._done)

    def _failed(self, step: AgentStep, errors: Errors, exit_code: int | None) -> News:
        news: News = []
        told = {one.key for one in errors}
        for key, one in self._open.items():
            if key not in told and one.gone is None and errors and step.covers(one.met.step):
                self._open[key] = one._replace(gone=self._now)
        for signature in errors:
            met, since = ErrorMet(signature, step, step.call, exit_code), self._now
            if before := self._open.get(signature.key):
                tries, since = before.met.tries + 1, before.since
                met = ErrorMet(signature, step, before.met.call, exit_code, tries)
            self._open[signature.key] = _Open(met, since)
            news.append(met)
        while len(self._open) > _MOST_OPEN:
            del self._open[next(iter(self._open))]
        return news

    def _went_well(self, step: AgentStep) -> News:
        news: News = []
        for one in [one for one in self._open.values() if step.covers(one.met.step)]:
            resolution = self._resolution(one, step)
            news.append(ErrorEnded(one.met.signature, one.met.call, resolution))
            del self._open[one.met.signature.key]
        self._done.append(_WellDone(step, self._words))
        if len(self._done) > _MOST_DONE:
            self._dropped += 1
            del self._done[0]
        return news

    def _resolution(self, ended: _Open, by: AgentStep) -> Resolution:
        until = self._now if ended.gone is None else ended.gone
        between = self._done[max(0, ended.since - self._dropped) : until - self._dropped]
        between = [one for one in between if not one.step.covers(ended.met.step)]
        named = _files_of(ended.met)
        changed = [one for one in between if one.step.changes]
        about = [one for one in changed if one.step.file in named]
        if not about and not ended.met.step.command:
            about = [one for one in between if one.step.file in named]
        ran = _likest([one for one in between if one.step.command], ended.met)
        own = [_WellDone(by, self._words)] if _otherwise(by, ended.met) else []
        likely = about or changed or own or ran or between
        if not likely or ended.met.signature.kind is ErrorKind.REFUSED:
            return Resolution((by.shown,), "", self._words, by.time, retried=True)
        last = likely[-1]
        shown = tuple(dict.fromkeys(one.step.shown for one in likely))
        return Resolution(shown[-_STEPS:], last.step.brings, last.words, last.step.time)


def _otherwise(by: AgentStep, met: ErrorMet) -> bool:
    """Whether the command that went well is itself what ended the error: another one runs before
    it, or it has other flags, settings or another folder than one that could not be run so."""
    if not by.command or not met.step.command:
        return False
    if not met.step.core.issuperset(simple_commands(by.command)[:1]):
        return True
    mine, theirs = (simple_commands(one.command, whole=True) for one in (by, met.step))
    return met.signature.kind is ErrorKind.COMMAND and mine != theirs


def _likest(ran: Sequence[_WellDone], met: ErrorMet) -> list[_WellDone]:
    """The commands, those last that have a word of the error, as `pip install shop` where no module
    `shop` was found, or all of the failed one: `lint:fix` for `lint`."""
    failed = _words_of(met.step)
    told = frozenset(_WORD.findall(met.signature.message)) - failed

    def likeness(one: _WellDone) -> tuple[bool, bool]:
        words = _words_of(one.step)
        return failed <= words, bool(told & words)

    return sorted(ran, key=likeness)


def _words_of(step: AgentStep) -> frozenset[str]:
    """The words of all that a step ran."""
    return frozenset(_WORD.findall(" ".join(" ".join(one) for one in step.core)))


def _files_of(met: ErrorMet) -> frozenset[str]:
    """The last names of the files that an error names, or that its step was given."""
    frames = (frame.partition(":")[0] for frame in met.signature.frames)
    return frozenset(filter(None, (*frames, "" if met.step.command else met.step.file)))
