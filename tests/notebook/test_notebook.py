"""Notebook: recognised, opened, written under its lock, and recovered."""

import subprocess
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.discovery import recognise
from desktop_app.notebook.files import sha_of
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.write_journal import Intent, Write
from tests.support.plain_user import as_plain_user

NOW = datetime(2026, 11, 21, 10, 15, tzinfo=UTC)
DAY = "memory/2026-11-21.md"
HEADER = "# Daily Memory: 2026-11-21\n\n"

Opener = Callable[..., Notebook]


def adopted(folder: Path) -> Path:
    """A folder with notes of someone who never heard of this program."""
    (folder / "memory").mkdir(parents=True)
    (folder / "MEMORY.md").write_bytes(b"# Mine\r\n\r\n- a bullet")
    (folder / "memory/2026-11-20.md").write_bytes(b"a day\n")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def nothing(intent: Intent) -> None:
    pass


# Recognised and opened


@pytest.mark.parametrize(
    "path",
    [".nightstand.toml", "MEMORY.md", "Memory.md", "memory/2026-11-20.md",
     "daily/2026-11-20-walk.md", "DREAMS.md"],
)  # fmt: skip
def test_a_notebook_is_recognised(tmp_path: Path, path: str) -> None:
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).touch()
    assert recognise(tmp_path)


@pytest.mark.parametrize("path", ["README.md", "memory/notes.md", "photos/2026-11-20.jpg"])
def test_another_folder_is_no_notebook_before_a_person_says_so(
    tmp_path: Path, path: str, opened: Opener
) -> None:
    (tmp_path / "folder" / path).parent.mkdir(parents=True)
    (tmp_path / "folder" / path).touch()
    assert not recognise(tmp_path / "folder")
    with pytest.raises(Problem) as caught:
        opened(tmp_path / "folder")
    assert "no notebook yet" in caught.value.message
    assert "nightstand init" in caught.value.hint
    assert len(contents(tmp_path / "folder")) == 1


def test_what_cannot_be_opened_is_told(tmp_path: Path, opened: Opener) -> None:
    (tmp_path / "a file").touch()
    with pytest.raises(Problem, match="There is no folder"):
        opened(tmp_path / "nowhere")
    with pytest.raises(Problem, match="is a file"):
        opened(tmp_path / "a file")
    with pytest.raises(Problem, match="is a file"):
        opened(tmp_path / "a file", create=True)


def test_a_notebook_that_may_only_be_read_can_be_read() -> None:
    told = as_plain_user("""
        from datetime import datetime
        create_notebook(root / "notebook", root / "own").close()
        (root / "notebook").chmod(0o500)
        notebook = open_notebook(root / "notebook", root / "own")
        now = datetime.now().astimezone()
        base = notebook.read("MEMORY.md")
        print(base.text.strip(), notebook.recover(print, now))
        tell(lambda: notebook.save("MEMORY.md", b"new", base, "edit", now))
        notebook.close()
    """)
    assert told == ["# Memory []", "Nightstand has no permission for MEMORY.md."]


def test_create_makes_everything_and_touches_nothing_that_is_there(
    tmp_path: Path, opened: Opener
) -> None:
    fresh = opened(tmp_path / "deep" / "fresh", create=True)
    assert fresh.read("MEMORY.md").data == b"# Memory\n"
    assert sorted(p.name for p in fresh.root.iterdir()) == [
        ".nightstand.toml",
        "MEMORY.md",
        "memory",
        "sessions",
    ]
    assert (fresh.root / "memory/dreams").is_dir()
    folder = adopted(tmp_path / "mine")
    before = contents(folder)
    opened(folder, create=True)
    after = contents(folder)
    assert after.pop(".nightstand.toml")
    assert after == before


def test_opening_writes_nothing_into_the_folder(tmp_path: Path, opened: Opener) -> None:
    folder = adopted(tmp_path / "mine")
    before = contents(folder)
    notebook = opened(folder)
    assert notebook.recover(nothing, NOW) == []
    assert notebook.paths() == ["MEMORY.md", "memory/2026-11-20.md"]
    assert contents(folder) == before
    assert not (folder / "memory/dreams").exists()


def test_our_own_data_is_for_its_person_only(notebook: Notebook, own: Path) -> None:
    notebook.append(DAY, "- one\n", HEADER, "note", NOW)
    for path in [own, *own.rglob("*")]:
        assert path.stat().st_mode & 0o077 == 0, path


def test_only_what_belongs_to_the_notebook_is_listed(notebook: Notebook) -> None:
    belong = ["memory/topic.md", "memory/dreams/2026-11-21.md", "sessions/one.jsonl"]
    others = ["README.md", "memory/picture.png", "memory/.deep/x.md", "sessions/x.md"]
    for path in belong + others:
        (notebook.root / path).parent.mkdir(exist_ok=True)
        (notebook.root / path).touch()
    assert notebook.paths() == sorted(["MEMORY.md", *belong])


# Which notebook it is


def test_an_adopted_notebook_keeps_its_id_by_its_path(tmp_path: Path, opened: Opener) -> None:
    folder = adopted(tmp_path / "mine")
    assert opened(folder).id == opened(folder).id
    (tmp_path / "link").symlink_to(folder)
    assert opened(tmp_path / "link").id == opened(folder).id


def test_the_first_write_puts_the_id_into_the_folder_and_it_moves_along(
    tmp_path: Path, opened: Opener
) -> None:
    first = opened(adopted(tmp_path / "mine"))
    first.append(DAY, "- one\n", HEADER, "note", NOW)
    assert first.id in (first.root / ".nightstand.toml").read_text()
    moved = opened(first.root.rename(tmp_path / "moved"))
    assert moved.id == first.id
    assert len(moved.history.versions(DAY)) == 1


def test_a_copy_gets_an_id_of_its_own(tmp_path: Path, notebook: Notebook, opened: Opener) -> None:
    subprocess.run(["cp", "-r", notebook.root, tmp_path / "copy"], check=True)
    copy = opened(tmp_path / "copy")
    assert copy.id != notebook.id
    assert opened(tmp_path / "copy").id == copy.id
    copy.append(DAY, "- one\n", HEADER, "note", NOW)
    assert copy.id in (copy.root / ".nightstand.toml").read_text()
    assert opened(notebook.root).id == notebook.id
    assert notebook.history.versions(DAY) == []


@pytest.mark.parametrize(
    "mark", [b'id = "../../../evil"\n', b"id = 3\n", b"\xff{", b"", b"a = " + b"[" * 5000]
)
def test_a_mark_from_elsewhere_has_no_power(
    tmp_path: Path, opened: Opener, own: Path, mark: bytes
) -> None:
    folder = adopted(tmp_path / "mine")
    (folder / ".nightstand.toml").write_bytes(mark)
    notebook = opened(folder)
    notebook.append(DAY, "- one\n", HEADER, "note", NOW)
    assert opened(folder).id == notebook.id
    assert [p.name for p in (own / "notebooks").iterdir()] == [notebook.id]
    assert not (tmp_path / "evil").exists()


def test_what_else_stands_in_the_mark_stays(tmp_path: Path, opened: Opener) -> None:
    folder = adopted(tmp_path / "mine")
    (folder / ".nightstand.toml").write_bytes(b"# by hand\n[layout]\ndays = 'memory' # so\n")
    opened(folder).append(DAY, "- one\n", HEADER, "note", NOW)
    mark = (folder / ".nightstand.toml").read_text()
    assert mark.startswith("# by hand\n")
    assert mark.endswith("[layout]\ndays = 'memory' # so\n")


def test_a_damaged_register_is_set_aside(notebook: Notebook, opened: Opener, own: Path) -> None:
    (own / "notebooks.json").write_bytes(b"{rubbish")
    assert opened(notebook.root).id == notebook.id
    assert (own / "notebooks.damaged").read_bytes() == b"{rubbish"


# Written


def test_saves_of_one_session_keep_its_beginning_and_its_end(notebook: Notebook) -> None:
    base = notebook.read("MEMORY.md")
    for n in range(5):
        base = notebook.save("MEMORY.md", f"edit {n}\n".encode(), base, "edit", NOW)
    kept = notebook.history.versions("MEMORY.md")
    assert [notebook.history.content(v.version) for v in kept] == [b"edit 4\n", b"# Memory\n"]


def test_a_thread_may_take_the_lock_again_and_others_wait(notebook: Notebook) -> None:
    got = threading.Event()
    with notebook.lock(), notebook.lock():
        notebook.append(DAY, "- one\n", HEADER, "note", NOW)
        other = threading.Thread(
            target=lambda: (notebook.append(DAY, "- two\n", "", "n", NOW), got.set())
        )
        other.start()
        assert not got.wait(0.2)
    assert got.wait(60)
    other.join()


# Several files


def writes_for(notebook: Notebook) -> tuple[Write, ...]:
    memory = notebook.read("MEMORY.md")
    return (
        Write("MEMORY.md", memory.sha, b"- dreamt\n"),
        Write("memory/dreams/2026-11-21.md", "", b"# A dream\n"),
    )


def test_save_all_writes_keeps_and_finishes(notebook: Notebook) -> None:
    finished: list[Intent] = []
    notebook.save_all(writes_for(notebook), {"dream": "7"}, "dream", finished.append, NOW)
    assert notebook.read("MEMORY.md").data == b"- dreamt\n"
    assert notebook.read("memory/dreams/2026-11-21.md").data == b"# A dream\n"
    assert [intent.purpose["dream"] for intent in finished] == ["7"]
    assert [(v.path, v.cause) for v in notebook.history.versions()] == [
        ("memory/dreams/2026-11-21.md", "dream"),
        ("MEMORY.md", "dream"),
        ("MEMORY.md", "outside"),
    ]
    assert notebook.recover(finished.append, NOW) == []
    assert len(finished) == 1


def test_what_a_crash_left_goes_into_the_history(notebook: Notebook) -> None:
    left = notebook.root / ".MEMORY.md.0123456789abcdef.nightstand"
    left.write_bytes(b"swapped out, seen by nobody\n")
    known = notebook.root / "memory/.2026-11-21.md.0123456789abcdef.nightstand"
    notebook.append(DAY, "- one\n", HEADER, "note", NOW)
    known.write_bytes(notebook.read(DAY).data)
    notebook.recover(nothing, NOW)
    assert not left.exists()
    assert not known.exists()
    (version,) = [v for v in notebook.history.versions() if v.cause == "recovered"]
    assert version.path == "MEMORY.md"
    assert version.sha == sha_of(b"swapped out, seen by nobody\n")


def test_a_notebook_that_vanished_is_told_and_comes_back(
    notebook: Notebook, tmp_path: Path
) -> None:
    base = notebook.read("MEMORY.md")
    notebook.root.rename(tmp_path / "unplugged")
    with pytest.raises(Problem, match="folder is gone"):
        notebook.save("MEMORY.md", b"- typed\n", base, "edit", NOW)
    with pytest.raises(Problem, match="folder is gone"):
        notebook.append(DAY, "- typed\n", HEADER, "note", NOW)
    assert not notebook.root.exists()
    (tmp_path / "unplugged").rename(notebook.root)
    notebook.save("MEMORY.md", b"- typed\n", base, "edit", NOW)
    assert notebook.read("MEMORY.md").data == b"- typed\n"
