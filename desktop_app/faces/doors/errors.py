"""Operations on errors that only a door has: what the command takes as one, each by itself."""

from typing import Any

from desktop_app.faces.doors import shapes
from desktop_app.faces.doors.own import row
from desktop_app.faces.operations.engine import with_meaning
from desktop_app.faces.operations.hindsight import item_json, shared, taken, to_share, with_team
from desktop_app.faces.operations.table import Call, Parameter, count
from desktop_app.sessions.hindsight.pattern import FoundBy, PatternState
from desktop_app.sessions.hindsight.signature import ErrorKind
from desktop_app.sessions.hindsight.telling import found_json, pattern_json
from desktop_app.tiers.shared import SharedKind
from desktop_app.words import tr

_SOURCE = shapes.record(
    agent=shapes.TEXT, session=shapes.TEXT, folder=shapes.TEXT, time=shapes.TEXT,
    command=shapes.TEXT, exit_code=shapes.maybe(shapes.COUNT), tries=shapes.COUNT,
    steps=shapes.several(shapes.TEXT), wrote=shapes.TEXT, said=shapes.TEXT,
)  # fmt: skip
PATTERN = shapes.record(
    id=shapes.TEXT, kind=shapes.one_of(ErrorKind), error=shapes.TEXT, type=shapes.TEXT,
    message=shapes.TEXT, frames=shapes.several(shapes.TEXT), times=shapes.COUNT,
    ended=shapes.COUNT, first=shapes.TEXT, last=shapes.TEXT, state=shapes.one_of(PatternState),
    resolution=shapes.TEXT, shared_by=shapes.TEXT, held=shapes.YES,
    sources=shapes.several(_SOURCE),
)  # fmt: skip
PATTERNS = shapes.several(PATTERN)
FOUND = shapes.several(
    {
        **PATTERN,
        "properties": {
            **PATTERN["properties"], "by": shapes.one_of(FoundBy), "score": shapes.NUMBER,
        },
    }
)  # fmt: skip


_ITEM = shapes.record(
    kind=shapes.one_of(SharedKind), id=shapes.TEXT, title=shapes.TEXT, who=shapes.TEXT,
    when=shapes.TEXT, own=shapes.YES,
)  # fmt: skip
TEAM = shapes.record(
    place=shapes.TEXT, name=shapes.TEXT, away=shapes.TEXT, shared=shapes.several(_ITEM)
)
SHOWN = shapes.record(
    kind=shapes.one_of(SharedKind), id=shapes.TEXT, who=shapes.TEXT, when=shapes.TEXT,
    body={"type": "object"},
)  # fmt: skip
TAKEN = shapes.record(proposed=shapes.TEXT)


def _every(call: Call) -> Any:
    with_team(call)
    hindsight = call.memory.hindsight
    every = [*hindsight.patterns(), *hindsight.shared()]
    return [pattern_json(one) for one in every[: call["limit"]]]


def _find(call: Call) -> Any:
    with_meaning(call)
    with_team(call)
    return [found_json(one) for one in call.memory.hindsight.find(call["error"], call["limit"])]


def _share(call: Call) -> Any:
    with_team(call)
    return pattern_json(call.memory.hindsight.share(call["id"], call["resolution"] or ""))


def _decline(call: Call) -> Any:
    with_team(call)
    return pattern_json(call.memory.hindsight.decline(call["id"]))


_LIMIT = Parameter("--limit", tr("how many at most"), count, 10)
_WHICH = Parameter("id", tr("which error"), required=True)
EVERY = row("errors", tr("list the errors that were met, the last first"), _every, _LIMIT)
FIND = row("hindsight", tr("say what is known of an error"), _find,
            Parameter("error", tr("the error as it was told"), required=True), _LIMIT)  # fmt: skip
SHARE = row("share", tr("share what ends an error"), _share, _WHICH,
             Parameter("--resolution", tr("what ends it, in other words")))  # fmt: skip
DECLINE = row("decline", tr("do not share an error"), _decline, _WHICH)
TO_SHARE = row("to_share", tr("say what would be shared of an error or a procedure"),
               lambda call: item_json(to_share(call, call["id"])), _WHICH)  # fmt: skip
SHARED = row("shared", tr("list what a team shares"), shared)
TAKE = row("take", tr("propose a procedure that somebody shared"),
           lambda call: taken(call, call["id"]), _WHICH)  # fmt: skip
