"""What the doctor finds, and that it leaves everything alone."""

import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_app.notebook.discovery import MARK
from desktop_app.notebook.doctor import CheckResult, examine
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import notes_in

NOW = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.fixture
def notebook(notebook: Notebook) -> Notebook:
    base = notebook.read("MEMORY.md")
    notebook.save("MEMORY.md", b"# Memory\n\n- Ana has the key.\n", base, "edit", NOW)
    return notebook


def told(notebook: Notebook, check: str) -> list[str]:
    return [one.message for one in examine(notebook) if one.check == check and not one.ok]


def test_a_sound_notebook_passes_every_check(notebook: Notebook) -> None:
    findings = examine(notebook)
    assert [one.check for one in findings] == [
        "folder", "files", "names", "journal", "history",
    ]  # fmt: skip
    assert all(one.ok and one.message and not one.hint for one in findings)


@pytest.mark.parametrize(
    ("put", "said"),
    [
        (lambda root: (root / "MEMORY.md").unlink(), "MEMORY.md is not there."),
        (
            lambda root: ((root / "MEMORY.md").unlink(), (root / "MEMORY.md").mkdir()),
            "MEMORY.md is no ordinary file.",
        ),
        (
            lambda root: (root / "memory" / "2026-11-20.md").mkdir(),
            "memory/2026-11-20.md is no ordinary file.",
        ),
        (
            lambda root: os.mkfifo(root / "memory" / "2026-11-20.md"),
            "memory/2026-11-20.md is no ordinary file.",
        ),
        (
            lambda root: (root / "memory" / "2026-11-20.md").symlink_to("nowhere.md"),
            "memory/2026-11-20.md is no ordinary file.",
        ),
        (
            lambda root: (shutil.rmtree(root / "memory"), (root / "memory").touch()),
            "memory is a file, where a folder should be.",
        ),
    ],
)
def test_what_is_called_like_a_note_and_is_none_is_named(
    notebook: Notebook, put: Callable[[Path], object], said: str
) -> None:
    (notebook.root / "memory").mkdir(exist_ok=True)
    put(notebook.root)
    assert told(notebook, "files") == [said]


def test_other_folders_beside_the_notes_are_nobodys_business(notebook: Notebook) -> None:
    (notebook.root / "projects.md").mkdir()
    (notebook.root / "memory").mkdir(exist_ok=True)
    (notebook.root / "memory" / "pictures").mkdir()
    assert told(notebook, "files") == []


@pytest.mark.parametrize(
    "name",
    [
        "2026-11-20.sync-conflict-20261121-101010-ABCDEFG.md",
        "2026-11-20 (Ana's conflicted copy 2026-11-21).md",
        "2026-11-20 (conflict 2026-11-21 101010).md",
        "2026-11-20 (Ana 的冲突副本).md",
    ],
)
def test_copies_that_sync_programs_make_are_named(notebook: Notebook, name: str) -> None:
    (notebook.root / "memory" / name).write_bytes(b"- x\n")
    assert told(notebook, "names") == []
    (notebook.root / "memory/2026-11-20.md").write_bytes(b"- y\n")
    assert told(notebook, "names") == [
        f"memory/{name} is a copy that a sync program made when two versions met."
    ]


def test_a_note_that_was_not_fetched_is_told(notebook: Notebook) -> None:
    name = "memory/.2026-11-20.md.icloud"
    (notebook.root / name).write_bytes(b"- x\n")
    assert told(notebook, "names") == [f"{name} is not on this computer."]


def test_notes_beside_the_places_of_the_layout_are_told_at_once_and_later(
    notebook: Notebook,
) -> None:
    for name in ("garden.md", "README.md", "AGENTS.md", "memory/topic.md", "picture.png"):
        (notebook.root / name).write_bytes(b"- x\n")
    said = "1 note in the folder itself, outside memory/, is not read: garden.md."
    assert told(notebook, "names") == [said]
    found = notes_in(notebook.root)
    assert found and said in found.sentences
    with (notebook.root / MARK).open("a") as mark:
        mark.write('notes = "."\n')
    found = notes_in(notebook.root)
    assert found and said not in found.sentences


def test_a_link_out_of_the_notebook_is_told_and_never_read(
    notebook: Notebook, tmp_path: Path
) -> None:
    (tmp_path / "secret.md").write_bytes(b"\xff")
    (notebook.root / "memory" / "out.md").symlink_to(tmp_path / "secret.md")
    assert told(notebook, "names") == ["memory/out.md leads out of the notebook."]
    assert told(notebook, "files") == []


def test_looking_changes_nothing(notebook: Notebook) -> None:
    def state() -> dict[str, bytes]:
        return {str(p): p.read_bytes() for p in notebook.root.rglob("*") if p.is_file()}

    before = state()
    findings: list[CheckResult] = examine(notebook)
    assert findings and state() == before
