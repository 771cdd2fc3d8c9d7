"""Shapes: JSON schemas, of what operations take and of what they answer. Pure.

What an operation takes comes from the table of operations. What it answers stands here, since
programs rely on it; `tests/faces/doors` holds every answer against its shape.
"""

from collections.abc import Callable
from typing import Any

from desktop_app.dreams.inbox.item import InboxAnswer, InboxKind
from desktop_app.dreams.proposal import ChangeKind, ProposalState, RunOutcome, Support
from desktop_app.faces.doors.runs import RunState
from desktop_app.faces.operations.table import (
    CHANGES,
    Parameter,
    changes,
    count,
    day,
    kinds,
    numbers,
)
from desktop_app.language.gate.poison import Certainty, PoisonKind
from desktop_app.search.query import SearchIn
from desktop_app.sessions.hindsight.pattern import FoundBy, PatternState
from desktop_app.sessions.hindsight.signature import ErrorKind
from desktop_app.sessions.levels.level import MemoryLevel
from desktop_app.tiers.shared import SharedKind

Shape = dict[str, Any]

LONGEST = 200_000
"""Characters of a text that an agent sends; more is no note."""

_LONGEST_WORD = 1_000  # characters of a value in an address

TEXT: Shape = {"type": "string"}
COUNT: Shape = {"type": "integer"}
NUMBER: Shape = {"type": "number"}
YES: Shape = {"type": "boolean"}
ANY: Shape = {}


def several(each: Shape) -> Shape:
    """A list."""
    return {"type": "array", "items": each}


def _some(each: Shape) -> Shape:
    """A list that is not empty."""
    return {**several(each), "minItems": 1}


def maybe(shape: Shape) -> Shape:
    """The same, or null."""
    return {"anyOf": [shape, {"type": "null"}]}


_DAY: Shape = {"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
_KINDS = {
    "text": TEXT, "int": COUNT, "number": NUMBER, "yes": YES, "day": _DAY, "any": ANY,
    "texts": several(TEXT), "days": several(_DAY),
}  # fmt: skip


def record(named: str, **fields: Shape) -> Shape:
    """An object with all of these fields; others may come with a later version. A field is a text,
    or has its kind behind its name: "line:int", "since:day?"; where a "?" stands, or null."""
    shapes: dict[str, Shape] = {}
    for word in named.split():
        name, _, kind = word.removesuffix("?").partition(":")
        shape = _KINDS[kind or "text"]
        shapes[name] = maybe(shape) if word.endswith("?") else shape
    shapes |= fields
    return {"type": "object", "properties": shapes, "required": list(shapes)}


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

# -- what operations answer -------------------------------------------------------------------

_SOURCES = several(record("path quote line:int"))

PROBLEM = record("problem hint")
PLACED = record("path told line:int")
PROPOSED = record("told proposal?")
LINES = record("path text from:int lines:int")
MAIN = record("path version text")
DAY = record("path text version date:day")
DAYS = several(record("path head date:day dreamt:yes blocks:int words:int size:int"))
STATUS = record(
    "notebook id layout engine next_dream_told bullets:int? model? last_dream? next_dream? "
    "pending:texts remarks:texts days:int dreams:int sessions:int",
    index=record("files:int chunks:int behind:int"),
)
_HIT = record("path heading text why date:day? score:number line:int end_line:int lines:int")
HITS = record(
    "note skipped hint took_ms:number arms:texts behind:int complete:yes", hits=several(_HIT)
)
_TIER = record(
    "tier place trouble oldest:day? bytes:int? milliseconds:number? files:int entries:int"
)
TIERS = record(
    "possible:yes earlier:texts index_bytes:int would_leave:int would_return:int",
    tiers=several(_TIER),
)
TIERS_MOVED = record("moved:int index_bytes:int index_bytes_before:int read_again:int")
_PIECE = record(
    "path why text found:yes relevance:number? line:int end_line:int tokens:int",
    level=maybe(one_of(MemoryLevel)),
)
CONTEXT = record(
    "text budget:int tokens:int frame:int wanted:int",
    cut={"type": "object", "additionalProperties": COUNT},
    inside=several(_PIECE), left_out=several(_PIECE),
)  # fmt: skip
BLAME = several(record("text cause told line:int since:day? client? dream?", sources=_SOURCES))
_STEP = record(
    "kind text cause told date:day? at? version:int? client? change? engine? dream? others:texts",
    sources=_SOURCES,
)
LIFE = record("text gone:yes since? unread:int", steps=several(_STEP))
VERSIONS = several(record("path at cause client? version:int size:int"))
EARLIER = record("text")
RESTORED = record("path version:int")
_CHANGE = record(
    "heading reason old:texts new? accepted:yes n:int line:int",
    kind=one_of(ChangeKind), sources=_SOURCES, verdict=one_of(Support),
)  # fmt: skip
DREAM = record(
    "engine reason? id? model? days_read:days diary?", outcome=one_of(RunOutcome),
    state=maybe(one_of(ProposalState)), changes=several(_CHANGE),
)  # fmt: skip
PROPOSALS = several(
    record("id made engine model? changes:int accepted:int held_back:int questions:int")
)
QUESTION = record("id text days:days part:int parts:int")
_ANSWER = record(
    "heading reason old:texts new? proved:yes ticked:yes not_backed:texts", kind=one_of(ChangeKind)
)
ANSWERED = record(
    "told proposal? unknown:texts", changes=several(_ANSWER),
    left_out=several(record("text why")),
)  # fmt: skip
UNDONE = record("id restored:texts", conflicts=several(ANY))
RUN = record("run steps:texts", state=one_of(RunState), answer=maybe(DREAM), problem=maybe(PROBLEM))
VERDICT = record("", verdict=one_of(Support), reasons=several(record("kind message")))
ASKED = several(
    record(
        "id why text other", kind=one_of(InboxKind), sources=_SOURCES,
        answers=several(record("key words", answer=one_of(InboxAnswer))),
    )
)  # fmt: skip
INBOX_ANSWERED = record("id changed:yes", answer=one_of(InboxAnswer))
NEVER_ASKED = several(record("id since texts:texts"))
TAKEN_BACK = record("undone")
_FINDING = record(
    "does sure:number from:int to:int", kind=one_of(PoisonKind), certainty=one_of(Certainty)
)
SUSPICIOUS = several(
    record("path line:int", certainty=one_of(Certainty), findings=several(_FINDING))
)
_SEEN = record("agent session folder time command wrote said exit_code:int? tries:int steps:texts")
PATTERN = record(
    "id error type message first last resolution shared_by frames:texts held:yes times:int "
    "ended:int",
    kind=one_of(ErrorKind), state=one_of(PatternState), sources=several(_SEEN),
)  # fmt: skip
PATTERNS = several(PATTERN)
_FOUND = {**PATTERN["properties"], "by": one_of(FoundBy), "score": NUMBER}
FOUND = several({**PATTERN, "properties": _FOUND})
_SHARED = record("id title who when own:yes", kind=one_of(SharedKind))
TEAM = record("place name away", shared=several(_SHARED))
SHOWN = record("id who when", kind=one_of(SharedKind), body={"type": "object"})
PROPOSED_BY = record("proposed")
TALK = record(
    "session summary used:number messages:texts inject:texts tokens:int window:int compacted:int",
    did=several(record("step")),
)
