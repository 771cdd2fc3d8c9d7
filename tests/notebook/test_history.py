"""History: every earlier byte, once, and checked when it is read."""

import zlib
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from desktop_app.database import Database
from desktop_app.errors import Problem
from desktop_app.notebook import history
from desktop_app.notebook.files import sha_of
from desktop_app.notebook.history import FileHistory
from desktop_app.notebook.storage import trouble

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=timezone(timedelta(hours=8)))


@pytest.fixture
def kept(database: Database) -> FileHistory:
    return FileHistory(database)


def minutes(count: float) -> datetime:
    return NOON + timedelta(minutes=count)


def test_a_version_is_told_as_it_was_kept(kept: FileHistory) -> None:
    number = kept.keep("MEMORY.md", b"- one\n", "outside", NOON)
    (version,) = kept.versions("MEMORY.md")
    assert (version.version, version.path, version.cause) == (number, "MEMORY.md", "outside")
    assert (version.at, version.size, version.sha) == (NOON, 6, sha_of(b"- one\n"))
    assert kept.content(number) == b"- one\n"


@pytest.mark.parametrize("data", [b"", b"\xff\0\r\n", b"x" * 1_000_000])
def test_any_bytes_come_back(kept: FileHistory, data: bytes) -> None:
    assert kept.content(kept.keep("MEMORY.md", data, "outside", NOON)) == data


def test_the_newest_text_is_not_kept_twice(kept: FileHistory) -> None:
    first = kept.keep("MEMORY.md", b"same", "outside", NOON)
    assert kept.keep("MEMORY.md", b"same", "edit", minutes(1)) == first
    assert len(kept.versions()) == 1


def test_going_back_to_an_earlier_text_is_a_version_of_its_own(
    kept: FileHistory, database: Database
) -> None:
    for text in (b"one", b"two", b"one"):
        kept.keep("MEMORY.md", text, "outside", NOON)
    assert len(kept.versions()) == 3
    contents = database.connection().execute("select count(*) from contents").fetchone()[0]
    assert contents == 2  # the same bytes are stored once


def test_one_editing_session_is_one_version(kept: FileHistory) -> None:
    before = kept.keep("MEMORY.md", b"before", "outside", NOON)
    numbers = [kept.keep("MEMORY.md", f"edit {n}".encode(), "edit", minutes(n)) for n in range(5)]
    assert [v.version for v in kept.versions()] == [numbers[-1], before]
    assert kept.content(numbers[-1]) == b"edit 4"
    with pytest.raises(Problem, match="no version"):
        kept.content(numbers[0])
    assert not kept.knows("MEMORY.md", sha_of(b"edit 0"))


@pytest.mark.parametrize("later", [minutes(10.1), minutes(-1)])
def test_a_pause_or_a_clock_set_back_begins_a_new_version(
    kept: FileHistory, later: datetime
) -> None:
    first = kept.keep("MEMORY.md", b"one", "edit", NOON)
    kept.keep("MEMORY.md", b"two", "edit", later)
    assert kept.content(first) == b"one"


def test_an_edit_never_takes_the_place_of_what_others_wrote(kept: FileHistory) -> None:
    numbers = [
        kept.keep("MEMORY.md", text, cause, NOON)
        for text, cause in ((b"a", "edit"), (b"b", "outside"), (b"c", "edit"), (b"d", "dream"))
    ]
    assert [kept.content(number) for number in numbers] == [b"a", b"b", b"c", b"d"]


def test_a_day_that_only_grew_is_one_version_a_session(kept: FileHistory) -> None:
    text = b""
    for n in range(5):
        text += f"- note {n}\n".encode()
        kept.keep("memory/2026-11-21.md", text, "note", minutes(n))
    (version,) = kept.versions()
    assert kept.content(version.version) == text
    kept.keep("memory/2026-11-21.md", b"something else\n", "note", minutes(6))
    assert kept.content(version.version) == text


def test_a_text_shared_with_another_path_outlives_the_session(kept: FileHistory) -> None:
    kept.keep("MEMORY.md", b"shared", "edit", NOON)
    other = kept.keep("memory/topic.md", b"shared", "outside", NOON)
    kept.keep("MEMORY.md", b"later", "edit", minutes(1))
    assert kept.content(other) == b"shared"


def test_a_damaged_version_is_told_and_never_shown(kept: FileHistory, database: Database) -> None:
    number = kept.keep("MEMORY.md", b"x" * 500, "outside", NOON)
    for packed in (b"", b"rubbish", zlib.compress(b"y" * 500)):
        with database.write() as open_database:
            open_database.execute("update contents set packed = ?", [packed])
        with pytest.raises(Problem, match="damaged"):
            kept.content(number)


def test_a_history_that_is_no_database_any_more_goes_on_and_is_told_where_it_cannot(
    tmp_path: Path,
) -> None:
    path = tmp_path / "history.db"
    path.write_bytes(b"not a database at all" * 100)
    in_the_way = tmp_path / ".history.db.lock"  # so that nothing can be set aside
    in_the_way.mkdir()
    database = Database(path, history.TABLES.make, durable=True)
    with pytest.raises(trouble.Damaged, match=r"The history of this notebook is damaged\."):
        FileHistory(database).keep("MEMORY.md", b"x", "edit", NOON)
    in_the_way.rmdir()
    assert FileHistory(database).keep("MEMORY.md", b"x", "edit", NOON) == 1
    assert path.with_name("history.db.damaged").exists()
    database.close()


def test_steps_tell_which_version_was_before(kept: FileHistory) -> None:
    first = kept.keep("MEMORY.md", b"12345", "outside", NOON)
    other = kept.keep("memory/2026-11-20.md", b"1", "outside", NOON)
    last = kept.keep("MEMORY.md", b"12", "dream", NOON)
    told = [(one.version.version, one.before) for one in kept.steps(None, 10)]
    assert told == [(last, first), (other, None), (first, None)]
    assert [one.version for one in kept.steps("MEMORY.md", 10)] == kept.versions("MEMORY.md")


def test_a_session_that_came_to_nothing_is_not_listed_as_the_same_text_again(
    kept: FileHistory,
) -> None:
    first = kept.keep("MEMORY.md", b"one", "outside", NOON)
    kept.keep("MEMORY.md", b"one two", "edit", minutes(1), sha_of(b"one"))
    kept.keep("MEMORY.md", b"one", "edit", minutes(2), sha_of(b"one two"))
    assert [version.version for version in kept.versions("MEMORY.md")] == [first]
    assert [step.version.version for step in kept.steps(None, 9)] == [first]
    kept.keep("MEMORY.md", b"two", "restore", minutes(3))
    again = kept.keep("MEMORY.md", b"one", "restore", minutes(4))
    assert next(step.version.version for step in kept.steps("MEMORY.md", 9)) == again
