"""Embedders: what turns a text into a vector near those of texts that say the same.

Knows what is asked of one, no model and no database.
"""

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from desktop_app.errors import Problem

Vector = array  # of float32 ("f"), of length 1 unless it is all zero
Vectors = list["array[float]"]


class EmbedderKind(StrEnum):
    """Who reads the lines for their meaning."""

    OFF = "off"
    BUILTIN = "builtin"
    OLLAMA = "ollama"


class EmbedAs(StrEnum):
    """Whether a text is what somebody asks or what a notebook says."""

    QUERY = "query"
    PASSAGE = "passage"


@dataclass(frozen=True)
class Traits:
    """What is known of an embedder. `id` is another one whenever its vectors would be others.

    `languages` are codes such as `en`, empty for many or unknown ones; `share` is the part of a
    hit's score that its vectors deserve, 0..1, where a person sets no other.
    """

    id: str
    dimension: int
    languages: frozenset[str]
    share: float

    @property
    def english_only(self) -> bool:
        return self.languages == {"en"}


class Unreadable(Problem):
    """These texts were refused, while the model may well read others."""


class Embedder(Protocol):
    """A model that embeds. Every method may be awaited on the window's loop."""

    @property
    def traits(self) -> Traits: ...

    @property
    def batch(self) -> int:
        """How many texts are well given at once, so that a person can stop in between."""
        ...

    async def embed(self, texts: Sequence[str], kind: EmbedAs) -> Vectors:
        """One vector for each text, `traits.dimension` long.

        Raises Problem where it can't, Unreadable where that may be for one of the texts.
        """
        ...


def unit(values: Sequence[float]) -> "array[float]":
    """The vector of length 1 that points the same way; one of zeros stays as it is."""
    length = math.sqrt(math.fsum(value * value for value in values))
    return array("f", [value / length for value in values] if length else values)
