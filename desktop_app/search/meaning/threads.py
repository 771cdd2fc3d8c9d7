"""Between threads and loops: blocking work that is never left behind, and awaiting from a thread.

Knows asyncio and threads only.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from desktop_app.errors import Problem
from desktop_app.words import tr

P = ParamSpec("P")
T = TypeVar("T")


async def to_its_end(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Blocking `work` in a thread. Cancelling waits for its end, so that nothing is left behind."""
    running = asyncio.ensure_future(asyncio.to_thread(work, *args, **kwargs))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait({running})
        if not running.cancelled():
            running.exception()  # heard
        raise


class Waits:
    """What threads wait for, until somebody says that it is the end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ended = False
        self._tasks: set[asyncio.Task[Any]] = set()

    def waited(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `work` gives when awaited, for a caller that blocks, also inside a loop's thread.

        Raises Problem after the `end`.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._run(work)
        found: list[T] = []
        failed: list[BaseException] = []

        def aside() -> None:
            try:
                found.append(self._run(work))
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=aside, name="meaning", daemon=True)
        thread.start()
        thread.join()
        if failed:
            raise failed[0]
        return found[0]

    def end(self) -> None:
        """Break off what is waited for, and begin nothing more."""
        with self._lock:
            self._ended = True
            for task in self._tasks:
                task.get_loop().call_soon_threadsafe(task.cancel)

    def _run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            return asyncio.run(self._held(work))
        except asyncio.CancelledError:
            raise Problem(tr("The notebook was closed meanwhile.")) from None

    async def _held(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        task = asyncio.ensure_future(work())
        with self._lock:
            if self._ended:
                task.cancel()
            self._tasks.add(task)
        try:
            return await task
        finally:
            with self._lock:  # its loop is about to close
                self._tasks.discard(task)
