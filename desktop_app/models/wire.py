"""The wire: requests to one model server and their answers as JSON. Knows HTTP, not what is asked.

Nothing else here speaks to a network. No proxy, no redirect, no variable of the environment moves
a request anywhere but to the address given. A new connection serves each request, so that hanging
up is closing it, and closing it stops the work behind it.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx

from desktop_app.models.address import Address
from desktop_app.models.endings import Ending
from desktop_app.models.problem import ModelProblem, of_status

T = TypeVar("T")
Line = dict[str, Any]

LONGEST_LINE = 1_000_000
_LONGEST_REPLY = 64_000_000  # vectors of a thousand texts
_LONGEST_REFUSAL = 64_000
_AGAIN = {Ending.NOT_RUNNING, Ending.BUSY, Ending.BROKEN_OFF}


@dataclass(frozen=True)
class Patience:
    """How long each phase may take, in seconds, and how long to wait before asking once more.

    `reply` is for short questions, `first` until an answer begins, `idle` between its pieces.
    While nothing has come, `look` is between two questions whether the server lives.
    """

    connect: float = 3.0
    reply: float = 20.0
    first: float = 300.0
    idle: float = 60.0
    look: float = 10.0
    pauses: tuple[float, ...] = (0.5, 1.5)


USUAL = Patience()


class Wire:
    """Asks one server. Every failure is a `ModelProblem`; cancelling hangs up at once."""

    def __init__(self, address: Address, patience: Patience) -> None:
        self.address = address
        self.patience = patience

    async def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        within: float | None = None,
        insist: bool = True,
    ) -> Line:
        """One question with one JSON object as its answer, within `within` seconds.

        Where nothing was answered yet and waiting may help, it is asked again unless not `insist`.
        """
        deadline = _now() + (within or self.patience.reply)
        late = Ending.OVERTIME if within else Ending.UNREACHABLE

        async def once() -> Line:
            async with self._opened(method, path, body, deadline, late) as chunks:
                data = await _in_time(_whole(chunks, _LONGEST_REPLY), deadline, late)
                return _object(data) if data.strip() else {}

        for pause in self.patience.pauses if insist else ():
            try:
                return await once()
            except ModelProblem as problem:
                if problem.ending not in _AGAIN:
                    raise
            await asyncio.sleep(pause)
        return await once()

    async def lines(
        self,
        path: str,
        body: Mapping[str, Any],
        *,
        moves: Callable[[Line], bool],
        total: float | None = None,
        idle: float | None = None,
    ) -> AsyncGenerator[Line, None]:
        """The objects of a streamed answer as they come. Close the generator to hang up.

        `moves` tells which lines are progress; the others don't keep the stream alive. Before the
        first line it is asked again where waiting may help, and never afterwards.
        """
        end = _now() + total if total is not None else float("inf")
        for pause in (*self.patience.pauses, None):
            begun = False
            try:
                once = self._lines(path, body, moves, end, idle or self.patience.idle)
                async with aclosing(once) as lines:
                    async for line in lines:
                        begun = True
                        yield line
                return
            except ModelProblem as problem:
                if begun or pause is None or problem.ending not in _AGAIN:
                    raise
            await asyncio.sleep(pause)

    async def _lines(
        self,
        path: str,
        body: Mapping[str, Any],
        moves: Callable[[Line], bool],
        end: float,
        idle: float,
    ) -> AsyncGenerator[Line, None]:
        deadline, late = _nearer(_now() + self.patience.first, Ending.SILENT, end)
        async with (
            self._opened("POST", path, body, deadline, late) as chunks,
            aclosing(_split(chunks)) as pieces,
        ):
            while (data := await _in_time(anext(pieces, b""), deadline, late)) != b"":
                line = _object(data)
                if moves(line):
                    deadline, late = _nearer(_now() + idle, Ending.STALLED, end)
                yield line

    @asynccontextmanager
    async def _opened(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        deadline: float,
        late: Ending,
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """The body of a good answer, still to be read; refusals are raised."""
        with _told():
            async with self._client() as client:
                request = client.build_request(method, path, json=body)
                response = await _in_time(client.send(request, stream=True), deadline, late)
                # Held until the response is closed: dropped earlier, the generators inside would
                # close the connection at some later time, in a task of their own.
                chunks = response.aiter_raw()
                try:
                    if response.status_code != 200:
                        said = await _in_time(_refusal(chunks), deadline, late)
                        raise of_status(response.status_code, said)
                    yield chunks
                finally:
                    await response.aclose()

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            base_url=self.address.url,
            trust_env=False,
            follow_redirects=False,
            verify=self.address.secure,  # certificates take long to load and plain HTTP has none
            timeout=httpx.Timeout(None, connect=self.patience.connect),
            headers={"Accept-Encoding": "identity", "User-Agent": "nightstand"},
        )


def _now() -> float:
    return asyncio.get_running_loop().time()


def _nearer(phase: float, late: Ending, end: float) -> tuple[float, Ending]:
    return (phase, late) if phase <= end else (end, Ending.OVERTIME)


async def _in_time(work: Awaitable[T], deadline: float, late: Ending) -> T:
    try:
        async with asyncio.timeout_at(deadline if deadline < float("inf") else None):
            return await work
    except TimeoutError:
        raise ModelProblem(late) from None


@contextmanager
def _told() -> Iterator[None]:
    """Turn what the network does into named endings."""
    try:
        yield
    except httpx.ConnectTimeout as error:
        raise ModelProblem(Ending.UNREACHABLE) from error
    except httpx.ConnectError as error:
        raise ModelProblem(Ending.NOT_RUNNING) from error
    except httpx.RemoteProtocolError as error:
        # A peer that went away, or one that never spoke HTTP.
        away = "disconnected" in str(error) or "peer closed" in str(error)
        raise ModelProblem(Ending.BROKEN_OFF if away else Ending.NOT_UNDERSTOOD) from error
    except httpx.TransportError as error:
        raise ModelProblem(Ending.BROKEN_OFF) from error


async def _split(chunks: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """The lines of a stream without blank ones. Raises ModelProblem on one that does not end."""
    held = bytearray()
    async for chunk in chunks:
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            line, start = bytes(held) + chunk[start:end], end + 1
            held.clear()
            if line.strip():
                yield line
        held += chunk[start:]
        if len(held) > LONGEST_LINE:
            raise ModelProblem(Ending.TOO_BIG)
    if held.strip():
        yield _last(bytes(held))


def _last(data: bytes) -> bytes:
    """A last line that lacks its end, when it is an object all the same."""
    try:
        _object(data)
    except ModelProblem:
        begun = data.lstrip().startswith(b"{")
        raise ModelProblem(Ending.UNFINISHED if begun else Ending.NOT_UNDERSTOOD) from None
    return data


async def _whole(chunks: AsyncIterator[bytes], longest: int) -> bytes:
    data = bytearray()
    async for chunk in chunks:
        data += chunk
        if len(data) > longest:
            raise ModelProblem(Ending.TOO_BIG)
    return bytes(data)


async def _refusal(chunks: AsyncIterator[bytes]) -> str:
    """What the server says to a refusal, as far as it can be understood."""
    try:
        data = await _whole(chunks, _LONGEST_REFUSAL)
        said = _object(data).get("error", "")
    except (ModelProblem, httpx.TransportError):
        return ""
    return said if isinstance(said, str) else json.dumps(said)


def _object(data: bytes) -> Line:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        # Ollama's own lines begin so; anything else was never its.
        ours = data.lstrip().startswith(b"{")
        raise ModelProblem(Ending.BROKEN_TEXT if ours else Ending.NOT_UNDERSTOOD) from error
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ModelProblem(Ending.NOT_UNDERSTOOD) from error
    if not isinstance(found, dict):
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    return found
