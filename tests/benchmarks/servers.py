"""Servers: how long Redis, PostgreSQL and S3 take to get and to search among many entries.

The specification's bars are 10, 50 and 500 ms, for 99 of 100 requests. Each entry has 40 words, as
common as in a language (Zipf's law). A search asks for three words of an entry, the
50 most common ones left out as stop words are; a common one asks for those. They run here, on
loopback; over a network its way there and back is added. Needs NIGHTSTAND_SERVERS=1.
"""

import itertools
import math
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest

from desktop_app.tiers.entry import Narrow, TierEntry
from desktop_app.tiers.server import TierServer, server
from desktop_app.tiers.store import TierStore
from tests.support import servers
from tests.support.servers import PASSWORD, RunningServer

_VOCABULARY = 50_000
_STOPPED = 50  # the most common words
_ASKED = 300  # requests of each kind
_BATCH = 10_000


@dataclass(frozen=True)
class _Tier:
    start: Callable[[], AbstractContextManager[RunningServer]]
    store: Callable[[TierServer], TierStore]
    bar: int  # milliseconds


def run(data: Path | None, work: Path, entries: int = 100_000) -> Iterator[str]:
    """Lines to print; `entries` are how many each server holds."""
    for name, tier in _TIERS.items():
        try:
            with tier.start() as running:
                store = tier.store(server(running.address))
                yield from _measure(name, store, tier.bar, entries)
                store.close()
        except pytest.skip.Exception as skipped:
            yield f"{name}: not measured: {skipped.msg}"


def _measure(name: str, store: TierStore, bar: int, many: int) -> Iterator[str]:
    chance = random.Random(1)
    started = time.perf_counter()
    known: list[TierEntry] = []
    for batch in _batches(chance, many):
        store.put(batch)
        known += chance.sample(batch, 5)
    seconds = time.perf_counter() - started
    size = store.size().size
    room = f", {size / 1e6:.0f} MB" if size else ""
    yield f"{name}: {many:,} entries put in {seconds:.0f} s ({many / seconds:,.0f} a second{room})"
    year = Narrow(kinds=("days",), since="2026-06-01", until="2026-06-30")
    asks: dict[str, Callable[[], object]] = {
        "get 1": lambda: store.get([chance.choice(known).id]),
        "get 20": lambda: store.get([one.id for one in chance.sample(known, 20)]),
        "search": lambda: store.search(_worth(_asked(chance, known)), 20),
        "search in a month": lambda: store.search(_worth(_asked(chance, known)), 20, year),
        "search, common words": lambda: store.search(_worth(_common(chance)), 20),
        "having": lambda: store.having(_asked(chance, known)),
    }
    for what, ask in asks.items():
        yield _told(f"{name}: {what}", ask, bar)
    started = time.perf_counter()
    store.remove([one.id for one in known[:100]])
    yield f"{name}: 100 entries removed in {time.perf_counter() - started:.2f} s"


def _told(what: str, ask: Callable[[], object], bar: int) -> str:
    times = []
    for _ in range(_ASKED):
        started = time.perf_counter()
        ask()
        times.append((time.perf_counter() - started) * 1e3)
    p99 = statistics.quantiles(times, n=100)[98]
    kept = "kept" if p99 <= bar else "not kept"
    middle = statistics.median(times)
    return f"{what}: median {middle:.1f} ms, 99 % in {p99:.1f} ms (bar {bar} ms: {kept})"


def _batches(chance: random.Random, many: int) -> Iterator[list[TierEntry]]:
    weights = list(itertools.accumulate(1 / (n + 2.7) for n in range(_VOCABULARY)))
    for start in range(0, many, _BATCH):
        batch = []
        for number in range(start, min(start + _BATCH, many)):
            picks = chance.choices(range(_VOCABULARY), cum_weights=weights, k=40)
            words = tuple(dict.fromkeys(f"w{pick}" for pick in picks))
            day = f"{2017 + number % 10}-{number % 12 + 1:02}-{number % 28 + 1:02}"
            kind = "days" if number % 3 else "sessions"
            path, text = f"memory/{day}.md", " ".join(words)
            batch.append(TierEntry(f"{number:032x}", path, kind, 1, 2, "", "", text, words, day))
        yield batch


def _asked(chance: random.Random, known: Sequence[TierEntry]) -> list[str]:
    words = chance.choice(known).words
    telling = [word for word in words if int(word[1:]) >= _STOPPED]
    return chance.sample(telling, 3)


def _worth(words: Sequence[str]) -> dict[str, float]:
    return {word: math.log(int(word[1:]) + 2) for word in words}


def _common(chance: random.Random) -> list[str]:
    return [f"w{number}" for number in chance.sample(range(_STOPPED), 3)]


def _redis(at: TierServer) -> TierStore:
    from desktop_app.tiers.redis_store import RedisStore

    return RedisStore(at, PASSWORD, "0" * 32, 60)


def _postgres(at: TierServer) -> TierStore:
    from desktop_app.tiers.postgres_store import PostgresStore

    return PostgresStore(at, PASSWORD, "0" * 32, 60)


def _s3(at: TierServer) -> TierStore:
    from desktop_app.tiers.s3 import S3Store

    return S3Store(at, PASSWORD, "0" * 32, 60)


_TIERS = {
    "Redis": _Tier(servers.redis, _redis, 10),
    "PostgreSQL": _Tier(servers.postgres, _postgres, 50),
    "S3": _Tier(servers.s3, _s3, 500),
}
