"""The index on the command line: what is answered is what the files say now, or it is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app import opened
from desktop_app.faces import cli


def run(*words: str) -> int:
    return cli.run(words, lambda folder: 0)


def answered(capfdbinary: Any, folder: Path, *words: str) -> tuple[int, Any]:
    """The exit code and the JSON document of a command."""
    code = run("--notebook", str(folder), "--json", *words)
    return code, json.loads(capfdbinary.readouterr().out)


@pytest.fixture
def sample(tmp_path: Path, capfdbinary: Any) -> Path:
    folder = tmp_path / "sample"
    assert run("init", str(folder), "--sample") == 0
    capfdbinary.readouterr()
    return folder


def test_lines_like_one_are_sought_in_what_the_files_say_now(
    sample: Path, capfdbinary: Any
) -> None:
    memory = sample / "MEMORY.md"
    memory.write_text("- The lighthouse keeper repaired the lamp\n")
    assert answered(capfdbinary, sample, "index")[0] == 0
    today = sample / "memory" / "2026-11-01.md"
    today.write_text("- The keeper of the lighthouse repaired a lamp\n")
    memory.write_text("- Soup\n- The lighthouse keeper repaired the lamp\n")
    code, found = answered(capfdbinary, sample, "similar", "MEMORY.md:2")
    assert (code, found["behind"]) == (0, 0)
    assert found["hits"][0]["path"] == "memory/2026-11-01.md"


def test_a_search_that_ran_out_of_time_says_so(
    sample: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answered(capfdbinary, sample, "search", "harbour")[1]["complete"] is True
    (sample / "memory" / "2026-11-01.md").write_text("- the quay in question\n" * 3000)
    monkeypatch.setattr(opened, "PATIENT", -1.0)
    assert answered(capfdbinary, sample, "search", "🍅")[1]["complete"] is False
    assert run("--notebook", str(sample), "search", "🍅") == 0
    assert "There was no time to look at every line." in capfdbinary.readouterr().out.decode()
