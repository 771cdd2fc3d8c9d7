"""Rewriting: an update and a restore come through while another program writes, as an edit does."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory, saving
from desktop_app.notebook.files import Conflict, Snapshot
from desktop_app.notebook.rewriting import rewrite
from tests.support.dreaming import a_notebook, opened
from tests.support.instead import Instead

CORE = "MEMORY.md"
OLD = "# Memory\n\n- First\n"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with closing(opened(a_notebook(tmp_path, OLD), tmp_path)) as memory:
        memory.days.remember("so that the folder is marked")
        yield memory


class Busy:
    """The room of files; another program adds a line right before each of our first saves."""

    def __init__(self, memory: Memory, times: int) -> None:
        self.shelf = Instead(memory.files, save=self.save)
        self._memory = memory
        self._left = times

    def save(self, path: str, data: bytes, base: Snapshot, cause: str = "edit") -> Snapshot:
        if self._left:
            self._left -= 1
            with (self._memory.root / path).open("ab") as file:
                file.write(b"- theirs %d\n" % self._left)
        return self._memory.files.save(path, data, base, cause)


def beside(memory: Memory) -> list[str]:
    return [path.name for path in memory.root.glob("*conflict*")]


def adds(line: bytes) -> Callable[[Snapshot], bytes]:
    return lambda there: there.data + line


def texts(memory: Memory) -> list[bytes]:
    versions = memory.history.versions(CORE)
    return [memory.history.content(version.version) for version in versions]


def test_what_another_program_writes_meanwhile_stays_and_no_second_text_is_left(
    memory: Memory,
) -> None:
    saved = rewrite(Busy(memory, 3).shelf, CORE, adds(b"- ours\n"))
    wanted = OLD.encode() + b"- theirs 2\n- theirs 1\n- theirs 0\n- ours\n"
    assert saved.data == memory.files.read(CORE).data == wanted
    assert beside(memory) == []


def test_a_file_that_is_as_it_should_be_is_not_written(memory: Memory) -> None:
    before = (memory.root / CORE).stat()
    assert rewrite(memory.files, CORE, lambda _there: None).data == OLD.encode()
    assert (memory.root / CORE).stat().st_ino == before.st_ino


def test_it_ends_where_another_program_never_rests_and_tells_where_the_text_is(
    memory: Memory,
) -> None:
    with pytest.raises(Problem, match="keeps writing") as told:
        rewrite(Busy(memory, 99).shelf, CORE, adds(b"- ours\n"))
    (copy,) = beside(memory)
    assert copy in told.value.hint
    assert (memory.root / copy).read_bytes().endswith(b"- ours\n")
    assert b"- ours" not in memory.files.read(CORE).data


def test_a_text_that_was_undone_is_written_once_more(memory: Memory) -> None:
    undone: list[bytes] = []

    def save(path: str, data: bytes, base: Snapshot, cause: str = "edit") -> Snapshot:
        saved = memory.files.save(path, data, base, cause)
        if not undone:
            undone.append(data)
            (memory.root / path).write_bytes(base.data + b"- theirs\n")
        return saved

    shelf = Instead(memory.files, save=save)
    rewrite(shelf, CORE, adds(b"- ours\n"), stands=lambda now: b"- ours\n" in now.data)
    assert undone
    assert memory.files.read(CORE).data == OLD.encode() + b"- theirs\n- ours\n"


@pytest.mark.parametrize("act", ["update", "restore", "edit"])
def test_an_update_a_restore_and_an_edit_come_through_alike(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    base = memory.files.read(CORE)
    first = memory.history.keep(CORE, b"- An old text\n", "outside")
    real, missed = memory._notebook.save, []

    def save(path: str, *more: object) -> Snapshot:
        if not missed:
            (memory.root / path).write_bytes(base.data + b"- theirs\n")
            missed.append(path)
        return real(path, *more)

    monkeypatch.setattr(memory._notebook, "save", save)
    if act == "update":
        memory.files.update("ours")
    elif act == "restore":
        memory.history.restore(CORE, first)
    else:
        saving.write(memory, saving.Task(CORE, base, f"{OLD}- ours\n", "0123456789abcdef"))
    monkeypatch.undo()
    now = memory.files.read(CORE).data
    assert missed
    if act == "restore":
        assert now == b"- An old text\n"
        assert base.data + b"- theirs\n" in texts(memory), "what they wrote stays in the history"
    else:
        assert now == base.data + b"- theirs\n- ours\n"
    assert beside(memory) == []


def test_a_conflict_copy_that_somebody_wrote_into_stays(memory: Memory) -> None:
    data = OLD.encode() + b"- ours\n"
    with pytest.raises(Conflict) as told:
        memory.files.save(CORE, data, Snapshot(CORE, b"other", "0" * 64))
    copy = memory.root / told.value.copy
    copy.write_bytes(data + b"- theirs\n")
    memory.files.drop_copy(told.value.copy, data)
    assert copy.read_bytes() == data + b"- theirs\n"
    copy.write_bytes(data)
    memory.files.drop_copy(told.value.copy, data)
    assert not copy.exists()
