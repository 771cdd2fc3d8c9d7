"""A tier in memory, as plain as can be: what every other one has to answer like."""

import math
from array import array
from collections.abc import Iterable, Sequence
from operator import mul

from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry
from desktop_app.tiers.store import TierHit, TierSize


class RememberedTier:
    """Entries in a dict, ranked by BM25 in which the length of a text does not count."""

    trouble = ""

    def __init__(self) -> None:
        self._entries: dict[str, TierEntry] = {}

    def put(self, entries: Sequence[TierEntry]) -> None:
        self._entries.update((entry.id, entry) for entry in entries)

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        return {id_: self._entries[id_] for id_ in ids if id_ in self._entries}

    def search(self, words: Sequence[str], limit: int, narrow: Narrow = ANYWHERE) -> list[TierHit]:
        total, having = len(self._entries), self.having(words)
        rarity = {w: math.log(1 + (total - n + 0.5) / (n + 0.5)) for w, n in having.items()}
        hits = []
        for entry in self._entries.values():
            counts = {word: entry.words.split(" ").count(word) for word in rarity}
            rank = sum(rarity[word] * n * 2.2 / (n + 1.2) for word, n in counts.items())
            if rank and narrow.lets(entry.kind, entry.day, entry.path):
                hits.append(TierHit(entry, rank))
        return sorted(hits, key=lambda hit: -hit.rank)[:limit]

    def near(
        self, vector: bytes, mark: str, limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierHit]:
        sought = array("f", vector)
        hits = [
            TierHit(entry, sum(map(mul, sought, array("f", entry.vector))))
            for entry in self._entries.values()
            if entry.mark == mark
            and len(entry.vector) == len(vector)
            and narrow.lets(entry.kind, entry.day, entry.path)
        ]
        hits = [hit for hit in hits if math.isfinite(hit.rank)]
        return sorted(hits, key=lambda hit: -hit.rank)[:limit]

    def having(self, words: Sequence[str]) -> dict[str, int]:
        split = [entry.words.split(" ") for entry in self._entries.values()]
        return {word: sum(word in each for each in split) for word in words}

    def remove(self, ids: Iterable[str]) -> None:
        for id_ in ids:
            self._entries.pop(id_, None)

    def ids(self) -> frozenset[str]:
        return frozenset(self._entries)

    def size(self) -> TierSize:
        return TierSize(len(self._entries), None)

    def close(self) -> None:
        pass
