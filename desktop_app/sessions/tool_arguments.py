"""Tool arguments: checked against the small JSON schemas of our own tools. Pure.

Models write numbers as words, leave out what is needed, and add what nobody asked for. What can be
meant in only one way is taken; the rest is refused in words that a model can act on.
"""

import json
from collections.abc import Mapping
from typing import Any

from desktop_app.errors import Problem
from desktop_app.words import tr

_LONGEST = 100_000
"""Characters of one argument; no note is as long."""


def checked(schema: Mapping[str, Any], arguments: object) -> dict[str, Any]:
    """The arguments as the schema names their types; null counts as left out. Raises Problem."""
    properties, required = schema["properties"], schema["required"]
    if not isinstance(arguments, Mapping):
        raise _wrong(tr("The arguments are no JSON object."), schema)
    given = {str(name): value for name, value in arguments.items() if value is not None}
    if unknown := sorted(given.keys() - properties.keys()):
        raise _wrong(tr("There is no argument “{name}”.").format(name=unknown[0][:80]), schema)
    if missing := [name for name in required if name not in given]:
        raise _wrong(tr("The argument “{name}” is missing.").format(name=missing[0]), schema)
    return {name: _value(name, value, properties[name], schema) for name, value in given.items()}


def _value(name: str, value: Any, kind: Mapping[str, Any], schema: Mapping[str, Any]) -> Any:
    if kind["type"] == "integer":
        return _number(name, value, kind, schema)
    if not isinstance(value, str) or not value.strip():
        raise _wrong(tr("The argument “{name}” is no text.").format(name=name), schema)
    if len(value) > _LONGEST:
        raise _wrong(tr("The argument “{name}” is too long.").format(name=name), schema)
    if value not in kind.get("enum", (value,)):
        names = ", ".join(kind["enum"])
        told = tr("The argument “{name}” is none of {names}.").format(name=name, names=names)
        raise _wrong(told, schema)
    return value


def _number(name: str, value: Any, kind: Mapping[str, Any], schema: Mapping[str, Any]) -> int:
    """A whole number, also one written as text or with a fraction of 0, within its bounds."""
    text = value.strip() if isinstance(value, str) else value
    whole = isinstance(text, float) and text.is_integer()
    if isinstance(text, bool) or not (
        isinstance(text, int) or whole or (isinstance(text, str) and text.isdecimal())
    ):
        raise _wrong(tr("The argument “{name}” is no whole number.").format(name=name), schema)
    if isinstance(text, str) and len(text) > 9:
        text = 10**9
    number = int(text)
    if number < kind.get("minimum", number):
        least = kind["minimum"]
        told = tr("The argument “{name}” is less than {least}.").format(name=name, least=least)
        raise _wrong(told, schema)
    return int(min(number, kind.get("maximum", number)))


def _wrong(message: str, schema: Mapping[str, Any]) -> Problem:
    form = json.dumps(schema["properties"], ensure_ascii=False)
    return Problem(message, tr("The arguments are: {form}").format(form=form))
