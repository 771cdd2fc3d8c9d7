"""What is known of kept vectors: whose they are, of which text, what they saved. Plain values."""

import hashlib
from array import array
from dataclasses import dataclass


@dataclass(frozen=True)
class KeptEmbedder:
    """An embedder whose vectors are kept. `chosen` is what it is called in the settings.

    `complete` says that every line had one when it was last looked; `mean` is that of its vectors.
    """

    id: int
    name: str
    dimension: int
    chosen: str
    complete: bool
    mean: "array[float] | None"


@dataclass(frozen=True)
class Counters:
    """How lines came by their vectors: one of the same text, one of a near text, a new one.

    And whether questions had been asked before.
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
    """The hash by which a text is known."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
