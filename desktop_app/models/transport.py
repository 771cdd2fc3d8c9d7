"""The wire: questions to one model server, with patience. Knows how long to wait, no questions.

No proxy, no redirect, no variable of the environment moves a request anywhere but to the address
given. Only good answers get through: refusals, broken lines and answers that are far too large
become problems with a name.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.models.address import Address
from desktop_app.models.endings import Ending, ModelProblem, of_error_line, of_status

if TYPE_CHECKING:
    import httpx

Line = dict[str, Any]

_AGAIN = {Ending.NOT_RUNNING, Ending.BUSY, Ending.BROKEN_OFF}
_LONGEST_LINE = 1_000_000  # bytes
_LONGEST_REPLY = 64_000_000  # vectors of a thousand texts
_LONGEST_REFUSAL = 64_000


@dataclass(frozen=True)
class Patience:
    """How long each phase may take, in seconds, and how long to wait before asking once more.

    `reply` is for short questions, `first` until an answer begins, `idle` between its pieces.
    Before the first piece, `look` is the time between two checks whether the server lives.
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

    def __init__(self, address: Address, patience: Patience | None = None) -> None:
        self.address = address
        self.patience = patience or USUAL

    async def ask(
        self,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        method: str = "",
        within: float | None = None,
        insist: bool = True,
    ) -> Line:
        """One question with one answer, within `within` seconds; with `insist` it is asked again,
        as long as waiting may help. Its `method` is POST where it has a body, else GET."""
        deadline = _now() + (within or self.patience.reply)
        late = Ending.OVERTIME if within else Ending.UNREACHABLE

        async def once() -> Line:
            asked = method or ("GET" if body is None else "POST")
            async with _until(deadline, late), self._answer(asked, path, body) as chunks:
                reply = await _whole(chunks, _LONGEST_REPLY)
                return _object(b"{}" if asked == "DELETE" else reply)

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

        `moves` says which lines are progress; other lines don't keep the stream alive. Before the
        first line the question is repeated if waiting may help, and never afterwards.
        """
        end = _now() + total if total is not None else float("inf")
        for pause in (*self.patience.pauses, None):
            begun = False
            try:
                async with aclosing(self._lines(path, body, moves, end, idle)) as lines:
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
        idle: float | None,
    ) -> AsyncGenerator[Line, None]:
        deadline, late = _nearer(_now() + self.patience.first, Ending.SILENT, end)
        async with aclosing(self._objects(path, body)) as objects:
            while True:
                async with _until(deadline, late):
                    line = await anext(objects, None)
                if line is None:
                    return
                if line.get("error"):
                    raise of_error_line(line["error"])
                if moves(line):
                    quiet = _now() + (idle or self.patience.idle)
                    deadline, late = _nearer(quiet, Ending.STALLED, end)
                yield line

    async def _objects(self, path: str, body: Mapping[str, Any]) -> AsyncGenerator[Line, None]:
        rest = b""
        async with self._answer("POST", path, body) as chunks:
            async for chunk in chunks:
                *whole, rest = (rest + chunk).split(b"\n")
                for line in filter(bytes.strip, whole):
                    yield _object(line)
                if len(rest) > _LONGEST_LINE:
                    raise ModelProblem(Ending.TOO_BIG)
            if rest.strip():
                yield _object(rest, cut=rest.lstrip().startswith(b"{"))

    @asynccontextmanager
    async def _answer(
        self, method: str, path: str, body: Mapping[str, Any] | None
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """The pieces of a good answer as they come."""
        import httpx  # not before somebody is asked

        limits = {"connect": self.patience.connect, "read": None, "write": None, "pool": None}
        try:
            request = httpx.Request(
                method,
                f"{self.address.url}{path}",
                json=body,
                headers={"Accept-Encoding": "identity", "User-Agent": "nightstand"},
                extensions={"timeout": limits},
            )
        except ValueError as error:  # a name that can't be sent
            raise ModelProblem(Ending.REFUSED) from error
        # Certificates take long to load and plain HTTP has none.
        secure = self.address.secure
        try:
            async with httpx.AsyncHTTPTransport(verify=secure, trust_env=False) as transport:
                response = await transport.handle_async_request(request)
                assert isinstance(response.stream, httpx.AsyncByteStream)
                chunks = aiter(response.stream)
                try:
                    if response.status_code != 200:
                        raise of_status(response.status_code, await _reason(chunks))
                    yield chunks
                finally:
                    await response.aclose()
        except httpx.TransportError as error:
            raise ModelProblem(_ending_of(error)) from error


def _ending_of(error: "httpx.TransportError") -> Ending:
    import httpx

    match error:
        case httpx.ConnectTimeout():
            return Ending.UNREACHABLE
        case httpx.ConnectError():
            return Ending.NOT_RUNNING
        case httpx.RemoteProtocolError() if not (
            "disconnected" in str(error) or "peer closed" in str(error)
        ):
            return Ending.NOT_UNDERSTOOD  # a peer that never spoke HTTP
        case _:
            return Ending.BROKEN_OFF


async def _whole(chunks: AsyncIterator[bytes], longest: int) -> bytes:
    data = bytearray()
    async for chunk in chunks:
        data += chunk
        if len(data) > longest:
            raise ModelProblem(Ending.TOO_BIG)
    return bytes(data)


async def _reason(chunks: AsyncIterator[bytes]) -> str:
    """Why a question was refused, in the server's words; "" where it does not say."""
    import httpx

    try:
        reason = _object(await _whole(chunks, _LONGEST_REFUSAL)).get("error")
    except (ModelProblem, httpx.TransportError):
        return ""
    return reason if isinstance(reason, str) else ""


def _object(data: bytes, *, cut: bool = False) -> Line:
    """The object that these bytes are; with `cut` they may be the beginning of one."""
    try:
        value = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ModelProblem(Ending.UNFINISHED if cut else Ending.NOT_UNDERSTOOD) from error
    if not isinstance(value, dict):
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    return value


def _now() -> float:
    return asyncio.get_running_loop().time()


def _nearer(phase: float, late: Ending, end: float) -> tuple[float, Ending]:
    return (phase, late) if phase <= end else (end, Ending.OVERTIME)


@asynccontextmanager
async def _until(deadline: float, late: Ending) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout_at(deadline):
            yield
    except TimeoutError:
        raise ModelProblem(late) from None
