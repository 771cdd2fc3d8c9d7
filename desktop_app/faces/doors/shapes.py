"""Shapes: JSON schemas, of what operations take and of what they answer. Pure.

What an operation takes comes from the table of operations. What it answers stands here, since
programs rely on it; `tests/faces/doors` holds every answer against its shape.
"""

from collections.abc import Callable
from typing import Any

from desktop_app.dreams.inbox.item import InboxAnswer, InboxKind
from desktop_app.dreams.proposal import ChangeKind, ProposalState, RunOutcome, Support
from desktop_app.faces.doors.runs import RunState
from desktop_app.faces.operations.table import Parameter, changes, count, day, kinds, numbers
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


def record(**fields: Shape) -> Shape:
    """An object with these fields, all of them; others may come with a later version."""
    named = {name.rstrip("_"): shape for name, shape in fields.items()}
    return {"type": "object", "properties": named, "required": list(named)}


def several(each: Shape) -> Shape:
    """A list."""
    return {"type": "array", "items": each}


def some(each: Shape) -> Shape:
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


def as_json(shape: Shape) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Marks the type of a parameter whose value is JSON of this shape, not words."""

    def marked(type_: Callable[[Any], Any]) -> Callable[[Any], Any]:
        _TAKEN[type_] = shape
        AS_JSON.add(type_)
        return type_

    return marked


AS_JSON: set[Callable[[Any], Any]] = set()
"""The types that `as_json` marked."""


def taken(parameter: Parameter, *, in_address: bool = False) -> Shape:
    """The shape of the value that a parameter of an operation takes; an address holds less."""
    most = _LONGEST_WORD if in_address else LONGEST
    shape = _TAKEN.get(parameter.type, {"type": "string", "maxLength": most})
    if parameter.choices:
        shape = one_of(parameter.choices)
    elif parameter.flag:
        shape = YES
    elif parameter.many:
        shape = some(shape)
    return {**shape, "description": parameter.help}


_DAY: Shape = {"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
_MOST = 1_000_000  # of lines, hits and tokens
_WHOLE: Shape = {"type": "integer", "minimum": 1, "maximum": _MOST}
_TAKEN: dict[Callable[[str], Any], Shape] = {
    int: {"type": "integer", "minimum": 0, "maximum": _MOST},
    count: _WHOLE,
    day: _DAY,
    numbers: some(_WHOLE),
    kinds: some(one_of(SearchIn)),
    changes: some(one_of(sorted(set(ChangeKind) - {ChangeKind.QUESTION}))),
    yes: YES,
    share: {"type": "number", "minimum": 0, "maximum": 1},
}

# -- what operations answer -------------------------------------------------------------------

PROBLEM = record(problem=TEXT, hint=TEXT)
PLACED = record(path=TEXT, line=COUNT, told=TEXT)
PROPOSED = record(proposal=maybe(TEXT), told=TEXT)
LINES = record(path=TEXT, from_=COUNT, lines=COUNT, text=TEXT)
MAIN = record(path=TEXT, version=TEXT, text=TEXT)
DAY = record(date=_DAY, path=TEXT, text=TEXT, version=TEXT)
DAYS = several(
    record(date=_DAY, path=TEXT, head=TEXT, blocks=COUNT, words=COUNT, size=COUNT, dreamt=YES)
)
STATUS = record(
    notebook=TEXT, id=TEXT, layout=TEXT, bullets=maybe(COUNT), days=COUNT, dreams=COUNT,
    sessions=COUNT, engine=TEXT, model=maybe(TEXT), last_dream=maybe(TEXT), next_dream=maybe(TEXT),
    next_dream_told=TEXT, pending=several(TEXT), remarks=several(TEXT),
    index=record(files=COUNT, chunks=COUNT, behind=COUNT),
)  # fmt: skip
_HIT = record(
    path=TEXT, line=COUNT, end_line=COUNT, heading=TEXT, date=maybe(_DAY), text=TEXT, score=NUMBER,
    why=TEXT, lines=COUNT,
)  # fmt: skip
HITS = record(
    hits=several(_HIT), took_ms=NUMBER, arms=several(TEXT), behind=COUNT, complete=YES, note=TEXT,
    skipped=TEXT, hint=TEXT,
)  # fmt: skip
_TIER = record(
    tier=TEXT, place=TEXT, files=COUNT, entries=COUNT, oldest=maybe(_DAY), bytes=maybe(COUNT),
    milliseconds=maybe(NUMBER), trouble=TEXT,
)  # fmt: skip
TIERS = record(
    tiers=several(_TIER), index_bytes=COUNT, would_leave=COUNT, would_return=COUNT, possible=YES,
    earlier=several(TEXT),
)  # fmt: skip
TIERS_MOVED = record(moved=COUNT, index_bytes=COUNT, index_bytes_before=COUNT, read_again=COUNT)
_PIECE = record(
    path=TEXT, line=COUNT, end_line=COUNT, tokens=COUNT, why=TEXT, found=YES,
    relevance=maybe(NUMBER), level=maybe(one_of(MemoryLevel)), text=TEXT,
)  # fmt: skip
CONTEXT = record(
    text=TEXT, budget=COUNT, tokens=COUNT, frame=COUNT, wanted=COUNT,
    cut={"type": "object", "additionalProperties": COUNT}, inside=several(_PIECE),
    left_out=several(_PIECE),
)  # fmt: skip
_SOURCE = record(path=TEXT, line=COUNT, quote=TEXT)
BLAME = several(
    record(
        line=COUNT, text=TEXT, since=maybe(_DAY), cause=TEXT, client=maybe(TEXT), dream=maybe(TEXT),
        sources=several(_SOURCE),
    )
)  # fmt: skip
LIFE = record(
    text=TEXT, gone=YES, since=maybe(TEXT), unread=COUNT,
    steps=several(record(
        kind=TEXT, text=TEXT, date=maybe(_DAY), at=maybe(TEXT), version=maybe(COUNT), cause=TEXT,
        client=maybe(TEXT), change=maybe(TEXT), engine=maybe(TEXT), dream=maybe(TEXT),
        others=several(TEXT), sources=several(_SOURCE), told=TEXT,
    )),
)  # fmt: skip
VERSIONS = several(
    record(version=COUNT, path=TEXT, at=TEXT, cause=TEXT, client=maybe(TEXT), size=COUNT)
)
EARLIER = record(text=TEXT)
_CHANGE = record(
    n=COUNT, kind=one_of(ChangeKind), heading=TEXT, line=COUNT, old=several(TEXT), new=maybe(TEXT),
    sources=several(_SOURCE), verdict=one_of(Support), accepted=YES, reason=TEXT,
)  # fmt: skip
DREAM = record(
    outcome=one_of(RunOutcome), reason=maybe(TEXT), id=maybe(TEXT), engine=TEXT, model=maybe(TEXT),
    days_read=several(_DAY), state=maybe(one_of(ProposalState)), diary=maybe(TEXT),
    changes=several(_CHANGE),
)  # fmt: skip
PROPOSALS = several(
    record(id=TEXT, made=TEXT, engine=TEXT, model=maybe(TEXT), changes=COUNT, accepted=COUNT,
           held_back=COUNT, questions=COUNT)
)  # fmt: skip
QUESTION = record(id=TEXT, part=COUNT, parts=COUNT, days=several(_DAY), text=TEXT)
_ANSWER = record(
    kind=one_of(ChangeKind), heading=TEXT, old=several(TEXT), new=maybe(TEXT), proved=YES,
    ticked=YES, not_backed=several(TEXT), reason=TEXT,
)  # fmt: skip
ANSWERED = record(
    proposal=maybe(TEXT), told=TEXT, changes=several(_ANSWER), unknown=several(TEXT),
    left_out=several(record(text=TEXT, why=TEXT)),
)  # fmt: skip
UNDONE = record(id=TEXT, restored=several(TEXT), conflicts=several(ANY))
RUN = record(
    run=TEXT, state=one_of(RunState), steps=several(TEXT),
    answer=maybe(DREAM), problem=maybe(PROBLEM),
)  # fmt: skip
VERDICT = record(verdict=one_of(Support), reasons=several(record(kind=TEXT, message=TEXT)))
_ANSWER_TO = record(answer=one_of(InboxAnswer), key=TEXT, words=TEXT)
ASKED = several(
    record(id=TEXT, kind=one_of(InboxKind), why=TEXT, text=TEXT, other=TEXT,
           sources=several(_SOURCE), answers=several(_ANSWER_TO))
)  # fmt: skip
INBOX_ANSWERED = record(id=TEXT, answer=one_of(InboxAnswer), changed=YES)
NEVER_ASKED = several(record(id=TEXT, texts=several(TEXT), since=TEXT))
TAKEN_BACK = record(undone=TEXT)
