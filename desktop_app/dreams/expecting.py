"""What a dream would be, before it is dreamt: how many calls, tokens, and about how long."""

import asyncio
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.engines import Engine, Engines
from desktop_app.dreams.proposal import Proposal
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.window import gathered
from desktop_app.notebook.notebook import Notebook

_LATEST = 5  # dreams of a model that tell how fast it is
_AROUND = (0.6, 1.8)  # how far one dream may be from the others of the same model
_BYTES_A_SECOND = (8e9, 400e9)  # read from memory: an old laptop, a graphics card
_LOADING = (0.15e9, 3e9)
_READING = (6.0, 25.0)  # times as fast as writing
_FASTEST = 200.0  # tokens a second, however small the model


@dataclass(frozen=True)
class Expected:
    """A dream before it is dreamt. `model` is None where the built-in engine would dream, and
    `reason` says why. `parts` are calls of the model, `tokens` all it would read and write.

    `seconds` go from about the shortest to about the longest; None when nobody can say.
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
    """What a dream of these days would be now. Raises Problem where it would fail at once."""
    choice = await engines.chosen(engine)
    material, _ = await asyncio.to_thread(
        gathered, notebook, store, lookback_days, today, False, until
    )
    days = len(material.dates)
    if choice.model is None:
        return Expected(None, choice.reason, days)
    if not days:
        return Expected(choice.model.name, "", 0)
    size = await engines.local(engine).expected(choice.model.name, material)
    tokens = size.read + size.written
    proposals = await asyncio.to_thread(store.proposals)
    each = _measured(proposals, choice.model.name)
    if each is not None:
        seconds = _AROUND[0] * each * tokens, _AROUND[1] * each * tokens
    else:
        seconds = by_size(choice.model.size, size.read, size.written)
    least, most = (max(1, round(number)) for number in seconds)
    return Expected(choice.model.name, "", days, size.parts, tokens, (least, most))


def by_size(size: int, read: int, written: int) -> tuple[float, float]:
    """Seconds from and to for a model of `size` bytes that was never heard."""
    bounds = []
    for n in (1, 0):
        writing = min(_BYTES_A_SECOND[n] / max(size, 1), _FASTEST)
        bounds.append(size / _LOADING[n] + written / writing + read / (writing * _READING[n]))
    return bounds[0], bounds[1]


def _measured(proposals: Sequence[Proposal], model: str) -> float | None:
    """Seconds a token in the latest dreams of this model; None when there were none."""
    each = [p.seconds / p.tokens for p in proposals if p.model == model and p.tokens and p.seconds]
    return statistics.median(each[:_LATEST]) if each else None
