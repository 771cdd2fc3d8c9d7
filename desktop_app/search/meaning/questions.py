"""Questions: how long a search waits for the vector of its question, and when it asks again.

Knows embedders and clocks, no vectors and no database.
"""

import time
from array import array
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from desktop_app.errors import Problem
from desktop_app.search.meaning.embedder import EmbedAs, Embedder, EmbedderKind
from desktop_app.search.meaning.embedder_choice import Embedders
from desktop_app.search.meaning.kept import KeptEmbedder
from desktop_app.threads import Waits
from desktop_app.words import tr

T = TypeVar("T")

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

    def embedder(self, serving: KeptEmbedder) -> Embedder:
        """The embedder that made these vectors. Raises Problem if it is not available."""
        return self._answered(serving, lambda: self._opened(serving))

    def vector(self, serving: KeptEmbedder, embedder: Embedder, text: str) -> "array[float]":
        """The vector of a question. Raises Problem if the embedder fails or takes too long."""
        return self._answered(serving, lambda: embedder.embed([text], EmbedAs.QUERY))[0]

    def end(self) -> None:
        """Stop waiting: everybody who waits gets a Problem now."""
        self._waits.end()

    async def _opened(self, serving: KeptEmbedder) -> Embedder:
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
        return embedder

    def _answered(self, serving: KeptEmbedder, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of `work`. After a long wait in vain nobody is asked again for a while."""
        if self._failed is not None and time.monotonic() < self._failed[0]:
            raise self._failed[1]
        begun = time.monotonic()
        limit = PATIENT if self.patient else HURRIED

        async def in_time() -> T:
            import asyncio  # long to load

            # The built-in model always ends, and can't be stopped in the middle.
            async with asyncio.timeout(None if serving.chosen == EmbedderKind.BUILTIN else limit):
                return await work()

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
