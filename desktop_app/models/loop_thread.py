"""Off the loop: work on sockets runs in a thread with a loop of its own. Knows asyncio only.

The window's loop is Qt's. Sockets on it are watched by Qt's notifiers, which qasync drops while Qt
still uses them: closing a connection in the middle then ends the whole program. So nothing of the
network ever runs on the caller's loop, whichever it is.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, TypeVar

from desktop_app.errors import Problem
from desktop_app.jobs import ThreadEach

T = TypeVar("T")
C = TypeVar("C")

_inside: ContextVar[bool] = ContextVar("inside", default=False)


async def aside(work: Coroutine[Any, Any, T]) -> T:
    """The result of `work`, run in a thread of its own, or in the caller's if it is one already."""
    if _inside.get():
        return await work
    begun: Future[asyncio.Task[Any]] = Future()
    thread = ThreadEach("model", daemon=False)  # the end of the program waits for its end
    ended = asyncio.wrap_future(thread.submit(asyncio.run, _alone(work, begun)))
    ended.add_done_callback(lambda done: done.cancelled() or done.exception())  # heard
    try:
        return await asyncio.shield(ended)
    except asyncio.CancelledError:
        begun.add_done_callback(_cancel)  # at once, or as soon as there is something to cancel
        await asyncio.wait({ended})
        raise


def afterwards(work: Coroutine[Any, Any, object]) -> None:
    """Run `work` in a thread of its own; nobody waits for it but the end of the program."""

    def run() -> None:
        with suppress(Problem):
            asyncio.run(_alone(work, Future()))

    threading.Thread(target=run, name="model afterwards").start()


async def _alone(work: Coroutine[Any, Any, T], begun: Future[asyncio.Task[Any]]) -> T:
    """The result of `work`, which has a loop to itself; `begun` is told its task."""
    _inside.set(True)
    # The system looks up names there, for as long as it likes; nobody can stop it or waits for it.
    asyncio.get_running_loop().set_default_executor(ThreadEach("model aside", daemon=True))
    task = asyncio.current_task()
    assert task is not None
    begun.set_result(task)
    return await work


def _cancel(begun: Future[asyncio.Task[Any]]) -> None:
    task = begun.result()
    with suppress(RuntimeError):  # its loop has closed: it has ended
        task.get_loop().call_soon_threadsafe(task.cancel)


async def telling(
    work: Callable[[Callable[[C], None]], Coroutine[Any, Any, T]], deliver_to: Callable[[C], None]
) -> T:
    """Run `work(tell)` aside. Its news reach `deliver_to` in order, on the caller's loop.

    All news are delivered before this ends, and none after it was cancelled. When `deliver_to`
    raises, the work is cancelled and this raises the same.
    """
    loop = asyncio.get_running_loop()
    refused: list[Exception] = []
    ended = False

    def deliver(news: C) -> None:
        if not (ended or refused):
            try:
                deliver_to(news)
            except Exception as error:  # told to the caller, not to the loop
                refused.append(error)
                working.cancel()

    def tell(news: C) -> None:
        loop.call_soon_threadsafe(deliver, news)

    async def all_of_it() -> T:
        return await aside(work(tell))

    working = asyncio.ensure_future(all_of_it())
    try:
        result = await working
    except BaseException:
        if refused:
            raise refused[0] from None
        raise
    finally:
        ended = True
    if refused:
        raise refused[0]
    return result
