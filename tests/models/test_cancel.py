"""Cancelling hangs up at once, in every phase. Knows our server, which sees it happen."""

import asyncio
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.models.address import Address
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.ollama import Ollama
from desktop_app.models.transport import Patience
from tests.models.asking import PATIENT, PROMPT, ended, the_model, the_server
from tests.support.ollama import OurOllama, Script, lines, said, says, silent
from tests.support.waiting import until

SOON = 60.0
"""Seconds. An idle machine takes some milliseconds; a busy one is no wrong answer."""


@contextmanager
def a_deaf_port() -> Iterator[int]:
    """A port whose queue is full: connecting to it neither succeeds nor fails."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        waiting = []
        for _ in range(4):
            caller = socket.socket()
            caller.setblocking(False)
            caller.connect_ex(listening.getsockname())
            waiting.append(caller)
        try:
            yield listening.getsockname()[1]
        finally:
            for caller in waiting:
                caller.close()


async def _cancelled(task: asyncio.Task[Any]) -> None:
    task.cancel()
    async with asyncio.timeout(SOON):
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_while_connecting() -> None:
    with a_deaf_port() as port:
        task = asyncio.create_task(Ollama(Address("127.0.0.1", port)).version())
        await asyncio.sleep(0.1)
        assert not task.done()
        await _cancelled(task)


async def test_a_server_that_takes_no_call_is_unreachable() -> None:
    with a_deaf_port() as port:
        with pytest.raises(ModelProblem) as raised:
            async with asyncio.timeout(50):
                await Ollama(Address("127.0.0.1", port), Patience(connect=0.2, reply=60)).version()
        assert raised.value.ending is Ending.UNREACHABLE


async def test_a_server_that_is_not_there_is_not_running() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        assert (
            await ended(Ollama(Address("127.0.0.1", port), PATIENT).models()) is Ending.NOT_RUNNING
        )


@pytest.mark.parametrize(
    ("phase", "script"),
    [
        ("before the head", silent),
        ("before the first token", lines(then=silent)),
        ("in the middle", lines(said("Half"), then=silent)),
        ("while tokens come", says("one two three " * 900, pause=0.005)),
    ],
)
async def test_while_answering(ollama: OurOllama, phase: str, script: Script) -> None:
    ollama.next("/api/chat", script)
    task = asyncio.create_task(the_model(ollama).chat(PROMPT, context=8192, most=5_000))
    await _hung_up(ollama, "/api/chat", task, begun=phase != "before the head")


@pytest.mark.parametrize("script", [silent, lines(then=silent)])
async def test_a_model_that_still_reads_is_told_to_stop(ollama: OurOllama, script: Script) -> None:
    """It would go on for minutes, and the next dream would wait behind it."""
    ollama.next("/api/chat", script)
    task = asyncio.create_task(the_model(ollama).chat(PROMPT, context=8192, most=500))
    await _hung_up(ollama, "/api/chat", task, begun=script is not silent)
    await until(lambda: ollama.asked("/api/generate"))
    assert ollama.asked("/api/generate")[0].body == {
        "model": "small:latest",
        "stream": False,
        "keep_alive": 0,
    }
    await _all_ended()


async def test_a_model_that_did_not_begin_in_time_is_told_to_stop(ollama: OurOllama) -> None:
    ollama.next("/api/chat", silent)
    assert (
        await ended(
            the_model(ollama, replace(PATIENT, first=0.5)).chat(PROMPT, context=8192, most=500)
        )
        is Ending.SILENT
    )
    await until(lambda: ollama.asked("/api/generate"))
    await _all_ended()


async def test_a_model_that_was_answering_stops_by_itself(ollama: OurOllama) -> None:
    ollama.next("/api/chat", lines(said("Half"), then=silent))
    begun = asyncio.Event()
    model = the_model(ollama)
    task = asyncio.create_task(
        model.chat(PROMPT, context=8192, most=500, on_chunk=lambda chunk: begun.set())
    )
    await begun.wait()
    await _cancelled(task)
    await _all_ended()
    assert not ollama.asked("/api/generate")


@pytest.mark.parametrize("script", [silent, lines({"status": "pulling manifest"}, then=silent)])
async def test_while_pulling(ollama: OurOllama, script: Script) -> None:
    ollama.next("/api/pull", script)
    pulling = the_server(ollama).pull("new", lambda progress: None)
    task = asyncio.create_task(pulling)
    await _hung_up(ollama, "/api/pull", task, begun=script is not silent)


@pytest.mark.parametrize("path", ["/api/tags", "/api/show", "/api/embed", "/api/delete"])
async def test_while_asking_anything_else(ollama: OurOllama, path: str) -> None:
    ollama.next(path, silent)
    work: dict[str, Coroutine[Any, Any, Any]] = {
        "/api/tags": the_server(ollama).models(),
        "/api/show": the_model(ollama).chat(PROMPT, context=8192, most=500),
        "/api/embed": the_model(ollama).embed(["harbour"]),
        "/api/delete": the_server(ollama).delete("small"),
    }
    task = asyncio.create_task(work.pop(path))
    for unused in work.values():
        unused.close()
    await _hung_up(ollama, path, task)


async def test_the_total_time_ends_even_a_lively_answer(ollama: OurOllama) -> None:
    ollama.next("/api/chat", says("one two three " * 900, pause=0.005))
    assert (
        await ended(the_model(ollama).chat(PROMPT, context=8192, most=5_000, total=2.0))
        is Ending.OVERTIME
    )
    await until(ollama.asked("/api/chat")[0].left.is_set)


async def _hung_up(
    ollama: OurOllama, path: str, task: asyncio.Task[Any], begun: bool = False
) -> None:
    """Cancel once the request arrived (and its answer began); the server sees the line go dead."""
    await until(lambda: ollama.asked(path))
    request = ollama.asked(path)[0]
    if begun:
        await until(request.begun.is_set)
    await asyncio.sleep(0.05)
    assert not task.done()
    await _cancelled(task)
    await until(request.left.is_set)


async def _all_ended() -> None:
    await until(lambda: not [t for t in threading.enumerate() if t.name == "model afterwards"])
