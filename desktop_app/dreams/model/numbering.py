"""Answers by number: which bullets and lines of the notes a model names, and nothing it worded.

Code writes the notes' own sentences in their place. Knows a part and its lines, no verdicts.
"""

import json
from collections.abc import Iterator
from typing import Any

from desktop_app.dreams.model.answers.parsing import Item, said
from desktop_app.dreams.model.asking.faults import Fault
from desktop_app.dreams.model.proving.judging import may_stand
from desktop_app.dreams.model.reading.marks import memory_mark
from desktop_app.dreams.model.reading.material import Shown
from desktop_app.dreams.model.reading.planning import Part
from desktop_app.models.model import Schema

_ABOUT = ("changed", "ended")
MOST = 40
"""Numbers in each list of an answer."""


def schema(part: Part) -> Schema:
    """The form of an answer: numbers of this part's lines and bullets, and nothing else."""
    line = {"type": "integer", "minimum": 1, "maximum": len(part.notes)}
    pair = _object(bullet={"type": "integer", "minimum": 1}, line=line)
    return _object(new=_list(line), **{name: _list(pair) for name in _ABOUT})


def items(answer: str, part: Part, shown: Shown) -> tuple[Item, ...] | Fault:
    """What an answer names, as the lines of an answer in words; a fault for another form."""
    try:
        found = json.loads(said(answer))
    except (ValueError, RecursionError):
        return Fault.NUMBERS
    if not isinstance(found, dict) or not all(
        isinstance(found.get(name), list) for name in ("new", *_ABOUT)
    ):
        return Fault.NUMBERS
    about = [pair for name in _ABOUT for pair in found[name][:MOST]]
    return (*_changed(about, part), *_new(found["new"][:MOST], part, shown))


def _changed(pairs: list[Any], part: Part) -> Iterator[Item]:
    """What the notes say of a bullet is read from them, so both lists mean the same here."""
    for pair in pairs:
        bullet, line = (pair.get("bullet"), pair.get("line")) if isinstance(pair, dict) else (0, 0)
        if type(bullet) is int and (note := _line(line, part)) is not None:
            yield Item("", "", (memory_mark(bullet), part.notes[note].mark), removes=True)


def _new(lines: list[Any], part: Part, shown: Shown) -> Iterator[Item]:
    for line in lines:
        at = _line(line, part)
        note = part.notes[at] if at is not None else None
        for unit in shown.units.get(note.mark, ()) if note else ():
            if note and may_stand(unit):
                yield Item(unit.said, "", (note.mark,))


def _line(number: Any, part: Part) -> int | None:
    known = type(number) is int and 1 <= number <= len(part.notes)
    return number - 1 if known else None


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, "maxItems": MOST}
