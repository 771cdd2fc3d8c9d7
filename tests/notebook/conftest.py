"""A notebook without notes, and an open one with those of the module."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.memory import Memory
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import create_notebook
from tests.support.dreaming import places


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[Notebook]:
    made = create_notebook(tmp_path / "notebook", tmp_path / "own")
    yield made
    made.close()


@pytest.fixture
def memory(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Memory]:
    """The notebook of the module's `NOTES`."""
    for path, text in request.module.NOTES.items():
        (tmp_path / "notes" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "notes" / path).write_text(text, encoding="utf-8")
    made = Memory.open(tmp_path / "notes", places(tmp_path))
    yield made
    made.close()
