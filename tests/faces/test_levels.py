"""Levels that a model words: proved, kept by their text, and used where room is short."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.faces import cli
from tests.support.ollama import OurOllama, says

CHAT = "/api/chat"
LONG = (
    "On Monday the divers found a crack in the third pile of the north quay. It is forty "
    "centimetres long and lies two metres below the low water. Jonas closed the quay for lorries. "
    "The repair begins on 4 December and costs 18,000 euros, which the harbour fund pays."
)
SHORT = "Jonas closed the quay for lorries. The repair begins on 4 December and costs 18,000 euros."
WRONG = "Jonas closed the quay for lorries. The repair begins on 9 December. It costs 21,000 euros."
QUESTION = "When did Jonas close the quay for lorries?"


@pytest.fixture
def notebook(tmp_path: Path, ollama: OurOllama, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")
    root = tmp_path / "notebook"
    (root / "memory").mkdir(parents=True)
    tea = "".join(f"- Tea and the quay, day {n}, with a long story of rain\n" for n in range(90))
    (root / "MEMORY.md").write_text(tea)
    (root / "memory" / "2026-10-02.md").write_text(f"# Daily Memory\n\n- {LONG}\n")
    return root


def answered(capfdbinary: Any, notebook: Path, *words: str) -> Any:
    cli.run(("--notebook", str(notebook), "--json", *words), lambda folder: 0)
    return json.loads(capfdbinary.readouterr().out)


def piece(answer: Any) -> Any:
    return next(one for one in answer["inside"] if one["path"] == "memory/2026-10-02.md")


def test_a_model_words_a_long_memory_once_and_the_prompt_takes_it(
    capfdbinary: Any, notebook: Path, ollama: OurOllama
) -> None:
    before = piece(answered(capfdbinary, notebook, "context", QUESTION, "--budget", "512"))
    assert not before["by_model"] and before["level"] == "sentence"
    ollama.next(CHAT, says(SHORT))
    written = answered(capfdbinary, notebook, "levels", "--model", "small")
    assert (written["asked"], written["kept"], written["left"]) == (1, 1, 0)
    after = piece(answered(capfdbinary, notebook, "context", QUESTION, "--budget", "512"))
    assert after["by_model"] and after["text"] == f"- {SHORT}"
    again = answered(capfdbinary, notebook, "levels", "--model", "small")
    assert (again["asked"], len(ollama.asked(CHAT))) == (0, 1), "it is kept by its text"


def test_what_cannot_be_proved_is_not_told(
    capfdbinary: Any, notebook: Path, ollama: OurOllama
) -> None:
    ollama.next(CHAT, says(WRONG))
    assert answered(capfdbinary, notebook, "levels", "--model", "small")["kept"] == 0
    told = piece(answered(capfdbinary, notebook, "context", QUESTION, "--budget", "512"))
    assert not told["by_model"] and "21,000" not in told["text"]
    answered(capfdbinary, notebook, "levels", "--model", "small")
    assert len(ollama.asked(CHAT)) == 1, "nor asked for again"


def test_a_text_that_changes_is_out_of_the_cache(
    capfdbinary: Any, notebook: Path, ollama: OurOllama
) -> None:
    ollama.next(CHAT, says(SHORT), says(SHORT.replace("4", "6")))
    answered(capfdbinary, notebook, "levels", "--model", "small")
    changed = LONG.replace("4 December", "6 December")
    (notebook / "memory" / "2026-10-02.md").write_text(f"# Daily Memory\n\n- {changed}\n")
    told = piece(answered(capfdbinary, notebook, "context", QUESTION, "--budget", "512"))
    assert not told["by_model"] and "4 December" not in told["text"]
    assert answered(capfdbinary, notebook, "levels", "--model", "small")["kept"] == 1
    told = piece(answered(capfdbinary, notebook, "context", QUESTION, "--budget", "512"))
    assert told["by_model"] and "6 December" in told["text"]


def test_without_a_model_it_says_what_serves_instead(capfdbinary: Any, notebook: Path) -> None:
    problem = answered(capfdbinary, notebook, "levels", "--engine", "builtin")
    assert "the notes' own words" in json.dumps(problem)


def test_of_a_very_long_line_the_piece_that_was_found_is_told(
    capfdbinary: Any, notebook: Path
) -> None:
    day = f"- {'The antenna needs a new mast. ' * 900}The mast supplier is Halvorsen.\n"
    (notebook / "memory" / "2026-10-03.md").write_text(f"# Daily Memory\n\n{day}")
    told = answered(capfdbinary, notebook, "context", "Who is the mast supplier?")
    found = next(one for one in told["inside"] if one["path"] == "memory/2026-10-03.md")
    assert "Halvorsen" in found["text"] and found["level"] == "detailed"
