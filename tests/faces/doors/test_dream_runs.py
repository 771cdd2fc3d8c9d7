"""Dreams that agents started: each has one end, also by a mistake of ours."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from desktop_app.faces.doors.notebook_host import DreamRuns

pytestmark = pytest.mark.anyio


async def test_a_mistake_of_ours_ends_a_dream_and_is_told() -> None:
    runs = DreamRuns()

    async def dream(report: Callable[[str], None]) -> Any:
        raise KeyError("a mistake")

    run = runs.start(dream)
    async with asyncio.timeout(30):
        (end,) = [event async for event in runs.follow(run.id)]
    assert end[0] == "end" and end[1]["state"] == "failed"
    assert "made a mistake" in end[1]["problem"]["problem"]


async def test_a_dream_that_had_not_begun_is_cancelled() -> None:
    runs = DreamRuns()

    async def dream(report: Callable[[str], None]) -> Any:
        raise AssertionError("it never begins")

    run = await runs.cancel(runs.start(dream).id)
    assert run.told()["state"] == "cancelled"
