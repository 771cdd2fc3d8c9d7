"""What a sentence itself says gave way to something else. Knows one side of a comparison."""

import re
from dataclasses import replace
from functools import lru_cache

from desktop_app.dreams.builtin.relating.comparing import Side
from desktop_app.language.changes import shifts
from desktop_app.language.slots import is_name, kinds
from desktop_app.language.spans import flat
from desktop_app.language.values import values, without_values


@lru_cache(maxsize=20_000)
def place(text: str, thing: str, once: bool = True) -> tuple[int, int] | None:
    """Where `thing` stands in `text`, literally or as the one value that it is."""
    level, wanted = flat(text), flat(thing)
    left = r"(?<![\w])" if wanted[:1].isascii() and wanted[:1].isalnum() else ""
    right = r"(?![\w])" if wanted[-1:].isascii() and wanted[-1:].isalnum() else ""
    found = [match.span() for match in re.finditer(left + re.escape(wanted) + right, level)]
    if not found:
        own = [value for value in values(thing) if value.kind != "year"]
        if len(own) == 1 and not without_values(thing).strip():
            same = (own[0].kind, own[0].key)
            found = [(v.start, v.end) for v in values(text) if (v.kind, v.key) == same]
    if not found or (once and len(found) > 1):
        return None
    return found[0]


def is_past(text: str, start: int, end: int) -> bool:
    """Whether the sentence itself says that this gave way to something else: from A to B."""
    for shift in shifts(text):
        at = text.find(shift.old, shift.start, shift.end)
        if shift.new and at < end and start < at + len(shift.old):
            return True
    return False


def without_past(side: Side) -> Side:
    """A side without things of which it says itself that they gave way."""
    if not shifts(side.said.text):
        return side
    left = (t for t in side.left if not is_past(side.said.text, t.start, t.end))
    return replace(side, left=tuple(left))


def without_moved(note: Side) -> Side:
    """The note without things of which it says where they come from: memory has another one."""
    spans = [
        (s.start, s.end)
        for s in shifts(note.said.text)
        if s.new and (kinds(s.old) or is_name(s.old))
    ]
    if not spans:
        return note
    left = (t for t in note.left if not any(start <= t.start < end for start, end in spans))
    return replace(note, left=tuple(left))
