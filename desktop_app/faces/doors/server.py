"""Serving: REST and MCP over HTTP, on this computer alone, in one process or in a thread of it."""

import asyncio
import ipaddress
import logging
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from desktop_app.errors import Problem
from desktop_app.faces.doors import mcp_door, rest
from desktop_app.faces.doors.notebook_host import House
from desktop_app.faces.doors.policy import (
    KEYS,
    MOST_BYTES,
    Caller,
    Door,
    Keys,
    RefusedCall,
    allowed,
    client_name,
)
from desktop_app.jobs import problem_of
from desktop_app.memory import Memory
from desktop_app.settings import Settings
from desktop_app.words import tr

AsgiScope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[AsgiScope, Receive, Send], Awaitable[None]]

MCP_PATH = "/mcp"
_HEARD_IN = 30.0  # seconds for a whole request to arrive
_ABOUT = {
    HTTPStatus.UNAUTHORIZED: {"www-authenticate": "Bearer"},
}


class DoorGate:
    """An ASGI application that lets through what the policy allows.

    The application behind it finds the `Caller` in `scope["state"]["caller"]`, and gets the body
    in one piece.
    """

    def __init__(self, app: App, keys: Keys, port: int, setting: Callable[[str], Any]) -> None:
        self._app = app
        self._keys = keys
        self._names = tuple(f"{name}:{port}".encode() for name in ("127.0.0.1", "localhost"))
        self._own = tuple(b"http://" + name for name in self._names)
        self._setting = setting

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # no door speaks WebSocket
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            headers = _single(scope["headers"])
            self._place(scope, headers)
            caller = self._caller(scope, headers)
            body = await _body(scope, headers, receive)
        except RefusedCall as refused:
            about = _ABOUT.get(refused.status)
            await JSONResponse(refused.as_json(), refused.status, about)(scope, receive, send)
            return
        scope.setdefault("state", {})["caller"] = caller
        whole = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> MutableMapping[str, Any]:
            """What was read, and after it what still comes: the end of the connection."""
            return whole.pop() if whole else await receive()

        await self._app(scope, again, send)

    def _place(self, scope: AsgiScope, headers: dict[bytes, bytes]) -> None:
        """From this computer, by its own name, and from no page of the web."""
        peer = scope.get("client")
        if peer is None or not ipaddress.ip_address(peer[0]).is_loopback:
            raise RefusedCall(HTTPStatus.FORBIDDEN, tr("Only this computer may ask."))
        if headers.get(b"host", b"").lower() not in self._names:
            raise RefusedCall(HTTPStatus.MISDIRECTED_REQUEST, tr("This host name is not known."))
        if b"origin" in headers and headers[b"origin"].lower() not in self._own:
            raise RefusedCall(HTTPStatus.FORBIDDEN, tr("Web pages may not use this address."))

    def _caller(self, scope: AsgiScope, headers: dict[bytes, bytes]) -> Caller:
        kind, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        opens = self._keys.scope(token.strip()) if kind.lower() == "bearer" else None
        if opens is None:
            raise RefusedCall(
                HTTPStatus.UNAUTHORIZED,
                tr("A key is needed."),
                tr("Send it as “Authorization: Bearer KEY”; the page Agents shows it."),
            )
        said = headers.get(b"x-client") or headers.get(b"user-agent") or b""
        door = Door.MCP if scope["path"] == MCP_PATH else Door.REST
        name = client_name(said.decode("utf-8", "replace"))
        return Caller(name, allowed(opens, self._setting), door)


def _single(headers: list[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """The headers by name. Those that decide may stand there only once."""
    found: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in found and name in (b"host", b"origin", b"authorization", b"content-length"):
            raise RefusedCall(HTTPStatus.BAD_REQUEST, tr("A header stands there twice."))
        found[name] = value
    return found


async def _body(scope: AsgiScope, headers: dict[bytes, bytes], receive: Receive) -> bytes:
    """The whole body, which is JSON and not too large."""
    too_large = RefusedCall(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        tr("This is too much at once."),
        tr("A request may hold 1 MiB. Send less."),
    )
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 12:
        raise RefusedCall(HTTPStatus.BAD_REQUEST, tr("The length of the request is no number."))
    if int(length) > MOST_BYTES:
        raise too_large
    body = b""
    try:
        async with asyncio.timeout(_HEARD_IN):
            async for part in Request(scope, receive).stream():
                body += part
                if len(body) > MOST_BYTES:
                    raise too_large
    except ClientDisconnect as error:
        raise RefusedCall(HTTPStatus.BAD_REQUEST, tr("The request broke off.")) from error
    except TimeoutError as error:
        told = tr("The request did not arrive in time.")
        raise RefusedCall(HTTPStatus.REQUEST_TIMEOUT, told) from error
    kind = headers.get(b"content-type", b"").split(b";", 1)[0].strip().lower()
    if body and kind != b"application/json":
        raise RefusedCall(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            tr("Only JSON is read here."),
            tr("Send “Content-Type: application/json”."),
        )
    return body


HOST = "127.0.0.1"
_MOST_AT_ONCE = 200
_PATIENCE = 10.0  # seconds, for a start and for an end

log = logging.getLogger(__name__)


class _Server(uvicorn.Server):
    """Leaves the signals of the process alone: whoever runs it ends it."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()


class _Protocol(H11Protocol):
    """A connection. Where there are too many, a new one ends that which was quiet longest."""

    quiet_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        others = cast("set[_Protocol]", self.connections)
        quiet = [one for one in others if one.is_quiet]
        if quiet and len(others) >= _MOST_AT_ONCE - 1:
            min(quiet, key=lambda one: one.quiet_since).transport.close()
        super().connection_made(transport)
        self.quiet_since = self.loop.time()

    def on_response_complete(self) -> None:
        self.quiet_since = self.loop.time()
        super().on_response_complete()

    @property
    def is_quiet(self) -> bool:
        """Whether it asks nothing now: the head of a request may have begun to come."""
        asks = self.cycle is not None and not self.cycle.response_complete
        return not (asks or self.transport.is_closing())


class DoorServer:
    """Serves one open notebook. Made with its port taken; `run` or `start` begins to answer."""

    def __init__(
        self, memory: Memory, settings: Settings, data: Path, *, port: int | None = None
    ) -> None:  # fmt: skip
        """`data` is where the keys are kept; a `port` of 0 is any that is free. Raises Problem."""
        self.keys = Keys(data / KEYS)
        self._socket = _listening(settings.get("agents.port") if port is None else port)
        self.port: int = self._socket.getsockname()[1]
        self.house = House(memory, settings)
        app = _application(self.house)
        gate = DoorGate(app, self.keys, self.port, settings.get)
        self._server = _Server(
            uvicorn.Config(
                gate, loop="asyncio", http=_Protocol, ws="none", lifespan="on", log_config=None,
                access_log=False, server_header=False, proxy_headers=False,
                limit_concurrency=_MOST_AT_ONCE, timeout_graceful_shutdown=1,
            )
        )  # fmt: skip
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://{HOST}:{self.port}"

    async def run(self) -> None:
        """Answer until the task is cancelled."""
        serving = asyncio.create_task(self._server.serve([self._socket]))
        try:
            await asyncio.shield(serving)
        finally:
            self._server.should_exit = True
            await serving

    def start(self) -> None:
        """Start to answer, in a thread of its own. Raises Problem if the server does not start."""
        ended = threading.Event()

        def work() -> None:
            try:
                asyncio.run(self._server.serve([self._socket]))
            except Exception:  # the edge of a thread: nobody else would hear of it
                log.exception("The doors for agents closed")
            finally:
                ended.set()

        self._thread = threading.Thread(target=work, name="doors", daemon=True)
        self._thread.start()
        for _ in range(int(_PATIENCE * 100)):
            if self._server.started or ended.wait(0.01):
                break
        if not self._server.started:
            raise Problem(tr("The server for agents did not start."), tr("The log says why."))

    def stop(self) -> None:
        """Answer nobody any more. Blocks until what is at work has ended."""
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(_PATIENCE)
            self._thread = None
        self._socket.close()


def _application(house: House) -> Starlette:
    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    mcp = Route(MCP_PATH, mcp_door.over_http(house), methods=["POST", "DELETE"])
    return Starlette(
        routes=[*rest.routes(house), mcp],
        lifespan=life,
        exception_handlers={
            Problem: rest.on_problem,
            HTTPException: rest.on_http,
            Exception: _on_bug,
        },
    )


async def _on_bug(request: Request, error: Exception) -> Response:
    return JSONResponse(problem_of(error).as_json(), 500)


def _listening(port: int) -> socket.socket:
    """A socket on the loopback address. Raises Problem when the port is taken."""
    try:
        listening = socket.create_server((HOST, port), backlog=_MOST_AT_ONCE)
    except OSError as error:
        raise Problem(
            tr("Port {port} is taken by another program.").format(port=port),
            tr("Choose another one: nightstand settings agents.port {other}").format(
                other=port + 1
            ),
        ) from error
    # asyncio does this only for sockets whose protocol is named; else each answer waits 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening
