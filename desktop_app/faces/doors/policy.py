"""Policy: who may do what through a door, and with which key. It alone decides that.

Specification: trust, 'Network and doors'.
"""

import hmac
import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from pathlib import Path
from typing import Any

from desktop_app import own_files
from desktop_app.errors import Missing, Problem, Stale, WrongUse
from desktop_app.own_files import one_writer
from desktop_app.settings import must_be_own, write_own_file
from desktop_app.words import tr

MOST_BYTES = 1 << 20
"""The most that a request may hold."""

_LONGEST_NAME = 40
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
        return [*Scope].index(self) >= [*Scope].index(needed)


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
    told = tr("This key only reads."), tr("Use a key that may write.")
    if needed == Scope.DECIDE:
        allow = tr("A person can allow it: page Agents, “Let agents decide”.")
        told = tr("Agents may not decide this."), allow
    raise RefusedCall(HTTPStatus.FORBIDDEN, *told)


def status_of(problem: Problem) -> HTTPStatus:
    """The number of a problem in HTTP."""
    if isinstance(problem, RefusedCall):
        return problem.status
    if isinstance(problem, WrongUse):
        return HTTPStatus.BAD_REQUEST
    if isinstance(problem, Missing):
        return HTTPStatus.NOT_FOUND
    return HTTPStatus.PRECONDITION_FAILED if isinstance(problem, Stale) else HTTPStatus.CONFLICT


KEYS = "agents.json"
"""The file with the keys."""
_BYTES = 32  # 256 bits


class Keys:
    """The tokens of one person on this computer. Made at the first use."""

    def __init__(self, path: Path) -> None:
        """Raises Problem where the file cannot be written, says nothing or is open to others."""
        self.path = path
        with one_writer(path):
            if not path.exists():
                self._write()
        self._look()

    def token(self, scope: Scope) -> str:
        """The token of a scope: 64 hexadecimal digits."""
        return self._tokens[scope]

    def scope(self, token: str) -> Scope | None:
        """What a token opens now, also where another run renewed the keys; None: nothing.

        Takes the same time for every wrong token.
        """
        try:
            if _marks(self.path) != self._seen:
                self._look()
        except (OSError, Problem):  # gone or damaged: nobody comes in
            return None
        given, fits = token.encode("utf-8", "replace"), None
        for scope, one in self._tokens.items():
            fits = scope if hmac.compare_digest(one.encode(), given) else fits
        return fits

    def renew(self) -> None:
        """Make other tokens: the old ones open nothing any more."""
        with one_writer(self.path):
            self._write()
        self._look()

    def _look(self) -> None:
        self._seen = _marks(self.path)
        must_be_own(self.path)
        try:
            read = own_files.json_in(self.path)
            tokens = {scope: read[scope] for scope in Scope}
            if {len(bytes.fromhex(one)) for one in tokens.values()} != {_BYTES}:
                raise ValueError(self.path)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Problem(
                tr("The keys for agents in {path} are damaged.").format(path=self.path),
                tr("Delete the file; the next start makes new keys."),
            ) from error
        self._tokens: Mapping[Scope, str] = tokens

    def _write(self) -> None:
        tokens = {scope: secrets.token_hex(_BYTES) for scope in Scope}
        write_own_file(self.path, json.dumps(tokens, indent=1).encode())


def _marks(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_mtime_ns, about.st_ino
