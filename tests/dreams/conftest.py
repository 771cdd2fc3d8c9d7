"""A notebook to dream over and the store of its dreams."""

from pathlib import Path

import pytest

from desktop_app.dreams.store import DreamStore
from desktop_app.memory import Memory
from desktop_app.notebook.notebook import Notebook
from tests.support.dreaming import DAY, MEMORY, StillClock, a_notebook, opened


@pytest.fixture
def memory(tmp_path: Path, clock: StillClock, request: pytest.FixtureRequest) -> Memory:
    """An open notebook, with the module's `MEMORY` and `DAY` where it has its own."""
    own = vars(request.module)
    root = a_notebook(tmp_path, own.get("MEMORY", MEMORY), d20261120=own.get("DAY", DAY))
    return opened(root, tmp_path, clock)


@pytest.fixture
def store(notebook: Notebook) -> DreamStore:
    return DreamStore(notebook.database)
