"""Operations on errors that only a door has: what the command takes as one, each by itself."""

from typing import Any

from desktop_app.faces.doors import shapes
from desktop_app.faces.operations.engine import with_meaning
from desktop_app.faces.operations.table import Call, Operation, Parameter, count
from desktop_app.sessions.hindsight.pattern import FoundBy, PatternState
from desktop_app.sessions.hindsight.signature import ErrorKind
from desktop_app.sessions.hindsight.telling import found_json, pattern_json
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
    resolution=shapes.TEXT, sources=shapes.several(_SOURCE),
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


def _every(call: Call) -> Any:
    return [pattern_json(one) for one in call.memory.hindsight.patterns()[: call["limit"]]]


def _find(call: Call) -> Any:
    with_meaning(call)
    return [found_json(one) for one in call.memory.hindsight.find(call["error"], call["limit"])]


def _share(call: Call) -> Any:
    return pattern_json(call.memory.hindsight.share(call["id"], call["resolution"] or ""))


def _decline(call: Call) -> Any:
    return pattern_json(call.memory.hindsight.decline(call["id"]))


def _row(name: str, summary: str, run: Any, *parameters: Parameter) -> Operation:
    return Operation(name, summary, "", run, str, parameters)


_LIMIT = Parameter("--limit", tr("how many at most"), count, 10)
_WHICH = Parameter("id", tr("which error"), required=True)
EVERY = _row("errors", tr("list the errors that were met, the last first"), _every, _LIMIT)
FIND = _row("hindsight", tr("say what is known of an error"), _find,
            Parameter("error", tr("the error as it was told"), required=True), _LIMIT)  # fmt: skip
SHARE = _row("share", tr("share what ends an error"), _share, _WHICH,
             Parameter("--resolution", tr("what ends it, in other words")))  # fmt: skip
DECLINE = _row("decline", tr("do not share an error"), _decline, _WHICH)
