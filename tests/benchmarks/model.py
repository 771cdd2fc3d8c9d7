"""Model: what a dream costs beside the model's own time, against reading the same stream barely.

A scripted Ollama in a process of its own answers at the pace of a model, for `--seconds` (60). Then
one answer of 10 MB, to see what it takes in memory beside its own bytes.
"""

import asyncio
import json
import multiprocessing
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx

from desktop_app.dreams.engine_choice import Engine
from desktop_app.memory import Memory
from desktop_app.models.address import Address
from desktop_app.models.asking import OllamaModel
from desktop_app.models.model import ModelMessage
from desktop_app.models.ollama import Ollama
from desktop_app.settings import Places
from tests.support.ollama import OurOllama, Served, Talk, done, read_tokens, said

USUAL_SECONDS = 60
BULLETS, DAYS, LINES, NEW = 60, 3, 25, 20
ROOM = 16_384
_PIECE = 4  # characters a token
_PART = 6  # the stream that is read barely is that much shorter
_NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
_MEGABYTE = 1_000_000
_LONG = 10
_NAMES = ("Ana", "Jonas", "Mara", "Clara", "Leo", "Gwen", "Ines", "Tomas", "Rosa", "Pavel")
_THINGS = ("the boiler", "the tide gauge", "the survey", "the fence", "the invoice", "the charts")


class _StillClock:
    def now(self) -> datetime:
        return _NOW


def run(data: Path | None, work: Path, seconds: int = USUAL_SECONDS) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    yield from _long_answer()  # first: the highest point of memory is to be its own
    yield from _dream(work, seconds)


# -- a dream at a model's pace ----------------------------------------------------------------


def _dream(work: Path, seconds: int) -> Iterator[str]:
    memory = Memory.create(work / "notebook", Places(work / "data", work / "config"), _StillClock())
    (memory.root / "MEMORY.md").write_text(
        "# Memory\n\n" + "".join(f"- {_fact(n)}\n" for n in range(BULLETS)), encoding="utf-8"
    )
    (memory.root / "memory").mkdir(exist_ok=True)
    answer = ["[MEMORY]"]
    for back in range(DAYS):
        day = date(2026, 11, 21) - timedelta(days=back)
        notes = [_fact(1_000 + back * LINES + n) for n in range(LINES)]
        head = f"# Daily Memory: {day}\n\n## Notes (09:00)\n\n"
        body = "".join(f"- {note}\n" for note in notes)
        (memory.root / f"memory/{day}.md").write_text(head + body, encoding="utf-8")
        answer += [f"- {note} {{D{day}:{5 + n}}}" for n, note in enumerate(notes)][: NEW // DAYS]
    answer += ["[DREAM]", "Many small works", " ".join(_fact(n) for n in range(40))]
    text = "\n".join(answer)
    pause = seconds / (len(text) / _PIECE)
    with _server(_paced, text, pause) as (port, told):
        memory.models.ask_at(f"127.0.0.1:{port}", "")
        engine = Engine("ollama", "small", room=ROOM)
        bare, own_bare = asyncio.run(_barely(port, len(text) // _PIECE // _PART)), told()[0]
        begun, worked = time.perf_counter(), _worked()
        outcome = asyncio.run(memory.dreams.dream(DAYS, engine=engine))
        took, worked = time.perf_counter() - begun, _worked() - worked
        own, calls = told()
    proposal = outcome.proposal
    assert proposal is not None, outcome
    assert calls == 1, "the answer was to be good enough to be asked for once"
    beside = took - own
    yield (
        f"a dream of {len(proposal.changes)} changes by one answer of {len(text) // _PIECE} tokens "
        f"in {own:.1f} s: {beside:.2f} s beside it, {beside / own:.2%}"
        + (f" (of {USUAL_SECONDS} s {beside / USUAL_SECONDS:.2%})" if seconds < 60 else "")
    )
    yield (
        f"reading a sixth of the same stream barely: {bare - own_bare:.2f} s beside it; "
        f"the dream works {worked:.2f} s of its {took:.1f} s"
    )
    memory.close()


def _fact(number: int) -> str:
    name, thing = _NAMES[number % 10], _THINGS[number % 6]
    return f"{name} looks after {thing} at berth {number} since {1900 + number % 120}."


async def _barely(port: int, most: int) -> float:
    """Seconds to ask and read with nothing but the HTTP library."""
    begun = time.perf_counter()
    question = {"role": "user", "content": "Go on."}
    body = {"model": "small", "messages": [question], "options": {"num_predict": most}}
    async with (
        httpx.AsyncClient(timeout=None, trust_env=False) as client,
        client.stream("POST", f"http://127.0.0.1:{port}/api/chat", json=body) as response,
    ):
        async for line in response.aiter_lines():
            json.loads(line)
    return time.perf_counter() - begun


def _worked() -> float:
    """Seconds of a processor that this process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


# -- an answer of 10 MB -----------------------------------------------------------------------


def _long_answer() -> Iterator[str]:
    with _server(_torrent, "x", 0.0) as (port, _):
        begun = time.perf_counter()
        grown, peak = asyncio.run(_kept(port))
        took = time.perf_counter() - begun
    at = {each: grown[each - 1] for each in (1, 5, _LONG - 1)}
    yield (
        f"an answer of {_LONG} MB: memory beside its bytes "
        + ", ".join(f"{grown:+.1f} MB at {each} MB" for each, grown in at.items())
        + f", {peak:+.1f} MB at most, once it is put together; {_LONG / took:.1f} MB a second"
    )


async def _kept(port: int) -> tuple[list[float], float]:
    """MB that memory has grown by at each MB of the answer and at most, without its bytes."""
    server = Ollama(Address("127.0.0.1", port))
    model = OllamaModel(server, await server.describe("small"))
    grown: list[float] = []
    heard = 0
    start = _resident()

    def hear(chunk: Any) -> None:
        nonlocal heard
        heard += len(chunk.text)
        if heard >= (len(grown) + 1) * _MEGABYTE:
            grown.append((_resident() - start - heard) / _MEGABYTE)

    question = [ModelMessage("user", "Go on.")]
    answer = await model.chat(question, context=131_072, most=100_000, on_chunk=hear)
    assert len(answer.text) == _LONG * _MEGABYTE
    highest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return grown, (highest - start - heard) / _MEGABYTE


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


# -- the server, in a process of its own ------------------------------------------------------


@contextmanager
def _server(
    serve: Callable[..., None], text: str, pause: float
) -> Iterator[tuple[int, Callable[[], tuple[float, int]]]]:
    """Its port, and what tells the seconds and the number of its answers since the last time."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=serve, args=(theirs, text, pause), daemon=True
    )
    process.start()

    def told() -> tuple[float, int]:
        ours.send("told")
        found: tuple[float, int] = ours.recv()
        return found

    try:
        yield ours.recv(), told
    finally:
        ours.send("end")
        process.join()


def _paced(pipe: Connection, text: str, pause: float) -> None:
    """Answers every chat with `text`, a token each `pause` seconds, and times itself."""
    spent: list[float] = []

    async def script(talk: Talk) -> None:
        begun = time.perf_counter()
        read = read_tokens(talk.server, Served(), talk.request.body, 10**9)
        await talk.head()
        end = talk.request.body["options"]["num_predict"] * _PIECE
        for n, at in enumerate(range(0, min(len(text), end), _PIECE), start=1):
            await talk.line(said(text[at : at + _PIECE]))
            await talk.pause(max(0.0, begun + n * pause - time.perf_counter()))
        await talk.line(done("stop", read or 0, len(text) // _PIECE))
        await talk.end()
        spent.append(time.perf_counter() - begun)

    _serve(pipe, script, spent)


def _torrent(pipe: Connection, text: str, pause: float) -> None:
    """Answers with 10 MB as fast as it is read."""

    async def script(talk: Talk) -> None:
        await talk.head()
        for n in range(_LONG * 10_000):
            await talk.line(said(f"- {n:096} \n"))
        await talk.line(done("stop", 0, 100_000))
        await talk.end()

    _serve(pipe, script, [])


def _serve(pipe: Connection, script: Any, spent: list[float]) -> None:
    with OurOllama() as server:
        server.next("/api/chat", *[script] * 9)
        pipe.send(server.port)
        while pipe.recv() == "told":
            pipe.send((sum(spent), len(spent)))
            spent.clear()
