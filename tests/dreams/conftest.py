"""A notebook to dream over and the store of its dreams."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.dreams.store import DreamStore
from desktop_app.memory import Memory
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import open_notebook
from tests.support.dreaming import a_notebook, opened


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[Notebook]:
    found = open_notebook(a_notebook(tmp_path), tmp_path / "data")
    yield found
    found.close()


@pytest.fixture
def memory(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Memory]:
    """The notebook of the module's `MEMORY` and `DAY`, open."""
    root = a_notebook(tmp_path, request.module.MEMORY, d20261120=request.module.DAY)
    found = opened(root, tmp_path)
    yield found
    found.close()


@pytest.fixture
def store(notebook: Notebook) -> DreamStore:
    return DreamStore(notebook.database)
