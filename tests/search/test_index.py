"""Index: it holds what is in the files now, or says that it is behind, whatever happens."""

import os
import random
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.search import reading, rows
from desktop_app.search.freshness import Loss
from desktop_app.search.index import Counts, Query, SearchIndex
from tests.search.conftest import Shelf
from tests.support.odd_files import ODD_FILES

DAMAGES = 20


def content(index: SearchIndex) -> list[tuple[object, ...]]:
    """Everything an index says, the ids left out that depend on the order of reading."""
    connection = sqlite3.connect(index.path)
    rows = connection.execute(
        "select path, kind, day, sha, line, end_line, heading, text, passages.body, passages.head,"
        " passages.spaced from chunks join files on files.id = file join passages using (id)"
        " order by path, line, chunks.id"
    ).fetchall()
    connection.close()
    return rows


def assert_as_rebuilt(shelf: Shelf, tmp_path: Path) -> None:
    """The index has no fault and holds what a new one would."""
    fresh = shelf.open(tmp_path / "fresh" / "index.db")
    fresh.rebuild(shelf.stats())
    assert content(shelf.index) == content(fresh)
    assert shelf.index.check() == []
    fresh.close()


# -- keeping in step ------------------------------------------------------------------------


def test_an_outer_heading_that_is_renamed_counts_for_all_below_it(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "# Work\n## Today\n- harbour\n")
    shelf.put("MEMORY.md", "# Home\n## Today\n- harbour\n")
    assert shelf.texts("home harbour")[0] == "harbour"
    assert shelf.texts("work") == []


def test_reconcile_reads_only_what_looks_changed(shelf: Shelf) -> None:
    for number in range(5):
        shelf.write(f"memory/2026-11-0{number + 1}.md", f"- note {number}\n")
    shelf.index.reconcile(shelf.stats())
    shelf.write("memory/2026-11-03.md", "- another\n")
    read: list[str] = []
    index = SearchIndex(
        shelf.index.path, lambda p: read.append(p) or shelf.files.read(p), lambda _: "days"
    )
    assert index.reconcile(shelf.stats()) == ["memory/2026-11-03.md"]
    assert read == ["memory/2026-11-03.md"]
    index.close()


def test_a_touched_file_with_the_same_text_is_no_change(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "- a\n")
    shelf.index.reconcile(shelf.stats())
    os.utime(shelf.root / "MEMORY.md", ns=(1, 1))
    assert shelf.index.reconcile(shelf.stats()) == []


def test_a_file_that_came_after_the_look_is_not_taken_away(shelf: Shelf) -> None:
    looked = shelf.stats()
    shelf.put("memory/2026-11-20.md", "- harbour\n")
    shelf.index.reconcile(looked)
    assert shelf.texts("harbour") == ["harbour"]


def test_a_vanished_folder_empties_nothing(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "- harbour\n")
    shelf.root.rename(shelf.root.with_name("elsewhere"))
    assert shelf.index.reconcile(None) == []
    assert shelf.index.reconcile({}) == []
    assert shelf.index.update(["MEMORY.md"]) == []
    with pytest.raises(Problem):
        shelf.index.rebuild(["MEMORY.md"])
    results = shelf.index.search(Query("harbour"))
    assert [hit.text for hit in results.hits] == ["harbour"]
    assert results.behind == 1


def test_a_file_that_cannot_be_read_is_told_as_behind_and_stops_no_other(shelf: Shelf) -> None:
    shelf.write("memory/2026-11-20.md", "- harbour\n")
    os.mkfifo(shelf.root / "memory/2026-11-21.md")
    shelf.index.update(["memory/2026-11-20.md", "memory/2026-11-21.md"])
    results = shelf.index.search(Query("harbour"))
    assert len(results.hits) == 1 and results.behind == 1
    (shelf.root / "memory/2026-11-21.md").unlink()
    shelf.index.update(["memory/2026-11-21.md"])
    assert shelf.index.search(Query("harbour")).behind == 0


def test_a_file_name_of_odd_bytes_stops_no_other(shelf: Shelf) -> None:
    (shelf.root / "memory").mkdir()
    odd = os.fsdecode(b"memory/caf\xe9.md")
    shelf.write(odd, "- odd\n")
    shelf.write("memory/plain.md", "- plain\n")
    shelf.index.reconcile(shelf.stats())
    assert shelf.texts("plain") == ["plain"]


def test_odd_files_are_indexed_without_fault(shelf: Shelf, tmp_path: Path) -> None:
    for number, data in enumerate(ODD_FILES.values()):
        shelf.write(f"memory/odd {number}.md", data)
    shelf.index.reconcile(shelf.stats())
    assert_as_rebuilt(shelf, tmp_path)


def test_a_line_of_ten_megabytes_is_indexed_and_found(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "- " + "tide " * 2_000_000 + "lighthouse\n")
    (hit,) = shelf.find("lighthouse")
    assert (hit.line, hit.end_line) == (1, 1)


# -- loss -----------------------------------------------------------------------------------


def test_a_file_that_is_emptied_from_outside_is_kept_until_somebody_says_so(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "- harbour\n")
    shelf.write("MEMORY.md", b"")
    shelf.index.reconcile(shelf.stats())
    assert shelf.texts("harbour") == ["harbour"]
    assert shelf.index.loss == Loss((), ("MEMORY.md",), 1) and shelf.index.behind == 1
    shelf.index.reconcile(shelf.stats(), believe=True)
    assert shelf.texts("harbour") == [] and shelf.index.loss is None and shelf.index.behind == 0
    shelf.index.reconcile(shelf.stats())
    assert shelf.index.loss is None


def test_a_notebook_that_loses_half_its_files_keeps_them_until_they_come_back(shelf: Shelf) -> None:
    texts = filled(shelf)
    lost = sorted(texts)[:10]
    for path in lost:
        (shelf.root / path).unlink()
    shelf.put("MEMORY.md", "- the rest is read on\n")
    shelf.index.reconcile(shelf.stats())
    assert shelf.index.loss == Loss(tuple(lost), (), 20) and shelf.index.behind == 10
    assert len(shelf.find("harbour", by="file", limit=50)) == 19 and shelf.texts("rest")
    for path in lost:
        shelf.write(path, texts[path])
    shelf.index.reconcile(shelf.stats())
    assert shelf.index.loss is None and shelf.index.behind == 0


def test_a_loss_outlives_a_restart_and_a_check(shelf: Shelf) -> None:
    for path in filled(shelf):
        (shelf.root / path).unlink()
    shelf.write("MEMORY.md", "- alone\n")
    reopened(shelf)
    shelf.index.reconcile(shelf.stats())
    assert shelf.index.mend(shelf.stats()) is False
    assert len(shelf.find("harbour", by="file", limit=50)) == 19


def test_a_few_files_taken_away_and_many_renamed_are_no_loss(shelf: Shelf, tmp_path: Path) -> None:
    paths = sorted(filled(shelf))
    for path in paths[:9]:
        (shelf.root / path).unlink()
    shelf.index.reconcile(shelf.stats())
    assert shelf.index.loss is None
    for path in paths[9:]:
        (shelf.root / path).replace(shelf.root / path.replace("2026", "2025"))
    shelf.index.reconcile(shelf.stats())
    assert shelf.index.loss is None
    assert_as_rebuilt(shelf, tmp_path)


# -- many at once ---------------------------------------------------------------------------


def test_an_older_text_never_comes_last(shelf: Shelf) -> None:
    """One thread has read the old text when another saves and indexes the new one."""
    shelf.put("MEMORY.md", "- zero\n")
    reading, saved = threading.Event(), threading.Event()

    def slow(path: str) -> object:
        snapshot = shelf.files.read(path)
        reading.set()
        saved.wait(0.3)
        return snapshot

    late = SearchIndex(shelf.index.path, slow, lambda _: "memory")  # type: ignore[arg-type]
    shelf.write("MEMORY.md", "- one\n")
    thread = threading.Thread(target=late.update, args=[["MEMORY.md"]])
    thread.start()
    reading.wait()
    shelf.put("MEMORY.md", "- two\n")
    saved.set()
    thread.join()
    assert shelf.texts("one") == [] and shelf.texts("two") == ["two"]
    late.close()


def test_two_programs_may_use_one_index(shelf: Shelf, tmp_path: Path) -> None:
    other = """
        import sys
        from pathlib import Path
        from desktop_app.notebook.files import NotebookFiles
        from desktop_app.notebook.layout import Layout
        from desktop_app.search.index import Query, SearchIndex
        root = Path(sys.argv[1])
        index = SearchIndex(Path(sys.argv[2]), NotebookFiles(root).read, Layout().kind)
        for number in range(40):
            path = f"memory/2026-12-{number % 20 + 1:02}.md"
            (root / path).write_bytes(f"- harbour {number} from the other\\n".encode())
            index.update([path])
            assert index.search(Query("harbour")).hits
        index.close()
    """
    shelf.put("memory/2026-11-01.md", "- harbour\n")
    command = [sys.executable, "-c", textwrap.dedent(other), shelf.root, shelf.index.path]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        for number in range(40):
            shelf.put(f"memory/2026-11-{number % 20 + 1:02}.md", f"- harbour {number}\n")
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert len(shelf.find("other", limit=50)) == 20
    assert_as_rebuilt(shelf, tmp_path)


# -- damage ---------------------------------------------------------------------------------


def filled(shelf: Shelf) -> dict[str, str]:
    texts = {
        f"memory/2026-11-{day:02}.md": f"- harbour {day}\n- 港口 {day}\n" * 20
        for day in range(1, 20)
    }
    for path, text in texts.items():
        shelf.write(path, text)
    shelf.index.reconcile(shelf.stats())
    return texts


def reopened(shelf: Shelf) -> None:
    path = shelf.index.path
    shelf.index.close()
    shelf.index = shelf.open(path)


@pytest.mark.parametrize(
    "data", [b"no database at all" * 500, b"", b"SQLite format 3\0" + b"x" * 9000]
)
def test_an_index_that_is_no_database_is_made_anew(
    shelf: Shelf, data: bytes, tmp_path: Path
) -> None:
    filled(shelf)
    shelf.index.close()
    shelf.index.path.write_bytes(data)
    reopened(shelf)
    shelf.index.reconcile(shelf.stats())
    assert len(shelf.find("harbour", by="file", limit=50)) == 19
    assert_as_rebuilt(shelf, tmp_path)


def test_an_index_that_breaks_in_use_is_made_anew_and_answers(shelf: Shelf, tmp_path: Path) -> None:
    filled(shelf)
    shelf.index.close()
    path = shelf.index.path
    shelf.index = shelf.open(path)
    shelf.index.reconcile(shelf.stats())
    path.with_name(path.name + "-wal").write_bytes(b"")
    data = bytearray(path.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    path.write_bytes(data)
    assert len(shelf.find("harbour", by="file", limit=50)) == 19
    assert_as_rebuilt(shelf, tmp_path)


@pytest.mark.parametrize("damages", [DAMAGES, pytest.param(200, marks=pytest.mark.prove)])
def test_an_index_broken_anywhere_is_right_after_the_check(
    shelf: Shelf, tmp_path: Path, damages: int
) -> None:
    filled(shelf)
    shelf.index.close()
    whole = shelf.index.path.read_bytes()
    chance = random.Random(3)
    for _ in range(damages):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 4, 40))):
            at = chance.randrange(len(data))
            data[at : at + 8] = chance.randbytes(len(data[at : at + 8]))
        shelf.index.path.write_bytes(data)
        reopened(shelf)
        shelf.find("harbour 港口 7")
        shelf.index.reconcile(shelf.stats())
        shelf.index.mend(shelf.stats())
        shelf.index.reconcile(shelf.stats())
        assert_as_rebuilt(shelf, tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        "update chunks set text = '別' where line = 22",
        "update chunks set heading = 'another'",
        "update chunks set line = 9, end_line = 9 where line = 22",
        "update files set day = '2020-01-01'",
        "update files set path = 'memory/2020-01-01.md' where path = 'memory/2026-11-02.md'",
        "delete from files where path = 'memory/2026-11-02.md'",
        "insert into typed(typed) values ('delete-all')",
        "update counted set chunks = 1",
    ],
)
def test_the_check_mends_whatever_was_changed_inside(
    shelf: Shelf, change: str, tmp_path: Path
) -> None:
    filled(shelf)
    connection = sqlite3.connect(shelf.index.path, isolation_level=None)
    connection.execute(change)
    connection.close()
    shelf.index.mend(shelf.stats())
    shelf.index.reconcile(shelf.stats())
    assert shelf.index.mend(shelf.stats()) is False
    assert_as_rebuilt(shelf, tmp_path)


def test_another_text_of_the_same_size_and_time_is_read(shelf: Shelf) -> None:
    path = shelf.write("MEMORY.md", "- a tide\n")
    before = (shelf.root / path).stat()
    shelf.index.reconcile(shelf.stats())
    time.sleep(0.02)  # the clock of a file system goes in steps
    _write_unseen(shelf.root / path, b"- a tree\n")
    after = (shelf.root / path).stat()
    assert (after.st_mtime_ns, after.st_size) == (before.st_mtime_ns, before.st_size)
    assert shelf.index.reconcile(shelf.stats()) == ["MEMORY.md"]
    assert shelf.texts("tree") == ["a tree"]


def test_the_check_reads_a_file_again_whose_marks_of_change_lie(shelf: Shelf) -> None:
    path = shelf.write("MEMORY.md", "- a tide\n")
    seen = shelf.stats()
    shelf.index.reconcile(seen)
    _write_unseen(shelf.root / path, b"- a tree\n")
    assert shelf.index.reconcile(seen) == []  # as a system tells that has no time of change
    assert shelf.index.mend(seen) is True
    assert shelf.texts("tree") == ["a tree"]


def _write_unseen(path: Path, data: bytes) -> None:
    """In place, and with the time of the text before."""
    marks = path.stat()
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(marks.st_atime_ns, marks.st_mtime_ns))


def test_an_index_of_another_make_is_emptied_and_read_again(shelf: Shelf, tmp_path: Path) -> None:
    filled(shelf)
    shelf.index.close()
    connection = sqlite3.connect(shelf.index.path)
    connection.execute("pragma user_version = 1")
    connection.execute("create table older (x)")
    connection.close()
    reopened(shelf)
    assert shelf.index.counts() == Counts(0, 0)
    shelf.index.reconcile(shelf.stats())
    assert_as_rebuilt(shelf, tmp_path)


def test_the_index_is_for_its_owner_only(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "- a\n")
    assert shelf.index.path.stat().st_mode & 0o077 == 0


def test_files_that_are_read_while_others_are_taken_in_are_indexed_like_them(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_AT_ONCE", 3)
    filled(shelf)
    shelf.write("memory/2026-11-20.md", "# 计划\n- 我喜欢火锅\n\n# 計劃\n- 臺灣 café\n")
    shelf.index.rebuild(shelf.stats())
    assert shelf.index.check() == []
    assert len(shelf.find("harbour", by="file", limit=50)) == 19
    assert shelf.texts("火锅") == ["我喜欢火锅"]
    monkeypatch.undo()
    assert_as_rebuilt(shelf, tmp_path)


def test_words_that_cannot_be_taken_in_leave_the_old_index(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(shelf)
    before = content(shelf.index)
    monkeypatch.setattr(reading, "_AT_ONCE", 3)
    takes, calls = rows.index, list[int]()

    def full(connection: sqlite3.Connection, due: list[int]) -> None:
        calls.append(len(due))
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        takes(connection, due)

    monkeypatch.setattr(rows, "index", full)
    with pytest.raises(Problem):
        shelf.index.rebuild(shelf.stats())
    assert content(shelf.index) == before


def test_rebuilding_answers_from_the_old_index_meanwhile(shelf: Shelf) -> None:
    filled(shelf)
    seen: list[int] = []
    search: Callable[[], int] = lambda: len(shelf.find("harbour", by="file", limit=50))

    def read(path: str) -> object:
        with ThreadPoolExecutor(1) as other:
            seen.append(other.submit(search).result())
        return shelf.files.read(path)

    index = SearchIndex(shelf.index.path, read, lambda _: "days")  # type: ignore[arg-type]
    index.rebuild(shelf.stats())
    index.close()
    assert set(seen) == {19}
