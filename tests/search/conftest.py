"""What search tests get: a small notebook on disk with its index."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.notebook.files import NotebookFiles, Stat
from desktop_app.notebook.layout import Layout
from desktop_app.search.index import Hit, Query, SearchIndex

PATIENT = 30.0  # seconds; how fast a search is, is no matter of these tests


class Shelf:
    """Files in a folder, written as another program would, and the index of them."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "notebook"
        self.root.mkdir(parents=True)
        self.files = NotebookFiles(self.root)
        self.index = self.open(folder / "index.db")

    def open(self, path: Path) -> SearchIndex:
        """An index of these files, as another program would have it."""
        return SearchIndex(path, self.files.read, Layout().kind, budget=PATIENT)

    def write(self, path: str, text: str | bytes) -> str:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def put(self, path: str, text: str | bytes) -> None:
        """Write and index."""
        self.index.update([self.write(path, text)])

    def stats(self) -> dict[str, Stat]:
        found = {path: self.files.stat(path) for path in self.files.list()}
        return {path: stat for path, stat in found.items() if stat and Layout().kind(path)}

    def find(self, text: str, **how: object) -> tuple[Hit, ...]:
        return self.index.search(Query(text, **how)).hits  # type: ignore[arg-type]

    def texts(self, text: str, **how: object) -> list[str]:
        return [hit.text for hit in self.find(text, **how)]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path / "shelf")
    yield shelf
    shelf.index.close()
