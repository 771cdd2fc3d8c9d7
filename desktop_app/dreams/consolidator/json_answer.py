"""An answer as a list of changes in JSON: what `[MEMORY]` and `[DREAM]` say, in a form that a
server can enforce and an agent can send.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from desktop_app.dreams.consolidator.answer import (
    Item,
    Parsed,
    heading_of,
    plain_answer,
    says_nothing,
)
from desktop_app.dreams.consolidator.faults import Fault
from desktop_app.dreams.consolidator.marks import without_marks
from desktop_app.dreams.proposal import ChangeKind
from desktop_app.models.model import Schema

KINDS = tuple(kind for kind in ChangeKind if kind not in (ChangeKind.REMOVED, ChangeKind.QUESTION))
"""What a mind may do."""

MOST = 60
"""Changes of an answer that a server is held to."""

_MOST_MARKS = 8  # of a change
_BEGINS = re.compile(r"""\{\s*(?:["}]|\Z)|\[\s*\{\s*["}]|^\[\s*\]$""", re.MULTILINE)


def schema(marks: Sequence[str]) -> Schema:
    """The form: changes that rest on these marks and no others, and the diary."""
    text = {"type": "string"}
    cited = a_list({"enum": list(marks)}, _MOST_MARKS) | {"minItems": 1}
    change = an_object(kind={"enum": list(KINDS)}, heading=text, text=text, marks=cited)
    return an_object(changes=a_list(change, MOST), title=text, diary=text)


def parsed(answer: str) -> Parsed | Fault | None:
    """The answer's parts, or why they can't be used; None for an answer that is no JSON."""
    text = plain_answer(answer)
    begins = _BEGINS.search(text)
    if begins is None:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(text, begins.start())
    except (ValueError, RecursionError):
        return Fault.LONG
    value = {"changes": value} if isinstance(value, list) else value
    changes = value.get("changes")
    if not isinstance(changes, list):
        return Fault.NO_MEMORY
    titles: list[Item] = []
    items = [_item(change, titles) for change in changes if isinstance(change, dict)]
    diary = (_text(value, "title"), "", *_text(value, "diary").split("\n"))
    return Parsed((*titles, *filter(None, items)), diary)


def _item(change: dict[str, Any], titles: list[Item]) -> Item | None:
    """A change of the list; None for one that says nothing."""
    kind = next((one for one in KINDS if one == change.get("kind")), None)
    text, cited = without_marks(_text(change, "text").strip())
    marks = change.get("marks")
    named = [each for each in marks if isinstance(each, str)] if isinstance(marks, list) else []
    # Each as in braces, so that what is no mark does not become one.
    listed = [mark for each in named for mark in without_marks(f"{{{each}}}")[1]]
    every = tuple(dict.fromkeys((*listed, *cited)))
    if kind == ChangeKind.RETIRED:
        text = _text(change, "reason").strip() or text
    elif says_nothing(text) and kind != ChangeKind.MOVED:
        return None
    heading = heading_of(_text(change, "heading"), titles)
    return Item(text, heading or None, every, kind)


def _text(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    return value if isinstance(value, str) else ""


def an_object(**properties: Any) -> dict[str, Any]:
    """An object that has all of these properties."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def a_list(items: Any, most: int) -> dict[str, Any]:
    """A list of at most so many items."""
    return {"type": "array", "items": items, "maxItems": most}
