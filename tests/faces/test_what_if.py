"""Two engines over the same days, on the command line."""

from pathlib import Path
from typing import Any

import pytest

from tests.dreams.model.told_model import GOOD, MEMORY, TODAYS, YESTERDAY
from tests.faces.test_cli import run
from tests.support.dreaming import a_notebook
from tests.support.ollama import OurOllama

CHAT = "/api/chat"
BOTH = ("dream", "--what-if", "builtin", "small", "--until", "2026-11-21", "--days", "2")


@pytest.fixture
def at(tmp_path: Path, ollama: OurOllama, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A notebook whose days differ for two engines, and how a command names it."""
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")
    ollama.answer = GOOD
    root = a_notebook(tmp_path, MEMORY, d20261120=YESTERDAY, d20261121=TODAYS)
    return ("--notebook", str(root))


def _p(at: Any, capfdbinary: Any) -> None:
    run([*at, *BOTH])
    print(capfdbinary.readouterr())
    run([*at, *BOTH, "--take", "both"])
    print(capfdbinary.readouterr().out.decode())
    assert 0
