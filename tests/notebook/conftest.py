"""A notebook without notes, and an open one with those of the module."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from desktop_app.database import Database
from desktop_app.memory import Memory
from desktop_app.notebook import history
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import create_notebook, open_notebook
from tests.support.dreaming import places


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "own"


@pytest.fixture
def opened(own: Path) -> Iterator[Callable[..., Notebook]]:
    """Opens or creates notebooks and closes them in the end."""
    with ExitStack() as stack:

        def opened(folder: Path, *, create: bool = False) -> Notebook:
            make = create_notebook if create else open_notebook
            return stack.enter_context(closing(make(folder, own)))

        yield opened


@pytest.fixture
def notebook(tmp_path: Path, opened: Callable[..., Notebook]) -> Notebook:
    return opened(tmp_path / "notebook", create=True)


@pytest.fixture
def database(own: Path) -> Iterator[Database]:
    """That of a history."""
    with closing(Database(own / "history.db", history.TABLES.make, durable=True)) as database:
        yield database


@pytest.fixture
def memory(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Memory]:
    """The notebook of the module's `NOTES`."""
    for path, text in request.module.NOTES.items():
        (tmp_path / "notes" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "notes" / path).write_text(text, encoding="utf-8")
    made = Memory.open(tmp_path / "notes", places(tmp_path))
    yield made
    made.close()
