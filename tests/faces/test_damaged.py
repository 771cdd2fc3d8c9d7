"""The command line beside damaged books of its own: it answers, and says where they lie."""

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import run

COMMANDS = (
    ["status"], ["search", "boat"], ["get", "MEMORY.md"], ["remember", "A line of after"],
    ["history"], ["dream", "--force"], ["proposals"], ["blame"], ["settings"],
)  # fmt: skip


def garbage(path: Path) -> None:
    path.write_bytes(b"no database " * 1000)


def spoiled(path: Path) -> None:
    """Every other page but the first is noise."""
    dice = random.Random(1)
    with path.open("r+b") as file:
        for page in range(1, path.stat().st_size // 4096, 2):
            file.seek(page * 4096)
            file.write(dice.randbytes(4096))


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.fixture
def own(tmp_path: Path, capfd: Any) -> Path:
    """The program's folder for a notebook that has been used."""
    folder = tmp_path / "sample"
    for words in (
        ["init", str(folder), "--sample"],
        ["remember", "x"],
        ["dream"],
        ["apply", "--kind", "added"],
    ):
        run(*words, *([] if words[0] == "init" else ["--notebook", str(folder)]))
    capfd.readouterr()
    return next(Path(os.environ["XDG_DATA_HOME"]).rglob("history.db")).parent


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        *(("history.db", damage) for damage in (garbage, spoiled, cut_off, emptied, a_folder)),
        ("index.db", garbage),
    ],
)
def test_every_command_answers_and_one_says_what_became_of_the_damaged_file(
    own: Path, tmp_path: Path, capfd: Any, name: str, damage: Callable[[Path], None]
) -> None:
    notes = {path: path.read_bytes() for path in (tmp_path / "sample").rglob("*.md")}
    damage(own / name)
    for ending in ("-wal", "-shm"):
        (own / f"{name}{ending}").unlink(missing_ok=True)
    told = ""
    for words in COMMANDS:
        code = run(*words, "--notebook", str(tmp_path / "sample"))
        said = capfd.readouterr().err
        assert code == 0, (words, said)
        told += said
    if name == "history.db" or damage is a_folder:
        assert (
            told.count(f"The damaged history is now in {own / name}.damaged.")
            + told.count(f"What was there is now in {own / name}.damaged")
            == 1
        ), told
        assert (own / f"{name}.damaged").exists()
    assert all(path.read_bytes().startswith(data) for path, data in notes.items())
    run("doctor", "--notebook", str(tmp_path / "sample"))
    assert (f"{name}.damaged" in capfd.readouterr().out) is (name == "history.db")


def test_what_was_kept_of_a_damaged_history_can_be_restored(
    own: Path, tmp_path: Path, capfd: Any
) -> None:
    notebook = ["--notebook", str(tmp_path / "sample")]
    run("history", "MEMORY.md", *notebook)
    before = capfd.readouterr().out
    assert before
    with (own / "history.db").open("r+b") as file:
        file.write(b"?" * 100)
    assert run("history", "MEMORY.md", *notebook) == 0
    assert capfd.readouterr().out == before
    assert run("undo", *notebook) == 0


@pytest.mark.parametrize("name", ["notebooks.json", "notebooks.lock"])
def test_a_folder_in_the_place_of_a_file_of_ours_is_named_and_not_all_that_lies_around_it(
    tmp_path: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    notebook, data = tmp_path / "notes", tmp_path / "data"
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    assert run("init", str(notebook)) == 0
    file = data / "nightstand" / name
    file.unlink(missing_ok=True)
    file.mkdir()
    assert run("--notebook", str(notebook), "status") == 3
    assert f"{file} is a folder, where a file" in capfdbinary.readouterr().err.decode()
