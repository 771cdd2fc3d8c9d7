"""Answers by number: which bullets and lines of the notes a model names, and nothing it worded.

Code writes the notes' own sentences in their place. Knows a part and its lines, no verdicts.
"""

from collections.abc import Iterator
from typing import Any

from desktop_app.dreams.model.answers.json_form import a_list, a_number, an_object, object_in
from desktop_app.dreams.model.answers.parsing import Item
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
    line = a_number(lines)
    pair = an_object(bullet=a_number(max(bullets, default=1)), line=line)
    most = min(MOST_PAIRS, lines) if bullets else 0
    return an_object(
        new=a_list(line, min(MOST, lines)), **{name: a_list(pair, most) for name in _ABOUT}
    )


def items(answer: str, part: NotesPart, shown: Shown) -> tuple[Item, ...] | Fault:
    """What an answer names, as the lines of an answer in words; a fault for another form."""
    lists = object_in(answer)
    if not all(isinstance(lists.get(name), list) for name in ("new", *_ABOUT)):
        return Fault.NUMBERS
    about = [pair for name in _ABOUT for pair in lists[name][:MOST_PAIRS]]
    return (*_changed(about, part), *_new(lists["new"][:MOST], part, shown))


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
                yield Item(unit.full_text, "", (note.mark,))


def _line(number: Any, part: NotesPart) -> int | None:
    known = type(number) is int and 1 <= number <= len(part.notes)
    return number - 1 if known else None
