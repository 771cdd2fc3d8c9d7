"""Files: durable replace, append, stable reads, and paths that cannot lead out."""

import errno
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.files import Added, Conflict, NotebookFiles, Snapshot, sha_of
from desktop_app.notebook.storage import adding
from tests.support import systems
from tests.support.plain_user import as_plain_user


@pytest.fixture(params=systems.ALL)
def system(request: pytest.FixtureRequest) -> str:
    """Every test here holds on each system: this one, and others with a shim for their calls."""
    return str(request.param)


@pytest.fixture
def files(tmp_path: Path, system: str) -> NotebookFiles:
    root = tmp_path / "notebook"
    root.mkdir()
    return NotebookFiles(root, systems.ALL[system])


def missing(path: str) -> Snapshot:
    return Snapshot(path, b"", "")


def names(files: NotebookFiles) -> list[str]:
    """Everything in the notebook's folder, hidden names too."""
    return sorted(str(p.relative_to(files.root)) for p in files.root.rglob("*"))


# Reading


def test_a_missing_file_reads_as_nothing(files: NotebookFiles) -> None:
    found = files.read("memory/2026-11-20.md")
    assert (found.exists, found.data, found.sha) == (False, b"", "")
    assert files.stat("memory/2026-11-20.md") is None
    assert names(files) == []


def test_list_names_ordinary_files_only(files: NotebookFiles) -> None:
    for path in ("MEMORY.md", "memory/b.md", "memory/a.md", "memory/dreams/d.md", ".git/config"):
        (files.root / path).parent.mkdir(parents=True, exist_ok=True)
        (files.root / path).touch()
    os.mkfifo(files.root / "memory/pipe.md")
    (files.root / "memory/out.md").symlink_to("/etc/hostname")
    (files.root / "memory/in.md").symlink_to("a.md")
    (files.root / "memory/loop").symlink_to("..")
    assert files.list("memory") == [
        "memory/a.md",
        "memory/b.md",
        "memory/dreams/d.md",
        "memory/in.md",
    ]
    assert files.list()[0] == "MEMORY.md"
    assert files.list("nowhere") == []


# Replacing


def test_replace_makes_folders_and_a_new_file(files: NotebookFiles) -> None:
    saved = files.replace("memory/dreams/2026-11-21.md", b"dream\n", missing("x"))
    assert saved == files.read("memory/dreams/2026-11-21.md")
    assert saved.sha == sha_of(b"dream\n")
    assert names(files) == ["memory", "memory/dreams", "memory/dreams/2026-11-21.md"]


def test_replace_keeps_mode_and_attributes(files: NotebookFiles) -> None:
    path = files.root / "MEMORY.md"
    path.write_bytes(b"old\n")
    path.chmod(0o640)
    try:
        os.setxattr(path, "user.colour", b"blue")
        can_tag = True
    except OSError:  # this disk has none
        can_tag = False
    files.replace("MEMORY.md", b"new\n", files.read("MEMORY.md"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert not can_tag or os.getxattr(path, "user.colour") == b"blue"


def test_a_new_file_gets_the_mode_that_other_programs_would_give(files: NotebookFiles) -> None:
    (files.root / "other.md").touch()
    files.replace("MEMORY.md", b"new\n", missing("MEMORY.md"))
    assert (files.root / "MEMORY.md").stat().st_mode == (files.root / "other.md").stat().st_mode


def test_replace_over_a_text_written_meanwhile_keeps_both(files: NotebookFiles) -> None:
    base = files.replace("MEMORY.md", b"base\n", missing("MEMORY.md"))
    (files.root / "MEMORY.md").write_bytes(b"outside\n")
    with pytest.raises(Conflict) as caught:
        files.replace("MEMORY.md", b"ours\n", base)
    assert files.read("MEMORY.md").data == b"outside\n"
    assert files.read(caught.value.copy).data == b"ours\n"
    assert caught.value.copy.startswith("MEMORY (conflict 2")
    assert caught.value.copy.endswith(").md")
    assert caught.value.copy in caught.value.hint


def test_what_others_only_append_meanwhile_stays_behind_our_text(
    files: NotebookFiles, system: str
) -> None:
    base = files.replace("MEMORY.md", b"base\n", missing("MEMORY.md"))
    (files.root / "MEMORY.md").write_bytes(b"base\noutside\n")
    if system == "a disk that cannot swap":
        with pytest.raises(Conflict):
            files.replace("MEMORY.md", b"base\nours\n", base)
        assert files.read("MEMORY.md").data == b"base\noutside\n"
    else:
        files.replace("MEMORY.md", b"base\nours\n", base)
        assert files.read("MEMORY.md").data == b"base\nours\noutside\n"
        assert not list(files.root.glob("*conflict*"))


def test_two_conflicts_in_one_second_get_two_copies(files: NotebookFiles) -> None:
    (files.root / "MEMORY.md").write_bytes(b"outside\n")
    copies = set()
    for ours in (b"one\n", b"two\n", b"three\n"):
        with pytest.raises(Conflict) as caught:
            files.replace("MEMORY.md", ours, missing("MEMORY.md"))
        copies.add(caught.value.copy)
        assert files.read(caught.value.copy).data == ours
    assert len(copies) == 3


def test_a_new_file_never_takes_the_name_of_one_that_appeared(files: NotebookFiles) -> None:
    (files.root / "MEMORY.md").write_bytes(b"")  # even an empty one
    with pytest.raises(Conflict):
        files.replace("MEMORY.md", b"ours\n", missing("MEMORY.md"))
    assert files.read("MEMORY.md").data == b""


def test_a_file_deleted_meanwhile_stays_deleted(files: NotebookFiles) -> None:
    base = files.replace("MEMORY.md", b"base\n", missing("MEMORY.md"))
    (files.root / "MEMORY.md").unlink()
    with pytest.raises(Conflict) as caught:
        files.replace("MEMORY.md", b"ours\n", base)
    assert not files.read("MEMORY.md").exists
    assert files.read(caught.value.copy).data == b"ours\n"


def test_replace_by_what_is_there_already_is_done(files: NotebookFiles) -> None:
    saved = files.replace("MEMORY.md", b"same\n", missing("MEMORY.md"))
    before = files.stat("MEMORY.md")
    assert files.replace("MEMORY.md", b"same\n", missing("MEMORY.md")) == saved
    assert files.stat("MEMORY.md") == before
    assert names(files) == ["MEMORY.md"]


def test_a_link_inside_the_notebook_is_followed_and_stays_a_link(files: NotebookFiles) -> None:
    (files.root / "notes").mkdir()
    (files.root / "notes/core.md").write_bytes(b"old\n")
    (files.root / "MEMORY.md").symlink_to("notes/core.md")
    files.replace("MEMORY.md", b"new\n", files.read("MEMORY.md"))
    assert (files.root / "MEMORY.md").is_symlink()
    assert (files.root / "notes/core.md").read_bytes() == b"new\n"
    assert names(files) == ["MEMORY.md", "notes", "notes/core.md"]


def test_a_file_that_a_person_made_read_only_stays_as_it_is() -> None:
    finished = as_plain_user(
        """
        root.joinpath("MEMORY.md").write_bytes(b"mine")
        root.joinpath("MEMORY.md").chmod(0o444)
        files = NotebookFiles(root)
        tell(lambda: files.replace("MEMORY.md", b"yours", files.read("MEMORY.md")))
        tell(lambda: files.append("MEMORY.md", b"yours"))
        print(root.joinpath("MEMORY.md").read_bytes(), len(list(root.iterdir())))
        """
    )
    assert finished == [
        "Nightstand has no permission for MEMORY.md.",
        "Nightstand has no permission for MEMORY.md.",
        "b'mine' 1",
    ]


def test_remove_takes_away_only_what_was_read(files: NotebookFiles) -> None:
    base = files.replace("MEMORY.md", b"base\n", missing("MEMORY.md"))
    (files.root / "MEMORY.md").write_bytes(b"outside\n")
    with pytest.raises(Conflict):
        files.remove("MEMORY.md", base)
    assert files.read("MEMORY.md").data == b"outside\n"
    files.remove("MEMORY.md", files.read("MEMORY.md"))
    assert names(files) == []
    files.remove("MEMORY.md", base)  # gone already


# Appending


def test_append_tells_the_line_of_the_entry(files: NotebookFiles) -> None:
    day = "memory/2026-11-20.md"
    assert files.append(day, b"- one\n- more\n", b"# Day\n\n").line == 3
    assert files.append(day, b"- two\n", b"# Day\n\n").line == 5
    (files.root / day).write_bytes(b"# Day\n\nno newline")
    assert files.append(day, b"- three\n", b"# Day\n\n").line == 4
    assert files.read(day).data == b"# Day\n\nno newline\n- three\n"


def test_append_gives_an_empty_file_its_header(files: NotebookFiles) -> None:
    (files.root / "day.md").touch()
    assert files.append("day.md", b"- one\n", b"# Day\n\n").line == 3
    assert files.read("day.md").data == b"# Day\n\n- one\n"


def test_entries_stay_whole_even_among_writers_without_our_lock(files: NotebookFiles) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from desktop_app.notebook.files import NotebookFiles\n"
        "files = NotebookFiles(Path(sys.argv[1]))\n"
        "for n in range(50):\n"
        "    files.append('day.md', f'- {sys.argv[2]} {n:02} {sys.argv[2] * 500}\\n'.encode())\n"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", script, str(files.root), who]) for who in "abcd"
    ]
    assert [process.wait() for process in started] == [0, 0, 0, 0]
    # Without the lock an empty line may come between, when a look falls into another's write.
    lines = [line for line in files.read("day.md").data.decode().splitlines() if line]
    expected = {f"- {who} {n:02} {who * 500}" for who in "abcd" for n in range(50)}
    assert len(lines) == 200
    assert set(lines) == expected
    assert names(files) == ["day.md"]


def undone_while_we_wait(monkeypatch: pytest.MonkeyPatch, undo: Callable[[], object]) -> None:
    """Another program acts while we wait for the disk, each time we do."""
    real = os.fsync

    def waited(descriptor: int) -> None:
        real(descriptor)
        undo()

    monkeypatch.setattr(os, "fsync", waited)


def in_place(path: Path, text: bytes) -> None:
    path.write_bytes(text)


def by_rename(path: Path, text: bytes) -> None:
    path.with_name("editor.tmp").write_bytes(text)
    path.with_name("editor.tmp").replace(path)


@pytest.mark.parametrize("write", [in_place, by_rename])
def test_an_entry_that_another_program_writes_away_during_our_sync_is_added_again(
    files: NotebookFiles, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path, bytes], None]
) -> None:
    day = files.root / "day.md"
    day.write_bytes(b"# Day\n\n- ours\n")
    texts = iter([b"# Day\n\n- ours\n- theirs\n", b"# Day\n\n- theirs\n- ours\n- more\n"])
    with monkeypatch.context() as patch:
        undone_while_we_wait(patch, lambda: (text := next(texts, b"")) and write(day, text))
        added = files.append("day.md", b"\n- ours\n")
    assert day.read_bytes() == b"# Day\n\n- theirs\n- ours\n- more\n\n- ours\n"
    assert added.line == 6


def test_the_first_entry_of_a_day_that_is_emptied_at_once_is_added_again(
    files: NotebookFiles, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if system == "Windows":
        pytest.skip("there nothing waits for the disk once the name is taken")
    day, once = files.root / "day.md", iter([b"# Theirs\n"])

    def undo() -> None:
        if day.exists() and (text := next(once, b"")):
            day.write_bytes(text)

    with monkeypatch.context() as patch:
        undone_while_we_wait(patch, undo)
        files.append("day.md", b"- ours\n", b"# Day\n\n")
    assert day.read_bytes() == b"# Theirs\n- ours\n"


@pytest.mark.parametrize("new", [True, False])
def test_an_entry_that_is_written_away_while_its_history_is_kept_is_added_again(
    files: NotebookFiles, new: bool
) -> None:
    day, once = files.root / "day.md", iter([b"# Day\n\n- theirs\n"])
    if not new:
        day.write_bytes(b"# Day\n\n")
    seen: list[bytes | None] = []

    def meanwhile(added: Added) -> None:
        seen.append(added.data)
        if text := next(once, b""):
            day.write_bytes(text)

    added = files.append("day.md", b"- ours\n", b"# Day\n\n", meanwhile)
    assert seen == [b"# Day\n\n- ours\n", b"# Day\n\n- theirs\n- ours\n"]
    assert day.read_bytes() == seen[-1]
    assert added.line == 4


def test_an_entry_in_a_file_that_is_deleted_during_our_sync_is_written_again(
    files: NotebookFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = files.root / "day.md"
    day.write_bytes(b"# Day\n\n- theirs\n")
    once = iter([day.unlink])
    with monkeypatch.context() as patch:
        undone_while_we_wait(patch, lambda: next(once, lambda: None)())
        files.append("day.md", b"- ours\n", b"# Day\n\n")
    assert day.read_bytes() == b"# Day\n\n- ours\n"


def test_an_entry_that_another_program_moved_is_not_added_twice(
    files: NotebookFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = files.root / "day.md"
    day.write_bytes(b"# Day\n")
    with monkeypatch.context() as patch:
        undone_while_we_wait(patch, lambda: day.write_bytes(b"# Day\n\n- first\n- ours\n- last\n"))
        added = files.append("day.md", b"- ours\n")
    assert day.read_bytes() == b"# Day\n\n- first\n- ours\n- last\n"
    assert added.line == 4


@pytest.mark.parametrize("new", [True, False])
def test_an_entry_that_cannot_be_looked_at_is_written_and_told_so(
    files: NotebookFiles, monkeypatch: pytest.MonkeyPatch, new: bool
) -> None:
    day = files.root / "day.md"
    if not new:
        day.write_bytes(b"# Day\n\n- theirs\n")

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(adding, "find", broken)
    added = files.append("day.md", b"- ours\n", b"# Day\n\n")
    lines = day.read_bytes().splitlines()
    assert lines.index(b"- ours") + 1 == added.line == len(lines)


def test_an_entry_that_stays_nowhere_is_told(
    files: NotebookFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = files.root / "day.md"
    day.write_bytes(b"# Day\n")
    with monkeypatch.context() as patch:
        undone_while_we_wait(patch, lambda: day.write_bytes(b"# Day\n"))
        with pytest.raises(Problem, match="Another program keeps writing"):
            files.append("day.md", b"- ours\n")


# Refusals


def test_pipes_sockets_and_folders_are_refused_without_waiting(files: NotebookFiles) -> None:
    os.mkfifo(files.root / "pipe.md")
    (files.root / "folder.md").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(files.root)  # a socket's path may not be long
        try:
            server.bind("socket.md")
        finally:
            os.chdir(here)
        for path in ("pipe.md", "folder.md", "socket.md"):
            assert files.stat(path) is None
            for act in (
                lambda path=path: files.read(path),
                lambda path=path: files.replace(path, b"x", missing(path)),
                lambda path=path: files.append(path, b"x"),
            ):
                with pytest.raises(Problem):
                    act()
    assert names(files) == ["folder.md", "pipe.md", "socket.md"]


def test_a_file_where_a_folder_should_be_is_told(files: NotebookFiles) -> None:
    (files.root / "memory").write_bytes(b"a file")
    with pytest.raises(Problem, match="A file stands where"):
        files.append("memory/2026-11-20.md", b"x")


def test_a_name_too_long_is_told(files: NotebookFiles) -> None:
    with pytest.raises(Problem, match="too long"):
        files.replace("n" * 300 + ".md", b"x", missing("x"))
    longest = "n" * 252 + ".md"
    files.replace(longest, b"x", missing(longest))
    with pytest.raises(Conflict) as caught:
        files.replace(longest, b"y", missing(longest))
    assert files.read(caught.value.copy).data == b"y"


# What a crash leaves


def test_leftovers_of_a_crash_are_found_and_only_those_are_removed(files: NotebookFiles) -> None:
    files.replace("memory/day.md", b"day\n", missing("memory/day.md"))
    left = files.root / "memory/.day.md.0123456789abcdef.nightstand"
    left.write_bytes(b"half")
    (files.root / "memory/.day.md.swp").write_bytes(b"an editor's")
    found = files.leftovers(["memory/other.md", "nowhere/x.md"])
    assert found == {"memory/.day.md.0123456789abcdef.nightstand": "memory/day.md"}
    with pytest.raises(ValueError, match="no leftover"):
        files.settle("memory/.day.md.swp")
    for path in found:
        files.settle(path)
    assert names(files) == ["memory", "memory/.day.md.swp", "memory/day.md"]


def test_a_folder_that_may_not_be_read_is_named_itself() -> None:
    told = as_plain_user("""
        (root / "memory" / "dreams").mkdir(parents=True)
        (root / "memory" / "dreams").chmod(0)
        tell(lambda: NotebookFiles(root).list("memory/dreams"))
        tell(lambda: NotebookFiles(root).list("memory"))
        (root / "memory" / "dreams").chmod(0o700)
    """)
    assert told == ["Nightstand has no permission for memory/dreams.", "no problem: []"]
