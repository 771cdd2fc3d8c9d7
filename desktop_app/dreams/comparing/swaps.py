"""One value that gives way to another: `from 27 November to 4 December`. Knows two lines only.

Only values are exchanged (dates, times, amounts, versions, links, codes, weekdays), never names or
words, and only where the pair is exact: both values whole, one of each, of one kind and one unit.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from desktop_app import resources
from desktop_app.dreams.comparing.points import Points
from desktop_app.language.cues import CueKind
from desktop_app.language.spans import flat
from desktop_app.language.values import Value, ValueKind

_COVERED = 0.85  # of the words of both lines where a note does not name the old value


def swapped(memory: Points, note: Points) -> str | None:
    """Memory's line with its old value exchanged for the note's new one; None if that is not exact.

    The note names both values and says which gives way, or it is the same sentence with another
    value and a word of change.
    """
    if CueKind.OPEN in note.cues or _not_so().search(flat(note.text)):
        return None
    if note.rivals - memory.rivals or (note.names - memory.names and memory.names - note.names):
        return None
    pairs = set(_shifts(memory, note))
    if not pairs and CueKind.CHANGE in note.cues:
        pairs = set(_only_ones(memory, note))
    if len(pairs) != 1:
        return None
    old, new = pairs.pop()
    came = note.text[new.start : new.end]
    return memory.text[: old.start] + came + memory.text[old.end :]


def came_true(memory: Points, note: Points) -> bool:
    """Whether the note tells of a shift whose new value memory has already, and the old one not."""
    ours = memory.value_keys
    return any(new.mark in ours and old.mark not in ours for old, new in _told_shifts(note))


def _shifts(memory: Points, note: Points) -> Iterator[tuple[Value, Value]]:
    """Pairs of memory's own value and the note's new one."""
    for before, new in _told_shifts(note):
        if new.mark in memory.value_keys:
            continue
        old = next((one for one in memory.values if one.mark == before.mark), None)
        if old and _is_whole(memory, old) and _fits(memory, old, note, new):
            yield old, new


def _told_shifts(note: Points) -> Iterator[tuple[Value, Value]]:
    """The pairs of an old and a new value that the note itself tells, one in a sentence."""
    level = flat(note.text)
    for start, end in note.reading.sentences:
        inside = [
            one for one in note.values if start <= one.start < end and one.kind != ValueKind.YEAR
        ]
        for one, other in pairwise(inside):
            if one.kind != other.kind or sum(v.kind == one.kind for v in inside) != 2:
                continue
            gap = level[_behind(note, one) : other.start]
            if _any("forward").fullmatch(gap) or (
                _any("led").fullmatch(gap) and _leads().search(level, start, one.start)
            ):
                yield one, other
            elif _any("backward").fullmatch(gap):
                yield other, one


def _only_ones(memory: Points, note: Points) -> Iterator[tuple[Value, Value]]:
    """The one value of a kind in each of two sentences that else say the same."""
    shared = len(memory.bag & note.bag)
    if shared < _COVERED * len(memory.bag) or shared < 2:
        return
    for kind in note.by_kind.keys() & memory.by_kind.keys() - {ValueKind.YEAR}:
        (old, *more), (new, *others) = memory.by_kind[kind], note.by_kind[kind]
        alone = not (more or others) and old.key != new.key
        if alone and _fits(memory, old, note, new) and _is_whole(memory, old):
            yield old, new


def _fits(memory: Points, old: Value, note: Points, new: Value) -> bool:
    """Whether both are whole values of one shape and unit."""
    if note.in_range(new) and not _told_pair(note, new):
        return False
    if old.kind == ValueKind.NUMBER and memory.unit(old) != note.unit(new):
        return False
    return _shape(memory.text[old.start : old.end]) == _shape(note.text[new.start : new.end])


def _told_pair(note: Points, new: Value) -> bool:
    return any(new in pair for pair in _told_shifts(note))


def _is_whole(memory: Points, old: Value) -> bool:
    """Whether the value stands in memory once and by itself, not as half of a range."""
    same = [one for one in memory.values if one.kind == old.kind and one.key == old.key]
    return len(same) == 1 and not memory.in_range(old)


def _shape(text: str) -> str:
    """What kind of link it is; "" for other values."""
    return "@" if "@" in text else "://" if "://" in text else "/" if "/" in text else ""


def _behind(note: Points, value: Value) -> int:
    """Where a value ends with its unit."""
    unit = note.unit(value) if value.kind == ValueKind.NUMBER else ""
    at = flat(note.text).find(unit, value.end, value.end + len(unit) + 1) if unit else -1
    return at + len(unit) if at >= 0 else value.end


@cache
def _any(name: str) -> re.Pattern[str]:
    forms = "|".join(_table()[name])
    return re.compile(f"(?:{forms})".replace(" ", r"\s*"))


@cache
def _leads() -> re.Pattern[str]:
    return re.compile(str(_table()["leads"]))


@cache
def _not_so() -> re.Pattern[str]:
    return re.compile(str(_table()["not_so"]))


def _table() -> dict[str, list[str]]:
    return resources.table("language/swaps")
