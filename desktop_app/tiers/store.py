"""Store: what every tier can do, whatever keeps it. Knows entries, not who moves them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from desktop_app.errors import Problem
from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry


class Away(Problem):
    """A tier can't be asked now: its server hangs, refuses, or its files can't be read."""


class TierHit(NamedTuple):
    """An entry that was found; larger is better. `rank` is as BM25 ranks it, or a cosine."""

    entry: TierEntry
    rank: float


class TierSize(NamedTuple):
    """How much a tier holds of one notebook; `size` is in bytes, None where it can't be told."""

    entries: int
    size: int | None


class TierStore(Protocol):
    """A place that keeps entries of one notebook. Any thread may use it.

    Each call ends within the seconds that the store was made with, or raises Away. What was put is
    kept when `put` returns; a call that raises may have kept some of it, and can be made again.
    `trouble` tells in a sentence what of it can't be read now, while the rest can; mostly "".
    """

    @property
    def trouble(self) -> str: ...

    def put(self, entries: Sequence[TierEntry]) -> None:
        """Keep these, in place of those with the same ids."""

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        """Those of these that are here, by their ids."""

    def search(self, words: Sequence[str], limit: int, narrow: Narrow = ANYWHERE) -> list[TierHit]:
        """Entries that have any of these words, best first. Words are as in `TierEntry.words`.

        `narrow` says which of them may be found; `limit` counts those that may.
        """

    def near(
        self, vector: bytes, mark: str, limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierHit]:
        """Entries with a vector of this `mark`, nearest to `vector` first; `rank` is the cosine."""

    def having(self, words: Sequence[str]) -> dict[str, int]:
        """In how many entries each of these words stands: so ranks of several tiers compare."""

    def remove(self, ids: Iterable[str]) -> None:
        """Remove these, so that no byte of theirs stays where this store can reach it.

        With none it ends what an earlier removal left undone.
        """

    def ids(self) -> frozenset[str]:
        """Every entry that is here."""

    def size(self) -> TierSize:
        """How much is here."""

    def close(self) -> None:
        """End what is open. Not to be used afterwards."""
