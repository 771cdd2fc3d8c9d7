"""Forgetting for good on the command line: shown first, done with --yes, told what is left."""

import json
from pathlib import Path

import pytest

from tests.support.cli import Shell
from tests.support.every_byte import standing

LINE = "Dr. Okafor is the physio; appointments are every second Tuesday at 16:40."


@pytest.fixture
def shell(sample_shell: Shell) -> Shell:
    return sample_shell


def test_without_yes_it_is_only_shown(shell: Shell) -> None:
    before = {path: path.read_bytes() for path in shell.folder.rglob("*.md")}
    told = shell.says("forget", LINE)
    assert "This would go for good:\n  MEMORY.md: 1 line\n" in told
    assert "This would stay:\n  days, memory/" in told
    assert "Add --days --diaries to forget that, too." in told
    assert "there is no way back" in told
    assert {path: path.read_bytes() for path in shell.folder.rglob("*.md")} == before


def test_where_nothing_goes_or_nothing_can_be_added_no_more_is_said(shell: Shell) -> None:
    (shell.folder / "memory/2026-11-29.md").write_text(
        "- The lamp is in the attic.\n", encoding="utf-8"
    )
    told = shell.says("forget", "The lamp is in the attic")
    assert told.startswith("This would stay:\n") and "Add --days to forget that, too." in told
    shell.says("update", "The ladder is in the shed.")
    shell.says("update", "# Memory\n\n- Tea at four.", "--mode", "replace")
    (shell.folder / "MEMORY.md").write_text("# Memory\n", encoding="utf-8")
    assert "Add  to" not in shell.says("forget", "The ladder is in the shed")


def test_with_yes_it_is_in_no_file_of_ours(shell: Shell, tmp_path: Path) -> None:
    shell.says("update", f"{LINE} Said again.")
    told = shell.says("forget", LINE, "--days", "--diaries", "--conversations", "--yes")
    assert told.startswith("Forgotten for good:\n  MEMORY.md: 2 lines\n")
    assert "earlier versions: " in told
    assert "Not reached:" in told
    assert standing("Okafor is the physio", shell.folder, tmp_path / "home") == []


def test_the_answer_in_json_has_every_line(shell: Shell) -> None:
    answer = shell.do("forget", "--topic", "physio")
    assert not answer["done"]
    (memory,) = (one for one in answer["goes"] if one["path"] == "MEMORY.md")
    assert memory["lines"] == [{"line": 9, "text": f"- {LINE}"}]
    answer = shell.do("forget", "--topic", "physio", "--yes")
    assert answer["done"]
    assert answer["unfinished"] is None
    assert {one["place"] for one in answer["stays"]} == {"days", "diaries", "index"}
    assert any("Backups" in one for one in answer["unreached"])


@pytest.mark.parametrize("words", [[], ["a b c", "--topic", "d"], ["…"]])
def test_what_names_nothing_is_told(shell: Shell, words: list[str]) -> None:
    code, answer = shell.answer("forget", *words)
    assert code in (2, 3)
    assert answer["hint"]


def test_what_was_lifted_may_be_learnt_again(shell: Shell) -> None:
    shell.says("forget", LINE, "--yes")
    assert shell.says("forget", LINE, "--lift") == "Nightstand can learn it again.\n"
    assert "Nothing that you had forgotten" in shell.says("forget", LINE, "--lift")


def test_git_and_sync_programs_are_named(shell: Shell) -> None:
    (shell.folder / ".git").mkdir()
    assert "Git keeps what was committed" in shell.says("forget", LINE, "--yes")


def test_agents_cannot_forget_for_a_person() -> None:
    from desktop_app.faces.doors.rest import document

    assert "forget" not in json.dumps(document()).casefold().replace("forgetting", "")
