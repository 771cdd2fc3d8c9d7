"""Answers by number: which statements a model names, and nothing that it worded.

Code writes the notes' own words in their place. Knows a part and its statements, no verdicts.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from desktop_app.dreams.comparing.exchange import exchanged
from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.consolidator.answer import Fault, Item, a_list, an_object, plain_answer
from desktop_app.dreams.consolidator.marks import number_of
from desktop_app.dreams.consolidator.shown import DreamPart, MarkedStatement
from desktop_app.dreams.proposal import ChangeKind
from desktop_app.dreams.talk.speech import asks
from desktop_app.models.model import Schema

_ABOUT = ("changed", "ended")
MOST = 40
"""New lines of an answer."""

MOST_PAIRS = 10
"""Statements in each of its other lists: with so many, written at their widest, all have room."""


def schema(part: DreamPart) -> Schema:
    """The form of an answer: numbers of this part's statements, and nothing else.

    No list is longer than there are lines: a small model fills what it is given.
    """
    lines, bullets = len(part.notes), [number_of(each.mark) for each in part.memory]
    line = _a_number(lines)
    pair = an_object(bullet=_a_number(max(bullets, default=1)), line=line)
    most = min(MOST_PAIRS, lines) if bullets else 0
    return an_object(
        new=a_list(line, min(MOST, lines)), **{name: a_list(pair, most) for name in _ABOUT}
    )


def items(answer: str, part: DreamPart) -> tuple[Item, ...] | Fault:
    """What an answer names, as the lines of an answer in words; a fault for another form."""
    lists = _object_in(answer)
    if not all(isinstance(lists.get(name), list) for name in ("new", *_ABOUT)):
        return Fault.NUMBERS
    about = [(name, pair) for name in _ABOUT for pair in lists[name][:MOST_PAIRS]]
    return (*_changed(about, part), *_new(lists["new"][:MOST], part))


def _changed(pairs: Sequence[tuple[str, Any]], part: DreamPart) -> Iterator[Item]:
    """My line with the note's new value, where the note exchanges one; else both side by side.
    Of several notes about one line the newest counts.
    """
    memory = {number_of(one.mark): one for one in part.memory}
    newest: dict[int, tuple[Any, str]] = {}
    for name, pair in pairs:
        bullet, line = (pair.get("bullet"), pair.get("line")) if isinstance(pair, dict) else (0, 0)
        if type(bullet) is int and bullet in memory and _note(line, part):
            newest[bullet] = max(newest.get(bullet, (0, "")), (line, name))
    for bullet, (line, name) in newest.items():
        old, note = memory[bullet], part.notes[line - 1]
        marks = (old.mark, note.mark)
        new = exchanged(gist(old.says), gist(note.says))
        if new:
            yield Item(new, None, marks, ChangeKind.UPDATED)
        elif name == "ended":
            yield Item("", None, marks, ChangeKind.RETIRED)
        else:
            yield Item(note.says, None, marks, ChangeKind.QUESTION)


def _new(lines: Sequence[Any], part: DreamPart) -> Iterator[Item]:
    for line in lines:
        note = _note(line, part)
        if note is not None and _may_stand(note):
            yield Item(note.says, None, (note.mark,), ChangeKind.ADDED)


def _note(number: Any, part: DreamPart) -> MarkedStatement | None:
    known = type(number) is int and 1 <= number <= len(part.notes)
    return part.notes[number - 1] if known else None


def _may_stand(note: MarkedStatement) -> bool:
    """Whether a statement of the notes may stand in memory: it tells, and is not to be done."""
    return not note.to_do and not asks(note.says)


def _a_number(highest: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "maximum": highest}


def _object_in(answer: str) -> dict[str, Any]:
    try:
        value = json.loads(plain_answer(answer))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
