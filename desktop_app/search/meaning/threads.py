"""Between threads and loops: blocking work that is never left behind, and awaiting from a thread.

Knows asyncio and threads only.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

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


def waited(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What `work` gives when awaited, for a caller that blocks, also one inside a loop's thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    found: list[T] = []
    failed: list[BaseException] = []

    def aside() -> None:
        try:
            found.append(asyncio.run(work()))
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=aside, name="meaning")
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return found[0]
