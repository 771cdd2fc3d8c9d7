"""Closest: of many vectors those nearest to one, batch by batch. Pure.

Vectors are float32 bytes of length 1. What is of another length is passed over, and so is what
holds no number: others may write where tiers are kept.
"""

import heapq
from collections.abc import Iterable
from operator import itemgetter
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
        self._best: list[tuple[T, float]] = []

    def take(self, pairs: Iterable[tuple[T, bytes]]) -> None:
        """Look at a batch of things and their vectors."""
        some = [pair for pair in pairs if len(pair[1]) == self._bytes]
        rows = np.frombuffer(b"".join(data for _, data in some), np.float32)
        with np.errstate(invalid="ignore"):
            scores = rows.reshape(len(some), -1) @ self._sought if some else rows
        here = [(some[row][0], float(scores[row])) for row in np.flatnonzero(np.isfinite(scores))]
        # Of equally near ones the earlier stays.
        self._best = heapq.nlargest(self._limit, [*self._best, *here], key=itemgetter(1))

    def best(self) -> list[tuple[T, float]]:
        """They and their cosines, nearest first."""
        return self._best
