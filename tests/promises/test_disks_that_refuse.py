"""P13: a full, read-only or vanished disk is told in words, and what was typed is kept."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from desktop_app.dreams.usage import UNUSED, Finds
from desktop_app.errors import Problem
from desktop_app.memory import Memory, saving
from desktop_app.notebook.lines import Limits
from desktop_app.settings import Places
from tests.support.dreaming import DAY, a_notebook, places
from tests.support.faults import need_strace
from tests.support.plain_user import as_plain_user
from tests.support.program import quiet, running, write
from tests.support.waiting import until

COMMANDS = (
    ["remember", "A line for today"], ["update", "A line for memory"], ["dream", "--force"],
    ["apply"], ["undo"], ["search", "report"], ["doctor"], ["history"], ["status", "--json"],
)  # fmt: skip


@contextmanager
def small_disk(folder: Path, size: str = "512k") -> Iterator[Path]:
    """A disk of 512 kB, or so; skips, saying so, where none can be had."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
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
        timeout=300,
        check=False,
    )
    codes = [line.split()[1] for line in done.stdout.splitlines() if line[-2:] in (" 0", " 3")]
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == 0
    assert len(codes) >= len(COMMANDS), done.stdout
    return done.stderr + done.stdout


def kept_as_draft(memory: Memory, path: str = "MEMORY.md") -> None:
    """What is typed cannot be saved, is told, and comes back from the draft."""
    base, _none = saving.open_file(memory, path)
    task = saving.Task(path, base, base.text + "- typed just now\n" * 40, "0123456789abcdef")
    with pytest.raises(Problem):
        saving.write(memory, task)
    draft = memory.drafts.find(path)
    assert draft is not None
    assert b"typed just now" in draft.data
    assert memory.files.read(path).data == base.data
    assert not list(memory.root.rglob(".*.nightstand"))


def saved_after_all(memory: Memory, path: str = "MEMORY.md") -> None:
    _file, draft = saving.open_file(memory, path)
    assert draft is not None
    saving.bring(memory, draft)
    assert b"typed just now" in memory.files.read(path).data
    assert memory.drafts.find(path) is None


def test_a_full_disk_below_the_notebook_keeps_the_typing(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        root = a_notebook(disk, d20261120=DAY)
        with closing(Memory.open(root, places(tmp_path))) as memory:
            memory.days.remember("marked")
            fill(disk)
            kept_as_draft(memory)
            day = memory.files.read("memory/2026-11-20.md").data
            (disk / "filler").unlink()
            assert memory.files.read("memory/2026-11-20.md").data == day
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


_HEADINGS = ("Work", "Home", "Travel")
_PAGE = 4096  # bytes that this disk gives at once


def a_long_memory() -> str:
    """Bullets of three kinds, each kind some pages long."""
    parts = ["# Memory\n"]
    for heading in _HEADINGS:
        lines = (f"- {heading} {n}: the {'blue ' * 150}box nr {n}\n" for n in range(12))
        parts += [f"\n## {heading}\n\n", *lines]
    return "".join(parts)


def leave_free(disk: Path, pages: int) -> None:
    fill(disk)
    filler = disk / "filler"
    os.truncate(filler, max(0, filler.stat().st_size - pages * _PAGE))


def all_of(root: Path) -> dict[str, bytes]:
    found = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): path.read_bytes() for path in found}


@pytest.mark.parametrize("own", ["disk", "elsewhere"], ids=["our files there, too", "ours not"])
async def test_a_dream_that_moves_bullets_to_topic_files_fits_as_a_whole_or_not_at_all(
    tmp_path: Path, own: str
) -> None:
    with small_disk(tmp_path / "disk", "1m") as disk:
        root = a_notebook(disk, a_long_memory(), d20261120=DAY)
        (root / "memory" / "home.md").write_text("# Home\n\n- a line of before\n")
        where = places(tmp_path / own)
        with closing(Memory.open(root, where)) as memory:
            memory.days.remember("marked")
            Finds(memory._notebook.database).since(memory.today() - UNUSED)
            outcome = await memory.dreams.dream(365, limits=Limits(5, 0))
            assert outcome.proposal is not None
            moved = {change.n for change in outcome.proposal.changes if change.kind == "moved"}
            topics = {change.to for change in outcome.proposal.changes if change.kind == "moved"}
            assert len(topics) == len(_HEADINGS)
        before, refused, said = all_of(root), 0, ""
        for pages in range(200):
            leave_free(disk, pages)
            with closing(Memory.open(root, where)) as memory, suppress(Problem):
                memory.dreams.apply(outcome.id, moved)
            (disk / "filler").unlink()
            with closing(Memory.open(root, where)) as memory:
                said = memory.dreams.proposal(outcome.id).state
                assert memory.notices == []
            if said == "applied":
                break
            refused += 1
            assert (all_of(root), said) == (before, "pending"), f"with {pages} free pages"
        assert said == "applied"
        assert refused > 3
        after = all_of(root)
        lines = [
            line for data in before.values() for line in data.splitlines() if line[:2] == b"- "
        ]
        there = [
            line for path, data in after.items() if "dreams" not in path
            for line in data.splitlines() if line[:2] == b"- "
        ]  # fmt: skip
        assert sorted(there) == sorted(lines), "a bullet was lost, or stands twice"
        assert topics <= after.keys()
        for pages in range(200):  # and back again
            leave_free(disk, pages)
            with closing(Memory.open(root, where)) as memory, suppress(Problem):
                memory.dreams.undo(outcome.id)
            (disk / "filler").unlink()
            with closing(Memory.open(root, where)) as memory:
                undone = memory.dreams.proposal(outcome.id).undone
            if undone:
                break
            assert all_of(root) == after, f"with {pages} free pages"
        assert undone
        diaries = [path for path in all_of(root) if "dreams" in path]
        assert {path: data for path, data in all_of(root).items() if path not in diaries} == {
            path: data for path, data in before.items() if path not in diaries
        }


def test_a_disk_that_may_only_be_read_keeps_the_typing(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        root = a_notebook(disk, d20261120=DAY)
        with closing(Memory.open(root, places(tmp_path))) as memory:
            memory.days.remember("marked")
            remount(disk, "ro")
            kept_as_draft(memory)
            told = commands(root, tmp_path / "own")
            assert "read" in told
            remount(disk, "rw")
            saved_after_all(memory)


@pytest.mark.parametrize("known", [True, False], ids=["known", "new"])
@pytest.mark.parametrize("full", [True, False], ids=["full", "only to be read"])
def test_a_notebook_on_a_disk_that_takes_nothing_opens_for_reading(
    tmp_path: Path, known: bool, full: bool
) -> None:
    with small_disk(tmp_path / "disk") as disk:
        root = a_notebook(disk, d20261120=DAY)
        if known:
            with closing(Memory.open(root, places(disk))) as memory:
                memory.days.remember("A line of before")
        files = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
        fill(disk) if full else remount(disk, "ro")
        with closing(Memory.open(root, places(disk))) as memory:
            assert ("no room" if full else "only be read") in memory.notices[-1]
            is_read_only(memory, known, "is full" if full else "only be read")
            assert files == {p: p.read_bytes() for p in root.rglob("*") if p.is_file()}
            (disk / "filler").unlink() if full else remount(disk, "rw")
            memory.days.remember("A line of after")
        with closing(Memory.open(root, places(disk))) as memory:
            assert memory.notices == []
            assert len(memory.history.versions(memory.days.heads()[0].path)) == 1
            assert "A line of after" in memory.files.read(memory.days.heads()[0].path).text
            assert bool(memory.search.find("before", limit=1).hits) is known
        assert len(list((places(disk).data / "notebooks").iterdir())) == 1


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def is_read_only(memory: Memory, known: bool, why: str) -> None:
    """All is shown and found, and nothing is written."""
    memory.index.refresh()
    assert "due on 27 November" in memory.files.read("MEMORY.md").text
    assert len(memory.days.heads()) == 1 + known
    assert [hit.path for hit in memory.search.find("soundings", limit=1).hits] == ["MEMORY.md"]
    assert len(memory.history.versions()) == known
    assert memory.dreams.proposals() == [] == memory.dreams.diaries()
    assert memory.status().index.files == 2 + known
    wrong = {one.check for one in memory.doctor() if not one.ok}
    assert wrong - {"folder", "files"} == {"start"}  # those may be read-only themselves
    base = memory.files.read("MEMORY.md")
    for act in (
        lambda: memory.files.save("MEMORY.md", b"# Lost\n", base),
        lambda: memory.days.remember("too much"),
        lambda: memory.files.update("too much"),
        lambda: asyncio.run(memory.dreams.dream(force=True)),
    ):
        with pytest.raises(Problem, match=why):
            act()
    assert memory.files.read("MEMORY.md") == base


@pytest.mark.parametrize("known", [True, False], ids=["known", "new"])
def test_the_command_line_answers_where_there_is_no_room_for_our_own_files(
    tmp_path: Path, known: bool
) -> None:
    need_strace()
    root, own = a_notebook(tmp_path, d20261120=DAY), tmp_path / "nightstand"
    home = {f"XDG_{name}_HOME": str(tmp_path) for name in ("DATA", "CONFIG", "STATE")}
    nowhere = [own]  # a folder that can't be made, or files that can't grow
    if known:
        with closing(Memory.open(root, Places(own, own))) as memory:
            memory.index.refresh()
            names = ("history.db-shm", "index.db-shm")
            nowhere = [own / "notebooks" / memory.id / name for name in names]
    rule = "inject=mkdir,pwrite64,write:error=ENOSPC"
    traced = [
        "strace",
        "-f",
        "-o",
        str(tmp_path / "calls"),
        f"-e{rule}",
        "-etrace=mkdir,pwrite64,write",
    ]
    traced += [word for path in nowhere for word in ("-P", str(path))]

    def answer(*words: str) -> tuple[int, str]:
        done = subprocess.run(
            [*traced, sys.executable, "-m", "desktop_app", *words, "--notebook", str(root)],
            env=os.environ | home, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert "INJECTED" in (tmp_path / "calls").read_text()
        return done.returncode, done.stdout + done.stderr

    code, told = answer("search", "soundings")
    assert (code, "no room" in told, "MEMORY.md:6" in told) == (0, True, True), told
    code, told = answer("status")
    assert (code, "2 files" in told) == (0, True), told
    code, told = answer("remember", "too much")
    assert (code, "The disk is full" in told) == (3, True), told
    assert [path.name for path in (root / "memory").iterdir()] == ["2026-11-20.md"]


async def test_a_window_on_a_disk_without_a_free_byte_shows_all_and_saves_once_there_is_room(
    qtbot: Any, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk") as disk:
        root = a_notebook(disk)
        fill(disk)
        async with running(disk, root) as program:
            await until(lambda: "no room" in program.window.banner.words)
            program.window.show_page("memory")
            await quiet(program)
            page = program.window.page
            assert "due on 27 November" in page.editor.text()
            page.editor.setFocus()
            page.editor.go_to_end()
            write(page.editor, "\n- typed just now")
            await until(lambda: "full" in page.bar.words)
            (disk / "filler").unlink()
            write(page.editor, "!")
            await until(lambda: b"typed just now!" in (root / "MEMORY.md").read_bytes())


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
            write(page.editor, "\n- typed just now")
            await until(lambda: "full" in page.bar.words)
            assert (root / "MEMORY.md").read_bytes() == before
            draft = program.memory.drafts.find("MEMORY.md")
            assert draft is not None
            assert b"typed just now" in draft.data
            (disk / "filler").unlink()
            page.editor.setFocus()
            write(page.editor, "!")
            await until(lambda: b"typed just now!" in (root / "MEMORY.md").read_bytes())


def test_a_folder_that_vanishes_keeps_the_typing_and_comes_back(tmp_path: Path) -> None:
    root = a_notebook(tmp_path, d20261120=DAY)
    with closing(Memory.open(root, places(tmp_path))) as memory:
        memory.days.remember("marked")
        base, _none = saving.open_file(memory, "MEMORY.md")
        task = saving.Task("MEMORY.md", base, base.text + "- typed just now\n", "0123456789abcdef")
        root.rename(tmp_path / "away")
        with pytest.raises(Problem, match="gone"):
            saving.write(memory, task)
        for act in (
            memory.index.refresh,
            lambda: memory.days.remember("x"),
            lambda: memory.files.update("x"),
            lambda: memory.dreams.apply(),
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
        from desktop_app.memory import saving

        folder = root / "notebook"
        (folder / "memory").mkdir(parents=True)
        (folder / "MEMORY.md").write_bytes(b"# Memory\\n\\n- old\\n")
        (folder / "memory" / "2026-11-20.md").write_bytes(b"# Day\\n\\n- a day\\n")
        memory = Memory.open(folder, Places(root / "data", root / "config"))
        base, _none = saving.open_file(memory, "MEMORY.md")
        task = saving.Task("MEMORY.md", base, base.text + "- typed just now\\n", "0123456789abcdef")
        for place in (folder, folder / "memory"):
            place.chmod(0o555)
        tell(lambda: saving.write(memory, task))
        tell(lambda: memory.days.remember("a note"))
        tell(lambda: memory.files.update("a line"))
        print(b"typed just now" in memory.drafts.find("MEMORY.md").data)
        for place in (folder, folder / "memory"):
            place.chmod(0o755)
        print(memory.files.read("MEMORY.md").data == b"# Memory\\n\\n- old\\n")
        tell(lambda: saving.write(memory, task).snapshot.path)
        print(b"typed just now" in memory.files.read("MEMORY.md").data)
        print(sorted(path.name for path in folder.rglob(".*")))
        memory.close()
        """
    )
    assert len(told) == 8
    assert all("may not" in line or "permission" in line.casefold() for line in told[:3]), told
    assert told[3:5] == ["True", "True"]
    assert told[5:7] == ["no problem: MEMORY.md", "True"]
    assert told[7] == "['.nightstand.toml']"
