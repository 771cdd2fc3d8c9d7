"""Held-open writers: what a program writes into a file that we replaced is not lost."""

import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_app.notebook.files import NotebookFiles, Stay
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import open_notebook
from desktop_app.notebook.storage import writing
from desktop_app.notebook.storage.swap import Renames, Replaces, Swaps
from tests.support import systems

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MAC = Renames(systems.renameatx_np, 2, 4)  # here nobody can tell who has a file open
WINDOWS = Replaces(systems.replace_file, systems.move_file)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "notebook"
    root.mkdir()
    (root / "MEMORY.md").write_bytes(b"- old\n")
    return root


@pytest.fixture
def notebook(root: Path, opened: Callable[..., Notebook]) -> Notebook:
    return opened(root)


def save(notebook: Notebook, text: bytes) -> None:
    notebook.save("MEMORY.md", text, notebook.read("MEMORY.md"), "edit", NOW)


def replaced(files: NotebookFiles, text: bytes) -> list[Stay]:
    """Replace MEMORY.md; what stays of the old one."""
    stays: list[Stay] = []
    files.on_stay = stays.append
    files.replace("MEMORY.md", text, files.read("MEMORY.md"))
    return stays


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def hidden(root: Path) -> list[str]:
    return [path.name for path in root.glob(".MEMORY*")]


def nothing(_stay: object) -> None:
    """Who crashed looks after nothing."""


def test_what_nobody_has_open_goes_at_once(notebook: Notebook, root: Path) -> None:
    with (root / "MEMORY.md").open("rb") as reader:  # reading is no reason to stay
        save(notebook, b"- new\n")
        assert reader.read() == b"- old\n"
    assert hidden(root) == []


def test_lines_written_after_the_swap_come_into_the_new_file(
    notebook: Notebook, root: Path
) -> None:
    with (root / "MEMORY.md").open("ab", buffering=0) as held:
        save(notebook, b"- new\n")
        held.write(b"- from outside\n")
        until(lambda: (root / "MEMORY.md").read_bytes() == b"- new\n- from outside\n")
        assert len(hidden(root)) == 1  # it is still open: more may come
        held.write(b"- from outside\n- half a li")
        until(lambda: (root / "MEMORY.md").read_bytes().count(b"- from outside\n") == 2)
        held.write(b"ne")
    until(lambda: hidden(root) == [])
    assert (root / "MEMORY.md").read_bytes() == (
        b"- new\n- from outside\n- from outside\n- half a line"
    )


def test_lines_written_after_the_swap_stay_in_the_history_when_ours_are_written_over(
    notebook: Notebook, root: Path
) -> None:
    with (root / "MEMORY.md").open("ab", buffering=0) as held:
        save(notebook, b"- new\n")
        held.write(b"- from outside\n")
        until(lambda: (root / "MEMORY.md").read_bytes() == b"- new\n- from outside\n")
        # As a program does that had read ours before its own line was added to it.
        (root / "MEMORY.md").write_bytes(b"- new\n- later\n")
        held.write(b"- and more")
    until(lambda: hidden(root) == [])
    kept = [notebook.history.content(one.version) for one in notebook.history.versions("MEMORY.md")]
    assert b"- old\n- from outside\n- and more" in kept


def test_it_may_be_replaced_again_meanwhile(notebook: Notebook, root: Path) -> None:
    with (root / "MEMORY.md").open("ab", buffering=0) as first:
        save(notebook, b"- second\n")
        with (root / "MEMORY.md").open("ab", buffering=0) as second:
            save(notebook, b"- third\n")
            first.write(b"- by one\n")
            second.write(b"- by two\n")
    until(lambda: hidden(root) == [])
    assert sorted((root / "MEMORY.md").read_bytes().splitlines()) == [
        b"- by one", b"- by two", b"- third",
    ]  # fmt: skip


def test_a_text_written_anew_through_the_old_file_gets_a_name_of_its_own(
    notebook: Notebook, root: Path
) -> None:
    with (root / "MEMORY.md").open("r+b", buffering=0) as held:
        save(notebook, b"- new\n")
        held.truncate()
        held.write(b"quite another text")
    until(lambda: hidden(root) == [])
    (copy,) = root.glob("MEMORY (conflict *).md")
    assert copy.read_bytes() == b"quite another text"
    assert (root / "MEMORY.md").read_bytes() == b"- new\n"


def test_what_is_added_to_a_removed_file_gets_a_name_of_its_own(
    notebook: Notebook, root: Path
) -> None:
    with (root / "MEMORY.md").open("ab", buffering=0) as held:
        notebook.remove("MEMORY.md", notebook.read("MEMORY.md"), NOW)
        held.write(b"- late\n")
    until(lambda: hidden(root) == [])
    (copy,) = root.glob("MEMORY (conflict *).md")
    assert copy.read_bytes() == b"- old\n- late\n"


def test_what_is_held_at_the_end_stays_and_the_next_start_takes_it_up(
    root: Path, tmp_path: Path
) -> None:
    with (root / "MEMORY.md").open("ab", buffering=0) as held:
        with closing(open_notebook(root, tmp_path / "own")) as notebook:
            save(notebook, b"- new\n")
        held.write(b"- from outside\n")
        with closing(open_notebook(root, tmp_path / "own")) as other:
            other.recover(nothing, NOW)
            assert len(hidden(root)) == 1
    with closing(open_notebook(root, tmp_path / "own")) as notebook:
        assert notebook.recover(nothing, NOW) == []
        assert (root / "MEMORY.md").read_bytes() == b"- new\n- from outside\n"
        assert hidden(root) == []


def test_a_crash_sweeps_the_old_file_into_the_history_and_its_tail_into_the_new(
    notebook: Notebook, root: Path
) -> None:
    with (root / "MEMORY.md").open("ab", buffering=0) as held:
        assert replaced(NotebookFiles(root), b"- new\n")
        held.write(b"- from outside")
    notebook.recover(nothing, NOW)
    assert (root / "MEMORY.md").read_bytes() == b"- new\n- from outside"
    assert hidden(root) == []
    kept = {notebook.history.content(one.version) for one in notebook.history.versions("MEMORY.md")}
    assert b"- old\n- from outside" in kept


def test_a_crash_between_the_tail_and_the_end_adds_no_line_twice(
    notebook: Notebook, root: Path
) -> None:
    with (root / "MEMORY.md").open("ab", buffering=0) as held:
        replaced(NotebookFiles(root), b"- new\n")
        held.write(b"- from outside\n")
    with (root / "MEMORY.md").open("ab") as new:
        new.write(b"- from outside\n")  # as we did before the crash
    notebook.recover(nothing, NOW)
    assert (root / "MEMORY.md").read_bytes() == b"- new\n- from outside\n"
    assert hidden(root) == []


def test_a_crash_while_writing_adds_nothing_of_what_was_half_written(
    notebook: Notebook, root: Path
) -> None:
    """The base and more: a save that never came to its swap is not one that a program grew."""
    (root / ".MEMORY.md.0123456789abcdef.nightstand").write_bytes(b"- old\n- half a sa")
    notebook.recover(nothing, NOW)
    assert (root / "MEMORY.md").read_bytes() == b"- old\n"
    assert hidden(root) == []


@pytest.mark.parametrize("system", [MAC, WINDOWS], ids=["macOS", "Windows"])
def test_where_nobody_can_tell_it_stays_for_a_while(
    root: Path, system: Swaps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "GRACE", 600.0)
    files = NotebookFiles(root, system)
    with (root / "MEMORY.md").open("ab", buffering=0) as held:
        (stay,) = replaced(files, b"- new\n")
        assert not stay.is_open
        held.write(b"- from outside\n")
        between = files.settle(stay.name)
        assert between is not None
        assert (root / "MEMORY.md").read_bytes() == b"- new\n- from outside\n"
        held.write(b"- and more")
        monkeypatch.setattr(writing, "GRACE", 0.0)
        assert files.settle(between.name) is None
    assert (root / "MEMORY.md").read_bytes() == b"- new\n- from outside\n- and more"
    assert hidden(root) == []


def test_closing_waits_for_the_grace_period_and_no_longer(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "GRACE", 0.2)
    notebook = open_notebook(root, tmp_path / "own", MAC)
    save(notebook, b"- new\n")
    assert len(hidden(root)) == 1
    before = time.monotonic()
    notebook.close()
    assert time.monotonic() - before < 60  # a busy machine takes its time
    assert hidden(root) == []
