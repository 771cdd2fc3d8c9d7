"""Closest: of many vectors those nearest to one, batch by batch. Pure."""

import heapq
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Generic, TypeVar

import numpy as np

T = TypeVar("T")

BATCH = 1_000
"""How many vectors to look at once: some megabytes of a large model's."""


class Closest(Generic[T]):
    """The `limit` things whose vectors lie nearest to `vector`, of all that were taken."""

    def __init__(self, vector: bytes, limit: int) -> None:
        self._bytes = len(vector)
        self._sought = np.frombuffer(vector, np.float32)
        self._limit = limit
        self._best: list[tuple[float, int, T]] = []
        self._number = count(0, -1)  # of equally near ones the earlier stays

    def take(self, pairs: Iterable[tuple[T, bytes]]) -> None:
        """Look at a batch of things and their vectors."""
        some = [pair for pair in pairs if len(pair[1]) == self._bytes]
        rows = np.frombuffer(b"".join(data for _, data in some), np.float32)
        with np.errstate(invalid="ignore"):
            scores = rows.reshape(len(some), -1) @ self._sought if some else rows
        for row in _largest(scores, self._limit):
            heapq.heappush(self._best, (float(scores[row]), next(self._number), some[row][0]))
            if len(self._best) > self._limit:
                heapq.heappop(self._best)

    def best(self) -> list[tuple[T, float]]:
        """They and their cosines, nearest first."""
        kept = sorted(self._best, key=lambda kept: kept[:2], reverse=True)
        return [(one, score) for score, _, one in kept]


def _largest(
    scores: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]", limit: int
) -> Sequence[int]:
    rows = np.flatnonzero(np.isfinite(scores))
    if limit < len(rows):
        rows = rows[np.sort(np.argpartition(scores[rows], -limit)[-limit:])] if limit else rows[:0]
    return [int(row) for row in rows]
