"""A damaged database is set aside, and what can be read of it stands in a new one."""

import random
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.database import Database

_ROWS = 400


def made(connection: sqlite3.Connection) -> None:
    connection.execute(
        "create table if not exists notes (id integer primary key autoincrement, text text)"
    )
    connection.execute("create table if not exists marks (key text primary key, day text)")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of some dozen pages, all of it in the file itself."""
    path = tmp_path / "own" / "history.db"
    with closing(Database(path, made, durable=True)) as database, database.write() as connection:
        rows = [(f"{n} {'x' * 200}",) for n in range(_ROWS)]
        connection.executemany("insert into notes (text) values (?)", rows)
        connection.executemany("insert into marks values (?, ?)", [(str(n), "d") for n in range(9)])
    return path


def numbers(database: Database) -> list[int]:
    found = database.connection().execute("select text from notes order by id").fetchall()
    return [int(text.split()[0]) for (text,) in found]


def spoil(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def again(path: Path) -> Database:
    return Database(path, made, durable=True)


def read_patiently(database: Database) -> list[int]:
    """A use that comes upon the damage fails, and the next one does not."""
    try:
        return numbers(database)
    except sqlite3.DatabaseError:
        return numbers(database)


def test_what_lies_on_other_pages_than_the_damaged_one_is_read(path: Path) -> None:
    before = path.read_bytes()
    spoil(path, 5 * 4096, random.Random(5).randbytes(4096))
    spoiled = path.read_bytes()
    with closing(again(path)) as database:
        found = read_patiently(database)
        assert _ROWS - 60 < len(found) < _ROWS
        assert found == sorted(set(found))
        assert database.aside is not None
        aside = path.with_name("history.db.damaged")
        assert (database.aside, aside.read_bytes()) == (aside, spoiled)
        with database.write() as connection:
            row = connection.execute("insert into notes (text) values ('999')").lastrowid
        assert row is not None
        assert row > _ROWS, "a number comes to mean something else"
    assert len(before) == len(spoiled)
    assert aside.stat().st_mode & 0o777 == path.stat().st_mode & 0o777 == 0o600
    with closing(again(path)) as database:
        assert numbers(database) == [*found, 999]
        assert database.aside is None


@pytest.mark.parametrize("text", [b"no database " * 1000, b"x", bytes(20_000)])
def test_a_file_of_which_nothing_can_be_read_is_begun_anew(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    with closing(again(path)) as database:
        assert numbers(database) == []
        assert database.aside is not None
        assert database.aside.read_bytes() == text


def test_a_second_damaged_file_leaves_the_first_one(path: Path) -> None:
    for text in (b"one " * 100, b"two " * 100):
        path.write_bytes(text)
        with closing(again(path)) as database:
            assert numbers(database) == []
    lie = sorted(path.parent.glob("*.damaged*"))
    assert [file.read_bytes()[:3] for file in lie] == [b"one", b"two"]


def test_a_file_with_its_tail_cut_off_is_read_as_far_as_it_goes(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: 10 * 4096 + 100])
    with closing(again(path)) as database:
        found = read_patiently(database)
        assert 60 < len(found) < _ROWS
        assert found == sorted(set(found))


def test_what_a_crash_left_in_the_log_counts(path: Path) -> None:
    with closing(again(path)) as database:
        with database.write() as connection:
            connection.execute("insert into notes (text) values ('777')")
        log, text = Path(f"{path}-wal").read_bytes(), path.read_bytes()
    path.write_bytes(text)
    Path(f"{path}-wal").write_bytes(log)
    spoil(path, 5 * 4096, random.Random(5).randbytes(4096))
    with closing(again(path)) as database:
        assert 777 in read_patiently(database)
        assert database.aside is not None


def test_every_thread_and_program_goes_on_with_the_new_file(path: Path) -> None:
    with closing(again(path)) as one, closing(again(path)) as other:
        assert other.connection().execute("select 1").fetchone() == (1,)
        spoil(path, 5 * 4096, random.Random(5).randbytes(4096))
        found: list[list[int]] = []
        with closing(again(path)) as third:
            found.append(read_patiently(third))
        thread = threading.Thread(target=lambda: found.append(read_patiently(one)))
        thread.start()
        thread.join()
        found.append(read_patiently(other))
        assert found[0] == found[1] == found[2]
    assert len([*path.parent.glob("*.damaged")]) == 1


@pytest.fixture(params=range(12))
def dice(request: pytest.FixtureRequest) -> Iterator[random.Random]:
    return random.Random(request.param)


def test_whatever_is_damaged_the_next_use_but_one_goes_well(
    path: Path, dice: random.Random
) -> None:
    whole = path.read_bytes()
    for _ in range(dice.randint(1, 6)):
        spoil(path, dice.randrange(len(whole)), dice.randbytes(dice.choice([1, 30, 3000])))
    with closing(again(path)) as database:
        read_any(database)
        read_any(database)
        with database.write() as connection:
            connection.execute("insert into marks values ('new', 'd')")
        assert database.connection().execute("pragma quick_check(1)").fetchone() == ("ok",)


def read_any(database: Database) -> None:
    try:
        for table in ("notes", "marks"):
            database.connection().execute(f"select * from {table}").fetchall()
        with database.write() as connection:
            connection.execute("update notes set text = text || '.'")
            connection.execute("insert or replace into marks values ('old', 'd')")
    except sqlite3.DatabaseError:
        pass
