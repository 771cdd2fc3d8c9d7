"""The operation that follows agents' conversations on this computer."""

import asyncio
from typing import Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.answers import watch as answers
from desktop_app.faces.operations.engine import MODEL, engine_for, engine_parameter
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.words import tr


async def _watch(call: Call) -> Any:
    from desktop_app.memory.watched import PAUSE, WatchHow  # long to load, and seldom wanted

    watched = call.memory.watched
    if call["yes"] and call["no"]:
        raise WrongUse(tr("One command says either yes or no."), tr("Leave --yes or --no away."))
    for source in watched.named(call["yes"]) if call["yes"] else ():
        watched.follow(source, flush=_flush(call))
    if call["no"]:
        for source in watched.named(call["no"]):
            watched.leave(source)
    if call["list"] or call["no"]:
        return {"sources": [answers.source_json(one) for one in watched.sources()]}
    if not watched.anything():
        raise Problem(
            tr("No conversations are followed yet."),
            tr("`nightstand watch --list` shows what was found; --yes SOURCE follows it."),
        )
    how = WatchHow.of(call.settings.get, engine_for(call))
    while True:
        looks = await watched.look(how)
        for look in looks:
            for step in look.steps:
                call.report(f"{look.source.adapter.title}: {step}")
        if call["once"]:
            return {"looks": [answers.look_json(look) for look in looks]}
        await asyncio.sleep(PAUSE)


def _flush(call: Call) -> bool | None:
    """Whether the days get what is said; None: as is usual for the source."""
    return None if call["days"] is None else call["days"] == "on"


ROWS = (
    Operation(
        "watch",
        tr("follow agents' talks"),
        "nightstand watch --yes claude-code",
        _watch,
        answers.watch_text,
        (
            Parameter("--list", tr("list what was found and what is followed"), flag=True),
            Parameter(
                "--yes",
                tr("follow this source from now on: an agent, or AGENT:FOLDER as in --list"),
                takes="SOURCE",
            ),
            Parameter("--no", tr("follow this source no more"), takes="SOURCE"),
            Parameter(
                "--days",
                tr(
                    "with --yes: whether what is said there goes into the days (default: on, but "
                    "off where the agent writes the days of this notebook itself)"
                ),
                choices=("on", "off"),
            ),
            Parameter(
                "--once", tr("look once, flush what is due, and end; without it, go on"), flag=True
            ),
            engine_parameter(tr("sums up")),
            MODEL,
        ),
        stopped=tr("Nothing is followed any more. What was read and not flushed is read again."),
    ),
)
