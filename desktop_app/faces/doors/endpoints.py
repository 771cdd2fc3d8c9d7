"""The table of REST: which method of which path is which operation, and what it needs. No server.

Specification: auto-memory, 'Memory REST API'; semantics, 'REST'. What an endpoint takes and says
comes from the table of operations; only what no command does stands in `own.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any

from desktop_app.faces.doors import live, own, shapes
from desktop_app.faces.doors.policy import Scope
from desktop_app.faces.doors.shapes import Shape
from desktop_app.faces.operations import OPERATIONS
from desktop_app.faces.operations.table import Operation, Parameter
from desktop_app.words import tr

READ, WRITE, DECIDE = Scope.READ, Scope.WRITE, Scope.DECIDE
GET, PUT, POST, DELETE = "GET", "PUT", "POST", "DELETE"


@dataclass(frozen=True)
class Endpoint:
    """One row. `takes` are names in the request (its path, then its query or its JSON body), each
    with the key of the operation's parameter: "q=query", or alike: "limit"; without it, it takes
    all. `more` are those without which it is wrong, beside those the operation cannot do without.
    `given` are further arguments.

    `versioned`: the answer has a `version`, which is its ETag; who replaces it sends that as
    If-Match. `streams`: the answer are server-sent events.
    """

    method: str
    path: str
    scope: Scope
    operation: Operation
    answers: Shape
    takes: tuple[str, ...] | None = None
    more: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    status: HTTPStatus = HTTPStatus.OK
    versioned: bool = False
    streams: bool = False

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters of the operation that it takes, by their names in the request."""
        known = {one.key: one for one in self.operation.parameters}
        pairs = (one.partition("=") for one in (known if self.takes is None else self.takes))
        return {name: known[key or name] for name, _, key in pairs}

    @property
    def must(self) -> list[str]:
        """The names, beside those in its path, without which a request is wrong."""
        named = [pair for pair in self.parameters.items() if pair[0] not in self.in_path]
        return [name for name, one in named if one.required or name in self.more]

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


_VERSION = ("version", "path")
_CREATED, _ACCEPTED = HTTPStatus.CREATED, HTTPStatus.ACCEPTED
_RUN = "/api/dreams/runs/{run}"
_TALK = "/api/sessions/{id}"

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(GET, "/api/status", READ, _of("status"), shapes.STATUS),
    Endpoint(GET, "/api/memory/main", READ, own.MAIN, shapes.MAIN, versioned=True),
    Endpoint(PUT, "/api/memory/main", WRITE, own.replace, shapes.MAIN, versioned=True),
    Endpoint(POST, "/api/memory/main", WRITE, own.append, shapes.PLACED, status=_CREATED),
    Endpoint(GET, "/api/memory/search", READ, _of("search"), shapes.HITS,
             ("q=query", "mode", "limit", "in", "since", "until", "by", "using")),
    Endpoint(GET, "/api/memory/file", READ, _of("get"), shapes.LINES),
    Endpoint(GET, "/api/memory/daily", READ, own.days, shapes.DAYS),
    Endpoint(POST, "/api/memory/daily", WRITE, own.note, shapes.PLACED, status=_CREATED),
    Endpoint(GET, "/api/memory/daily/{date}", READ, own.day, shapes.DAY),
    Endpoint(GET, "/api/memory/config", READ, own.CONFIG, own.CONFIG_SHAPE, versioned=True),
    Endpoint(PUT, "/api/memory/config", DECIDE, own.CONFIGURE, own.CONFIG_SHAPE, versioned=True),
    Endpoint(GET, "/api/tiers", READ, _of("tiers"), shapes.TIERS, ()),
    Endpoint(POST, "/api/tiers/move", DECIDE, _of("tiers"), shapes.TIERS_MOVED, (),
             given={"do": "move"}),
    Endpoint(POST, "/api/tiers/back", DECIDE, _of("tiers"), shapes.TIERS_MOVED, (),
             given={"do": "back"}),
    Endpoint(GET, "/api/context", READ, _of("context"), shapes.CONTEXT,
             ("q=question", "budget", "using")),
    Endpoint(POST, "/api/check", READ, _of("check"), shapes.VERDICT, more=("against",)),
    Endpoint(GET, "/api/blame", READ, _of("blame"), shapes.BLAME),
    Endpoint(GET, "/api/life", READ, _of("life"), shapes.LIFE, ("q=words",)),
    Endpoint(GET, "/api/history", READ, _of("history"), shapes.VERSIONS, given={"limit": 200}),
    Endpoint(GET, "/api/history/{version}", READ, _of("show"), shapes.EARLIER, _VERSION),
    Endpoint(POST, "/api/history/{version}/restore", DECIDE, _of("restore"), shapes.RESTORED,
             _VERSION),
    Endpoint(GET, "/api/dreams", READ, _of("proposals"), shapes.PROPOSALS),
    Endpoint(POST, "/api/dreams", WRITE, own.START, shapes.RUN,
             ("days", "until", "engine", "model", "force"), status=_ACCEPTED),
    Endpoint(POST, "/api/dreams/question", WRITE, own.question, shapes.QUESTION),
    Endpoint(POST, "/api/dreams/answer", WRITE, own.propose, shapes.ANSWERED),
    Endpoint(GET, _RUN, READ, own.run, shapes.RUN),
    Endpoint(GET, f"{_RUN}/events", READ, own.run, shapes.RUN, streams=True),
    Endpoint(DELETE, _RUN, WRITE, own.cancel, shapes.RUN),
    Endpoint(GET, "/api/dreams/{id}", READ, own.proposal, shapes.DREAM),
    Endpoint(POST, "/api/dreams/{id}/apply", DECIDE, _of("apply"), shapes.DREAM),
    Endpoint(POST, "/api/dreams/{id}/discard", DECIDE, _of("discard"), shapes.DREAM, ("id",)),
    Endpoint(POST, "/api/dreams/{id}/undo", DECIDE, _of("undo"), shapes.UNDONE),
    Endpoint(GET, "/api/inbox", READ, own.asked, shapes.ASKED),
    Endpoint(GET, "/api/inbox/never", READ, own.never, shapes.NEVER_ASKED),
    Endpoint(POST, "/api/inbox/{id}/answer", DECIDE,
             replace(_of("inbox"), summary=tr("answer a question about memory")),
             shapes.INBOX_ANSWERED, ("id", "answer", "text"), ("answer",), given={"do": "answer"}),
    Endpoint(POST, "/api/inbox/{id}/undo", DECIDE,
             replace(_of("inbox"), summary=tr("take an answer back")), shapes.TAKEN_BACK, ("id",),
             given={"do": "undo"}),
    Endpoint(GET, "/api/poison", READ, own.poison, shapes.SUSPICIOUS),
    Endpoint(GET, "/api/hindsight", READ, own.every_error, shapes.PATTERNS),
    Endpoint(POST, "/api/hindsight", READ, own.find_error, shapes.FOUND),
    Endpoint(POST, "/api/hindsight/{id}/share", DECIDE, own.share_error, shapes.PATTERN),
    Endpoint(POST, "/api/hindsight/{id}/decline", DECIDE, own.decline_error, shapes.PATTERN),
    Endpoint(GET, "/api/team", READ, own.SHARED, shapes.TEAM),
    Endpoint(GET, "/api/team/{id}", READ, own.to_share, shapes.SHOWN),
    Endpoint(POST, "/api/team/{id}/take", WRITE, own.take, shapes.PROPOSED_BY),
    Endpoint(GET, "/api/sessions", READ, live.led, shapes.several(shapes.TALK)),
    Endpoint(GET, _TALK, READ, live.stands, shapes.TALK),
    *(Endpoint(POST, f"{_TALK}/{one.name}", WRITE, one, shapes.TALK) for one in live.TOLD),
)  # fmt: skip
"""Every endpoint. Two of one path stand apart by their method."""
