"""An embedder of ours for tests: small, the same everywhere, and it knows a few synonyms.

Each word adds to a place of the vector that its concept decides, so texts of the same concepts lie
near each other whatever their words are.
"""

import re
import zlib
from array import array
from collections.abc import Callable, Mapping, Sequence

from desktop_app.errors import Problem
from desktop_app.search.meaning.embedder import EmbedAs, Embedder, Traits, Unreadable, Vectors, unit
from desktop_app.search.meaning.embedder_choice import Embedders

DIMENSION = 64
_CONCEPTS = [
    {"car", "automobile", "vehicle", "汽车", "车"},
    {"doctor", "physician", "medic", "医生"},
    {"buy", "bought", "purchase", "purchased"},
    {"boat", "ship", "vessel"},
    {"happy", "glad", "joyful"},
]
_CONCEPT_OF = {word: number for number, words in enumerate(_CONCEPTS) for word in words}


class Concepts:
    """Counts what it is asked; `before` is called before each batch and may raise.

    Texts with a word of `refuses` it can't read.
    """

    def __init__(
        self,
        name: str = "concepts 1",
        *,
        turned: int = 0,
        languages: frozenset[str] = frozenset(),
        batch: int = 4,
        before: Callable[[], None] = lambda: None,
    ) -> None:
        self.traits = Traits(name, DIMENSION, languages, 0.5)
        self.batch = batch
        self.texts: list[str] = []
        self.questions: list[str] = []
        self.before = before
        self.refuses: set[str] = set()
        self._turned = turned

    async def embed(self, texts: Sequence[str], kind: EmbedAs) -> Vectors:
        self.before()
        if any(word in text for text in texts for word in self.refuses):
            raise Unreadable("A fault of its own.", "Try again.")
        (self.questions if kind == EmbedAs.QUERY else self.texts).extend(texts)
        return [self.vector(text) for text in texts]

    def vector(self, text: str) -> "array[float]":
        """That of any text, whatever it is asked for."""
        values = [0.01] * DIMENSION  # what all have in common
        for word in re.findall(r"\w+", text.casefold()):
            place = _CONCEPT_OF.get(word, 8 + zlib.crc32(word.encode()) % (DIMENSION - 8))
            values[(place + self._turned) % DIMENSION] += 1.0
        return unit(values)


class Rack(Embedders):
    """Embedders by name, some of which can be gone."""

    def __init__(self, **named: Embedder) -> None:
        super().__init__(lambda: None)  # type: ignore[arg-type, return-value]
        self.named = {name.replace("_", " "): embedder for name, embedder in named.items()}
        self.gone: Problem | None = None

    async def _opened(self, name: str, dimensions: Mapping[str, int], *, insist: bool) -> Embedder:
        if self.gone is not None:
            raise self.gone
        return self.named[name]
