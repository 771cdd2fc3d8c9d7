"""The operation that asks what is known of an error."""

import sys
from typing import Any

from desktop_app.errors import WrongUse
from desktop_app.faces.answers.hindsight import hindsight_text
from desktop_app.faces.operations.engine import with_meaning
from desktop_app.faces.operations.table import Call, Operation, Parameter, count
from desktop_app.faces.operations.team import away, with_team
from desktop_app.words import tr

_STANDARD_INPUT = "-"


def _hindsight(call: Call) -> Any:
    from desktop_app.sessions.hindsight.telling import found_json, pattern_json  # long to load

    hindsight = call.memory.hindsight
    with_team(call)
    if call["share"] is not None:
        return pattern_json(hindsight.share(call["share"], " ".join(call["error"] or ())))
    if call["decline"] is not None:
        return pattern_json(hindsight.decline(call["decline"]))
    if call["forget"] is not None:
        return pattern_json(hindsight.forget(call["forget"]))
    if call["read"] is not None:
        met, ended = hindsight.read(call["read"])
        return {"read": call["read"], "met": met, "ended": ended}
    asked = _asked(call["error"] or ())
    if asked:
        with_meaning(call)
        found = [found_json(one) for one in hindsight.find(asked, call["limit"])]
    else:
        every = [*hindsight.patterns(), *hindsight.shared()]
        found = [pattern_json(one) for one in every[: call["limit"]]]
    return {"asked": asked, "errors": found, "away": away(call)}


def _asked(words: "list[str] | tuple[str, ...]") -> str:
    if list(words) == [_STANDARD_INPUT]:
        if sys.stdin is None:
            raise WrongUse(tr("There is no standard input."))
        return sys.stdin.buffer.read().decode("utf-8", "replace").strip()
    return " ".join(words).strip()


ROWS = (
    Operation(
        "hindsight",
        tr("tell what ended an error"),
        'nightstand hindsight "TypeError: cannot read properties of undefined"',
        _hindsight,
        hindsight_text,
        (
            Parameter(
                "error",
                tr("the error, or some words of it; - reads standard input; without it, list all"),
                many=True,
            ),
            Parameter("--limit", tr("how many errors at most"), count, 10),
            Parameter(
                "--share",
                tr("share what ends this error, or the words that follow"),
                takes="ID",
                group="decide",
            ),
            Parameter("--decline", tr("do not share it"), takes="ID", group="decide"),
            Parameter("--forget", tr("let go of it for good"), takes="ID", group="decide"),
            Parameter(
                "--read",
                tr("take the errors of a transcript of an agent, and what ended them"),
                takes="FILE",
                group="decide",
            ),
        ),
    ),
)
