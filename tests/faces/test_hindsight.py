"""Errors on the command line: listed, asked about, shared and let go."""

import io
from pathlib import Path

import pytest

from tests.support.cli import Shell
from tests.support.erring import ADVICE, met, null_pointer

ERROR = "java.lang.NullPointerException"


@pytest.fixture
def shell(shell: Shell, tmp_path: Path) -> Shell:
    met(tmp_path / "home", shell.folder, "one", "two", "three")
    for path in sorted((tmp_path / "home").rglob("*.jsonl")):
        assert "1 error in" in shell.says("hindsight", "--read", str(path))
    return shell


def test_an_error_is_answered_with_what_ended_it_and_its_sources(shell: Shell) -> None:
    (found,) = shell.do("hindsight", *null_pointer(7).split("\n")[1].split())["errors"]
    assert (found["by"], found["times"], found["ended"]) == ("head", 3, 3)
    assert found["resolution"] == ADVICE
    assert [one["session"] for one in found["sources"]] == ["three", "two", "one"]
    assert found["sources"][0]["steps"] == ["Edit /home/ines/shop/src/JwtService.java"]
    told = shell.says("hindsight", "NullPointerException")
    assert f"What fixed it: {ADVICE}" in told and "met 3 times" in told and "--share" in told


def test_an_error_is_read_from_standard_input(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = io.TextIOWrapper(io.BytesIO(null_pointer(99).encode()))
    monkeypatch.setattr("sys.stdin", given)
    (found,) = shell.do("hindsight", "-")["errors"]
    assert (found["by"], found["score"]) == ("signature", 1.0)


def test_without_an_error_all_are_listed_and_a_person_decides(shell: Shell) -> None:
    (one,) = shell.do("hindsight")["errors"]
    assert one["state"] == "proposed" and one["error"].startswith(ERROR)
    shared = shell.do("hindsight", "Return 401.", "--share", one["id"])
    assert (shared["state"], shared["resolution"]) == ("shared", "Return 401.")
    assert shell.run("apply", "--only", "1") == 0
    (procedure,) = (shell.folder / "memory" / "procedures").glob("*.md")
    assert "- Return 401.\n" in procedure.read_text()
    assert shell.do("hindsight", "--decline", one["id"][:8])["state"] == "declined"
    shell.do("hindsight", "--forget", one["id"])
    assert shell.do("hindsight")["errors"] == []
    wrong = shell.do("hindsight", "--share", one["id"], code=3)
    assert "No error has the id" in wrong["problem"]
