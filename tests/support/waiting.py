"""Waiting in async tests without nesting a loop. Knows asyncio, jobs and Qt's timers."""

import asyncio
import io
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

MOST = 240.0
"""Seconds that an async test may take: one that hangs must not hold up all the others."""
STILL = float(os.environ.get("NIGHTSTAND_STILL", "20"))
"""Seconds of the processor in one go in which a window may hear nothing. One notices a quarter, and
`make prove` sets 2. The usual 20 only tell of a window that hangs: a processor that others share
counts one second as several, so a shorter time would fail by the machine."""
A_MOMENT = 400
"""Milliseconds: of timers in the window none that is shorter is meant to be noticed."""
_BEAT = 0.02  # seconds; a shorter one takes more of the processor than what many tests do
_FAREWELL = 30.0  # seconds that a test has to end after it was cancelled


async def until(happened: Callable[[], object], timeout: float = 60.0) -> None:  # noqa: ASYNC109
    """Return once `happened()` is true; fail the test after `timeout` seconds.

    Only a failing test waits that long: on a busy machine a second may become twenty. What follows
    in the window from what happened, such as parts that are shown and laid out, is there then too.
    """
    clock = asyncio.get_running_loop()
    end = clock.time() + timeout
    while not happened():
        assert clock.time() < end, f"waited {timeout} s in vain"
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.01)  # Qt delivers what was posted before it looks at its clocks again


def at_rest(window: Any, jobs: Any) -> bool:
    """Whether no job is under way and nothing in the window is about to be asked or drawn.

    What waits for longer than a moment is not waited for: saving, toasts, and a look whether
    Ollama is there, which comes by itself and may wait long for an answer.
    """
    from PySide6.QtCore import QTimer

    look = jobs._long.get("ollama.look")
    if any(each is not look and not each.done() for each in jobs._tasks):
        return False
    timers = window.findChildren(QTimer)
    return not any(
        each.isSingleShot() and each.isActive() and each.interval() <= A_MOMENT for each in timers
    )


async def rest(window: Any, jobs: Any) -> None:
    """Return once all is at rest, and stays so while what was posted is delivered."""
    for _ in range(2):
        await asyncio.sleep(0.05)
        await until(lambda: at_rest(window, jobs))


@asynccontextmanager
async def heartbeat(every: float = 0.002) -> AsyncIterator[list[float]]:
    """How long the interface's own thread worked between two beats, in seconds of the processor:
    for so long no key and no click is heard. Other threads and other programs do not count.

    With more seconds between two beats the same work counts, and what else is done till the next.
    """
    gaps = [0.0]

    async def beat() -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(every)
            gaps.append(time.thread_time() - before)

    beating = asyncio.ensure_future(beat())
    await asyncio.sleep(0)  # it has begun
    try:
        yield gaps
    finally:
        beating.cancel()


async def lively(work: Coroutine[Any, Any, None], most: float = STILL) -> None:
    """Await `work`; AssertionError when the interface's thread worked for more than `most` seconds
    of the processor in one go meanwhile."""
    async with heartbeat(_BEAT) as gaps:
        await work
        await asyncio.sleep(2 * _BEAT)  # the next beat tells how long its end took
    longest = max(gaps)
    assert longest <= most, f"the interface stood still for {longest:.2f} s"


async def in_time(work: Coroutine[Any, Any, None], most: float | None = MOST) -> None:
    """Await `work`; AssertionError with where it stands when it takes more than `most` seconds."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=most)
    if not done:
        told = io.StringIO()
        task.print_stack(file=told)
        task.cancel()
        # It may never hear of that: its turn can be lost by a loop within the loop.
        done, _ = await asyncio.wait({task}, timeout=_FAREWELL)
        for ended in done:
            if not ended.cancelled():
                ended.exception()  # that of the cancelling is none of the test's
        raise AssertionError(f"not done after {most} s, but still here:\n{told.getvalue()}")
    task.result()
