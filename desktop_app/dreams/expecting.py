"""The size of a dream before it begins: calls, tokens and time."""

import asyncio
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.engines import Engine, Engines
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.window import gathered
from desktop_app.notebook.notebook import Notebook

_AROUND = (0.7, 1.6)  # how far one dream may be from what is likely


@dataclass(frozen=True)
class Expected:
    """What a dream would take. `model` is None where none would be asked, and
    `reason` says why; of a model it says why it would not answer in words of its own. `parts` are
    calls of the model, `tokens` all it would read and write.

    `seconds` go from about the shortest to about the longest. They are None where the model was not
    heard on this computer yet.
    """

    model: str | None
    reason: str
    days: int
    parts: int = 0
    tokens: int = 0
    seconds: tuple[int, int] | None = None


async def expected(
    notebook: Notebook,
    store: DreamStore,
    engines: Engines,
    engine: Engine,
    today: date,
    lookback_days: int | None = None,
    until: date | None = None,
) -> Expected:
    """What a dream over these days would take now. Raises Problem where it would fail at once."""
    choice = await engines.chosen(engine)
    material, _ = await asyncio.to_thread(
        gathered, notebook, store, lookback_days, today, False, until
    )
    days = len(material.dates)
    if choice.model is None:
        return Expected(None, choice.reason, days)
    if not days:
        return Expected(choice.model.name, "", 0)
    async with engines.local(engine).dreamer(choice.model.name, engine.answers) as dreamer:
        size = await dreamer.expected(material)
    tokens = size.read + size.written
    seconds = None
    if size.seconds is not None:
        seconds = max(1, round(size.seconds * _AROUND[0])), round(size.seconds * _AROUND[1]) + 1
    return Expected(choice.model.name, size.why, days, size.parts, tokens, seconds)
