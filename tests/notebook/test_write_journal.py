"""Journal: several files change as one, through crashes and refusals."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.files import Conflict, NotebookFiles, Snapshot, sha_of
from desktop_app.notebook.write_journal import Intent, Journal, Write

OLD = {
    "MEMORY.md": b"old memory\n",
    "memory/topic.md": b"old topic\n",
    "memory/gone.md": b"to be removed\n",
}
NEW = {
    "MEMORY.md": b"new memory \xff\n",
    "memory/topic.md": b"new topic\n",
    "memory/dreams/2026-11-21.md": b"a new diary\n",
}


class Crash(BaseException):
    """Stands for the end of the process: nothing of ours runs after it."""


class Interrupted(NotebookFiles):
    """Files whose process ends, or whose disk refuses, at the given step."""

    def __init__(
        self, root: Path, at: int, error: BaseException, *, for_good: bool = False
    ) -> None:
        super().__init__(root)
        self.steps = at
        self.error = error
        self.for_good = for_good

    def replace(self, path: str, data: bytes, base: Snapshot, *, copy: bool = True) -> Snapshot:
        self._step()
        return super().replace(path, data, base, copy=copy)

    def remove(self, path: str, base: Snapshot) -> None:
        self._step()
        super().remove(path, base)

    def _step(self) -> None:
        self.steps -= 1
        if self.steps == 0 or (self.for_good and self.steps < 0):
            raise self.error


class Finished:
    """Notes what was finished; may crash instead."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.purposes: list[object] = []
        self.error = error

    def __call__(self, intent: Intent) -> None:
        if self.error is not None:
            raise self.error
        self.purposes.append(intent.purpose)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "notebook"
    for path, data in OLD.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "own" / "journal"


def intent_for(root: Path) -> Intent:
    writes = tuple(
        Write(path, sha_of(OLD[path]) if path in OLD else "", NEW.get(path))
        for path in (*OLD, "memory/dreams/2026-11-21.md")
    )
    return Intent("20261121-030012", str(root), {"dream": "20261121-030012"}, writes)


def contents(root: Path) -> dict[str, bytes]:
    files = [path for path in root.rglob("*") if path.is_file()]
    return {str(path.relative_to(root)): path.read_bytes() for path in files}


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_a_disk_that_refuses_a_step_leaves_the_old_files(
    root: Path, folder: Path, step: int
) -> None:
    full = Problem("The disk is full.", "Free some space, then try again.")
    finish = Finished()
    with pytest.raises(Problem, match="disk is full"):
        Journal(folder, Interrupted(root, step, full)).run(intent_for(root), finish)
    assert contents(root) == OLD
    assert finish.purposes == []
    assert list(folder.iterdir()) == []
    Journal(folder, NotebookFiles(root)).run(intent_for(root), finish)  # trying again works
    assert contents(root) == NEW


def test_a_disk_that_refuses_even_to_put_back_is_completed_later(root: Path, folder: Path) -> None:
    full = Problem("The disk is full.", "Free some space, then try again.")
    with pytest.raises(Problem, match="disk is full"):
        Journal(folder, Interrupted(root, 2, full, for_good=True)).run(intent_for(root), Finished())
    finish = Finished()
    assert Journal(folder, NotebookFiles(root)).replay(finish) == []
    assert contents(root) == NEW
    assert len(finish.purposes) == 1


def test_a_refusal_while_finishing_leaves_the_old_files(root: Path, folder: Path) -> None:
    refusal = Finished(Problem("The history is locked."))
    with pytest.raises(Problem, match="locked"):
        Journal(folder, NotebookFiles(root)).run(intent_for(root), refusal)
    assert contents(root) == OLD
    assert Journal(folder, NotebookFiles(root)).replay(Finished()) == []
    assert contents(root) == OLD


def test_a_file_that_changed_meanwhile_stops_all_writes(root: Path, folder: Path) -> None:
    (root / "memory/topic.md").write_bytes(b"outside\n")
    with pytest.raises(Conflict):
        Journal(folder, NotebookFiles(root)).run(intent_for(root), Finished())
    assert contents(root) == OLD | {"memory/topic.md": b"outside\n"}
    assert list(folder.iterdir()) == []


def test_a_text_written_onto_ours_before_the_refusal_is_left(root: Path, folder: Path) -> None:
    def outside_then_refused(intent: Intent) -> None:
        (root / "MEMORY.md").write_bytes(b"outside, over ours\n")
        raise Problem("The disk is full.")

    with pytest.raises(Problem, match="disk is full"):
        Journal(folder, NotebookFiles(root)).run(intent_for(root), outside_then_refused)
    assert contents(root) == OLD | {"MEMORY.md": b"outside, over ours\n"}


def test_an_interrupted_change_is_never_written_over_newer_text(root: Path, folder: Path) -> None:
    with pytest.raises(Crash):
        Journal(folder, Interrupted(root, 2, Crash())).run(intent_for(root), Finished())
    (root / "memory/topic.md").write_bytes(b"newer\n")
    before = contents(root)
    finish = Finished()
    journal = Journal(folder, NotebookFiles(root))
    (sentence,) = journal.replay(finish)
    assert "memory/topic.md has changed since" in sentence
    assert contents(root) == before
    assert finish.purposes == []
    assert [path.name for path in folder.iterdir()] == ["20261121-030012.stuck"]
    assert journal.replay(finish) == []  # told once


def test_an_interrupted_change_of_another_folder_is_not_done_here(
    root: Path, folder: Path, tmp_path: Path
) -> None:
    with pytest.raises(Crash):
        Journal(folder, Interrupted(root, 1, Crash())).run(intent_for(root), Finished())
    moved = root.rename(tmp_path / "moved")
    (sentence,) = Journal(folder, NotebookFiles(moved)).replay(Finished())
    assert str(root) in sentence
    assert contents(moved) == OLD


def mangled(change: Callable[[dict[str, object]], object]) -> Callable[[bytes], bytes]:
    return lambda packed: json.dumps(change(json.loads(packed))).encode()


@pytest.mark.parametrize(
    "damage",
    [
        lambda packed: packed[: len(packed) // 2],
        lambda packed: b"",
        lambda packed: b"\xff" + packed,
        mangled(lambda whole: [whole]),
        mangled(lambda whole: {**whole, "writes": None}),
        mangled(lambda whole: {**whole, "writes": [{"path": "MEMORY.md"}]}),
    ],
)
def test_an_intent_that_cannot_be_read_is_set_aside(
    root: Path, folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    with pytest.raises(Crash):
        Journal(folder, Interrupted(root, 1, Crash())).run(intent_for(root), Finished())
    (path,) = folder.iterdir()
    path.write_bytes(damage(path.read_bytes()))
    (sentence,) = Journal(folder, NotebookFiles(root)).replay(Finished())
    assert "20261121-030012.stuck" in sentence
    assert contents(root) == OLD


def test_an_intent_that_was_never_whole_is_swept_away(root: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / ".20261121-030012.intent.0a1b2c3d.part").write_bytes(b'{"id": "2026')
    assert Journal(folder, NotebookFiles(root)).replay(Finished()) == []
    assert list(folder.iterdir()) == []
    assert contents(root) == OLD


def test_a_journal_that_cannot_be_kept_stops_everything(root: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()
    with pytest.raises(Problem, match="journal"):
        Journal(blocked / "journal", NotebookFiles(root)).run(intent_for(root), Finished())
    assert contents(root) == OLD
