"""The table of REST: which method of which path is which operation, and what it needs. No server.

Specification: auto-memory, 'Memory REST API'; semantics, 'REST'. What an endpoint takes and says
comes from the table of operations; only what no command does stands in `own.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from desktop_app.faces.doors import errors, live, own, quarantined, shapes
from desktop_app.faces.doors.policy import Scope
from desktop_app.faces.doors.shapes import Shape
from desktop_app.faces.operations import OPERATIONS
from desktop_app.faces.operations.table import Operation, Parameter

READ, WRITE, DECIDE = Scope.READ, Scope.WRITE, Scope.DECIDE
GET, PUT, POST, DELETE = "GET", "PUT", "POST", "DELETE"


@dataclass(frozen=True)
class Endpoint:
    """One row. `takes` are names in the request (its path, then its query or its JSON body), each
    with the key of the operation's parameter: "q=query", or alike: "limit". `must` are those
    without which it is wrong. `given` are further arguments.

    `versioned`: the answer has a `version`, which is its ETag; who replaces it sends that as
    If-Match. `streams`: the answer are server-sent events.
    """

    method: str
    path: str
    scope: Scope
    operation: Operation
    answers: Shape
    takes: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    status: HTTPStatus = HTTPStatus.OK
    versioned: bool = False
    streams: bool = False

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters of the operation that it takes, by their names in the request."""
        known = {one.key: one for one in self.operation.parameters}
        pairs = (one.partition("=") for one in self.takes)
        return {name: known[key or name] for name, _, key in pairs}

    @property
    def shapes(self) -> dict[str, Shape]:
        """The shapes of what it takes, by their names in the request."""
        reads, in_path = self.method in (GET, DELETE), self.in_path
        return {
            name: shapes.taken(one, in_address=reads or name in in_path)
            for name, one in self.parameters.items()
        }

    @property
    def in_path(self) -> set[str]:
        """The names that stand in its path."""
        return {name for name in self.parameters if f"{{{name}}}" in self.path}

    @property
    def needs_match(self) -> bool:
        """Whether it replaces what was read, so that the request says which version that was."""
        return self.versioned and self.method == PUT


def _of(name: str) -> Operation:
    return next(one for one in OPERATIONS if one.name == name)


_SEARCH = ("q=query", "mode", "limit", "in", "since", "until", "by", "using")
_DREAM = ("days", "until", "engine", "model", "force")
_APPLY = ("id", "only", "also", "except", "kind", "both")
_CREATED, _ACCEPTED = HTTPStatus.CREATED, HTTPStatus.ACCEPTED
_RUN = "/api/dreams/runs/{run}"
_TALK = "/api/sessions/{id}"

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(GET, "/api/status", READ, _of("status"), shapes.STATUS),
    Endpoint(GET, "/api/memory/main", READ, own.MAIN, shapes.MAIN, versioned=True),
    Endpoint(PUT, "/api/memory/main", WRITE, own.REPLACE, shapes.MAIN, ("text",), ("text",),
             versioned=True),
    Endpoint(POST, "/api/memory/main", WRITE, own.APPEND, shapes.PLACED, ("text", "category"),
             ("text",), status=_CREATED),
    Endpoint(GET, "/api/memory/search", READ, _of("search"), shapes.HITS, _SEARCH, ("q",)),
    Endpoint(GET, "/api/memory/file", READ, _of("get"), shapes.LINES, ("path", "from", "lines"),
             ("path",)),
    Endpoint(GET, "/api/memory/daily", READ, own.DAYS, shapes.DAYS, ("limit",)),
    Endpoint(POST, "/api/memory/daily", WRITE, own.NOTE, shapes.PLACED, ("text",), ("text",),
             status=_CREATED),
    Endpoint(GET, "/api/memory/daily/{date}", READ, own.DAY, shapes.DAY, ("date",)),
    Endpoint(GET, "/api/memory/config", READ, own.CONFIG, own.CONFIG_SHAPE, versioned=True),
    Endpoint(PUT, "/api/memory/config", DECIDE, own.CONFIGURE, own.CONFIG_SHAPE, own.CONFIG_NAMES,
             versioned=True),
    Endpoint(GET, "/api/tiers", READ, _of("tiers"), shapes.TIERS),
    Endpoint(POST, "/api/tiers/move", DECIDE, _of("tiers"), shapes.TIERS_MOVED,
             given={"do": "move"}),
    Endpoint(POST, "/api/tiers/back", DECIDE, _of("tiers"), shapes.TIERS_MOVED,
             given={"do": "back"}),
    Endpoint(GET, "/api/context", READ, _of("context"), shapes.CONTEXT,
             ("q=question", "budget", "using")),
    Endpoint(POST, "/api/check", READ, _of("check"), shapes.VERDICT,
             ("claim", "against"), ("claim", "against")),
    Endpoint(GET, "/api/blame", READ, _of("blame"), shapes.BLAME, ("line",)),
    Endpoint(GET, "/api/life", READ, _of("life"), shapes.LIFE, ("q=words",), ("q",)),
    Endpoint(GET, "/api/history", READ, _of("history"), shapes.VERSIONS, ("path", "limit"),
             given={"limit": 200}),
    Endpoint(GET, "/api/history/{version}", READ, _of("show"), shapes.EARLIER,
             ("version", "path"), ("path",)),
    Endpoint(POST, "/api/history/{version}/restore", DECIDE, _of("restore"),
             shapes.record(path=shapes.TEXT, version=shapes.COUNT), ("version", "path"), ("path",)),
    Endpoint(GET, "/api/dreams", READ, _of("proposals"), shapes.PROPOSALS),
    Endpoint(POST, "/api/dreams", WRITE, own.START, shapes.RUN, _DREAM, status=_ACCEPTED),
    Endpoint(POST, "/api/dreams/question", WRITE, own.QUESTION, shapes.QUESTION,
             ("days", "id", "part")),
    Endpoint(POST, "/api/dreams/answer", WRITE, own.PROPOSE, shapes.ANSWERED, ("id", "answer"),
             ("id", "answer")),
    Endpoint(GET, _RUN, READ, own.RUN, shapes.RUN, ("run",)),
    Endpoint(GET, f"{_RUN}/events", READ, own.RUN, shapes.RUN, ("run",), streams=True),
    Endpoint(DELETE, _RUN, WRITE, own.CANCEL, shapes.RUN, ("run",)),
    Endpoint(GET, "/api/dreams/{id}", READ, own.PROPOSAL, shapes.DREAM, ("id",)),
    Endpoint(POST, "/api/dreams/{id}/apply", DECIDE, _of("apply"), shapes.DREAM, _APPLY),
    Endpoint(POST, "/api/dreams/{id}/discard", DECIDE, _of("discard"), shapes.DREAM, ("id",)),
    Endpoint(POST, "/api/dreams/{id}/undo", DECIDE, _of("undo"), shapes.UNDONE, ("id",)),
    Endpoint(GET, "/api/inbox", READ, own.ASKED, shapes.ASKED),
    Endpoint(GET, "/api/inbox/never", READ, own.NEVER, shapes.NEVER_ASKED),
    Endpoint(POST, "/api/inbox/{id}/answer", DECIDE, own.ANSWER, shapes.INBOX_ANSWERED,
             ("id", "answer", "text"), ("answer",)),
    Endpoint(POST, "/api/inbox/{id}/undo", DECIDE, own.TAKE_BACK, shapes.TAKEN_BACK, ("id",)),
    Endpoint(GET, "/api/poison", READ, quarantined.POISON, quarantined.SUSPICIOUS),
    Endpoint(GET, "/api/hindsight", READ, errors.EVERY, errors.PATTERNS, ("limit",)),
    Endpoint(POST, "/api/hindsight", READ, errors.FIND, errors.FOUND, ("error", "limit"),
             ("error",)),
    Endpoint(POST, "/api/hindsight/{id}/share", DECIDE, errors.SHARE, errors.PATTERN,
             ("id", "resolution")),
    Endpoint(POST, "/api/hindsight/{id}/decline", DECIDE, errors.DECLINE, errors.PATTERN, ("id",)),
    Endpoint(GET, "/api/team", READ, errors.SHARED, errors.TEAM),
    Endpoint(GET, "/api/team/{id}", READ, errors.TO_SHARE, errors.SHOWN, ("id",)),
    Endpoint(POST, "/api/team/{id}/take", WRITE, errors.TAKE, errors.TAKEN, ("id",)),
    Endpoint(GET, "/api/sessions", READ, live.LED, shapes.several(live.STATE)),
    Endpoint(GET, _TALK, READ, live.STANDS, live.STATE, ("id",)),
    Endpoint(POST, f"{_TALK}/messages", WRITE, live.SAY, live.STATE, ("id", "messages"),
             ("messages",)),
    Endpoint(POST, f"{_TALK}/usage", WRITE, live.USAGE, live.STATE, ("id", "tokens", "window"),
             ("tokens",)),
    Endpoint(POST, f"{_TALK}/idle", WRITE, live.IDLE, live.STATE, ("id",)),
    Endpoint(POST, f"{_TALK}/compaction_start", WRITE, live.BEGAN, live.STATE, ("id",)),
    Endpoint(POST, f"{_TALK}/compaction_end", WRITE, live.ENDED, live.STATE, ("id", "kept")),
    Endpoint(POST, f"{_TALK}/end", WRITE, live.OVER, live.STATE, ("id",)),
)  # fmt: skip
"""Every endpoint. Two of one path stand apart by their method."""
