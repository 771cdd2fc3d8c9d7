"""Work on sockets runs in a thread of its own, and ends there when it is cancelled here."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from desktop_app.errors import Problem
from desktop_app.models.loop_thread import aside, telling
from tests.models.asking import PROMPT, the_model
from tests.support.ollama import OurOllama, says
from tests.support.waiting import until


async def until_cancelled(steps: list[str], *, fails: bool = False) -> None:
    """Tell that it has begun, and that it has tidied up once it is cancelled."""
    steps.append("begun")
    try:
        await asyncio.sleep(3600)
    finally:
        await asyncio.sleep(0.05)
        steps.append("tidied up")
        if fails:
            raise ValueError


async def test_a_cancelled_one_has_ended_before_its_caller_has() -> None:
    steps: list[str] = []
    task = asyncio.create_task(aside(until_cancelled(steps)))
    await until(lambda: steps)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert steps == ["begun", "tidied up"]


async def test_a_cancel_waits_for_no_name_that_is_looked_up() -> None:
    begun, free, looked_up = threading.Event(), threading.Event(), threading.Event()

    def look_up() -> None:
        begun.set()
        free.wait(60)  # as the system does for a server that does not answer
        looked_up.set()

    async def work() -> None:
        await asyncio.get_running_loop().run_in_executor(None, look_up)

    task = asyncio.create_task(aside(work()))
    await until(begun.is_set)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not looked_up.is_set()
    free.set()
    await until(looked_up.is_set)


def test_the_end_of_the_program_waits_for_work_that_is_under_way() -> None:
    code = """
import asyncio
from desktop_app.models.loop_thread import aside

async def work():
    try:
        await asyncio.sleep(0.3)
    finally:
        print("tidied up")

async def begin():
    asyncio.ensure_future(aside(work()))
    await asyncio.sleep(0.1)

loop = asyncio.new_event_loop()
loop.run_until_complete(begin())
print("over")
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.split("\n")[:2] == ["over", "tidied up"]


async def test_what_the_listener_raises_ends_the_work_and_comes_back() -> None:
    tidied: list[str] = []

    async def count(tell: Callable[[int], None]) -> None:
        try:
            for number in range(10**9):
                tell(number)
                await asyncio.sleep(0)
        finally:
            tidied.append("tidied up")

    heard: list[int] = []

    def hear(number: int) -> None:
        heard.append(number)
        if number == 5:
            raise Problem("Enough.", "Stop.")

    with pytest.raises(Problem, match="Enough"):
        await telling(count, hear)
    assert tidied == ["tidied up"]
    await asyncio.sleep(0.02)
    assert heard == [*range(6)], "nothing is told after it"


async def test_a_hundred_answers_are_cancelled_under_the_loop_of_the_window(
    qtbot: object, ollama: OurOllama
) -> None:
    """With sockets on that loop the program sometimes did not survive this."""
    model = the_model(ollama)
    for number in range(100):
        ollama.next("/api/chat", says("one two " * 900, pause=0.001))
        task = asyncio.create_task(model.chat(PROMPT, context=8192, most=5_000))
        await asyncio.sleep(0.004 * (number % 9))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    last = [request for request in ollama.requests if request.path == "/api/chat"][-1]
    await until(lambda: last.left.is_set() or not last.begun.is_set())
