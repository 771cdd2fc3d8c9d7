"""Commands on a new notebook, and on the sample."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Shell


@pytest.fixture
def shell(tmp_path: Path, capfdbinary: Any) -> Shell:
    made = Shell(tmp_path / "notes", capfdbinary)
    assert made.run("init") == 0
    return made


@pytest.fixture
def sample_shell(tmp_path: Path, capfdbinary: Any) -> Shell:
    made = Shell(tmp_path / "sample", capfdbinary)
    assert made.run("init", "--sample") == 0
    return made
