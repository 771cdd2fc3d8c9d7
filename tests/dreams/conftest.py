"""A notebook to dream over and the store of its dreams."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.dreams.store import DreamStore
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import open_notebook
from tests.support.dreaming import a_notebook


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[Notebook]:
    found = open_notebook(a_notebook(tmp_path), tmp_path / "data")
    yield found
    found.close()


@pytest.fixture
def store(notebook: Notebook) -> DreamStore:
    return DreamStore(notebook.database)
