"""Forgetting for good on the command line: shown first, done with --yes, told what is left."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.faces.test_cli import answered, run, sample  # noqa: F401  # the fixture
from tests.support.every_byte import standing

LINE = "Dr. Okafor is the physio; appointments are every second Tuesday at 16:40."


@pytest.fixture(autouse=True)
def here(sample: Path, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: F811
    monkeypatch.chdir(sample)
    return sample


def said(capfdbinary: Any, *words: str) -> str:
    assert run([*words]) == 0
    return capfdbinary.readouterr().out.decode()


def test_without_yes_it_is_only_shown(here: Path, capfdbinary: Any) -> None:
    before = {path: path.read_bytes() for path in here.rglob("*.md")}
    told = said(capfdbinary, "forget", LINE)
    assert "This would go for good:\n  MEMORY.md: 1 line\n" in told
    assert "This would stay:\n  days, memory/" in told
    assert "Add --days --diaries to forget that, too." in told
    assert "there is no way back" in told
    assert {path: path.read_bytes() for path in here.rglob("*.md")} == before


def test_where_nothing_goes_or_nothing_can_be_added_no_more_is_said(
    here: Path, capfdbinary: Any
) -> None:
    (here / "memory/2026-11-29.md").write_text("- The lamp is in the attic.\n", encoding="utf-8")
    told = said(capfdbinary, "forget", "The lamp is in the attic")
    assert told.startswith("This would stay:\n") and "Add --days to forget that, too." in told
    said(capfdbinary, "update", "The ladder is in the shed.")
    said(capfdbinary, "update", "# Memory\n\n- Tea at four.", "--mode", "replace")
    (here / "MEMORY.md").write_text("# Memory\n", encoding="utf-8")
    assert "Add  to" not in said(capfdbinary, "forget", "The ladder is in the shed")


def test_with_yes_it_is_in_no_file_of_ours(here: Path, tmp_path: Path, capfdbinary: Any) -> None:
    said(capfdbinary, "update", f"{LINE} Said again.")
    told = said(capfdbinary, "forget", LINE, "--days", "--diaries", "--conversations", "--yes")
    assert told.startswith("Forgotten for good:\n  MEMORY.md: 2 lines\n")
    assert "earlier versions: " in told
    assert "Not reached:" in told
    assert standing("Okafor is the physio", here, tmp_path / "home") == []


def test_the_answer_in_json_has_every_line(here: Path, capfdbinary: Any) -> None:
    code, answer = answered(capfdbinary, "forget", "--topic", "physio")
    assert code == 0
    assert not answer["done"]
    (memory,) = (one for one in answer["goes"] if one["path"] == "MEMORY.md")
    assert memory["lines"] == [{"line": 9, "text": f"- {LINE}"}]
    code, answer = answered(capfdbinary, "forget", "--topic", "physio", "--yes")
    assert answer["done"]
    assert answer["unfinished"] is None
    assert {one["place"] for one in answer["stays"]} == {"days", "diaries", "index"}
    assert any("Backups" in one for one in answer["unreached"])


@pytest.mark.parametrize("words", [[], ["a b c", "--topic", "d"], ["…"]])
def test_what_names_nothing_is_told(words: list[str], capfdbinary: Any) -> None:
    code, answer = answered(capfdbinary, "forget", *words)
    assert code in (2, 3)
    assert answer["hint"]


def test_what_was_lifted_may_be_learnt_again(capfdbinary: Any) -> None:
    said(capfdbinary, "forget", LINE, "--yes")
    assert said(capfdbinary, "forget", LINE, "--lift") == "Nightstand can learn it again.\n"
    assert "Nothing that you had forgotten" in said(capfdbinary, "forget", LINE, "--lift")


def test_git_and_sync_programs_are_named(here: Path, capfdbinary: Any) -> None:
    (here / ".git").mkdir()
    (here / "notes.txt").write_text(LINE)
    told = said(capfdbinary, "forget", LINE, "--yes")
    assert "Git keeps what was committed" in told
    assert "still contain it: notes.txt" in told


def test_agents_cannot_forget_for_a_person() -> None:
    from desktop_app.faces.doors.rest import document

    assert "forget" not in json.dumps(document()).casefold().replace("forgetting", "")


def test_versions_of_today_are_deleted_when_it_is_said_twice(capfdbinary: Any) -> None:
    for words in ("One thing", "Another thing"):
        said(capfdbinary, "update", words)
    assert len(answered(capfdbinary, "history", "MEMORY.md")[1]) == 3
    code, answer = answered(capfdbinary, "prune", "--days", "0")
    assert (code, "--really" in answer["hint"]) == (3, True)
    assert len(answered(capfdbinary, "history", "MEMORY.md")[1]) == 3
    said(capfdbinary, "prune", "--megabytes", "0", "--really")
    assert len(answered(capfdbinary, "history", "MEMORY.md")[1]) == 1
