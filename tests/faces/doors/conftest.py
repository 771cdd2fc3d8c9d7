"""One served notebook for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.served import ServedNotebook, served


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ServedNotebook]:
    with served(tmp_path) as notebook:
        yield notebook


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
