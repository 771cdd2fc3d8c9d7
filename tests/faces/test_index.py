"""The index on the command line: what is answered is what the files say now, or it is told."""

import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.support.cli import Shell


def test_a_search_that_ran_out_of_time_says_so(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shell.do("search", "harbour")["complete"] is True
    (shell.folder / "memory" / "2026-11-01.md").write_text("- the quay in question\n" * 3000)
    monkeypatch.setattr("desktop_app.search.find.PATIENT", -1.0)
    assert shell.do("search", "🍅")["complete"] is False
    assert "There was no time to look at every line." in shell.says("search", "🍅")


@pytest.mark.parametrize("path", ["nosuch.md", "memory", "../x.md", "\udcff", "a\0b", "notes.txt"])
def test_a_search_in_a_file_that_is_none_is_told_so(shell: Shell, path: str) -> None:
    (shell.folder / "notes.txt").write_text("harbour")
    code, answer = shell.answer("search", "harbour", "--file", path)
    assert (code, answer["problem"].endswith(" is no note of this notebook.")) == (3, True)
    code, answer = shell.answer("search", "zebra", "--file", "MEMORY.md")
    assert (code, answer["hits"]) == (0, [])


@pytest.fixture
def shell(sample_shell: Shell) -> Shell:
    return sample_shell


def lose(folder: Path) -> list[str]:
    """Takes most days away at once, as a disk that is not there does."""
    days = sorted((folder / "memory").glob("*.md"))[2:]
    for day in days:
        day.unlink()
    return [day.relative_to(folder).as_posix() for day in days]


def test_what_was_lost_is_told_as_lost_and_kept_until_it_is_let_go(shell: Shell) -> None:
    memory = shell.folder / "MEMORY.md"
    memory.write_text("- The spare key is with Ana\n")
    assert shell.do("index")["told"] == "up to date"
    lost = lose(shell.folder)
    memory.write_text("")
    for words in (["index"], ["index", "--check"], ["index"]):
        code, answer = shell.answer(*words)
        assert (code, answer["lost"], answer["behind"]) == (3, [*lost, "MEMORY.md"], len(lost) + 1)
        assert "--let-go" in answer["hint"]
        (told,) = answer["problems"]
        assert f"{len(lost) + 1} of " in told and "search still knows their text" in told
    shell.run("index")
    told = shell.out()
    assert f"{len(lost) + 1} notes are lost; search still knows their text." in told
    assert shell.do("search", "spare key")["hits"]
    code, findings = shell.answer("doctor")
    (told,) = (one for one in findings if one["check"] == "index")
    assert (code, told["ok"]) == (3, False)
    assert "still knows" in told["told"] and "--let-go" in told["hint"]

    code, answer = shell.answer("index", "--let-go")
    assert (code, answer["lost"], answer["behind"], answer["problems"]) == (0, [], 0, [])
    assert shell.do("search", "spare key")["hits"] == []
    assert shell.answer("index", "--check")[0] == 0


def test_making_the_index_anew_lets_go_of_what_was_lost_only_when_it_is_told_to(
    shell: Shell,
) -> None:
    held = shell.do("index")["files"]
    lost = lose(shell.folder)
    code, answer = shell.answer("index", "--rebuild")
    assert code == 3 and "still knows" in answer["problem"] and "--let-go" in answer["hint"]
    assert shell.do("status")["index"]["behind"] == len(lost)
    code, answer = shell.answer("index", "--rebuild", "--let-go")
    assert (code, answer["files"], answer["lost"]) == (0, held - len(lost), [])


def test_what_cannot_be_read_is_told_where_the_index_is_brought_up_to_date(shell: Shell) -> None:
    shell.run("index")
    assert " s.\n" in shell.out()
    (shell.folder / "memory" / b"2026-11-0\xff.md".decode("utf-8", "surrogateescape")).write_text(
        "- a\n"
    )
    assert "; behind: 1 file not read." in shell.says("index")


def test_an_index_that_was_deleted_while_a_window_had_it_open_is_made_anew(shell: Shell) -> None:
    window = Memory.open(shell.folder, Places.default())
    window.index.refresh()
    (index,) = Places.default().data.glob("notebooks/*/index.db")
    index.unlink()
    assert index.with_name("index.db-wal").exists()
    command = [sys.executable, "-m", "desktop_app", "--notebook", str(shell.folder), "--json"]
    for words in (["search", "harbour"], ["index", "--rebuild"], ["index", "--check"]):
        ended = subprocess.run([*command, *words], capture_output=True)
        assert ended.returncode == 0, ended.stderr
    assert window.search.find("harbour").hits
    window.days.remember("The zebra is in the harbour")
    assert window.search.find("zebra").hits
    window.close()
    assert shell.do("search", "zebra")["hits"]
