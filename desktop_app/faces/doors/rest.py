"""REST: the table of endpoints as Starlette routes. What a request asks is held against its shape.

No CORS header, ever: pages of the web have no business here.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

from jsonschema.exceptions import best_match
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from desktop_app import __version__
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.doors import shapes
from desktop_app.faces.doors.endpoints import ENDPOINTS, GET, POST, PUT, Endpoint, Waiting
from desktop_app.faces.doors.notebook_host import House
from desktop_app.faces.doors.policy import RefusedCall, Scope, need, status_of
from desktop_app.faces.doors.shapes import Shape
from desktop_app.faces.operations.table import Parameter
from desktop_app.words import tr


@cache
def document() -> dict[str, Any]:
    """The whole document, OpenAPI 3.1."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _described(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Nightstand",
            "version": __version__,
            "description": tr("The memory of an AI agent, or your own, kept as plain Markdown."),
        },
        "security": [{"key": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Problem": shapes.PROBLEM},
        },
    }


def _described(endpoint: Endpoint) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": f"{endpoint.method.lower()}{endpoint.path.translate(_AS_NAME)}",
        "summary": endpoint.operation.summary,
        "description": tr("Needs a key of scope {scope}.").format(scope=endpoint.scope),
        "parameters": _parameters(endpoint),
        "responses": _responses(endpoint),
    }
    if endpoint.method in (PUT, POST):
        content = {"application/json": {"schema": endpoint.takes_as_object(endpoint.in_path)}}
        described["requestBody"] = {"required": bool(endpoint.must), "content": content}
    return described


_AS_NAME = str.maketrans({"/": "_", "{": None, "}": None})


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    def listed(name: str, place: str, shape: Shape, *, required: bool) -> dict[str, Any]:
        one = {"name": name, "in": place, "required": required, "schema": shape}
        return one | ({"style": "form", "explode": False} if shape.get("type") == "array" else {})

    every = [
        listed(name, "path", shape, required=True)
        if name in endpoint.in_path
        else listed(name, "query", shape, required=name in endpoint.must)
        for name, shape in endpoint.shapes.items()
        if name in endpoint.in_path or endpoint.method == GET
    ]
    match = [listed("If-Match", "header", shapes.TEXT, required=True)]
    return [*every, *(match if endpoint.needs_match else ())]


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    content = {"application/json": {"schema": endpoint.answers}}
    good: dict[str, Any] = {"description": "Done.", "content": content}
    if endpoint.versioned:
        good["headers"] = {"ETag": {"schema": shapes.TEXT}}
    responses = {str(int(endpoint.status)): good}
    if endpoint.scope == Scope.WRITE and endpoint.path == "/api/memory/main":
        waits = {"application/json": {"schema": shapes.PROPOSED}}
        responses["202"] = {"description": tr("A person is asked first."), "content": waits}
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    refused = {"description": tr("What the problem is, and what to do."), "content": problem}
    return responses | {"default": refused}


Handler = Callable[[Request], Awaitable[Response]]
_OPENAPI = "/api/openapi.json"


def routes(house: House) -> list[Route]:
    """Every endpoint as a route, and the description of all of them."""

    async def describe(request: Request) -> Response:
        need(request.state.caller, Scope.READ)
        return _json(document())

    own = Route(_OPENAPI, describe, methods=["GET"])
    by_path: dict[str, dict[str, Endpoint]] = {}
    for one in ENDPOINTS:
        by_path.setdefault(one.path, {})[one.method] = one
    every = (Route(path, _handler(house, ways), methods=[*ways]) for path, ways in by_path.items())
    # A path that is all words comes before one with a gap that would take the word.
    return [own, *sorted(every, key=lambda route: "{" in route.path)]


async def on_problem(request: Request, error: Exception) -> Response:
    """What a person or an agent can act on, as JSON."""
    assert isinstance(error, Problem)
    return _json(error.as_json(), status_of(error))


async def on_http(request: Request, error: Exception) -> Response:
    """No such path or method, in the same form."""
    assert isinstance(error, HTTPException)
    body = {"problem": f"{error.detail}.", "hint": tr("See {path}.").format(path=_OPENAPI)}
    return _json(body, error.status_code, error.headers)


def _handler(house: House, ways: Mapping[str, Endpoint]) -> Handler:
    """Answers a request to a path by the endpoint of its method."""

    async def handle(request: Request) -> Response:
        endpoint = ways["GET" if request.method == "HEAD" else request.method]
        caller = request.state.caller
        need(caller, endpoint.scope)
        arguments = {**endpoint.given, **await _arguments(endpoint, request)}
        answer = await house.do(caller, endpoint.scope, endpoint.operation, arguments)
        if isinstance(answer, Waiting):
            return _json(answer.body, HTTPStatus.ACCEPTED)
        tag = {"etag": f'"{answer["version"]}"'} if endpoint.versioned else None
        return _json(answer, endpoint.status, tag)

    return handle


async def _arguments(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    """The operation's arguments that a request gives. Raises WrongUse, and RefusedCall (428)."""
    reads, shapes_ = endpoint.method == GET, endpoint.shapes
    named: dict[str, Any] = {} if reads else _sent(await request.body())
    if not reads and request.query_params:
        raise _wrong(tr("What is written comes as JSON in the body, not in the address."))
    in_path = [(name, request.path_params[name]) for name in endpoint.in_path]
    for name, text in [*request.query_params.multi_items(), *in_path]:
        if name in named:
            raise _wrong(tr("“{name}” stands there twice.").format(name=name[:80]))
        named[name] = _from_words(shapes_.get(name, {}), text)
    wrong = best_match(endpoint.validator.iter_errors(named))
    if wrong is not None:
        place = "/".join(map(str, wrong.absolute_path))
        raise _wrong(f"{place}: {wrong.message[:300]}.".removeprefix(": "))
    given = [(endpoint.parameters[name], value) for name, value in named.items()]
    arguments = {one.key: _value(one, value) for one, value in given if value is not None}
    if not endpoint.needs_match:
        return arguments
    base = request.headers.get("if-match", "").strip()
    if not base:
        raise RefusedCall(
            HTTPStatus.PRECONDITION_REQUIRED,
            tr("Say which version you replace."),
            tr("Read it first, and send its ETag as If-Match."),
        )
    return arguments | {"base": base.removeprefix("W/").strip('"')}


def _from_words(shape: Mapping[str, Any], text: str) -> Any:
    """What the words of an address mean, where they mean what the shape asks for."""
    kind = shape.get("type")
    if kind == "array":
        return [_from_words(shape["items"], part) for part in text.split(",")]
    if kind == "boolean":
        return {"true": True, "false": False}.get(text, text)
    digits = text.removeprefix("-")
    if kind == "integer" and digits.isascii() and digits.isdecimal() and len(digits) < 18:
        return int(text)
    return text


def _sent(body: bytes) -> dict[str, Any]:
    """The JSON object of a body; an empty body is an empty one."""

    def no_number(name: str) -> Any:
        raise ValueError(name)

    if not body.strip():
        return {}
    try:
        sent = json.loads(body.decode(), parse_constant=no_number)
        json.dumps(sent, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    except (ValueError, RecursionError) as error:
        raise _wrong(tr("The body is no JSON.")) from error
    if not isinstance(sent, dict):
        raise _wrong(tr("The body is no JSON object."))
    return sent


def _value(parameter: Parameter, value: Any) -> Any:
    """A value as the operation takes it, read as on the command line."""
    if parameter.flag or parameter.type in shapes.AS_JSON:
        return value
    try:
        if parameter.many:
            return [parameter.type(_words(each)) for each in value]
        return parameter.type(_words(value))
    except (ValueError, KeyError) as error:
        name = parameter.key
        raise _wrong(tr("“{name}” is not what it should be.").format(name=name)) from error


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(_words, value))
    if isinstance(value, float) and value.is_integer():  # 7.0 is a whole number in JSON
        return str(int(value))
    return value if isinstance(value, str) else json.dumps(value)


def _wrong(message: str) -> WrongUse:
    return WrongUse(message, tr("See {path}.").format(path=_OPENAPI))


def _json(
    answer: Any, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """JSON; bytes of a name that are no UTF-8 become the replacement character."""
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    about = {"cache-control": "no-store", "x-content-type-options": "nosniff", **(headers or {})}
    body = text.encode("utf-8", "replace")
    return Response(body, int(status), about, "application/json")
