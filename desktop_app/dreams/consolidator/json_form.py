"""Answers in JSON: the parts of their schemas, and the way back. Knows no question."""

import json
from typing import Any

from desktop_app.dreams.consolidator.answer import plain_answer


def an_object(**properties: Any) -> dict[str, Any]:
    """An object that has all of these properties."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def a_number(highest: int) -> dict[str, Any]:
    """A whole number from 1 on."""
    return {"type": "integer", "minimum": 1, "maximum": highest}


def a_list(items: Any, most: int) -> dict[str, Any]:
    """A list of at most so many items."""
    return {"type": "array", "items": items, "maxItems": most}


def object_in(answer: str) -> dict[str, Any]:
    """The object that an answer is; an empty one where it is none."""
    try:
        value = json.loads(plain_answer(answer))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
