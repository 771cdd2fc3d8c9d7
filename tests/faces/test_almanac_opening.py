"""`nightstand almanac` with an engine: who opens it, what was left out, and why nobody did."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.faces import cli
from tests.support.ollama import OurOllama, says

WEEK = ("almanac", "week", "2026-11-18")
TOLD = "We decided to keep SQLite for the field tablets."


def run(root: Path, *words: str) -> int:
    return cli.run(("--notebook", str(root), *WEEK, *words), lambda folder: 0)


def test_the_command_says_who_opened_it_and_why_nobody_did(
    tmp_path: Path, ollama: OurOllama, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")
    root = tmp_path / "notebook"
    (root / "memory").mkdir(parents=True)
    (root / "memory/2026-11-18.md").write_text(f"- {TOLD}\n")
    ollama.next("/api/chat", says(f"SQLite stays\n{TOLD} Mara wants a motorboat."))
    assert run(root, "--look", "--engine", "ollama", "--model", "small") == 0
    said = capfd.readouterr().out
    assert f"In short\n  - {TOLD}\n      memory/2026-11-18.md:1\n" in said
    assert "1 sentence was left out: no line says it." in said
    assert not (root / "memory/dreams").exists()
    assert run(root, "--json", "--engine", "builtin") == 0
    answer = json.loads(capfd.readouterr().out)
    assert (answer["done"], answer["wordless"], answer["unsaid"]) == ("made", "", 0)
    assert run(root, "--engine", "ollama", "--model", "gone") == 0
    assert "No model opened it: " in capfd.readouterr().out
    monkeypatch.setenv("OLLAMA_HOST", "models.example:11434")
    assert run(root, "--engine", "ollama", "--model", "small") == 0
    said = capfd.readouterr().out
    assert "No model opened it: " in said and "says this already." in said
    assert len(ollama.asked("/api/chat")) == 1
