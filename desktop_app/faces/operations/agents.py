"""Operations by which agents come in, and are followed. The doors themselves load late."""

import asyncio
import sys
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.engine import MODEL, engine_for, engine_parameter
from desktop_app.faces.operations.table import Call, Parameter, fields_of, operation, port
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.memory.watched import SourceLook, WatchedSource

HOOKED = ("claude-code", "codex", "gemini")
"""The agents whose hooks `sessions.connecting` knows."""


@operation(
    "serve",
    tr("serve agents over HTTP"),
    "nightstand serve --port 8642",
    lambda answer: "",
    Parameter("--port", tr("the port (default: as in the settings; 0: any)"), port),
    stopped=tr("Stopped. Agents are not answered any more."),
)
async def _serve(call: Call) -> Any:
    from desktop_app.faces.doors.serving import DoorServer
    from desktop_app.settings import Places

    server = DoorServer(call.memory, call.settings, Places.default().data, port=call["port"])
    lines = (
        tr("REST and MCP answer at {url}. Ctrl-C ends it."),
        "  MCP   {url}/mcp",
        "  REST  {url}/api/openapi.json",
        tr("  Key   Authorization: Bearer KEY, where KEY stands in {keys}: read, write or decide"),
    )
    told = "\n".join(lines).format(url=server.url, keys=server.keys.path)
    print(told, file=sys.stderr, flush=True)
    await server.run()
    return None


@operation(
    "mcp",
    tr("serve an agent by MCP"),
    "nightstand mcp --scope read",
    lambda answer: "",
    Parameter(
        "--scope",
        tr("what the agent may do; to decide, the settings have to allow it, too"),
        default="write",
        choices=("read", "write", "decide"),
    ),
    Parameter("--client", tr("the agent's name, where it does not say its own"), default="agent"),
)
async def _mcp(call: Call) -> Any:
    from desktop_app.faces.doors.house import House
    from desktop_app.faces.doors.mcp_door import over_stdio
    from desktop_app.faces.doors.policy import Caller, Door, Scope, allowed, client_name

    scope = allowed(Scope(call["scope"]), call.settings.get)
    house = House(call.memory, call.settings)
    try:
        await over_stdio(house, Caller(client_name(call["client"]), scope, Door.MCP))
    finally:
        await house.close()
    return None


@operation(
    "hook",
    tr("answer an agent's hook: it reads the hook's JSON on standard input"),
    "nightstand hook claude-code --print",
    lambda answer: str(answer["text"]),
    Parameter("agent", tr("which agent"), choices=HOOKED, required=True),
    Parameter("--print", tr("print the configuration to paste instead"), flag=True),
    looks=True,
)
async def _hook(call: Call) -> Any:
    from desktop_app.sessions.connecting import hooks_text, own_command

    if call["print"]:
        return {"text": hooks_text(call["agent"], own_command(str(call.memory.root)))}
    from desktop_app.faces.doors.hooks import heard

    return {"text": await heard(call.memory, call["agent"])}


def source_json(seen: "WatchedSource") -> dict[str, Any]:
    """A source; `here`: of this notebook's project, `guessed`: never tried on a file of its own."""
    source = seen.source
    return {
        "source": source.id,
        "agent": source.adapter.title,
        "folder": source.folder,
        "conversations": source.conversations,
        "here": seen.here,
        "followed": seen.followed,
        "days": seen.flush,
        "guessed": source.adapter.guessed,
        "last": {"said": seen.said, "at": seen.at} if seen.said else None,
    }


def look_json(look: "SourceLook") -> dict[str, Any]:
    """What one look read and did; `unknown` counts records that were passed over."""
    counts = look.counts
    return {
        "source": look.source.id,
        "agent": look.source.adapter.title,
        **fields_of(counts, "turns", "tools", "unknown"),
        "steps": list(look.steps),
    }


def watch_text(answer: dict[str, Any]) -> str:
    """The same in sentences."""
    if "looks" in answer:
        return "\n".join(map(_look_text, answer["looks"]))
    if not answer["sources"]:
        return tr("No agent has left conversations on this computer.")
    return "\n".join(map(_source_text, answer["sources"]))


def _look_text(look: dict[str, Any]) -> str:
    read = counted("{count} turn read", "{count} turns read", look["turns"])
    if look["unknown"]:
        read += ", " + counted(
            "{count} unknown record passed over", "{count} unknown records passed over",
            look["unknown"],
        )  # fmt: skip
    return "\n".join([f"{look['agent']}: {read}.", *(f"  {step}" for step in look["steps"])])


def _source_text(source: dict[str, Any]) -> str:
    held = counted("{count} conversation", "{count} conversations", source["conversations"])
    state = tr("followed") if source["followed"] else tr("not followed")
    if source["followed"] and not source["days"]:
        state = tr("followed, not flushed")
    guessed = f" ({tr('guessed')})" if source["guessed"] else ""
    lines = [f"{source['source']}  {held}, {state}{guessed}"]
    if source["last"]:
        lines.append(f"  {source['last']['said']}")
    return "\n".join(lines)


def _flush(call: Call) -> bool | None:
    """Whether the days get what is said; None: as is usual for the source."""
    return None if call["days"] is None else call["days"] == "on"


@operation(
    "watch",
    tr("follow agents' talks"),
    "nightstand watch --yes claude-code",
    watch_text,
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
    Parameter("--once", tr("look once, flush what is due, and end; without it, go on"), flag=True),
    engine_parameter(tr("sums up")),
    MODEL,
    stopped=tr("Nothing is followed any more. What was read and not flushed is read again."),
)
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
        return {"sources": [source_json(one) for one in watched.sources()]}
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
            return {"looks": [look_json(look) for look in looks]}
        await asyncio.sleep(PAUSE)
