"""The ledger of dreams: what each came of and did, in words; and as a table at the command line."""

import io
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from desktop_app.dreams.proposal import ProposalState, RunOutcome
from desktop_app.dreams.runs import DreamCause, DreamRun, cause_in_words, outcome_in_words
from desktop_app.faces import cli

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def run(**given: Any) -> DreamRun:
    return DreamRun(**{"id": "a", "made": NOW, "outcome": RunOutcome.DONE, "reason": "",
                       "engine": "builtin", "days": 2, **given})  # fmt: skip


def test_every_cause_and_every_state_has_words_of_its_own() -> None:
    assert len({cause_in_words(run(cause=cause)) for cause in DreamCause}) == len(DreamCause)
    told = {outcome_in_words(run(state=state)) for state in ProposalState}
    assert len(told) == len(ProposalState)
    assert outcome_in_words(run(outcome=RunOutcome.NOTHING)) == "nothing new"
    failed = run(outcome=RunOutcome.FAILED, reason="Ollama is not running.")
    assert outcome_in_words(failed) == "failed: Ollama is not running."


def test_of_a_dream_that_was_applied_in_part_no_more_is_said() -> None:
    part = run(state=ProposalState.APPLIED, changes=19, accepted=4)
    assert outcome_in_words(part) == "4 of 19 applied"
    for whole in (19, None):  # earlier versions kept no count
        assert outcome_in_words(run(state=ProposalState.APPLIED, changes=19, accepted=whole)) == (
            "applied"
        )
    undone = run(state=ProposalState.APPLIED, changes=19, accepted=0)
    assert outcome_in_words(undone) == "undone"


def answered(capfdbinary: Any, *words: str) -> Any:
    assert cli.run([*words, "--json"], lambda folder: 0) == 0
    return json.loads(capfdbinary.readouterr().out)


@pytest.fixture
def notebook(tmp_path: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "notes"
    assert cli.run(["init", str(folder)], lambda folder: 0) == 0
    (folder / "MEMORY.md").write_text("# Memory\n\n## Home\n\n- Tea at four.\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    capfdbinary.readouterr()
    return folder


def test_dreams_are_listed_the_newest_first_with_the_size_of_memory(
    notebook: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)  # a person asks
    assert cli.run(["dreams"], lambda folder: 0) == 0
    assert b"Nobody has dreamt here yet." in capfdbinary.readouterr().out
    answered(capfdbinary, "remember", "Remember that Ana keeps the spare key of the boat.")
    answered(capfdbinary, "dream", "--apply")
    answered(capfdbinary, "dream")
    listed = answered(capfdbinary, "dreams")["dreams"]
    second, first = listed
    assert (first["state"], first["bullets"]) == ("applied", 2)
    assert (first["cause"], first["outcome"]) == ("asked", "done")
    assert (second["outcome"], second["bullets"]) == ("nothing", 2)
    assert cli.run(["dreams"], lambda folder: 0) == 0
    head, two, one = capfdbinary.readouterr().out.decode().splitlines()
    assert head.split()[:4] == ["when", "why", "engine", "took"]
    assert "you asked" in one and one.endswith("2  applied")
    assert "nothing new" in two


def test_a_dream_that_was_undone_is_told_so(notebook: Path, capfdbinary: Any) -> None:
    answered(capfdbinary, "remember", "Remember that Ana keeps the spare key of the boat.")
    answered(capfdbinary, "dream")
    answered(capfdbinary, "apply", "--only", "1")
    answered(capfdbinary, "undo")
    answered(capfdbinary, "proposals", "--discard")
    assert cli.run(["proposals", "--past"], lambda folder: 0) == 0
    _, discarded, undone = capfdbinary.readouterr().out.decode().splitlines()
    assert discarded.endswith("discarded") and undone.endswith("undone")
