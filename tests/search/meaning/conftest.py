"""What tests of the meaning get: a shelf of files, and its vectors by an embedder of ours."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_app.search.index import Query, Results
from desktop_app.search.meaning.embedder_choice import EmbedderChoice
from desktop_app.search.meaning.meaning import Meaning
from desktop_app.search.meaning.store import Store
from tests.search.conftest import Shelf
from tests.support.embedding import Concepts, Rack

CHOSEN = EmbedderChoice("ollama", "concepts", share=0.5)


class Desk:
    """A shelf with its vectors; `concepts` reads it, `rack` can have others."""

    def __init__(self, shelf: Shelf, folder: Path) -> None:
        self.shelf = shelf
        self.path = folder / "vectors.db"
        self.concepts = Concepts()
        self.rack = Rack(ollama_concepts=self.concepts)
        self.meaning = self.open()

    def open(self) -> Meaning:
        """The vectors of this shelf, as another program would have them."""
        meaning = Meaning(self.path, self.shelf.index, self.rack)
        meaning.choose(CHOSEN)
        return meaning

    def put(self, path: str, text: str) -> None:
        self.shelf.put(path, text)

    def keep_up(self, report: Callable[[int, int], None] = lambda done, lines: None) -> int:
        return asyncio.run(self.meaning.keep_up(report))

    def search(self, text: str, **how: object) -> Results:
        arms = how.pop("arms", "both")
        return self.meaning.search(Query(text, **how), arms)  # type: ignore[arg-type]

    def found(self, text: str, **how: object) -> list[tuple[str, str]]:
        """The text of each hit, and by what it was found."""
        return [(hit.text, hit.by) for hit in self.search(text, **how).hits]

    def store(self) -> Store:
        """The database, looked at beside the program."""
        return Store(self.path)


@pytest.fixture
def desk(shelf: Shelf, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(shelf, tmp_path)
    yield desk
    desk.meaning.close()
