"""Databases: one SQLite file, and what belongs to it."""

import errno
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlite_utils

from desktop_app.database import Database
from desktop_app.tables import Tables


def made(connection: sqlite3.Connection) -> None:
    connection.execute("create table if not exists notes (text text)")


def more(db: sqlite_utils.Database) -> None:
    db.table("more").create({"n": int}, if_not_exists=True)


@pytest.mark.parametrize("durable", [True, False], ids=["kept", "a cache"])
def test_what_a_deleted_file_left_beside_it_is_not_taken_for_the_new_ones(
    tmp_path: Path, durable: bool
) -> None:
    path, log = tmp_path / "notes.db", tmp_path / "notes.db-wal"
    first = Database(path, made, durable=durable)
    with first.write() as connection:
        connection.execute("insert into notes values ('old')")
    logged = log.read_bytes()
    first.close()
    path.unlink()
    log.write_bytes(logged)
    second = Database(path, made, durable=durable)
    assert second.connection().execute("select * from notes").fetchall() == []
    second.close()
    left = tmp_path / "notes.db-wal.left"
    assert (left.read_bytes() == logged) if durable else not left.exists()


class Disk:
    """A disk that has no room to open a file on it, or has."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "notes.db"
        self.full = True

    def made(self, connection: sqlite3.Connection) -> None:
        is_file = Path(connection.execute("pragma database_list").fetchone()[2]) == self.path
        if self.full and is_file:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        made(connection)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """With a file that a crash left: its last line stands in the log only."""
    disk = Disk(tmp_path)
    with closing(Database(disk.path, made, durable=True)) as first:
        note(first, "early")
        first.connection().execute("pragma wal_checkpoint")
        note(first, "late")
        text, log = disk.path.read_bytes(), Path(f"{disk.path}-wal").read_bytes()
    disk.path.write_bytes(text)
    Path(f"{disk.path}-wal").write_bytes(log)
    return disk


def lines(database: Database) -> list[str]:
    return [row[0] for row in database.connection().execute("select text from notes")]


def note(database: Database, text: str) -> None:
    with database.write() as connection:
        connection.execute("insert into notes values (?)", (text,))


def elsewhere(work: Callable[[], object]) -> None:
    """Done in another thread, and its end waited for."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_what_there_is_no_room_to_open_is_read_all_the_same(disk: Disk) -> None:
    with closing(Database(disk.path, disk.made, durable=True)) as database:
        assert lines(database) == ["early", "late"]
        assert database.without_room
        found: list[str] = []
        elsewhere(lambda: found.extend(lines(database)))
        assert found == ["early", "late"]


def test_what_is_to_last_is_refused_until_there_is_room(disk: Disk) -> None:
    with closing(Database(disk.path, disk.made, durable=True)) as database:
        for _ in range(2):
            with pytest.raises(OSError, match="No space left"):
                note(database, "too much")
            assert lines(database) == ["early", "late"]
        disk.full = False
        elsewhere(lambda: note(database, "in time"))
        assert lines(database) == ["early", "late", "in time"]
        assert not database.without_room
    with closing(Database(disk.path, made, durable=True)) as again:
        assert lines(again) == ["early", "late", "in time"]


def test_a_change_that_was_begun_without_room_never_ends_in_two_places(disk: Disk) -> None:
    with closing(Database(disk.path, disk.made, durable=True)) as database:

        def both() -> None:
            with database.write() as connection:
                connection.execute("insert into notes values ('one')")
                disk.full = False
                elsewhere(lambda: note(database, "another's"))
                note(database, "two")

        with pytest.raises(OSError, match="No space left"):
            both()
        assert lines(database) == ["early", "late", "another's"]


def test_further_tables_are_made_in_the_file_once_there_is_room(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    with closing(Database(disk.path, disk.made, durable=True)) as database:
        database.has(Tables("more", more))
        disk.full = False
        with database.write() as connection:
            connection.execute("insert into more values (1)")
    with closing(sqlite3.connect(disk.path)) as file:
        assert file.execute("select n from more").fetchall() == [(1,)]


def test_what_may_be_lost_is_kept_in_memory_without_room(disk: Disk) -> None:
    with closing(Database(disk.path, disk.made, durable=False, passing=True)) as database:
        note(database, "for now")
        assert lines(database) == ["early", "late", "for now"]
    with closing(Database(disk.path, made, durable=False)) as again:
        assert lines(again) == ["early", "late"]


def test_where_no_copy_can_be_made_the_full_disk_is_told(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = sqlite3.connect

    def without_memory(where: object, **how: object) -> sqlite3.Connection:
        return usual(str(where).replace("memdb", "no-such-thing"), **how)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(sqlite3, "connect", without_memory)
    with (
        closing(Database(disk.path, disk.made, durable=True)) as database,
        pytest.raises(OSError, match="No space left"),
    ):
        database.connection()


def test_another_trouble_than_a_full_disk_is_told_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "own").write_bytes(b"a file, where the folder should be")
    with pytest.raises(FileExistsError):
        Database(tmp_path / "own" / "notes.db", made, durable=True).connection()


def test_a_database_closes_while_other_threads_read_it(tmp_path: Path) -> None:
    for turn in range(20):
        database = Database(
            tmp_path / f"{turn}.db",
            lambda open_one: open_one.execute("create table if not exists lines (text)"),
            durable=True,
        )
        with database.write() as connection:
            connection.executemany("insert into lines values (?)", [(f"{n}",) for n in range(300)])
        begun, ended = threading.Barrier(3), []

        def read(database: Database = database, begun: Any = begun, ended: Any = ended) -> None:
            connection = database.connection()
            begun.wait()
            try:
                while True:
                    connection.execute(
                        "select sum(text) from lines where text like '%9'"
                    ).fetchone()
            except sqlite3.ProgrammingError:
                ended.append(database)

        threads = [threading.Thread(target=read) for _ in range(2)]
        for thread in threads:
            thread.start()
        begun.wait()
        database.close()
        for thread in threads:
            thread.join()
        assert ended == [database] * 2
