"""Swap: what the calls of macOS and Windows may answer, and what is made of it."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.files import NotebookFiles, Snapshot
from desktop_app.notebook.opening import open_notebook
from desktop_app.notebook.storage.swap import Renames, Replaces, Swaps
from tests.notebook.test_open_handles import NOW
from tests.support import systems


class Answers:
    """A call that answers these numbers first, and then does what it should."""

    def __init__(self, call: Callable[..., int], *numbers: int) -> None:
        self._call, self.numbers = call, list(numbers)

    def __call__(self, *arguments: object) -> int:
        return self.numbers.pop(0) if self.numbers else self._call(*arguments)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "notebook"
    root.mkdir()
    (root / "MEMORY.md").write_bytes(b"old\n")
    return root


def replace(root: Path, system: Swaps) -> None:
    files = NotebookFiles(root, system)
    files.replace("MEMORY.md", b"new\n", files.read("MEMORY.md"))


def contents(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in root.iterdir()}


def windows(replace_file: Callable[..., int], move: Callable[..., int]) -> Replaces:
    return Replaces(replace_file, move, lambda _descriptor: True)


@pytest.mark.parametrize("number", [5, 32, 33])
def test_a_file_that_a_scanner_has_open_for_a_moment_is_waited_for(root: Path, number: int) -> None:
    busy = Answers(systems.replace_file, number, number, number)
    replace(root, windows(busy, Answers(systems.move_file, number)))
    assert contents(root) == {"MEMORY.md": b"new\n"}


@pytest.mark.parametrize(
    ("number", "said"),
    [(32, "locked"), (5, "permission"), (112, "disk is full"), (19, "only be read"), (31, "fault")],
)
def test_a_refusal_for_good_is_told_and_leaves_the_old_text(
    root: Path, number: int, said: str
) -> None:
    with pytest.raises(Problem, match=said):
        replace(root, windows(lambda *_: number, systems.move_file))
    assert contents(root) == {"MEMORY.md": b"old\n"}


def test_a_swap_that_stopped_halfway_gives_the_old_text_its_name_back(root: Path) -> None:
    def half(replaced: str, replacement: str, backup: str) -> int:
        Path(replaced).rename(backup)
        return 1177

    with pytest.raises(Problem, match="locked"):
        replace(root, windows(half, systems.move_file))
    assert contents(root) == {"MEMORY.md": b"old\n"}


@pytest.mark.parametrize("number", [1, 50, 120])
def test_windows_on_a_disk_that_cannot_swap_renames(root: Path, number: int) -> None:
    replace(root, windows(lambda *_: number, systems.move_file))
    assert contents(root) == {"MEMORY.md": b"new\n"}


@pytest.mark.parametrize("number", [errno.ENOTSUP, errno.EINVAL, errno.ENOSYS])
def test_macos_on_a_disk_that_cannot_swap_renames(root: Path, number: int) -> None:
    replace(root, Renames(lambda *_: number, 2, 4))
    assert contents(root) == {"MEMORY.md": b"new\n"}


@pytest.mark.parametrize(
    "system",
    [
        pytest.param(systems.BARE, id="none"),
        pytest.param(Renames(lambda *_: errno.ENOTSUP, 2, 4), id="macOS"),
        pytest.param(windows(lambda *_: 50, systems.move_file), id="Windows"),
    ],
)
def test_where_nothing_can_swap_the_old_bytes_are_in_the_history_first(
    root: Path, tmp_path: Path, system: Swaps
) -> None:
    notebook = open_notebook(root, tmp_path / "own", system)
    base = notebook.read("MEMORY.md")
    notebook.files.remove("MEMORY.md", base)  # so that the replace itself is refused
    with pytest.raises(Problem):
        notebook.save("MEMORY.md", b"new\n", base, "edit", NOW)
    assert notebook.history.knows("MEMORY.md", base.sha)
    (root / "MEMORY.md").write_bytes(b"old\n")
    notebook.save("MEMORY.md", b"new\n", base, "edit", NOW)
    assert notebook.read("MEMORY.md").data == b"new\n"
    notebook.close()


def test_what_windows_leaves_between_its_two_steps_is_swept(root: Path, tmp_path: Path) -> None:
    """The end of the process after ReplaceFileW: the old text still has its third name."""

    class End(BaseException):
        pass

    def end(_name: str, _new: str) -> int:
        raise End

    with pytest.raises(End):
        replace(root, Replaces(systems.replace_file, end))
    assert (root / "MEMORY.md").read_bytes() == b"new\n"
    assert len(contents(root)) == 2
    notebook = open_notebook(root, tmp_path / "own")
    notebook.recover(lambda _intent: None, NOW)
    assert contents(root) == {"MEMORY.md": b"new\n"}
    assert notebook.history.content(notebook.history.versions("MEMORY.md")[0].version) == b"old\n"
    notebook.close()


def test_a_new_file_never_takes_a_name_that_is_taken(root: Path) -> None:
    for name, system in systems.ALL.items():
        files = NotebookFiles(root, system)
        with pytest.raises(Problem, match="at the same moment"):
            files.replace("MEMORY.md", b"new\n", Snapshot("MEMORY.md", b"", ""))
        assert (root / "MEMORY.md").read_bytes() == b"old\n", name
