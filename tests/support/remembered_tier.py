"""A tier in memory, as plain as can be: what every other one has to answer like."""

from collections.abc import Iterable, Mapping, Sequence

from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry
from desktop_app.tiers.store import TierSize


class RememberedTier:
    """Entries in a dict."""

    def __init__(self) -> None:
        self._entries: dict[str, TierEntry] = {}

    def put(self, entries: Sequence[TierEntry]) -> None:
        self._entries.update((entry.id, entry) for entry in entries)

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        return {id_: self._entries[id_] for id_ in ids if id_ in self._entries}

    def search(
        self, worth: Mapping[str, float], limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierEntry]:
        ranks = {id_: self.rank(one, worth) for id_, one in self._entries.items()}
        found = [one for one in self._entries.values() if ranks[one.id] and narrow.lets(one)]
        return sorted(found, key=lambda one: -ranks[one.id])[:limit]

    @staticmethod
    def rank(entry: TierEntry, worth: Mapping[str, float]) -> float:
        return sum(worth.get(word, 0) for word in entry.words)

    def having(self, words: Sequence[str]) -> dict[str, int]:
        return {word: sum(word in one.words for one in self._entries.values()) for word in words}

    def remove(self, ids: Iterable[str]) -> None:
        for id_ in ids:
            self._entries.pop(id_, None)

    def ids(self) -> frozenset[str]:
        return frozenset(self._entries)

    def size(self) -> TierSize:
        return TierSize(len(self._entries), None)

    def close(self) -> None:
        pass
