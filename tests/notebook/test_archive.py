"""An archive: all of a notebook in one file, proved when it comes out, and nothing half made."""

import asyncio
import json
import sqlite3
import zipfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.archive import unarchive
from tests.support.cli import run
from tests.support.dreaming import DAY, a_notebook, opened, places

CHINESE = "# 2026-11-19\n\n- 港口办公室的钥匙在玛拉那里。\n- quillback\n"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    root = a_notebook(tmp_path, d20261120=DAY, d20261119=CHINESE)
    (root / "memory" / "pictures").mkdir()
    (root / "memory" / "pictures" / "港口.png").write_bytes(b"\x89PNG\0\xff")
    made = opened(root, tmp_path)
    asyncio.run(made.dreams.dream())
    made.dreams.apply(only=[change.n for change in made.dreams.proposal().changes])
    return made


@pytest.fixture
def packed(memory: Memory, tmp_path: Path) -> Path:
    packed = tmp_path / "all.nightstand"
    memory.archive(packed)
    return packed


def elsewhere(tmp_path: Path) -> Path:
    """The program's own data on another computer."""
    return tmp_path / "elsewhere" / "data"


def notes(root: Path) -> dict[str, bytes]:
    every = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in every}


def test_all_of_it_comes_out_on_another_computer_and_a_dream_can_be_undone_there(
    memory: Memory, packed: Path, tmp_path: Path
) -> None:
    root, files = unarchive(packed, tmp_path / "moved", elsewhere(tmp_path))
    assert notes(root) == notes(memory.root) and files > len(notes(root))
    there = Memory.open(root, places(tmp_path)._replace(data=elsewhere(tmp_path)))
    try:
        assert there.id == memory.id and there.doctor()
        assert [one.sha for one in there.history.versions()] == [
            one.sha for one in memory.history.versions()
        ]
        before = there.history.versions("MEMORY.md")[-1]
        there.dreams.undo()
        assert there.files.read("MEMORY.md").sha == before.sha
        assert memory.files.read("MEMORY.md").sha != before.sha
    finally:
        there.close()


def test_what_was_forgotten_is_not_in_it_and_stays_forgotten(
    memory: Memory, tmp_path: Path
) -> None:
    memory._notebook.tombstones.add([("quillback",)], False, memory.now())
    packed = tmp_path / "all.nightstand"
    memory.archive(packed)
    root, _ = unarchive(packed, tmp_path / "moved", elsewhere(tmp_path))
    there = Memory.open(root, places(tmp_path)._replace(data=elsewhere(tmp_path)))
    try:
        assert there._notebook.tombstones.says(
            "a quillback"
        ) and not there._notebook.tombstones.says("a key")
    finally:
        there.close()


def test_nothing_is_written_over(memory: Memory, packed: Path, tmp_path: Path) -> None:
    before = packed.read_bytes()
    with pytest.raises(Problem, match="there already"):
        memory.archive(packed)
    assert packed.read_bytes() == before
    with pytest.raises(Problem, match="not empty"):
        unarchive(packed, memory.root, elsewhere(tmp_path))


def spoilt(packed: Path, name: str, how: str) -> Path:
    """An archive with one fault."""
    other = packed.with_name("spoilt.nightstand")
    data = packed.read_bytes()
    if how in ("cut", "empty"):
        other.write_bytes(data[: len(data) * 2 // 3] if how == "cut" else b"")
        return other
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(other, "w") as new:
        about = json.loads(old.read("archive.json"))
        about["files"][1]["name"] = name or about["files"][1]["name"]
        if how == "format":
            about["format"] = 99
        for one in old.infolist():
            as_listed = one.filename == old.namelist()[1] and name
            if one.filename != "archive.json":
                new.writestr(name if as_listed else one.filename, old.read(one))
        if how == "more":
            new.writestr("notebook/more.md", "- more\n")
        if how == "changed":
            about["files"][1]["sha256"] = "0" * 64
        if how == "bomb":
            about["files"][1]["size"] = 3
        new.writestr("archive.json", "[" * 9000 if how == "odd" else json.dumps(about))
    return other


FAULTS = ("cut", "empty", "format", "more", "changed", "bomb", "odd")
WAYS_OUT = (
    "../out.md", "notebook/../../out.md", "/out.md", "own/index.db", "notebook/a\\..\\out.md",
    "notebook/.git/config", "own/drafts/../x.draft", "notebook/memory/2026-11-20.md",
)  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("name", "how"), [*(("", how) for how in FAULTS), *((name, "") for name in WAYS_OUT)]
)
def test_one_that_is_cut_or_leads_out_is_told_and_leaves_nothing(
    packed: Path, tmp_path: Path, name: str, how: str
) -> None:
    other = spoilt(packed, name, how)
    before = {path for path in tmp_path.rglob("*") if "elsewhere" not in path.parts}
    with pytest.raises(Problem):
        unarchive(other, tmp_path / "elsewhere" / "moved", elsewhere(tmp_path))
    assert {path for path in tmp_path.rglob("*") if "elsewhere" not in path.parts} == before
    left = [path for path in (tmp_path / "elsewhere").rglob("*") if path.is_file()]
    assert left == [] and not (tmp_path / "elsewhere" / "moved").exists()


EVIL = (
    "create trigger evil after insert on versions begin delete from versions; end",
    "create view evil as select * from versions",
    "create table evil (path text unique on conflict replace)",
)


@pytest.mark.parametrize("sql", EVIL)
def test_a_foreign_history_that_does_anything_by_itself_is_refused(
    packed: Path, tmp_path: Path, sql: str
) -> None:
    history, other = tmp_path / "h.db", packed.with_name("evil.nightstand")
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(other, "w") as new:
        history.write_bytes(old.read("own/history.db"))
        with closing(sqlite3.connect(history)) as database:
            database.execute(sql)
            database.commit()
        files = {name: old.read(name) for name in old.namelist()}
        about = json.loads(files.pop("archive.json"))
        files["own/history.db"] = history.read_bytes()
        about["files"] = [
            {"name": name, "size": len(data), "sha256": sha256(data).hexdigest()}
            for name, data in files.items()
        ]
        for name, data in {**files, "archive.json": json.dumps(about).encode()}.items():
            new.writestr(name, data)
    folder = tmp_path / "elsewhere" / "moved"
    assert run("unarchive", str(packed), str(tmp_path / "whole")) == 0
    assert run("unarchive", str(other), str(folder)) == 3 and not folder.exists()


def test_an_archive_with_any_byte_spoilt_is_refused_or_comes_out_whole(
    memory: Memory, packed: Path, tmp_path: Path
) -> None:
    data, other, refused = packed.read_bytes(), tmp_path / "spoilt.nightstand", 0
    whole = notes(memory.root)
    for n in range(60):
        at = n * (len(data) - 1) // 59
        other.write_bytes(data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :])
        try:
            root, _ = unarchive(other, tmp_path / f"moved{n}", elsewhere(tmp_path))
        except Problem:
            refused += 1
            assert not (tmp_path / f"moved{n}").exists()
        else:
            assert notes(root).keys() == whole.keys()
    assert refused > 40
