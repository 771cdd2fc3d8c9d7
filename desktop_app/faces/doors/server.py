"""Serving: REST and MCP over HTTP, on this computer alone, in one process or in a thread of it."""

import asyncio
import logging
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import cast

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from desktop_app.errors import Problem
from desktop_app.faces.doors import mcp_door, rest
from desktop_app.faces.doors.http_guard import MCP_PATH, DoorGate
from desktop_app.faces.doors.notebook_host import House
from desktop_app.faces.doors.policy import KEYS, Keys, Rates, Turnstile
from desktop_app.jobs import problem_of
from desktop_app.memory import Memory
from desktop_app.settings import Settings
from desktop_app.words import tr

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
        self, memory: Memory, settings: Settings, data: Path, *, port: int | None = None,
        rates: Rates | None = None,
    ) -> None:  # fmt: skip
        """`data` is where the keys are kept; a `port` of 0 is any that is free. Raises Problem."""
        self.keys = Keys(data / KEYS)
        self._socket = _listening(settings.get("agents.port") if port is None else port)
        self.port: int = self._socket.getsockname()[1]
        self.house = House(memory, settings)
        app = _application(self.house)
        gate = DoorGate(app, self.keys, self.port, settings.get, Turnstile(rates or Rates()))
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
