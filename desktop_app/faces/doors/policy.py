"""Policy: who may do what through a door, and how often. The one place that decides it.

Specification: trust, 'Network and doors'. Pure but for the time, which is asked of the caller.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from http import HTTPStatus
from typing import Any

from desktop_app.errors import Missing, Problem, Stale, WrongUse
from desktop_app.words import tr

MOST_BYTES = 1 << 20
"""The most that a request may hold."""

_LONGEST_NAME = 40
_MOST_NAMES = 200  # whose rates are counted apart; the rest share one
_UNNAMED = "agent"


class Scope(StrEnum):
    """What a key opens; each opens what stands before it, too.

    `DECIDE` is a person's own: apply and undo dreams, change settings, replace MEMORY.md.
    """

    READ = "read"
    WRITE = "write"
    DECIDE = "decide"

    def covers(self, needed: "Scope") -> bool:
        """Whether it opens what needs this scope."""
        order = list(Scope)
        return order.index(self) >= order.index(needed)


class Door(StrEnum):
    """How an agent came in."""

    REST = "rest"
    MCP = "mcp"


class RefusedCall(Problem):
    """What a door does not let through; `status` is its number in HTTP."""

    def __init__(self, status: HTTPStatus, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.status = status


@dataclass(frozen=True)
class Caller:
    """Who asks: the name that the agent gives itself, and what its key opens."""

    client: str
    scope: Scope
    door: Door


def client_name(said: str) -> str:
    """The name of an agent as history and window show it: short, plain, never empty."""
    plain = re.sub(r"/v?\d.*|[^\w .@/+-]", "", said).strip()  # curl/8.5.0 is curl
    return plain[:_LONGEST_NAME].strip() or _UNNAMED


def allowed(scope: Scope, setting: Callable[[str], Any]) -> Scope:
    """What a key opens now: to decide, the person has to have allowed it in the settings."""
    if scope == Scope.DECIDE and not setting("agents.decide"):
        return Scope.WRITE
    return scope


def need(caller: Caller, needed: Scope) -> None:
    """Raise RefusedCall unless the caller may do what needs this scope."""
    if caller.scope.covers(needed):
        return
    if needed == Scope.DECIDE:
        raise RefusedCall(
            HTTPStatus.FORBIDDEN,
            tr("Agents may not decide this."),
            tr("A person can allow it: page Agents, “Let agents decide”."),
        )
    raise RefusedCall(
        HTTPStatus.FORBIDDEN, tr("This key only reads."), tr("Use a key that may write.")
    )


def status_of(problem: Problem) -> HTTPStatus:
    """The number of a problem in HTTP."""
    if isinstance(problem, RefusedCall):
        return problem.status
    if isinstance(problem, WrongUse):
        return HTTPStatus.BAD_REQUEST
    if isinstance(problem, Missing):
        return HTTPStatus.NOT_FOUND
    return HTTPStatus.PRECONDITION_FAILED if isinstance(problem, Stale) else HTTPStatus.CONFLICT


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second after that."""

    burst: float
    each_second: float


@dataclass(frozen=True)
class Rates:
    """How often one agent may ask and write, and all of them together."""

    asks: Rate = Rate(600, 100)
    writes: Rate = Rate(200, 20)
    together: int = 20


@dataclass
class Turnstile:
    """Counts what agents ask, by their names, and refuses what is too much."""

    rates: Rates = field(default_factory=Rates)
    _left: dict[tuple[str, bool], tuple[float, float]] = field(default_factory=dict)

    def take(self, client: str, *, writes: bool, now: float) -> None:
        """Let one request of `client` through at `now`, in seconds. Raises RefusedCall."""
        known = (client, writes) in self._left or len(self._left) < _MOST_NAMES
        name = client if known else ""
        rate = self.rates.writes if writes else self.rates.asks
        many = self.rates.together
        for who, share in ((name, rate), ("*", Rate(rate.burst * many, rate.each_second * many))):
            left, at = self._left.get((who, writes), (share.burst, now))
            left = min(share.burst, left + (now - at) * share.each_second)
            if left < 1:
                raise RefusedCall(
                    HTTPStatus.TOO_MANY_REQUESTS,
                    tr("{client} asks too often.").format(client=client),
                    tr("Wait a second, then go on."),
                )
            self._left[who, writes] = (left - 1, now)
