"""Operations by which agents come in: servers, and hooks. The doors themselves load late."""

import sys
from typing import Any

from desktop_app.faces.operations.table import Call, Operation, Parameter, port
from desktop_app.words import tr


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


async def _hook(call: Call) -> Any:
    from desktop_app.sessions.connecting import hooks_text, own_command

    if call["print"]:
        return {"text": hooks_text(call["agent"], own_command(str(call.memory.root)))}
    from desktop_app.faces.doors.hooks import heard

    return {"text": await heard(call.memory, call["agent"])}


HOOKED = ("claude-code", "codex", "gemini")
"""The agents whose hooks `sessions.connecting` knows."""

ROWS = (
    Operation(
        "serve",
        tr("serve agents over HTTP"),
        "nightstand serve --port 8642",
        _serve,
        lambda answer: "",
        (Parameter("--port", tr("the port (default: as in the settings; 0: any)"), port),),
        stopped=tr("Stopped. Agents are not answered any more."),
    ),
    Operation(
        "mcp",
        tr("serve an agent by MCP"),
        "nightstand mcp --scope read",
        _mcp,
        lambda answer: "",
        (
            Parameter(
                "--scope",
                tr("what the agent may do; to decide, the settings have to allow it, too"),
                default="write",
                choices=("read", "write", "decide"),
            ),
            Parameter(
                "--client", tr("the agent's name, where it does not say its own"), default="agent"
            ),
        ),
    ),
    Operation(
        "hook",
        tr("answer an agent's hook: it reads the hook's JSON on standard input"),
        "nightstand hook claude-code --print",
        _hook,
        lambda answer: str(answer["text"]),
        (
            Parameter("agent", tr("which agent"), choices=HOOKED, required=True),
            Parameter("--print", tr("print the configuration to paste instead"), flag=True),
        ),
        looks=True,
    ),
)
