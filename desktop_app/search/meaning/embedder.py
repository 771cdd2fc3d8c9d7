"""Embedders: they turn a text into a vector near the vectors of texts that say the same.

Knows the interface only, no model and no database.
"""

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from desktop_app.errors import Problem

FLOAT = 4
"""Bytes of a number in a vector."""

Vectors = list["array[float]"]  # float32 ("f"), each of length 1 unless it is all zero


class EmbedderKind(StrEnum):
    """Who reads the lines for their meaning."""

    OFF = "off"
    BUILTIN = "builtin"
    OLLAMA = "ollama"


class EmbedAs(StrEnum):
    """Whether a text is what somebody asks or what a notebook says."""

    QUERY = "query"
    PASSAGE = "passage"


class Traits(NamedTuple):
    """The traits of an embedder. Embedders with different vectors have different ids.

    `languages` are codes such as `en`, empty for many or unknown ones. `share` is the part of a
    hit's score that its vectors deserve, 0..1, unless a person sets another.
    """

    id: str
    dimension: int
    languages: frozenset[str]
    share: float

    @property
    def english_only(self) -> bool:
        return self.languages == {"en"}


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
    mean: "array[float]"


class Unreadable(Problem):
    """The model refused these texts; it may still read others."""


class Embedder(Protocol):
    """A model that embeds. Every method may be awaited on the window's loop."""

    @property
    def traits(self) -> Traits: ...

    @property
    def batch(self) -> int:
        """How many texts to give at once, so that a person can stop in between."""
        ...

    async def embed(self, texts: Sequence[str], kind: EmbedAs) -> Vectors:
        """One vector for each text, `traits.dimension` long.

        Raises Problem when that fails, Unreadable if one of the texts may be the reason.
        """
        ...


def unit(values: Sequence[float]) -> "array[float]":
    """The vector of length 1 that points the same way; one of zeros stays as it is."""
    length = math.sqrt(math.fsum(value * value for value in values))
    return array("f", [value / length for value in values] if length else values)


def floats(data: bytes, dimension: int) -> "array[float]":
    """The vector in these bytes. Raises ValueError if its length is wrong."""
    if len(data) != FLOAT * dimension:
        raise ValueError(f"a vector of {len(data)} bytes for {dimension} numbers")
    return array("f", data)


def mean_of(vectors: "Sequence[array[float]]", dimension: int) -> "array[float]":
    """The mean of these vectors; one of zeros where there is none."""
    if not vectors:
        return array("f", [0.0] * dimension)
    return array("f", [sum(values) / len(vectors) for values in zip(*vectors, strict=True)])
