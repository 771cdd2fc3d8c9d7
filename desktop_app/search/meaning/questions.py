"""Questions: how long a search waits for the vector of its question, and when it asks again.

Knows embedders and clocks, no vectors and no database.
"""

import time
from array import array

from desktop_app.errors import Problem
from desktop_app.language.tokens import is_cjk
from desktop_app.search.meaning.embedder import EmbedAs, EmbedderKind, KeptEmbedder
from desktop_app.search.meaning.embedder_choice import Embedders
from desktop_app.threads import Waits
from desktop_app.words import tr

HURRIED = 4.0
"""Seconds that a search may wait for Ollama while somebody waits for its hits."""
PATIENT = 15.0
"""The same if hits by words are shown already: an idle model has to be loaded first."""
_LONG = 0.5  # seconds; what fails sooner may be tried each time
_REST = 30.0  # seconds for which one that failed after a long wait is left alone


class Questions:
    """Asks for the vectors of questions, from any thread; `patient` decides how long it waits."""

    def __init__(self, embedders: Embedders) -> None:
        self.patient = False
        self._embedders = embedders
        self._waits = Waits()
        self._failed: tuple[float, Problem] | None = None  # until when it rests, and why

    def forget(self) -> None:
        """Try again at once, even after a failure."""
        self._failed = None

    def end(self) -> None:
        """Stop waiting: everybody who waits gets a Problem now."""
        self._waits.end()

    def vector(self, serving: KeptEmbedder, text: str) -> "array[float]":
        """The vector of a question, by the embedder that made these vectors. Raises Problem if it
        is not available, fails or takes too long; after a long wait in vain it rests for a while.
        """
        if self._failed is not None and time.monotonic() < self._failed[0]:
            raise self._failed[1]
        begun = time.monotonic()
        limit = PATIENT if self.patient else HURRIED

        async def in_time() -> "array[float]":
            import asyncio  # long to load

            # The built-in model always ends, and can't be stopped in the middle.
            async with asyncio.timeout(None if serving.chosen == EmbedderKind.BUILTIN else limit):
                return await self._asked(serving, text)

        try:
            return self._waits.waited(in_time)
        except TimeoutError:
            problem = Problem(
                tr("{chosen} took longer than {limit:.0f} s to read the question.").format(
                    chosen=serving.chosen, limit=limit
                ),
                tr("It may still be loading, or have other work. Try again in half a minute."),
            )
        except Problem as failure:
            problem = failure
        now = time.monotonic()
        self._failed = (now + _REST, problem) if now - begun > _LONG else None
        raise problem

    async def _asked(self, serving: KeptEmbedder, text: str) -> "array[float]":
        dimensions = {serving.name: serving.dimension}
        embedder = await self._embedders.opened(serving.chosen, dimensions)
        if embedder.traits.id != serving.name:
            raise Problem(
                tr("{chosen} was replaced by another model.").format(chosen=serving.chosen),
                tr(
                    "It reads all lines again in the background, or with `nightstand search "
                    "--index`."
                ),
            )
        if embedder.traits.english_only and mostly_cjk(text):
            raise Problem(
                tr("{chosen} reads English only.").format(chosen=serving.chosen),
                tr("Choose another model for search by meaning."),
            )
        return (await embedder.embed([text], EmbedAs.QUERY))[0]


def mostly_cjk(text: str) -> bool:
    """Whether more than half of the letters are of a script without spaces."""
    letters = [character for character in text if character.isalnum()]
    return sum(map(is_cjk, letters)) * 2 > len(letters)
