"""MCP: the tools, the notes and two prompts, by the official SDK. It knows the protocol, we do not.

Over standard input and output it serves the agent that started it; over HTTP it stands behind the
same gate as REST. What an agent may do is decided in `policy.py` alone.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import quote, unquote

import mcp_types as types
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError

from desktop_app import __version__, resources
from desktop_app.errors import Missing, Problem
from desktop_app.faces.doors import agent_tools
from desktop_app.faces.doors.notebook_host import House
from desktop_app.faces.doors.policy import MOST_BYTES, Caller, Scope, client_name
from desktop_app.memory import Memory
from desktop_app.sessions.levels.prompt_plan import architected
from desktop_app.sessions.prompt import USUAL_BUDGET
from desktop_app.sessions.tools import MemoryTool, ToolPermission
from desktop_app.words import tr

_SCHEME = "nightstand:///"
_MOST_DAYS = 30
_IDLE = 30 * 60.0  # seconds
_MOST_SESSIONS = 100


class _Sessions(StreamableHTTPSessionManager):
    """Sessions of which a new one ends that which was quiet longest, where there are too many."""

    def _admit_session(self, requestor: Any) -> Any:
        scopes = (one.idle_scope for one in self._server_instances.values())
        going_on = [one for one in scopes if one and not one.cancel_called]
        if len(going_on) >= _MOST_SESSIONS:
            min(going_on, key=lambda scope: scope.deadline).cancel()
        return super()._admit_session(requestor)


def over_http(house: House) -> StreamableHTTPSessionManager:
    """Sessions over HTTP; its `run` goes on as long as the server lives."""
    return _Sessions(
        _server(house, lambda ctx: ctx.request.state.caller),
        json_response=True,
        max_request_body_size=MOST_BYTES,
        session_idle_timeout=_IDLE,
    )


async def over_stdio(house: House, caller: Caller) -> None:
    """Serve the agent at the other end of standard input and output until it closes them."""
    server = _server(house, lambda _: caller)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def _server(house: House, caller_of: Callable[[Any], Caller]) -> Server[Any]:
    door = _McpDoor(house, caller_of)
    return Server(
        "nightstand",
        version=__version__,
        title="Nightstand",
        instructions=told("instructions"),
        on_list_tools=door.list_tools,
        on_call_tool=door.call_tool,
        on_list_resources=door.list_resources,
        on_list_resource_templates=door.list_templates,
        on_read_resource=door.read_resource,
        on_list_prompts=door.list_prompts,
        on_get_prompt=door.get_prompt,
    )


class _McpDoor:
    """Answers the requests of the protocol."""

    def __init__(self, house: House, caller_of: Callable[[Any], Caller]) -> None:
        self._house, self._caller_of = house, caller_of

    async def list_tools(self, ctx: Any, params: Any) -> types.ListToolsResult:
        scope = self._caller(ctx).scope
        offered = [
            one for one in agent_tools.TOOLS.values() if scope.covers(agent_tools.scope_of(one))
        ]
        return types.ListToolsResult(tools=[_described(tool) for tool in offered])

    async def call_tool(self, ctx: Any, params: Any) -> types.CallToolResult:
        name, arguments = params.name, params.arguments or {}
        caller, house = self._caller(ctx), self._house
        tool = agent_tools.TOOLS.get(name)
        needed = agent_tools.scope_of(tool) if tool else Scope.READ

        def work() -> tuple[str, bool]:
            house.look()
            used = agent_tools.use(house.memory, house.settings, caller, name, arguments)
            return used.outcome.text, used.outcome.ok

        try:
            try:
                json.dumps(arguments, ensure_ascii=False).encode()  # not of half a surrogate pair
            except (ValueError, RecursionError) as error:
                raise Problem(tr("The arguments are no text.")) from error
            text, ok = await house.by(caller, needed, name[:80], work)
        except Problem as problem:
            text, ok = str(problem), False
        plain = text.encode("utf-8", "replace").decode()
        said = types.TextContent(type="text", text=plain)
        return types.CallToolResult(content=[said], is_error=not ok)

    async def list_resources(self, ctx: Any, params: Any) -> types.ListResourcesResult:
        memory = self._house.memory

        def listed() -> list[tuple[str, str]]:
            diaries = memory.dreams.diaries()[:_MOST_DAYS]
            return [
                (memory.layout.memory, tr("What is worth keeping")),
                *((head.path, head.head) for head in memory.days.heads()[:_MOST_DAYS]),
                *((path, tr("A dream's diary")) for path in dict.fromkeys(d.path for d in diaries)),
            ]

        found = await self._read(ctx, "resources", listed)
        resources = [
            types.Resource(uri=f"{_SCHEME}{quote(path)}", name=path, description=about,
                mime_type="text/markdown")
            for path, about in found
        ]  # fmt: skip
        return types.ListResourcesResult(resources=resources)

    async def list_templates(self, ctx: Any, params: Any) -> types.ListResourceTemplatesResult:
        about = tr("A note of this notebook, by its path.")
        template = types.ResourceTemplate(uri_template=f"{_SCHEME}{{+path}}", name="note",
            description=about, mime_type="text/markdown")  # fmt: skip
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(self, ctx: Any, params: Any) -> types.ReadResourceResult:
        uri = str(params.uri)
        path, memory = unquote(uri.removeprefix(_SCHEME)), self._house.memory

        def read() -> str:
            named = memory.files.path_of(path)
            if not uri.startswith(_SCHEME) or memory.layout.kind(named) is None:
                raise Problem(tr("This is no note of the notebook."))
            lines = memory.files.lines(path)
            memory.search.note_used([lines.path])
            return lines.text.encode("utf-8", "replace").decode()

        text = await self._read(ctx, "resources/read", read)
        contents = types.TextResourceContents(uri=params.uri, mime_type="text/markdown", text=text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(self, ctx: Any, params: Any) -> types.ListPromptsResult:
        def described(name: str, takes: Iterable[str]) -> types.Prompt:
            arguments = [
                types.PromptArgument(name=key, description=told(name, key), required=False)
                for key in takes
            ]
            return types.Prompt(name=name, description=told(name, "summary"), arguments=arguments)

        return types.ListPromptsResult(prompts=[described(*one) for one in PROMPTS.items()])

    async def get_prompt(self, ctx: Any, params: Any) -> types.GetPromptResult:
        name, given = params.name, params.arguments or {}

        text = await self._read(
            ctx, f"prompts/{name}"[:80], lambda: prompt_text(self._house.memory, name, given)
        )
        content = types.TextContent(type="text", text=text)
        return types.GetPromptResult(
            description=told(name, "summary"),
            messages=[types.PromptMessage(role="user", content=content)],
        )

    async def _read(self, ctx: Any, name: str, reads: Callable[[], Any]) -> Any:
        """What `reads`, which blocks, answers. Raises MCPError for a problem."""
        try:
            return await self._house.by(self._caller(ctx), Scope.READ, name, reads)
        except Problem as problem:
            raise MCPError(types.INVALID_PARAMS, str(problem)) from problem

    def _caller(self, ctx: Any) -> Caller:
        """Who asks, by the name that the client gave when it came in."""
        caller, said = self._caller_of(ctx), ctx.session.client_params
        if said is None or not said.client_info.name:
            return caller
        return Caller(client_name(said.client_info.name), caller.scope, caller.door)


def _described(tool: MemoryTool) -> types.Tool:
    reads = tool.permission is ToolPermission.READ
    return types.Tool(
        name=tool.name,
        description=tool.description,
        input_schema={**tool.schema, "additionalProperties": False},
        annotations=types.ToolAnnotations(
            title=tool.name.replace("_", " ").capitalize(),
            read_only_hint=reads,
            destructive_hint=False,  # what was there stays, in the file or in the history
            idempotent_hint=reads,
            open_world_hint=False,
        ),
    )


PROMPTS: Mapping[str, tuple[str, ...]] = {"recall": ("topic",), "consolidate": ()}
"""The names of the prompts, and what each takes."""

_NOTHING_NAMED = tr("what matters now")


def told(*names: str) -> str:
    """A text for agents, by its place in the table."""
    value = resources.table("prompts/agents")
    for name in names:
        value = value[name]
    return str(value)


def prompt_text(memory: Memory, name: str, given: Mapping[str, str]) -> str:
    """The text of a prompt. Raises Missing where there is none of this name."""
    if name not in PROMPTS:
        raise Missing(tr("There is no such prompt."))
    topic = given.get("topic", "").strip() if "topic" in PROMPTS[name] else ""
    prompt = architected(memory.context.material(topic), USUAL_BUDGET)
    context = prompt.text if prompt.inside else ""
    return told(name, "text").format(topic=topic or _NOTHING_NAMED, context=context)
