"""Errors on the command line: listed, asked about, shared and let go."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import run
from tests.support.erring import ADVICE, met, null_pointer

ERROR = "java.lang.NullPointerException"


@pytest.fixture
def notebook(tmp_path: Path, capfdbinary: Any) -> Path:
    folder = tmp_path / "notes"
    assert run("init", str(folder)) == 0
    met(tmp_path / "home", folder, "one", "two", "three")
    for path in sorted((tmp_path / "home").rglob("*.jsonl")):
        assert run("--notebook", str(folder), "hindsight", "--read", str(path)) == 0
    assert b"1 error in" in capfdbinary.readouterr().out
    return folder


def answered(capfdbinary: Any, notebook: Path, *words: str, code: int = 0) -> Any:
    assert run("--notebook", str(notebook), "hindsight", *words, "--json") == code
    return json.loads(capfdbinary.readouterr().out)


def test_an_error_is_answered_with_what_ended_it_and_its_sources(
    notebook: Path, capfdbinary: Any
) -> None:
    (found,) = answered(capfdbinary, notebook, *null_pointer(7).split("\n")[1].split())["errors"]
    assert (found["by"], found["times"], found["ended"]) == ("head", 3, 3)
    assert found["resolution"] == ADVICE
    assert [one["session"] for one in found["sources"]] == ["three", "two", "one"]
    assert found["sources"][0]["steps"] == ["Edit /home/ines/shop/src/JwtService.java"]
    assert run("--notebook", str(notebook), "hindsight", "NullPointerException") == 0
    told = capfdbinary.readouterr().out.decode()
    assert f"What fixed it: {ADVICE}" in told and "met 3 times" in told and "--share" in told


def test_an_error_is_read_from_standard_input(
    notebook: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = io.TextIOWrapper(io.BytesIO(null_pointer(99).encode()))
    monkeypatch.setattr("sys.stdin", given)
    (found,) = answered(capfdbinary, notebook, "-")["errors"]
    assert (found["by"], found["score"]) == ("signature", 1.0)


def test_without_an_error_all_are_listed_and_a_person_decides(
    notebook: Path, capfdbinary: Any
) -> None:
    (one,) = answered(capfdbinary, notebook)["errors"]
    assert one["state"] == "proposed" and one["error"].startswith(ERROR)
    shared = answered(capfdbinary, notebook, "Return 401.", "--share", one["id"])
    assert (shared["state"], shared["resolution"]) == ("shared", "Return 401.")
    assert run("--notebook", str(notebook), "apply", "--only", "1") == 0
    capfdbinary.readouterr()
    (procedure,) = (notebook / "memory" / "procedures").glob("*.md")
    assert "- Return 401.\n" in procedure.read_text()
    assert answered(capfdbinary, notebook, "--decline", one["id"][:8])["state"] == "declined"
    answered(capfdbinary, notebook, "--forget", one["id"])
    assert answered(capfdbinary, notebook)["errors"] == []
    wrong = answered(capfdbinary, notebook, "--share", one["id"], code=3)
    assert "No error has the id" in wrong["problem"]
