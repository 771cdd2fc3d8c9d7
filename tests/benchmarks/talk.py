"""Talk: what a turn costs beside the model, against a bare durable append of its two lines.

A model that answers at once: what is left is the prompt (memory, two days, a search for the
question), the transcript with its index, and the state of the talk. The bare one writes the same
two lines to a file and waits for the disk, as the transcript does.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from desktop_app.dreams.choice import Engine
from desktop_app.dreams.engines import ChosenModel
from desktop_app.memory import Memory
from desktop_app.memory.talk import Talk
from desktop_app.models.endings import Ending
from desktop_app.models.model import ModelAnswer, ModelInfo, ModelMessage
from desktop_app.models.tokens import UNHEARD
from desktop_app.settings import Places
from tests.benchmarks._corpus import Writer, write

BULLETS, TURNS, WARM = 100_000, 60, 5
TARGET = 20.0  # ms, p50
ANSWER = "That stands in the notes of that day; nothing later changes it. " * 4
INFO = ModelInfo("at-once", 1, 131_072, frozenset({"completion", "tools"}), "none", "0", True, None)


class AtOnce:
    """A model that answers at once, and the engines that give it."""

    info, tokens, total = INFO, UNHEARD, None

    async def chosen(self, engine: Engine) -> ChosenModel:
        return ChosenModel(INFO)

    def local(self, engine: Engine) -> "AtOnce":
        return self

    @asynccontextmanager
    async def opened(self, name: str, *, learns: bool = True) -> AsyncIterator["AtOnce"]:
        yield self

    async def chat(self, messages: Sequence[ModelMessage], **_: Any) -> ModelAnswer:
        count = sum(len(message.text) for message in messages) // 4
        return ModelAnswer(ANSWER, "", count, len(ANSWER) // 4, 0.0, Ending.DONE)


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print. `data` is not used."""
    writer = Writer()
    root = work / "notebook"
    write(root, writer, BULLETS)
    memory = "".join(f"- {writer.bullet()}\n" for _ in range(300))
    (root / "MEMORY.md").write_text(f"# Memory\n\n{memory}", encoding="utf-8")
    opened = Memory.create(root, Places(work / "data", work / "config"))
    try:
        opened.index.refresh()
        took = asyncio.run(_turns(opened, writer))
        parts = _parts(opened, writer)
    finally:
        opened.close()
    bare = _bare(root / "sessions" / "bare.txt", writer)
    p95 = quantiles(took, n=20)[-1]
    yield (
        f"a turn beside its model, {BULLETS:,} bullets: p50 {median(took):.1f} ms, p95 {p95:.1f} ms"
        f" (target p50 {TARGET:.0f}); a bare append p50 {median(bare):.2f} ms"
        f" ({median(took) / median(bare):.1f} times)"
    )
    yield ", ".join(f"{name} p50 {median(each):.1f} ms" for name, each in parts.items())


async def _turns(memory: Memory, writer: Writer) -> list[float]:
    memory.talks._house = replace(memory.talks._house, engines=AtOnce())  # type: ignore[arg-type]
    talk = memory.talks.begin()
    return [await _turn(talk, writer.query("a question")) for _ in range(TURNS + WARM)][WARM:]


async def _turn(talk: Talk, question: str) -> float:
    start = time.perf_counter()
    await talk.say(question)
    return (time.perf_counter() - start) * 1000


def _parts(memory: Memory, writer: Writer) -> dict[str, list[float]]:
    """What the search and the material take of it, by themselves."""
    parts: dict[str, list[float]] = {"search": [], "material": []}
    for _ in range(30):
        question = writer.query("a question")
        start = time.perf_counter()
        memory.search.find(question, limit=20)
        parts["search"].append((time.perf_counter() - start) * 1000)
        start = time.perf_counter()
        memory.context.material(question)
        parts["material"].append((time.perf_counter() - start) * 1000)
    return parts


def _bare(path: Path, writer: Writer) -> list[float]:
    took = []
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        for _ in range(TURNS):
            question = writer.query("a question")
            start = time.perf_counter()
            for line in (question, ANSWER):
                os.write(descriptor, f'{{"role": "user", "content": "{line}"}}\n'.encode())
                os.fsync(descriptor)
            took.append((time.perf_counter() - start) * 1000)
    finally:
        os.close(descriptor)
    return took
