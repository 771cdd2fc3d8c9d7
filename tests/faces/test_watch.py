"""Agents' conversations on the command line: what was found, yes and no, and one look."""

import json
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from desktop_app.faces import cli
from tests.support.agents import ClaudeCode, append
from tests.support.cli import run

BOAT = "We decided to keep the boat in the yard until March."


@pytest.fixture
def notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    folder = tmp_path / "notes"
    assert run("init", str(folder)) == 0
    capfdbinary.readouterr()
    return folder


@pytest.fixture
def talk(tmp_path: Path, notebook: Path) -> ClaudeCode:
    made = ClaudeCode(tmp_path / "home", notebook)
    append(made.path, made.user(BOAT, time=datetime.now().astimezone().isoformat()))
    return made


def answered(capfdbinary: Any, notebook: Path, *words: str) -> tuple[int, Any]:
    code = run("--notebook", str(notebook), "watch", *words, "--json")
    return code, json.loads(capfdbinary.readouterr().out)


def test_what_was_found_is_listed_and_not_read(
    talk: ClaudeCode, notebook: Path, capfdbinary: Any
) -> None:
    code, answer = answered(capfdbinary, notebook, "--list")
    (source,) = answer["sources"]
    assert code == 0
    assert source == {
        "source": f"claude-code:{notebook}",
        "agent": "Claude Code",
        "folder": str(notebook),
        "conversations": 1,
        "here": True,
        "followed": False,
        "days": True,
        "guessed": False,
        "last": None,
    }
    assert run("--notebook", str(notebook), "watch", "--list") == 0
    said = capfdbinary.readouterr().out.decode()
    assert said == f"claude-code:{notebook}  1 conversation, not followed\n"


def test_one_look_after_a_yes_flushes_what_is_due(
    talk: ClaudeCode, notebook: Path, capfdbinary: Any
) -> None:
    code, answer = answered(capfdbinary, notebook, "--yes", "claude-code", "--once")
    assert (code, answer["looks"][0]["turns"], answer["looks"][0]["steps"]) == (0, 1, [])
    moment = (datetime.now() - timedelta(minutes=31)).timestamp()
    os.utime(talk.path, (moment, moment))
    code, answer = answered(capfdbinary, notebook, "--once")
    assert code == 0
    assert "Saved notes into memory/" in answer["looks"][0]["steps"][0]
    assert [BOAT in day.read_text() for day in (notebook / "memory").glob("*.md")] == [True]
    code, answer = answered(capfdbinary, notebook, "--no", "claude-code")
    assert (code, answer["sources"][0]["followed"]) == (0, False)


def test_without_a_yes_there_is_nothing_to_follow(notebook: Path, capfdbinary: Any) -> None:
    code, answer = answered(capfdbinary, notebook, "--once")
    assert (code, answer["problem"]) == (cli.TROUBLE, "No conversations are followed yet.")
    assert run("--notebook", str(notebook), "watch", "--list") == 0
    assert b"No agent has left conversations" in capfdbinary.readouterr().out


def test_a_source_that_is_not_there_is_refused_and_yes_and_no_at_once(
    talk: ClaudeCode, notebook: Path, capfdbinary: Any
) -> None:
    code, answer = answered(capfdbinary, notebook, "--yes", "codex")
    assert code == cli.TROUBLE
    assert f"claude-code:{notebook}" in answer["hint"]
    code, answer = answered(capfdbinary, notebook, "--yes", "claude-code", "--no", "claude-code")
    assert code == cli.USAGE
