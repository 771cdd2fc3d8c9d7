"""The wire: calls to one model server, with patience. Knows how long to wait, no questions."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from desktop_app.models.address import Address
from desktop_app.models.endings import Ending, ModelProblem

if TYPE_CHECKING:
    from desktop_app.models.client import Client

T = TypeVar("T")
Line = dict[str, Any]
Call = Callable[["Client"], Awaitable[Any]]
"""One call of the package's client."""

_AGAIN = {Ending.NOT_RUNNING, Ending.BUSY, Ending.BROKEN_OFF}


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

    async def ask(self, call: Call, *, within: float | None = None, insist: bool = True) -> Line:
        """One question with one answer, within `within` seconds; with `insist` it is asked again,
        as long as waiting may help."""
        deadline = _now() + (within or self.patience.reply)
        late = Ending.OVERTIME if within else Ending.UNREACHABLE

        async def once() -> Line:
            async with self._client() as client:
                reply: Line = await _in_time(_sent(call, client), deadline, late)
                return reply

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
        call: Call,
        *,
        moves: Callable[[Line], bool],
        total: float | None = None,
        idle: float | None = None,
    ) -> AsyncGenerator[Line, None]:
        """The objects of a streamed answer as they come. Close the generator to hang up.

        `moves` says which lines are progress; other lines don't keep the stream alive. Before the
        first line the call is repeated if waiting may help, and never afterwards.
        """
        end = _now() + total if total is not None else float("inf")
        for pause in (*self.patience.pauses, None):
            begun = False
            try:
                once = self._lines(call, moves, end, idle or self.patience.idle)
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
        self, call: Call, moves: Callable[[Line], bool], end: float, idle: float
    ) -> AsyncGenerator[Line, None]:
        deadline, late = _nearer(_now() + self.patience.first, Ending.SILENT, end)
        async with self._client() as client, aclosing(await _sent(call, client)) as lines:
            while (line := await _in_time(anext(lines, None), deadline, late)) is not None:
                if moves(line):
                    deadline, late = _nearer(_now() + idle, Ending.STALLED, end)
                yield line

    @asynccontextmanager
    async def _client(self) -> AsyncIterator["Client"]:
        from desktop_app.models.client import Client  # not before somebody is asked

        async with aclosing(Client(self.address, self.patience.connect)) as client:
            yield client


async def _sent(call: Call, client: "Client") -> Any:
    try:
        return await call(client)
    except ValueError as error:  # a name that can't be sent
        raise ModelProblem(Ending.REFUSED) from error


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
