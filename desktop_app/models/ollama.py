"""Ollama: the models of this computer. Knows its requests and replies, not the connection."""

from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import replace

from desktop_app.models.address import HERE, Address
from desktop_app.models.endings import Ending, ModelProblem, of_pull
from desktop_app.models.installed import (
    Progress,
    Tally,
    context_of,
    is_cloud,
    listed,
    model_info,
    name_of,
    text,
)
from desktop_app.models.installed import same_model as same
from desktop_app.models.loop_thread import aside, telling
from desktop_app.models.model import ModelInfo
from desktop_app.models.transport import Line, Patience, Wire

_STOP = 1.0  # seconds; a program that ends may wait as long
_PULL_IDLE = 900.0  # a large model is verified without a word


class Ollama:
    """One server. Holds no connection open: it may come and go.

    Every method raises `ModelProblem` with a named ending; cancelling its task hangs up. All of
    them may be awaited on the window's loop.
    """

    def __init__(self, address: Address = HERE, patience: Patience | None = None) -> None:
        self.wire = Wire(address, patience)

    def asked_once(self) -> "Ollama":
        """The same server without patience: if it can't answer now, that is a problem at once."""
        return Ollama(self.wire.address, replace(self.wire.patience, pauses=()))

    def patient(self, first: float) -> "Ollama":
        """The same server, with `first` seconds until an answer has to begin."""
        return Ollama(self.wire.address, replace(self.wire.patience, first=first))

    async def version(self) -> str:
        """Its version. This one short question also shows whether the server is there."""
        reply = await aside(self.wire.ask(lambda client: client.version(), insist=False))
        version = text(reply.get("version"))
        if not version:
            raise ModelProblem(Ending.NOT_UNDERSTOOD)
        return version

    async def models(self) -> tuple[ModelInfo, ...]:
        """All installed models as Ollama sorts them. Those that run elsewhere are not `local`."""
        return await aside(self._models())

    async def describe(self, name: str) -> ModelInfo:
        """One model as it is now, by its full name."""
        return await aside(self._describe(name))

    async def runs_here(self, name: str) -> bool:
        """Whether the model still runs on this computer. One short question."""
        return (await aside(self._look(name, {}))).local

    async def context(self, name: str) -> int | None:
        """The context in force of a model in memory; None where it is not, or nobody says."""
        return context_of(
            name, await aside(self.wire.ask(lambda client: client.ps(), insist=False))
        )

    async def delete(self, name: str) -> None:
        """Delete an installed model."""
        with about(name):
            await aside(self.wire.ask(lambda client: client.delete(name), insist=False))

    async def stop(self, name: str) -> None:
        """Take the model out of memory, which ends its work for callers that hung up."""
        await aside(
            self.wire.ask(
                lambda client: client.generate(name, keep_alive=0), within=_STOP, insist=False
            )
        )

    async def pull(self, name: str, on_progress: Callable[[Progress], None]) -> None:
        """Install a model from Ollama's library. Cancelled and begun again, it goes on."""
        if is_cloud(name):
            raise ModelProblem(Ending.CLOUD, model=name)
        await telling(lambda tell: self._pull(name, tell), on_progress)

    async def _models(self) -> tuple[ModelInfo, ...]:
        infos = []
        for entry in await self._list():
            try:
                infos.append(await self._look(name_of(entry), entry))
            except ModelProblem as problem:
                if problem.ending in {Ending.SERVER_FAULT, Ending.REFUSED}:
                    infos.append(model_info(name_of(entry), entry, {"capabilities": []}))
                elif problem.ending is not Ending.MODEL_GONE:  # deleted since the list was made
                    raise
        return tuple(infos)

    async def _describe(self, name: str) -> ModelInfo:
        entries = await self._list()
        entry = next((entry for entry in entries if same(name, name_of(entry))), {})
        return await self._look(name_of(entry) or name, entry)

    async def _pull(self, name: str, tell: Callable[[Progress], None]) -> None:
        tally = Tally()
        lines = self.wire.lines(
            lambda client: client.pull(name, stream=True), moves=bool, idle=_PULL_IDLE
        )
        try:
            async with aclosing(lines):
                async for line in lines:
                    tell(tally.take(line))
                    if tally.finished:
                        return
        except ModelProblem as problem:
            raise of_pull(problem, name) from problem
        raise ModelProblem(Ending.BROKEN_OFF, model=name)

    async def _list(self) -> tuple[Line, ...]:
        return listed(await self.wire.ask(lambda client: client.list()))

    async def _look(self, name: str, entry: Line) -> ModelInfo:
        with about(name):
            shown = await self.wire.ask(lambda client: client.show(name))
            return model_info(name, entry, shown)


@contextmanager
def about(model: str) -> Iterator[None]:
    """Name the model in every problem of the block."""
    try:
        yield
    except ModelProblem as problem:
        raise problem.about(model) from problem
