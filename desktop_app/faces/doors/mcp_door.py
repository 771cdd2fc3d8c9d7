"""MCP: the tools and a prompt, as JSON-RPC over standard input and output or HTTP.

Over standard input and output it serves the agent that started it; over HTTP it stands behind the
same gate as REST. What an agent may do is decided in `policy.py` alone. Both kinds of the protocol
are answered: a client says who it is once (`initialize`), or with each request (`_meta`).
"""

import json
import logging
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from desktop_app import __version__, json_rpc, resources
from desktop_app.errors import Missing, Problem, WrongUse
from desktop_app.faces.doors import agent_tools
from desktop_app.faces.doors.notebook_host import House
from desktop_app.faces.doors.policy import Caller, Scope, client_name
from desktop_app.jobs import problem_of
from desktop_app.json_rpc import NO_METHOD, Answer, Refused
from desktop_app.memory.tools import MemoryTool, ToolPermission
from desktop_app.words import tr

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


_PROMPT = "consolidate"


def _told(name: str) -> str:
    """A text for agents."""
    return str(resources.table("prompts/agents")[name])


log = logging.getLogger(__name__)

_MOST_SESSIONS = 100
_VERSIONS = ("2024-11-05", "2025-06-18", "2025-11-25")  # with `initialize`
_STATELESS = "2026-07-28"
_EVERY = (*_VERSIONS, _STATELESS)
_HEADER = "mcp-protocol-version"
_OTHER_HEADER, _OTHER_VERSION = -32020, -32022
_VERSION, _CLIENT, _SERVER = (
    f"io.modelcontextprotocol/{key}" for key in ("protocolVersion", "clientInfo", "serverInfo")
)
_ABOUT = {"name": "nightstand", "title": "Nightstand", "version": __version__}
_NOT_KEPT = {"ttlMs": 0, "cacheScope": "private"}


async def over_stdio(house: House, caller: Caller) -> None:
    """Serve the agent at the other end of standard input and output until it closes them."""
    client = _Client(house)
    await json_rpc.over_stdio(partial(client.answer, caller, {}))


def over_http(house: House) -> "Callable[[Request], Awaitable[Response]]":
    """What answers a request. A new session ends the one quiet longest, where there are many."""
    from starlette.responses import Response

    sessions = OrderedDict[str, _Client]()

    async def handle(request: "Request") -> Response:
        name, caller = request.headers.get("mcp-session-id", ""), request.state.caller
        if name and name not in sessions:
            raise Missing(tr("This conversation is over."))
        if request.method == "DELETE":
            sessions.pop(name, None)
            return Response(status_code=204)
        client = sessions.get(name) or _Client(house)
        head = request.headers
        answer = await json_rpc.answered(await request.body(), partial(client.answer, caller, head))
        if answer is None:
            return Response(status_code=202 if head.get(_HEADER, _STATELESS) in _EVERY else 400)
        if client.named and not name:
            name = token_hex(16)
            if len(sessions) >= _MOST_SESSIONS:
                sessions.popitem(last=False)
            sessions[name] = client
        elif name in sessions:  # else it ended while this was at work
            sessions.move_to_end(name)
        own = {"mcp-session-id": name} if name else None
        # In a session, 404 would say that the session is over.
        wrong = {_OTHER_HEADER: 400, _OTHER_VERSION: 400, NO_METHOD: 200 if name else 404}
        code = answer.get("error", {}).get("code")
        status = 400 if answer["id"] is None else wrong.get(code, 200)
        return Response(json_rpc.line(answer), status, own, "application/json")

    return handle


class _Client:
    """An agent at the other end, and the answers to what it asks."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.named = ""  # as it said when it came in

    async def answer(
        self, caller: Caller, headers: Mapping[str, str], method: str, params: Any
    ) -> Answer:
        """What a method answers. Raises Refused, also where the headers of HTTP say another."""
        meta = params.get("_meta")
        envelope = meta if isinstance(meta, dict) and _VERSION in meta else None
        version = envelope[_VERSION] if envelope else headers.get(_HEADER, _STATELESS)
        meant = {_HEADER: version, "mcp-method": method, "mcp-name": params.get("name")}
        if any(key in meant and not _says(text, meant[key]) for key, text in headers.items()):
            raise Refused(_OTHER_HEADER, "A header says something else than the message.")
        spoken = (_STATELESS,) if envelope else _EVERY
        if version not in spoken:
            told = {"supported": spoken, "requested": version}
            raise Refused(_OTHER_VERSION, "This version is not spoken.", told)
        if named := _name_of(envelope.get(_CLIENT)) if envelope else self.named:
            caller = Caller(client_name(named), caller.scope, caller.door)
        try:
            result = await self._result(method, params, caller)
        except Problem as problem:
            raise Refused(json_rpc.WRONG_PARAMETERS, str(problem)) from problem
        except Exception as error:  # a bug of ours is no end of the talk
            log.exception("MCP: %s failed", method)
            raise Refused(json_rpc.BUG, str(problem_of(error))) from error
        if result is None:
            raise Refused(NO_METHOD, "There is no such method.")
        if envelope:
            kept = {} if method == "tools/call" else _NOT_KEPT
            result |= {**kept, "resultType": "complete", "_meta": {_SERVER: _ABOUT}}
        return result

    async def _result(self, method: str, params: Any, caller: Caller) -> Answer | None:
        match method:
            case "initialize":
                self.named = _name_of(params.get("clientInfo")) or caller.client
                asked = params.get("protocolVersion")
                version = asked if asked in _VERSIONS else _VERSIONS[-1]
                return {"protocolVersion": version, "serverInfo": _ABOUT, **_offers()}
            case "server/discover":
                return {"supportedVersions": [_STATELESS], **_offers()}
            case "ping":
                return {}
            case "tools/list":
                every, scope = agent_tools.TOOLS.values(), caller.scope
                offered = [one for one in every if scope.covers(agent_tools.scope_of(one))]
                return {"tools": [_described(tool) for tool in offered]}
            case "tools/call":
                return await self._call(params, caller)
            case "prompts/list":
                return {"prompts": [{"name": _PROMPT, "description": _told("summary")}]}
            case "prompts/get":
                if _given(params, "name") != _PROMPT:
                    raise Missing(tr("There is no such prompt."))
                content = {"type": "text", "text": _told(_PROMPT)}
                return {"messages": [{"role": "user", "content": content}]}
        return None

    async def _call(self, params: Any, caller: Caller) -> Answer:
        name = _given(params, "name")
        house, tool = self._house, agent_tools.TOOLS.get(name)
        needed = agent_tools.scope_of(tool) if tool else Scope.READ

        def work() -> tuple[str, bool]:
            house.look()
            used = agent_tools.use(house.memory, house.settings, caller, name, _arguments(params))
            return used.outcome.text, used.outcome.ok

        try:
            text, ok = await house.by(caller, needed, name[:80], work)
        except Problem as problem:
            text, ok = str(problem), False
        return {"content": [{"type": "text", "text": text}], "isError": not ok}


def _given(params: Any, key: str) -> str:
    if not isinstance(value := params.get(key), str):
        raise WrongUse(tr("The argument “{name}” is missing.").format(name=key))
    return value


def _arguments(params: Any) -> Mapping[str, Any]:
    value = {} if params.get("arguments") is None else params["arguments"]
    if not isinstance(value, dict):
        raise WrongUse(tr("The arguments are no JSON object."))
    try:
        json.dumps(value, ensure_ascii=False).encode()  # not of half a surrogate pair
    except (ValueError, RecursionError) as error:
        raise WrongUse(tr("The arguments are no text.")) from error
    return value


def _says(header: str, value: Any) -> bool:
    """Whether a header holds this value, as it is or in the base64 of the protocol."""
    coded = b64encode(str(value).encode("utf-8", "replace")).decode()
    return header in (value, f"=?base64?{coded}?=")


def _name_of(info: Any) -> str:
    """The name that a client gives itself, "" where it gives none."""
    return str(info.get("name") or "") if isinstance(info, dict) else ""


def _offers() -> Answer:
    capabilities = {name: {"listChanged": False} for name in ("tools", "prompts")}
    return {"capabilities": capabilities, "instructions": _told("instructions")}


def _described(tool: MemoryTool) -> Answer:
    reads = tool.permission is ToolPermission.READ
    return {
        "name": tool.name,
        "description": tool.description,
        "inputSchema": {**tool.schema, "additionalProperties": False},
        "annotations": {
            "title": tool.name.replace("_", " ").capitalize(),
            "readOnlyHint": reads,
            "destructiveHint": False,  # what was there stays, in the file or in the history
            "idempotentHint": reads,
            "openWorldHint": False,
        },
    }
