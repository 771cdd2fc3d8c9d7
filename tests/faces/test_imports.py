"""Imports on the command line: counted, brought, and taken back."""

from pathlib import Path

import pytest

from tests.sessions.imports.given import SECOND, chatgpt, claude, folder, packed
from tests.support.cli import Shell


@pytest.fixture
def export(tmp_path: Path) -> str:
    return str(packed(tmp_path / "export.zip", conversations_json=[chatgpt(), claude()]))


def days(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "memory").glob("*.md"))


def test_a_preview_counts_and_writes_nothing(shell: Shell, export: str) -> None:
    assert shell.do("import", export, "--preview") == {
        "kinds": [
            {"kind": "chatgpt", "entries": 1, "known": 0, "comes": True},
            {"kind": "claude", "entries": 1, "known": 0, "comes": True},
        ],
        "entries": 2,
        "days": 2,
        "first": "2025-11-22",
        "last": "2025-11-23",
        "skipped": [],
    }
    assert days(shell.folder) == []
    assert shell.says("import", export, "--preview") == (
        "ChatGPT conversations: 1 new, 0 known\n"
        "Claude conversations: 1 new, 0 known\n"
        "2 entries in 2 days, from 2025-11-22 to 2025-11-23.\n"
    )


def test_an_import_is_brought_and_taken_back(shell: Shell, export: str) -> None:
    done = shell.do("import", export)
    assert (done["entries"], done["days"], done["known"]) == (2, 2, 0)
    assert days(shell.folder) == ["2025-11-22.md", "2025-11-23.md"]
    again = shell.says("import", export)
    assert again == "Nothing was new, so nothing was written.\n2 entries were there already.\n"
    undone = shell.do("import", "--undo")
    assert (undone["id"], len(undone["restored"]), undone["conflicts"]) == (done["id"], 2, 0)
    assert days(shell.folder) == []
    assert "There is no import to undo." in shell.says("import", "--undo", code=3)


def test_only_a_kind_that_is_named_comes(shell: Shell, export: str) -> None:
    done = shell.do("import", export, "--kind", "claude,undated")
    assert done["entries"] == 1 and days(shell.folder) == ["2025-11-23.md"]
    assert "is not one or more of chatgpt, claude" in shell.says(
        "import", export, "--kind", "diary", code=2
    )


def test_what_is_skipped_and_left_out_is_told(shell: Shell, tmp_path: Path) -> None:
    path = folder(tmp_path / "n", **{"2024-01-05": "- Tea.", "Undated": "x", "1890-01-01": "x"})
    folder(path, **{f"20{n}-01-01": "x" for n in range(30, 35)})
    shown = shell.says("import", str(path), "--preview")
    names = "2030-01-01.md, 2031-01-01.md, 2032-01-01.md, …"
    assert f"Skipped, in the future: 5 ({names})" in shown
    assert "Skipped, before 1900: 1 (1890-01-01.md)" in shown
    assert "changed last: 1 new, 0 known (only with --kind undated)" in shown
    secret = ("user", "The password of the router is heron-4711-Quay.", SECOND)
    small = chatgpt("s", "Hello", ("user", "Hi!", SECOND))
    many = [chatgpt("t", "Trip", secret), small]
    shown = shell.says("import", str(packed(tmp_path / "x.zip", conversations_json=many)))
    assert "In 2 conversations nothing was worth keeping." in shown
    assert "1 sentence was left out: it looks like a secret or gives an order" in shown


@pytest.mark.parametrize("words", [(), ("--undo", "x.zip"), ("--undo", "--preview")])
def test_a_wrong_use_is_told_with_an_example(shell: Shell, words: tuple[str, ...]) -> None:
    assert "For example: nightstand import" in shell.says("import", *words, code=2)


def test_what_cannot_be_imported_is_a_problem(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK no zip")
    problem = shell.do("import", str(tmp_path / "x.zip"), code=3)
    assert problem["problem"] == "x.zip is damaged, or is no archive that Nightstand can read."
    assert problem["hint"]
