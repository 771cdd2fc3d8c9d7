"""The index on the command line: what is answered is what the files say now, or it is told."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.support.cli import run


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
    monkeypatch.setattr("desktop_app.search.find.PATIENT", -1.0)
    assert answered(capfdbinary, sample, "search", "🍅")[1]["complete"] is False
    assert run("--notebook", str(sample), "search", "🍅") == 0
    assert "There was no time to look at every line." in capfdbinary.readouterr().out.decode()


@pytest.mark.parametrize("path", ["nosuch.md", "memory", "../x.md", "\udcff", "a\0b", "notes.txt"])
def test_a_search_in_a_file_that_is_none_is_told_so(
    sample: Path, capfdbinary: Any, path: str
) -> None:
    (sample / "notes.txt").write_text("harbour")
    code, answer = answered(capfdbinary, sample, "search", "harbour", "--file", path)
    assert (code, answer["problem"].endswith(" is no note of this notebook.")) == (3, True)
    code, answer = answered(capfdbinary, sample, "search", "zebra", "--file", "MEMORY.md")
    assert (code, answer["hits"]) == (0, [])


def lose(folder: Path) -> list[str]:
    """Takes most days away at once, as a disk that is not there does."""
    days = sorted((folder / "memory").glob("*.md"))[2:]
    for day in days:
        day.unlink()
    return [day.relative_to(folder).as_posix() for day in days]


def test_what_was_lost_is_told_as_lost_and_kept_until_it_is_let_go(
    sample: Path, capfdbinary: Any
) -> None:
    memory = sample / "MEMORY.md"
    memory.write_text("- The spare key is with Ana\n")
    assert answered(capfdbinary, sample, "index")[1]["told"] == "up to date"
    lost = lose(sample)
    memory.write_text("")
    for words in (["index"], ["index", "--check"], ["index"]):
        code, answer = answered(capfdbinary, sample, *words)
        assert (code, answer["lost"], answer["behind"]) == (3, [*lost, "MEMORY.md"], len(lost) + 1)
        assert "--let-go" in answer["hint"]
        (told,) = answer["problems"]
        assert f"{len(lost) + 1} of " in told and "search still knows their text" in told
    run("--notebook", str(sample), "index")
    told = capfdbinary.readouterr().out.decode()
    assert f"{len(lost) + 1} notes are lost; search still knows their text." in told
    assert answered(capfdbinary, sample, "search", "spare key")[1]["hits"]
    code, findings = answered(capfdbinary, sample, "doctor")
    (told,) = (one for one in findings if one["check"] == "index")
    assert (code, told["ok"]) == (3, False)
    assert "still knows" in told["told"] and "--let-go" in told["hint"]

    code, answer = answered(capfdbinary, sample, "index", "--let-go")
    assert (code, answer["lost"], answer["behind"], answer["problems"]) == (0, [], 0, [])
    assert answered(capfdbinary, sample, "search", "spare key")[1]["hits"] == []
    assert answered(capfdbinary, sample, "index", "--check")[0] == 0


def test_making_the_index_anew_lets_go_of_what_was_lost_only_when_it_is_told_to(
    sample: Path, capfdbinary: Any
) -> None:
    held = answered(capfdbinary, sample, "index")[1]["files"]
    lost = lose(sample)
    code, answer = answered(capfdbinary, sample, "index", "--rebuild")
    assert code == 3 and "still knows" in answer["problem"] and "--let-go" in answer["hint"]
    assert answered(capfdbinary, sample, "status")[1]["index"]["behind"] == len(lost)
    code, answer = answered(capfdbinary, sample, "index", "--rebuild", "--let-go")
    assert (code, answer["files"], answer["lost"]) == (0, held - len(lost), [])


def test_what_cannot_be_read_is_told_where_the_index_is_brought_up_to_date(
    sample: Path, capfdbinary: Any
) -> None:
    run("--notebook", str(sample), "index")
    assert b" s.\n" in capfdbinary.readouterr().out
    (sample / "memory" / b"2026-11-0\xff.md".decode("utf-8", "surrogateescape")).write_text("- a\n")
    assert run("--notebook", str(sample), "index") == 0
    assert b"; behind: 1 file not read." in capfdbinary.readouterr().out


def test_an_index_that_was_deleted_while_a_window_had_it_open_is_made_anew(
    sample: Path, capfdbinary: Any
) -> None:
    window = Memory.open(sample, Places.default())
    window.index.refresh()
    (index,) = Places.default().data.glob("notebooks/*/index.db")
    index.unlink()
    assert index.with_name("index.db-wal").exists()
    command = [sys.executable, "-m", "desktop_app", "--notebook", str(sample), "--json"]
    for words in (["search", "harbour"], ["index", "--rebuild"], ["index", "--check"]):
        ended = subprocess.run([*command, *words], capture_output=True)
        assert ended.returncode == 0, ended.stderr
    assert window.search.find("harbour").hits
    window.days.remember("The zebra is in the harbour")
    assert window.search.find("zebra").hits
    window.close()
    assert answered(capfdbinary, sample, "search", "zebra")[1]["hits"]
