"""Answers by number: which bullets and lines of the notes a model names, and nothing it worded.

Code writes the notes' own sentences in their place. Knows a part and its lines, no verdicts.
"""

import json
from collections.abc import Iterator
from typing import Any

from desktop_app.dreams.model.answers.parsing import Item, said
from desktop_app.dreams.model.asking.faults import Fault
from desktop_app.dreams.model.proving.judging import may_stand
from desktop_app.dreams.model.reading.marks import memory_mark, number_of
from desktop_app.dreams.model.reading.material import Shown
from desktop_app.dreams.model.reading.planning import NotesPart
from desktop_app.models.model import Schema

_ABOUT = ("changed", "ended")
MOST = 40
"""New lines of an answer."""

MOST_PAIRS = 10
"""Bullets in each of its other lists: with so many, written at their widest, all of it has room."""


def schema(part: NotesPart) -> Schema:
    """The form of an answer: numbers of this part's lines and bullets, and nothing else.

    No list is longer than there are lines: a small model fills what it is given.
    """
    lines, bullets = len(part.notes), [number_of(each.mark) for each in part.memory]
    line = _number(lines)
    pair = _object(bullet=_number(max(bullets, default=1)), line=line)
    most = min(MOST_PAIRS, lines) if bullets else 0
    return _object(
        new=_list(line, min(MOST, lines)), **{name: _list(pair, most) for name in _ABOUT}
    )


def items(answer: str, part: NotesPart, shown: Shown) -> tuple[Item, ...] | Fault:
    """What an answer names, as the lines of an answer in words; a fault for another form."""
    try:
        found = json.loads(said(answer))
    except (ValueError, RecursionError):
        return Fault.NUMBERS
    if not isinstance(found, dict) or not all(
        isinstance(found.get(name), list) for name in ("new", *_ABOUT)
    ):
        return Fault.NUMBERS
    about = [pair for name in _ABOUT for pair in found[name][:MOST_PAIRS]]
    return (*_changed(about, part), *_new(found["new"][:MOST], part, shown))


def _changed(pairs: list[Any], part: NotesPart) -> Iterator[Item]:
    """What the notes say of a bullet is read from them, so both lists mean the same here."""
    for pair in pairs:
        bullet, line = (pair.get("bullet"), pair.get("line")) if isinstance(pair, dict) else (0, 0)
        if type(bullet) is int and (note := _line(line, part)) is not None:
            yield Item("", "", (memory_mark(bullet), part.notes[note].mark), removes=True)


def _new(lines: list[Any], part: NotesPart, shown: Shown) -> Iterator[Item]:
    for line in lines:
        at = _line(line, part)
        note = part.notes[at] if at is not None else None
        for unit in shown.units.get(note.mark, ()) if note else ():
            if note and may_stand(unit):
                yield Item(unit.said, "", (note.mark,))


def _line(number: Any, part: NotesPart) -> int | None:
    known = type(number) is int and 1 <= number <= len(part.notes)
    return number - 1 if known else None


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _number(highest: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "maximum": highest}


def _list(items: Any, most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "maxItems": most}
