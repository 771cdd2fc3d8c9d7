"""Kept vectors: the embedder that made them, the hash of a text, and counters. Plain values."""

import hashlib
from array import array
from dataclasses import dataclass


@dataclass(frozen=True)
class KeptEmbedder:
    """An embedder whose vectors are kept. `chosen` is its name in the settings.

    `complete`: at the last look every line had a vector. `mean` is the mean of its vectors.
    """

    id: int
    name: str
    dimension: int
    chosen: str
    complete: bool
    mean: "array[float] | None"


@dataclass(frozen=True)
class Counters:
    """How lines got their vectors: from the same text, from a near text, or new from the model.

    `asked` counts questions, `asked_before` those that had been asked before.
    """

    exact: int = 0
    near: int = 0
    miss: int = 0
    asked_before: int = 0
    asked: int = 0

    @property
    def saved(self) -> float:
        """The part of the calls for lines that was saved, 0..1."""
        every = self.exact + self.near + self.miss
        return (self.exact + self.near) / every if every else 0.0


def sha_of(text: str) -> bytes:
    """The hash that identifies a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
