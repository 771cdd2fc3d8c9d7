"""Waiting in async tests without nesting a loop. Knows asyncio only."""

import asyncio
from collections.abc import Callable


async def until(happened: Callable[[], object], timeout: float = 15.0) -> None:  # noqa: ASYNC109
    """Return once `happened()` is true; fail the test after `timeout` seconds."""
    clock = asyncio.get_running_loop()
    end = clock.time() + timeout
    while not happened():
        assert clock.time() < end, f"waited {timeout} s in vain"
        await asyncio.sleep(0.01)
