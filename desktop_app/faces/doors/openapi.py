"""OpenAPI: the table of endpoints as the document that other programs read. Pure."""

from functools import cache
from http import HTTPStatus
from typing import Any

from desktop_app import __version__
from desktop_app.faces.doors import shapes
from desktop_app.faces.doors.endpoints import ENDPOINTS, Endpoint
from desktop_app.faces.doors.policy import Scope
from desktop_app.words import tr

_ALWAYS = (
    HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN,
    HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE, HTTPStatus.MISDIRECTED_REQUEST,
    HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT,
)  # fmt: skip


@cache
def document() -> dict[str, Any]:
    """The whole document, OpenAPI 3.1."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
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


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": f"{endpoint.method.lower()}{endpoint.path.translate(_AS_NAME)}",
        "summary": endpoint.operation.summary,
        "description": tr("Needs a key of scope {scope}.").format(scope=endpoint.scope),
        "parameters": _parameters(endpoint),
        "responses": _responses(endpoint),
    }
    if endpoint.method in ("PUT", "POST"):
        described["requestBody"] = _body(endpoint)
    return described


_AS_NAME = str.maketrans({"/": "_", "{": None, "}": None})


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    in_query = endpoint.method in ("GET", "DELETE")
    listed: list[dict[str, Any]] = []
    for name, shape in endpoint.shapes.items():
        in_path = name in endpoint.in_path
        if in_path or in_query:
            one: dict[str, Any] = {
                "name": name,
                "in": "path" if in_path else "query",
                "required": in_path or name in endpoint.must,
                "schema": shape,
            }
            if shape.get("type") == "array":
                one |= {"style": "form", "explode": False}
            listed.append(one)
    if endpoint.needs_match:
        match = {"name": "If-Match", "in": "header", "required": True, "schema": shapes.TEXT}
        listed.append(match)
    return listed


def _body(endpoint: Endpoint) -> dict[str, Any]:
    in_path = endpoint.in_path
    named = {name: shape for name, shape in endpoint.shapes.items() if name not in in_path}
    shape = {
        "type": "object",
        "properties": named,
        "required": list(endpoint.must),
        "additionalProperties": False,
    }
    return {"required": bool(endpoint.must), "content": {"application/json": {"schema": shape}}}


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    kind = "text/event-stream" if endpoint.streams else "application/json"
    shape = shapes.ANY if endpoint.streams else endpoint.answers
    good: dict[str, Any] = {"description": "Done.", "content": {kind: {"schema": shape}}}
    if endpoint.versioned:
        good["headers"] = {"ETag": {"schema": shapes.TEXT}}
    responses = {str(int(endpoint.status)): good}
    if endpoint.scope == Scope.WRITE and endpoint.path == "/api/memory/main":
        waits = {"application/json": {"schema": shapes.PROPOSED}}
        responses["202"] = {"description": tr("A person is asked first."), "content": waits}
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    more = (HTTPStatus.PRECONDITION_FAILED, HTTPStatus.PRECONDITION_REQUIRED)
    for status in (*_ALWAYS, *(more if endpoint.needs_match else ())):
        responses[str(int(status))] = {"description": status.phrase, "content": problem}
    return responses
