"""A test that hangs ends, and says where it stood."""

import asyncio
import time
from typing import Any

import pytest

from tests.support import waiting
from tests.support.waiting import in_time, lively


async def _sleeps() -> None:
    await asyncio.sleep(3600)


async def test_a_test_that_hangs_fails_and_says_where(qtbot: Any) -> None:
    with pytest.raises(AssertionError, match=r"(?s)not done after 0\.01 s.* in _sleeps"):
        await in_time(_sleeps(), 0.01)


async def test_so_does_one_that_never_hears_that_it_should_end(
    qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "_FAREWELL", 0.01)
    heard, ended = asyncio.Event(), asyncio.Event()

    async def deaf() -> None:
        try:
            await _sleeps()
        except asyncio.CancelledError:
            await heard.wait()
        ended.set()

    with pytest.raises(AssertionError, match="deaf"):
        await in_time(deaf(), 0.01)
    heard.set()
    await ended.wait()


async def test_what_a_test_raises_is_told_as_it_is() -> None:
    async def fails() -> None:
        raise ValueError("of its own")

    with pytest.raises(ValueError, match="of its own"):
        await in_time(fails())


async def test_a_window_that_stands_still_fails_its_test(qtbot: Any) -> None:
    async def works() -> None:
        begun = time.thread_time()
        while time.thread_time() < begun + 0.1:
            pass

    await lively(works())
    with pytest.raises(AssertionError, match=r"the interface stood still for 0\.1"):
        await lively(works(), 0.05)
