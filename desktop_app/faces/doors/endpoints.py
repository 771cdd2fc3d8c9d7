"""The table of REST: which method of which path is which operation, and what it needs. No server.

Specification: auto-memory, 'Memory REST API'; semantics, 'REST'. What an endpoint takes and says
comes from the table of operations. What no command does, since the person has the window for it,
stands here.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from http import HTTPStatus
from typing import Any

from jsonschema import Draft202012Validator

from desktop_app.dreams.talk.extract import Category
from desktop_app.errors import Missing, Stale
from desktop_app.faces.doors import live_sessions, shapes
from desktop_app.faces.doors.agent_tools import use
from desktop_app.faces.doors.policy import RefusedCall, Scope
from desktop_app.faces.doors.rest_settings import CONFIG_SHAPE, CONFIGURE, READ_CONFIG
from desktop_app.faces.doors.shapes import Shape
from desktop_app.faces.operations import every
from desktop_app.faces.operations.dream_answers import proposal_json
from desktop_app.faces.operations.table import (
    Call,
    Count,
    Operation,
    Parameter,
    fields_of,
    operation,
)
from desktop_app.words import tr

READ, WRITE, DECIDE = Scope.READ, Scope.WRITE, Scope.DECIDE
GET, PUT, POST = "GET", "PUT", "POST"
_CREATED = HTTPStatus.CREATED


@dataclass(frozen=True)
class Endpoint:
    """One row. `takes` are names in the request (its path, then its query or its JSON body), each
    with the key of the operation's parameter: "q=query", or alike: "limit"; without it, it takes
    all. `given` are further arguments. `versioned`: the answer has a `version`, which is its ETag;
    who replaces it sends that as If-Match.
    """

    method: str
    path: str
    scope: Scope
    operation: Operation
    answers: Shape
    takes: tuple[str, ...] | None = None
    given: Mapping[str, Any] = field(default_factory=dict)
    status: HTTPStatus = HTTPStatus.OK
    versioned: bool = False

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters of the operation that it takes, by their names in the request."""
        known = {one.key: one for one in self.operation.parameters}
        pairs = (one.partition("=") for one in (known if self.takes is None else self.takes))
        return {name: known[key or name] for name, _, key in pairs}

    @cached_property
    def must(self) -> list[str]:
        """The names, beside those in its path, without which a request is wrong."""
        named = [pair for pair in self.parameters.items() if pair[0] not in self.in_path]
        return [name for name, one in named if one.required]

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        """The shapes of what it takes, by their names in the request."""
        reads, in_path = self.method == GET, self.in_path
        return {
            name: shapes.taken(one, in_address=reads or name in in_path)
            for name, one in self.parameters.items()
        }

    @cached_property
    def in_path(self) -> set[str]:
        """The names that stand in its path."""
        return {name for name in self.parameters if f"{{{name}}}" in self.path}

    @cached_property
    def validator(self) -> Draft202012Validator:
        """What holds a request against the shape of all that it takes."""
        return Draft202012Validator(self.takes_as_object())

    def takes_as_object(self, without: Collection[str] = ()) -> Shape:
        """The shape of all that it takes, in one JSON object, `without` some names."""
        named = {name: one for name, one in self.shapes.items() if name not in without}
        must = [name for name in named if name in self.in_path or name in self.must]
        whole = {"type": "object", "properties": named, "required": must}
        return whole | {"additionalProperties": False}

    @property
    def needs_match(self) -> bool:
        """Whether it replaces what was read, so that the request says which version that was."""
        return self.versioned and self.method == PUT


@dataclass(frozen=True)
class Waiting:
    """An answer that says: it is not written, a person is asked first."""

    body: dict[str, Any]


_OWN: list[Endpoint] = []


def _of(name: str, summary: str = "") -> Operation:
    found = next(one for one in every() if one.name == name)
    return found._replace(summary=summary or found.summary)


def _endpoint(
    name: str, method: str, path: str, answers: Shape, summary: str, *,
    status: HTTPStatus = HTTPStatus.OK, versioned: bool = False, **helps: str,
) -> Callable[[Callable[..., Any]], Operation]:  # fmt: skip
    """Makes the function below it an operation that only a door has, and a row of the table."""

    def made(run: Callable[..., Any]) -> Operation:
        done = operation(name, summary, **helps)(run)
        needs = READ if method == GET else WRITE
        _OWN.append(
            Endpoint(method, path, needs, done, answers, status=status, versioned=versioned)
        )
        return done

    return made


# -- MEMORY.md and days -----------------------------------------------------------------------

_MAIN, _DAILY = "/api/memory/main", "/api/memory/daily"
_TEXT = tr("plain words, or Markdown with a bullet for each fact")


def _text_of(call: Call, path: str) -> dict[str, Any]:
    snapshot = call.memory.files.read(path)
    if not snapshot.exists and path != call.memory.layout.memory:
        raise Missing(
            tr("There are no notes of {day}.").format(day=call["date"]),
            tr("GET /api/memory/daily lists the days that have some."),
        )
    return fields_of(snapshot, "path", version="sha", text="data")


def _used(call: Call, tool: str, **arguments: Any) -> Any:
    """What a tool did: where it wrote, and that a person is asked first; `waiting` are the lines
    of the text, from 1, that are not written yet."""
    done = use(call.memory, call.settings, call["caller"], tool, arguments)
    if (problem := done.outcome.problem) is not None:
        raise RefusedCall(HTTPStatus.CONFLICT, problem.message, problem.hint)
    told: dict[str, Any] = {"told": done.outcome.text}
    if done.proposal is not None:
        told["proposal"] = done.proposal or None
    if done.outcome.wrote is None:
        return Waiting(told)
    waiting = {"waiting": list(done.waiting)} if done.waiting else {}
    return told | waiting | fields_of(done.outcome.wrote, "path", "line")


@_endpoint("main", GET, _MAIN, shapes.MAIN, tr("read MEMORY.md"), versioned=True)
def _main(call: Call) -> Any:
    return _text_of(call, call.memory.layout.memory)


@_endpoint("replace", PUT, _MAIN, shapes.MAIN, tr("put a text in the place of MEMORY.md"),
           versioned=True, text=_TEXT)  # fmt: skip
def _replace(call: Call, text: str) -> Any:
    memory = call.memory.layout.memory
    if call["base"] not in ("*", call.memory.files.read(memory).sha):
        raise Stale(tr("MEMORY.md has changed since it was read."), tr("Nothing was written."))
    done = _used(call, "memory_update", mode="replace", text=text)
    return done if isinstance(done, Waiting) else done | _text_of(call, memory)


@_endpoint("append", POST, _MAIN, shapes.PLACED, tr("add facts to MEMORY.md"), status=_CREATED,
           text=_TEXT, category=tr("what kind of fact it is"))  # fmt: skip
def _append(call: Call, text: str, *, category: Category | None = None) -> Any:
    return _used(call, "append_memory", fact=text, category=category and str(category))


@_endpoint("note", POST, _DAILY, shapes.PLACED, tr("add a line to today"), status=_CREATED,
           text=_TEXT)  # fmt: skip
def _note(call: Call, text: str) -> Any:
    return _used(call, "append_daily_log", entry=text)


@_endpoint("days", GET, _DAILY, shapes.DAYS, tr("list the days, the newest first"),
           limit=tr("how many at most"))  # fmt: skip
def _days(call: Call, *, limit: Count = 100) -> Any:
    names = ("date", "path", "head", "words", "dreamt")
    return [fields_of(head, *names) for head in call.memory.days.heads()[:limit]]


@_endpoint("day", GET, f"{_DAILY}/{{date}}", shapes.DAY, tr("read the notes of a day"),
           date_=tr("which day"))  # fmt: skip
def _day(call: Call, date_: date) -> Any:
    answer = _text_of(call, call.memory.day_path(date_))
    call.memory.search.note_used([answer["path"]])
    return {"date": date_.isoformat()} | answer


# -- dreams -----------------------------------------------------------------------------------


@_endpoint("proposal", GET, "/api/dreams/{id}", shapes.DREAM, tr("show what a dream proposes"),
           id_=tr("which dream"))  # fmt: skip
def _proposal(call: Call, id_: str) -> Any:
    return proposal_json(call.memory.dreams.proposal(id_))


# -- the table --------------------------------------------------------------------------------


_TALK = "/api/sessions/{id}"

ENDPOINTS: tuple[Endpoint, ...] = (
    *_OWN,
    Endpoint(GET, "/api/status", READ, _of("status"), shapes.STATUS),
    Endpoint(GET, "/api/memory/search", READ, _of("search"), shapes.HITS,
             ("q=query", "mode", "limit", "in", "since", "until", "by", "using")),
    Endpoint(GET, "/api/memory/file", READ, _of("get"), shapes.LINES),
    Endpoint(GET, "/api/memory/config", READ, READ_CONFIG, CONFIG_SHAPE, versioned=True),
    Endpoint(PUT, "/api/memory/config", DECIDE, CONFIGURE, CONFIG_SHAPE, versioned=True),
    Endpoint(GET, "/api/context", READ, _of("context"), shapes.CONTEXT,
             ("q=question", "budget", "using")),
    Endpoint(GET, "/api/history", READ, _of("history"), shapes.VERSIONS, given={"limit": 200}),
    Endpoint(GET, "/api/dreams", READ, _of("proposals"), shapes.PROPOSALS),
    Endpoint(POST, "/api/dreams", WRITE,
             _of("dream", tr("dream; it answers when the dream has ended")), shapes.DREAM,
             ("days", "until", "engine", "model", "force")),
    Endpoint(POST, "/api/dreams/{id}/apply", DECIDE, _of("apply"), shapes.DREAM),
    Endpoint(POST, "/api/dreams/{id}/discard", DECIDE, _of("discard"), shapes.DREAM, ("id",)),
    Endpoint(POST, "/api/dreams/{id}/undo", DECIDE, _of("undo"), shapes.UNDONE),
    *(Endpoint(POST, f"{_TALK}/{one.name}", WRITE, one, shapes.TALK) for one in live_sessions.TOLD),
)  # fmt: skip
"""Every endpoint. Two of one path stand apart by their method."""
