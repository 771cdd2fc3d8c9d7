"""Shapes: JSON schemas, of what operations take and of what they answer. Pure.

What an operation takes comes from the table of operations. What it answers stands here, since
programs rely on it; `tests/faces/doors` holds every answer against its shape.
"""

from collections.abc import Callable
from typing import Any

from desktop_app.dreams.proposal import ChangeKind, ProposalState, RunOutcome, Support
from desktop_app.faces.operations.dreams import CHANGES, changes
from desktop_app.faces.operations.table import Parameter, count, day, kinds, numbers
from desktop_app.search.query import SearchIn
from desktop_app.sessions.levels.level import MemoryLevel

Shape = dict[str, Any]

LONGEST = 200_000
"""Characters of a text that an agent sends; more is no note."""

_LONGEST_WORD = 1_000  # characters of a value in an address

TEXT: Shape = {"type": "string"}
COUNT: Shape = {"type": "integer"}
NUMBER: Shape = {"type": "number"}
YES: Shape = {"type": "boolean"}
ANY: Shape = {}


def record(*texts: str, **fields: Shape) -> Shape:
    """An object with these fields, all of them; others may come with a later version."""
    named = dict.fromkeys(texts, TEXT) | fields
    return {"type": "object", "properties": named, "required": list(named)}


def counts(*names: str) -> dict[str, Shape]:
    """Fields that are whole numbers."""
    return dict.fromkeys(names, COUNT)


def several(each: Shape) -> Shape:
    """A list."""
    return {"type": "array", "items": each}


def _some(each: Shape) -> Shape:
    """A list that is not empty."""
    return {**several(each), "minItems": 1}


def maybe(shape: Shape) -> Shape:
    """The same, or null."""
    return {"anyOf": [shape, {"type": "null"}]}


def one_of(values: Any) -> Shape:
    """One of some words."""
    return {"type": "string", "enum": [str(value) for value in values]}


def yes(text: str) -> bool:
    """A value that is true or false, where no value means: as it was."""
    return {"true": True, "false": False}[text]


def share(text: str) -> float:
    """A part of a whole, 0 to 1."""
    return float(text)


def as_json(shape: Shape) -> Callable[[Any], Any]:
    """The reader of a parameter whose value is JSON of this shape, not words."""

    def read(value: Any) -> Any:
        return value

    _TAKEN[read] = shape
    AS_JSON.add(read)
    return read


AS_JSON: set[Callable[[Any], Any]] = set()
"""The readers that `as_json` made."""


def taken(parameter: Parameter, *, in_address: bool = False) -> Shape:
    """The shape of the value that a parameter of an operation takes; an address holds less."""
    most = _LONGEST_WORD if in_address else LONGEST
    shape = _TAKEN.get(parameter.type, {"type": "string", "maxLength": most})
    if parameter.choices:
        shape = one_of(parameter.choices)
    elif parameter.flag:
        shape = YES
    elif parameter.many:
        shape = _some(shape)
    return {**shape, "description": parameter.help}


_DAY: Shape = {"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
_MOST = 1_000_000  # of lines, hits and tokens
_WHOLE: Shape = {"type": "integer", "minimum": 1, "maximum": _MOST}
_TAKEN: dict[Callable[[str], Any], Shape] = {
    int: {"type": "integer", "minimum": 0, "maximum": _MOST},
    count: _WHOLE,
    day: _DAY,
    numbers: _some(_WHOLE),
    kinds: _some(one_of(SearchIn)),
    changes: _some(one_of(CHANGES)),
    yes: YES,
    share: {"type": "number", "minimum": 0, "maximum": 1},
}

_MAYBE, _TEXTS = maybe(TEXT), several(TEXT)
_SOURCES = several(record("path", "quote", line=COUNT))

PROBLEM = record("problem", "hint")
PLACED = record("path", "told", line=COUNT)
PROPOSED = record("told", proposal=_MAYBE)
LINES = record("path", "text", **counts("from", "lines"))
MAIN = record("path", "version", "text")
DAY = record("path", "text", "version", date=_DAY)
DAYS = several(record("path", "head", date=_DAY, dreamt=YES, **counts("words")))
STATUS = record(
    "notebook", "id", "layout", "engine", "next_dream_told", bullets=maybe(COUNT), model=_MAYBE,
    last_dream=_MAYBE, next_dream=_MAYBE, pending=_TEXTS, remarks=_TEXTS,
    index=record(**counts("files", "chunks", "behind")),
    **counts("days", "dreams", "sessions", "suspicious"),
)  # fmt: skip
_HIT = record(
    "path", "heading", "text", "why", date=maybe(_DAY), score=NUMBER,
    **counts("line", "end_line", "lines"),
)  # fmt: skip
HITS = record(
    "note", "skipped", "hint", hits=several(_HIT), took_ms=NUMBER, arms=_TEXTS, behind=COUNT,
    complete=YES, with_all=maybe(COUNT),
)  # fmt: skip
_PIECE = record(
    "path", "why", "text", found=YES, relevance=maybe(NUMBER), level=maybe(one_of(MemoryLevel)),
    **counts("line", "end_line", "tokens"),
)  # fmt: skip
CONTEXT = record(
    "text", cut={"type": "object", "additionalProperties": COUNT}, inside=several(_PIECE),
    left_out=several(_PIECE), **counts("budget", "tokens", "frame", "wanted"),
)  # fmt: skip
VERSIONS = several(record("path", "at", "cause", client=_MAYBE, **counts("version", "size")))
_CHANGE = record(
    "heading", "reason", kind=one_of(ChangeKind), old=_TEXTS, new=_MAYBE, sources=_SOURCES,
    verdict=one_of(Support), accepted=YES, **counts("n", "line"),
)  # fmt: skip
DREAM = record(
    "engine", outcome=one_of(RunOutcome), reason=_MAYBE, id=_MAYBE, model=_MAYBE,
    days_read=several(_DAY), state=maybe(one_of(ProposalState)), diary=_MAYBE,
    changes=several(_CHANGE),
)  # fmt: skip
PROPOSALS = several(
    record("id", "made", "engine", model=_MAYBE,
           **counts("changes", "accepted", "undecided", "held_back", "questions"))
)  # fmt: skip
UNDONE = record("id", restored=_TEXTS, conflicts=several(ANY))
TALK = record(
    "session", "summary", used=NUMBER, messages=_TEXTS, inject=_TEXTS, did=several(record("step")),
    **counts("tokens", "window", "compacted"),
)  # fmt: skip
