"""Agents' conversations on the command line: what was found, yes and no, and one look."""

import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from desktop_app.faces import cli
from tests.support.agents import ClaudeCode, append
from tests.support.cli import Shell

BOAT = "We decided to keep the boat in the yard until March."


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)


@pytest.fixture
def talk(tmp_path: Path, shell: Shell) -> ClaudeCode:
    made = ClaudeCode(tmp_path / "home", shell.folder)
    append(made.path, made.user(BOAT, time=datetime.now().astimezone().isoformat()))
    return made


def test_what_was_found_is_listed_and_not_read(shell: Shell, talk: ClaudeCode) -> None:
    code, answer = shell.answer("watch", "--list")
    (source,) = answer["sources"]
    assert code == 0
    assert source == {
        "source": f"claude-code:{shell.folder}",
        "agent": "Claude Code",
        "folder": str(shell.folder),
        "conversations": 1,
        "here": True,
        "followed": False,
        "days": True,
        "last": None,
    }
    said = shell.says("watch", "--list")
    assert said == f"claude-code:{shell.folder}  1 conversation, not followed\n"


def test_one_look_after_a_yes_flushes_what_is_due(shell: Shell, talk: ClaudeCode) -> None:
    code, answer = shell.answer("watch", "--yes", "claude-code", "--once")
    assert (code, answer["looks"][0]["turns"], answer["looks"][0]["steps"]) == (0, 1, [])
    moment = (datetime.now() - timedelta(minutes=31)).timestamp()
    os.utime(talk.path, (moment, moment))
    answer = shell.do("watch", "--once")
    assert "Saved notes into memory/" in answer["looks"][0]["steps"][0]
    assert [BOAT in day.read_text() for day in (shell.folder / "memory").glob("*.md")] == [True]
    code, answer = shell.answer("watch", "--no", "claude-code")
    assert (code, answer["sources"][0]["followed"]) == (0, False)


def test_without_a_yes_there_is_nothing_to_follow(shell: Shell) -> None:
    code, answer = shell.answer("watch", "--once")
    assert (code, answer["problem"]) == (cli.TROUBLE, "No conversations are followed yet.")
    assert "No agent has left conversations" in shell.says("watch", "--list")


def test_a_source_that_is_not_there_is_refused_and_yes_and_no_at_once(
    shell: Shell, talk: ClaudeCode
) -> None:
    code, answer = shell.answer("watch", "--yes", "codex")
    assert code == cli.TROUBLE
    assert f"claude-code:{shell.folder}" in answer["hint"]
    code, answer = shell.answer("watch", "--yes", "claude-code", "--no", "claude-code")
    assert code == cli.USAGE
