"""The gate before every HTTP request: loopback, Host, Origin, key, size, rate. Knows ASGI only.

Specification: trust, 'Network and doors'. It stands before REST and MCP alike, so that none has a
way around it. A page in a browser is refused before its key is looked at.
"""

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse

from desktop_app.faces.doors.policy import (
    MOST_BYTES,
    Caller,
    Door,
    Keys,
    RefusedCall,
    Turnstile,
    allowed,
    client_name,
)
from desktop_app.words import tr

AsgiScope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[AsgiScope, Receive, Send], Awaitable[None]]

MCP_PATH = "/mcp"
_HEARD_IN = 30.0  # seconds for a whole request to arrive
_ABOUT = {
    HTTPStatus.UNAUTHORIZED: {"www-authenticate": "Bearer"},
    HTTPStatus.TOO_MANY_REQUESTS: {"retry-after": "1"},
}


class DoorGate:
    """An ASGI application that lets through what the policy allows.

    The application behind it finds the `Caller` in `scope["state"]["caller"]`, and gets the body
    in one piece.
    """

    def __init__(
        self, app: App, keys: Keys, port: int, setting: Callable[[str], Any], turnstile: Turnstile
    ) -> None:
        self._app = app
        self._keys = keys
        self._names = tuple(f"{name}:{port}".encode() for name in ("127.0.0.1", "localhost"))
        self._own = tuple(b"http://" + name for name in self._names)
        self._setting = setting
        self._turnstile = turnstile

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
            writes = scope["method"] not in ("GET", "HEAD") and scope["path"] != MCP_PATH
            self._turnstile.take(caller.client, writes=writes, now=time.monotonic())
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
