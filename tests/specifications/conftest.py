"""What the tests of the specifications share: a notebook at hand, and a model to be asked."""

from pathlib import Path

import pytest

from tests.specifications.door import Nightstand
from tests.support.ollama import OurOllama


@pytest.fixture
def nightstand(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Nightstand:
    """The command line on a new notebook."""
    made = Nightstand(tmp_path / "notebook", lambda: capfdbinary.readouterr().out)
    made("init", str(made.root))
    return made


@pytest.fixture
def model(ollama: OurOllama, monkeypatch: pytest.MonkeyPatch) -> OurOllama:
    """A scripted Ollama that the command line asks."""
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")
    return ollama
