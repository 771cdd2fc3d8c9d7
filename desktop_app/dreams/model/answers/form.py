"""An answer in words as JSON: the same lines and diary, in a form that a server can enforce.

A model that misses the agreed form is held to this one; what it says is proved like any other.
"""

import json
from collections.abc import Sequence
from typing import Any

from desktop_app.dreams.model.answers.json_form import a_list, an_object
from desktop_app.dreams.model.answers.parsing import Item, Parsed, plain_answer
from desktop_app.dreams.model.answers.words import says_nothing
from desktop_app.dreams.model.asking.faults import Fault
from desktop_app.dreams.model.reading.marks import without_marks
from desktop_app.models.model import Schema

MOST = 30
"""Lines of an answer."""

_MOST_MARKS = 8  # of a line


def schema(marks: Sequence[str]) -> Schema:
    """The form: lines that rest on these marks and no others, and the diary."""
    text = {"type": "string"}
    cited = a_list({"enum": list(marks)}, _MOST_MARKS) | {"minItems": 1}
    line = an_object(text=text, marks=cited, remove={"type": "boolean"})
    line["properties"] = {"heading": text, **line["properties"]}
    return an_object(memory=a_list(line, MOST), title=text, diary=text)


def parsed(answer: str) -> Parsed | Fault | None:
    """The answer's parts, or why they can't be used; None for an answer that is no JSON."""
    text = plain_answer(answer).strip("\ufeff \t\n")
    if not text.startswith("{"):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return Fault.LONG
    lines = value.get("memory")
    if not isinstance(lines, list):
        return Fault.NO_MEMORY
    items = (_item(line) for line in lines[:MOST] if isinstance(line, dict))
    diary = (_text(value, "title"), "", *_text(value, "diary").split("\n"))
    return Parsed(tuple(item for item in items if item is not None), diary)


def _item(line: dict[str, Any]) -> Item | None:
    text, cited = without_marks(" ".join(_text(line, "text").split()))
    marks = line.get("marks")
    named = [each for each in marks if isinstance(each, str)] if isinstance(marks, list) else []
    # As in braces at its end, so that what is no mark does not become one.
    _, named_marks = without_marks(f"{{{', '.join(named)}}}")
    removes = line.get("remove") is True
    if not removes and says_nothing(text):
        return None
    all_marks = tuple(dict.fromkeys((*cited, *named_marks)))
    return Item(text, _text(line, "heading").strip(" #*_"), all_marks, removes)


def _text(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    return value if isinstance(value, str) else ""
