"""P13: a full, read-only or vanished disk is told in words, and what was typed is kept."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.ui.writing import saving
from tests.support.dreaming import DAY, a_notebook, places
from tests.support.plain_user import as_plain_user
from tests.support.program import quiet, running, write
from tests.support.waiting import until

COMMANDS = (
    ["remember", "A line for today"], ["update", "A line for memory"], ["dream", "--force"],
    ["apply"], ["undo"], ["search", "report"], ["doctor"], ["history"], ["status", "--json"],
)  # fmt: skip


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of 512 kB; skips, saying so, where none can be had."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=512k", "none", str(folder)]
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root can have a small disk of its own")
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path) -> None:
    with suppress(OSError), (disk / "filler").open("ab", buffering=0) as file:
        while True:
            file.write(b"x" * 512)


_RUN = """
import json, sys
from desktop_app.faces.cli import run
for words in json.loads(sys.argv[1]):
    print(words[0], run(words, print), flush=True)
"""


def commands(root: Path, data: Path) -> str:
    """Every command, in a process of its own; what they said. None may end in a traceback."""
    home = {name: str(data) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    wanted = json.dumps([[*words, "--notebook", str(root)] for words in COMMANDS])
    done = subprocess.run(
        [sys.executable, "-c", _RUN, wanted],
        env=os.environ | home,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    codes = [line.split()[1] for line in done.stdout.splitlines() if line[-2:] in (" 0", " 3")]
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == 0
    assert len(codes) >= len(COMMANDS), done.stdout
    return done.stderr + done.stdout


def kept_as_draft(memory: Memory, path: str = "MEMORY.md") -> None:
    """What is typed cannot be saved, is told, and comes back from the draft."""
    file, _none = saving.open_file(memory, path)
    task = saving.Task(path, file.base, file.text + "- typed just now\n" * 40, file.key)
    with pytest.raises(Problem):
        saving.write(memory, task)
    draft = memory.drafts.find(path)
    assert draft is not None
    assert b"typed just now" in draft.data
    assert memory.read(path).data == file.base.data
    assert not list(memory.root.rglob(".*.nightstand"))


def saved_after_all(memory: Memory, path: str = "MEMORY.md") -> None:
    _file, draft = saving.open_file(memory, path)
    assert draft is not None
    saving.bring(memory, draft)
    assert b"typed just now" in memory.read(path).data
    assert memory.drafts.find(path) is None


def test_a_full_disk_below_the_notebook_keeps_the_typing(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        root = a_notebook(disk, d20261120=DAY)
        with closing(Memory.open(root, places(tmp_path))) as memory:
            memory.remember("marked")
            fill(disk)
            kept_as_draft(memory)
            day = memory.read("memory/2026-11-20.md").data
            (disk / "filler").unlink()
            assert memory.read("memory/2026-11-20.md").data == day
            saved_after_all(memory)


def test_no_command_ends_in_a_traceback_where_nothing_can_be_written(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        root = a_notebook(disk, d20261120=DAY)
        before = (root / "MEMORY.md").read_bytes()
        fill(disk)  # not even the history can be made
        assert "is full" in commands(root, disk / "data")
        assert (root / "MEMORY.md").read_bytes() == before
        (disk / "filler").unlink()
        assert "is full" not in commands(root, disk / "data")
        written = (root / "MEMORY.md").read_bytes()
        fill(disk)  # now with all in place
        assert "is full" in commands(root, disk / "data")
        assert (root / "MEMORY.md").read_bytes() == written
        assert not list(root.rglob(".*.nightstand"))
        (disk / "filler").unlink()
        commands(root, disk / "data")


def test_a_disk_that_may_only_be_read_keeps_the_typing(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        root = a_notebook(disk, d20261120=DAY)
        with closing(Memory.open(root, places(tmp_path))) as memory:
            memory.remember("marked")
            remount = ["mount", "-o", "remount,{}", str(disk)]
            subprocess.run([word.format("ro") for word in remount], check=True)
            kept_as_draft(memory)
            told = commands(root, tmp_path / "own")
            assert "read" in told
            subprocess.run([word.format("rw") for word in remount], check=True)
            saved_after_all(memory)


async def test_the_window_on_a_full_disk_says_so_and_keeps_the_typing(
    qtbot: Any, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk") as disk:
        root = a_notebook(disk)
        async with running(tmp_path, root) as program:
            program.window.show_page("memory")
            await quiet(program)
            page = program.window.page
            before = (root / "MEMORY.md").read_bytes()
            fill(disk)
            page.editor.setFocus()
            page.editor.go_to_end()
            write(page.editor.engine, "\n- typed just now")
            await until(lambda: "full" in page.bar.words)
            assert (root / "MEMORY.md").read_bytes() == before
            draft = program.memory.drafts.find("MEMORY.md")
            assert draft is not None
            assert b"typed just now" in draft.data
            (disk / "filler").unlink()
            page.editor.setFocus()
            write(page.editor.engine, "!")
            await until(lambda: b"typed just now!" in (root / "MEMORY.md").read_bytes())


def test_a_folder_that_vanishes_keeps_the_typing_and_comes_back(tmp_path: Path) -> None:
    root = a_notebook(tmp_path, d20261120=DAY)
    with closing(Memory.open(root, places(tmp_path))) as memory:
        memory.remember("marked")
        file, _none = saving.open_file(memory, "MEMORY.md")
        task = saving.Task("MEMORY.md", file.base, file.text + "- typed just now\n", file.key)
        root.rename(tmp_path / "away")
        with pytest.raises(Problem, match="gone"):
            saving.write(memory, task)
        for act in (
            memory.refresh,
            lambda: memory.remember("x"),
            lambda: memory.update("x"),
            lambda: memory.apply(),
        ):
            with pytest.raises(Problem):
                act()
        assert not root.exists()
        told = commands(root, tmp_path / "own")
        assert "no folder" in told
        (tmp_path / "away").rename(root)
        saved_after_all(memory)


def test_a_user_without_permission_is_told_and_keeps_the_typing() -> None:
    told = as_plain_user(
        """
        from desktop_app.memory import Memory
        from desktop_app.settings import Places
        from desktop_app.ui.writing import saving

        folder = root / "notebook"
        (folder / "memory").mkdir(parents=True)
        (folder / "MEMORY.md").write_bytes(b"# Memory\\n\\n- old\\n")
        (folder / "memory" / "2026-11-20.md").write_bytes(b"# Day\\n\\n- a day\\n")
        memory = Memory.open(folder, Places(root / "data", root / "config"))
        file, _none = saving.open_file(memory, "MEMORY.md")
        task = saving.Task("MEMORY.md", file.base, file.text + "- typed just now\\n", file.key)
        for place in (folder, folder / "memory"):
            place.chmod(0o555)
        tell(lambda: saving.write(memory, task))
        tell(lambda: memory.remember("a note"))
        tell(lambda: memory.update("a line"))
        print(b"typed just now" in memory.drafts.find("MEMORY.md").data)
        for place in (folder, folder / "memory"):
            place.chmod(0o755)
        print(memory.read("MEMORY.md").data == b"# Memory\\n\\n- old\\n")
        tell(lambda: saving.write(memory, task).snapshot.path)
        print(b"typed just now" in memory.read("MEMORY.md").data)
        print(sorted(path.name for path in folder.rglob(".*")))
        memory.close()
        """
    )
    assert len(told) == 8
    assert all("may not" in line or "permission" in line.casefold() for line in told[:3]), told
    assert told[3:5] == ["True", "True"]
    assert told[5:7] == ["no problem: MEMORY.md", "True"]
    assert told[7] == "['.nightstand.toml']"
