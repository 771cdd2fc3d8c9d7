"""Rewriting: an update and a restore come through while another program writes, as an edit does."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Changed, Memory, saving
from desktop_app.memory.files import Files
from desktop_app.notebook.files import Conflict, Snapshot
from desktop_app.notebook.storage import contain
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
    """The room of files; another program puts a line first right before each of our first saves."""

    def __init__(self, memory: Memory, times: int) -> None:
        self.shelf = Instead(memory.files, save=self.save)
        self._memory = memory
        self._left = times

    def save(
        self, path: str, data: bytes, base: Snapshot, cause: str = "edit", **more: bool
    ) -> Snapshot:
        if self._left:
            self._left -= 1
            there = self._memory.root / path
            there.write_bytes(b"- theirs %d\n%b" % (self._left, there.read_bytes()))
        return self._memory.files.save(path, data, base, cause, **more)


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
    saved = Files.rewrite(Busy(memory, 3).shelf, CORE, adds(b"- ours\n")).after
    wanted = b"- theirs 0\n- theirs 1\n- theirs 2\n" + OLD.encode() + b"- ours\n"
    assert saved.data == memory.files.read(CORE).data == wanted
    assert beside(memory) == []


def test_a_file_that_is_as_it_should_be_is_not_written(memory: Memory) -> None:
    before = (memory.root / CORE).stat()
    assert Files.rewrite(memory.files, CORE, lambda _there: None).after.data == OLD.encode()
    assert (memory.root / CORE).stat().st_ino == before.st_ino


def test_it_ends_where_another_program_never_rests_and_leaves_no_second_text(
    memory: Memory,
) -> None:
    with pytest.raises(Problem, match="keeps writing"):
        Files.rewrite(Busy(memory, 99).shelf, CORE, adds(b"- ours\n"))
    assert beside(memory) == []
    assert b"- ours" not in memory.files.read(CORE).data


def test_a_text_that_was_undone_is_written_once_more(memory: Memory) -> None:
    undone: list[bytes] = []

    def save(path: str, data: bytes, base: Snapshot, cause: str = "edit", **more: bool) -> Snapshot:
        saved = memory.files.save(path, data, base, cause, **more)
        if not undone:
            undone.append(data)
            (memory.root / path).write_bytes(base.data + b"- theirs\n")
        return saved

    shelf = Instead(memory.files, save=save)
    Files.rewrite(shelf, CORE, adds(b"- ours\n"), stands=lambda now: b"- ours\n" in now.data)
    assert undone
    assert memory.files.read(CORE).data == OLD.encode() + b"- theirs\n- ours\n"


def test_a_file_that_another_program_has_emptied_to_write_it_anew_is_no_empty_file(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contain, "_ANEW", 60)
    before = memory.files.read(CORE).data
    with (memory.root / CORE).open("wb", buffering=0) as file:
        filled = lambda _: file.write(b"" if file.tell() else before + b"- theirs\n")
        monkeypatch.setattr(contain, "time", SimpleNamespace(time=time.time, sleep=filled))
        memory.files.update("ours")
    assert memory.files.read(CORE).data == before + b"- theirs\n- ours\n"
    assert beside(memory) == []


def test_another_run_of_the_program_waits_until_a_file_is_rewritten(
    memory: Memory, tmp_path: Path
) -> None:
    asked: list[bytes] = []
    with closing(opened(memory.root, tmp_path)) as other:
        other.files.pin(3, False)  # so that the next one has loaded what it needs
        theirs = threading.Thread(target=lambda: other.files.pin(3))

        def ours(there: Snapshot) -> bytes:
            asked.append(there.data)
            if len(asked) == 1:
                theirs.start()
                theirs.join(0.2)
            return there.data + b"- ours\n"

        Files.rewrite(memory.files, CORE, ours)
        theirs.join()
    now = memory.files.read(CORE).data
    assert asked == [OLD.encode()]
    assert b"pin" in now and b"- ours\n" in now


@pytest.mark.parametrize("act", ["update", "restore", "edit"])
def test_an_update_a_restore_and_an_edit_come_through_alike(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    base = memory.files.read(CORE)
    first = memory.history.keep(CORE, b"- An old text\n", "outside")
    real, missed = memory._notebook.save, []

    def save(path: str, *more: object, **how: bool) -> Snapshot:
        if not missed:
            (memory.root / path).write_bytes(b"- theirs\n" + base.data)
            missed.append(path)
        return real(path, *more, **how)

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
        assert b"- theirs\n" + base.data in texts(memory), "what they wrote stays in the history"
    else:
        assert now == b"- theirs\n" + base.data + b"- ours\n"
    assert beside(memory) == []


def test_a_line_that_others_only_add_meanwhile_is_no_conflict(memory: Memory) -> None:
    base = memory.files.read(CORE)
    with (memory.root / CORE).open("ab") as file:
        file.write(b"- theirs\n")
    memory.files.save(CORE, base.data + b"- ours\n", base)
    assert memory.files.read(CORE).data == base.data + b"- ours\n- theirs\n"
    assert beside(memory) == []


def test_a_text_that_came_in_with_what_others_wrote_is_written(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ours was taken for theirs, as one of two servers and a program that appends have seen."""
    base, real, missed = memory.files.read(CORE), memory._notebook.save, []

    def save(path: str, data: bytes, *more: object, **how: bool) -> Snapshot:
        if missed:
            return real(path, data, *more, **how)
        missed.append(path)
        (memory.root / path).write_bytes(data + b"- theirs\n")
        raise Conflict("Another program wrote meanwhile.")

    monkeypatch.setattr(memory._notebook, "save", save)
    wrote = memory.files.update("ours")
    assert missed and memory.files.read(CORE).data == base.data + b"- ours\n- theirs\n"
    memory.files.take_back(wrote)
    assert memory.files.read(CORE).data == base.data + b"- theirs\n"


def test_what_was_written_is_told_and_found_where_a_second_look_at_it_fails(memory: Memory) -> None:
    memory.index.refresh()
    told: list[Changed] = []
    memory.listen(told.append)
    looks: list[str] = []

    def read(path: str) -> Snapshot:
        looks.append(path)
        if len(looks) == 2:
            raise Problem("Another program keeps writing to it.", "Wait.")
        return memory.files.read(path)

    shelf = Instead(memory.files, read=read)
    with pytest.raises(Problem):
        Files.rewrite(shelf, CORE, adds(b"- dinghy\n"), stands=lambda _: True)
    assert [(one.paths, one.own) for one in told] == [((CORE,), True)]
    assert [hit.text for hit in memory.search.find("dinghy").hits] == ["dinghy"]


def test_a_part_of_a_dream_takes_the_locks_in_the_order_of_all_who_write(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another order two of them would wait for each other until one gives up."""

    def kept(_: str) -> None:
        assert memory._fresh._lock.locked()
        raise Problem("It is gone.", "")

    monkeypatch.setattr(memory.dreams._store, "get", kept)
    with pytest.raises(Problem):
        memory.dreams.apply_part("gone", {1})
