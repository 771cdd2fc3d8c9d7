"""Waiting: how long to wait for a first word, and whether the server still lives meanwhile.

Knows the pace of models, not the question and not the connection.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from desktop_app.models.endings import Ending
from desktop_app.models.pace import Pace
from desktop_app.models.problem import ModelProblem

T = TypeVar("T")

_USUAL_PROMPT = 600  # tokens that a computer reads in the usual patience that is slow and busy
_UNHEARD = 4  # times the usual patience, at most, with a model that was never heard
_LONGER = 3  # times as long as expected: the computer may have other work
_MISSED = 3  # questions in a row to which nobody answers
_AWAY = {Ending.NOT_RUNNING, Ending.UNREACHABLE, Ending.BROKEN_OFF}


def first_word(usual: float, tokens: float, pace: Pace) -> float:
    """Seconds until the answer to a prompt of so many tokens has to begin, never below `usual`."""
    if pace.reading is None:
        return usual * min(max(1.0, tokens / _USUAL_PROMPT), _UNHEARD)
    return max(usual, _LONGER * (tokens / pace.reading + pace.loading))


async def while_alive(
    work: Coroutine[Any, Any, T],
    look: Callable[[], Awaitable[object]],
    begun: Callable[[], bool],
    every: float,
) -> T:
    """The result of `work`. Until it has `begun`, `look` checks the server every `every` seconds.

    When that fails several times in a row, the work ends with its ModelProblem.
    """
    working = asyncio.ensure_future(work)
    missed = 0
    try:
        while not begun() and not working.done():
            await asyncio.wait({working}, timeout=every)
            if working.done() or begun():
                break
            try:
                await look()
                missed = 0
            except ModelProblem as problem:
                missed += problem.ending in _AWAY
                if missed == _MISSED and not working.done():
                    raise
        return await working
    finally:
        if not working.done():
            working.cancel()
            with suppress(asyncio.CancelledError, ModelProblem):
                await working
