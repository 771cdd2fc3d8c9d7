"""A test that hangs ends, and says where it stood."""

import asyncio
import time
from typing import Any

import pytest

from tests.support.waiting import in_time, lively


async def _sleeps() -> None:
    await asyncio.sleep(3600)


async def test_a_test_that_hangs_fails_and_says_where(qtbot: Any) -> None:
    with pytest.raises(AssertionError, match=r"(?s)not done after 0\.01 s.* in _sleeps"):
        await in_time(_sleeps(), 0.01)


async def test_a_window_that_stands_still_fails_its_test(qtbot: Any) -> None:
    async def works() -> None:
        begun = time.thread_time()
        while time.thread_time() < begun + 0.1:
            pass

    await lively(works())
    with pytest.raises(AssertionError, match=r"the interface stood still for 0\.1"):
        await lively(works(), 0.05)
