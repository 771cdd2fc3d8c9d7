"""OpenAPI: the table of endpoints as the document that other programs read."""

from functools import cache
from typing import Any

from desktop_app import __version__
from desktop_app.faces.doors import shapes
from desktop_app.faces.doors.endpoints import DELETE, ENDPOINTS, GET, POST, PUT, Endpoint
from desktop_app.faces.doors.policy import Scope
from desktop_app.faces.doors.shapes import Shape
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
        if name in endpoint.in_path or endpoint.method in (GET, DELETE)
    ]
    match = [listed("If-Match", "header", shapes.TEXT, required=True)]
    return [*every, *(match if endpoint.needs_match else ())]


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
    refused = {"description": tr("What the problem is, and what to do."), "content": problem}
    return responses | {"default": refused}
