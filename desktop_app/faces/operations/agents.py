"""Operations by which agents come in, and are followed. The doors themselves load late."""

import asyncio
import sys
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from desktop_app.dreams.engine_choice import EngineName
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.table import (
    Answer,
    Call,
    Model,
    Takes,
    Told,
    engine_for,
    fields_of,
    operation,
    port,
    who,
)
from desktop_app.words import counted, tr

_Source = Annotated[str | None, Takes("SOURCE")]


@operation(
    "serve", tr("serve agents over HTTP"), "nightstand serve --port 8642",
    port=tr("the port (default: as in the settings; 0: any)"),
    stopped=tr("Stopped. Agents are not answered any more."),
)  # fmt: skip
async def _serve(call: Call, *, port: Annotated[int | None, port] = None) -> Any:
    from desktop_app.faces.doors.server import DoorServer
    from desktop_app.settings import Places

    server = DoorServer(call.memory, call.settings, Places.default().data, port=port)
    lines = (
        tr("REST and MCP answer at {url}. Ctrl-C ends it."),
        "  MCP   {url}/mcp",
        "  REST  {url}/api/openapi.json",
        tr("  Key   Authorization: Bearer KEY, where KEY stands in {keys}: read, write or decide"),
    )
    told = "\n".join(lines).format(url=server.url, keys=server.keys.path)
    print(told, file=sys.stderr, flush=True)
    await server.run()


@operation(
    "mcp", tr("serve an agent by MCP"), "nightstand mcp --scope read",
    scope=tr("what the agent may do; to decide, the settings have to allow it, too"),
    client=tr("the agent's name, if it does not give one"),
)  # fmt: skip
async def _mcp(
    call: Call, *, scope: Literal["read", "write", "decide"] = "write", client: str = "agent"
) -> Any:
    from desktop_app.faces.doors.mcp_door import over_stdio
    from desktop_app.faces.doors.notebook_host import House
    from desktop_app.faces.doors.policy import Caller, Door, Scope, allowed, client_name

    house, opens = House(call.memory, call.settings), allowed(Scope(scope), call.settings.get)
    try:
        await over_stdio(house, Caller(client_name(client), opens, Door.MCP))
    finally:
        await house.close()


@operation(
    "hook", tr("answer an agent's hook: it reads the hook's JSON on standard input"),
    "nightstand mcp --hook claude-code --print", "{text}", looks=True,
    agent=tr("which agent"),
    print_=tr("print the configuration to paste instead"),
)  # fmt: skip
async def _hook(
    call: Call, agent: Literal["claude-code", "codex", "gemini"], *, print_: bool = False
) -> Any:
    if print_:
        from desktop_app.sessions.connecting import hooks_text, own_command

        return {"text": hooks_text(agent, own_command(str(call.memory.root)))}
    from desktop_app.faces.doors.hooks import heard

    return {"text": await heard(call.memory, agent)}


def _looks_text(looks: list[Answer]) -> Iterator[str]:
    for one in looks:
        read = counted("{count} turn read", "{count} turns read", one["turns"])
        yield f"{one['agent']}: {read}."
        yield from (f"  {step}" for step in one["steps"])


def _sources_text(answer: Answer) -> Iterator[str]:
    for one in answer["sources"]:
        held = counted("{count} conversation", "{count} conversations", one["conversations"])
        state = tr("followed, notes not saved") if one["followed"] else tr("not followed")
        state = tr("followed") if one["followed"] and one["days"] else state
        yield f"{one['source']}  {held}, {state}"
        if one["last"]:
            yield f"  {one['last']['said']}"


@operation(
    "watch", tr("follow agents"), "nightstand watch --yes claude-code", _sources_text,
    nothing=tr("No agent has left conversations on this computer."),
    list_=tr("list what was found and what is followed"),
    yes=tr("follow this source from now on: an agent, or AGENT:FOLDER as in --list"),
    no=tr("stop following this source"),
    days=tr(
        "with --yes: whether what is said there goes into the days (default: on, but "
        "off where the agent writes the days of this notebook itself)"
    ),
    once=tr("look once, save the notes that are due, and end; without it, go on"),
    engine=who(tr("sums up")),
    stopped=tr("Agents are no longer followed. Conversations without notes are read again."),
)  # fmt: skip
async def _watch(
    call: Call, *, list_: bool = False, yes: _Source = None, no: _Source = None,
    days: Literal["on", "off"] | None = None, once: bool = False, engine: EngineName | None = None,
    model: Model = None,
) -> Any:  # fmt: skip
    """A source is `here` where it is of this notebook's project."""
    from desktop_app.memory.watched import PAUSE, WatchHow  # long to load, and seldom wanted

    watched = call.memory.watched
    if yes and no:
        raise WrongUse(tr("--yes and --no do not go together."), tr("Leave out one of the two."))
    for source in watched.named(yes) if yes else ():
        watched.follow(source, flush=None if days is None else days == "on")
    for source in watched.named(no) if no else ():
        watched.leave(source)
    if list_ or no:
        sources = [
            fields_of(seen.source, "folder", "conversations", source="id")
            | fields_of(seen.source.adapter, agent="title")
            | fields_of(seen, "here", "followed", days="flush")
            | {"last": fields_of(seen, "said", "at") if seen.said else None}
            for seen in watched.sources()
        ]
        return {"sources": sources}
    if not watched.anything():
        raise Problem(
            tr("No conversations are followed yet."),
            tr("`nightstand watch --list` shows what was found; --yes SOURCE follows it."),
        )
    how = WatchHow.of(call.settings.get, engine_for(call, engine, model))
    while True:
        looks = await watched.look(how)
        for look in looks:
            for step in look.steps:
                call.report(f"{look.source.adapter.title}: {step}")
        if once:
            told = [
                {"source": look.source.id, "agent": look.source.adapter.title}
                | {"turns": look.turns, "steps": list(look.steps)}
                for look in looks
            ]
            return Told({"looks": told}, _looks_text(told))
        await asyncio.sleep(PAUSE)
