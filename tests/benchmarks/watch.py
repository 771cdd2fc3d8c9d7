"""Watch: what it costs to follow 50 conversations in which nobody speaks, and to read a large one.

Idle is beside the same files asked for their size and age alone, as often; reading beside JSON read
from the same bytes.
"""

import asyncio
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from desktop_app.memory import Memory
from desktop_app.memory.watched import PAUSE, WatchedAgents, WatchHow
from desktop_app.sessions.agents.adapter import Homes
from desktop_app.sessions.live import LiveLimits
from desktop_app.settings import Places
from tests.support.agents import ClaudeCode, append, lines

_TRANSCRIPTS, _LOOKS = 50, 30
_LARGE = 200 << 20  # bytes
_HOW = WatchHow(LiveLimits())


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty."""
    memory = Memory.create(work / "notebook", Places(work / "data", work / "config"))
    watched = WatchedAgents(
        memory._notebook,
        memory._clock,
        memory.sessions,
        lambda: memory.procedures,
        Homes(work / "home", {}),
    )
    talks = [ClaudeCode(work / "home", memory.root, f"talk-{n}") for n in range(_TRANSCRIPTS)]
    for talk in talks:
        append(talk.path, talk.user("The boat stays in the yard."))
    try:
        (seen,) = watched.sources()
        watched.follow(seen.source)
        asyncio.run(watched.look(_HOW))
        yield _idle(watched, [talk.path for talk in talks])
        yield _large(watched, talks[0])
    finally:
        watched.stop()
        memory.close()


def _idle(watched: WatchedAgents, paths: list[Path]) -> str:
    async def look() -> None:
        for _ in range(_LOOKS):
            await watched.look(_HOW)
            await asyncio.sleep(PAUSE)

    begun = time.perf_counter()
    own = _of_processor(lambda: asyncio.run(look()))
    share = own / (time.perf_counter() - begun)
    bare = _of_processor(lambda: [os.stat(path) for path in paths * _LOOKS])  # noqa: PTH116
    return (
        f"{_TRANSCRIPTS} idle transcripts: {share:.2%} of a processor;"
        f" {own / bare:.0f} x their sizes alone"
    )


def _large(watched: WatchedAgents, talk: ClaudeCode) -> str:
    result = lines(talk.result("the boat is in the yard " * 400)).encode()
    said = lines(talk.user("And where is the key?"), talk.answer("With Ines.")).encode()
    size = 0
    with talk.path.open("ab") as file:
        while size < _LARGE:
            size += file.write(result * 20 + said)
    own = _of_processor(lambda: asyncio.run(watched.look(_HOW)))

    def read() -> None:
        with talk.path.open("rb") as file:
            for line in file:
                json.loads(line)

    bare = _of_processor(read)
    return f"a transcript of {size >> 20} MB: {own:.1f} s; {own / bare:.1f} x its JSON alone"


def _of_processor(work: Callable[[], object]) -> float:
    """Seconds of the processor, in all threads."""
    begun = time.process_time()
    work()
    return time.process_time() - begun
