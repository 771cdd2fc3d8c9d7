"""Pruning the history: what may go, and what never goes."""

import os
from contextlib import closing
from datetime import datetime, timedelta, timezone

import pytest

from desktop_app.database import Database
from desktop_app.errors import Problem
from desktop_app.notebook import history
from desktop_app.notebook.files import sha_of
from desktop_app.notebook.history import FileHistory
from desktop_app.notebook.pruning import give_back, prune

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=timezone(timedelta(hours=8)))
DAY = timedelta(days=1)


@pytest.fixture
def kept(database: Database) -> FileHistory:
    """Ten versions of MEMORY.md, a day apart, and one old day; 20 kB that no packing makes less."""
    history = FileHistory(database)
    history.keep("memory/2025-01-01.md", b"- an old day\n", "outside", NOON - 700 * DAY)
    for n in range(10):
        history.keep("MEMORY.md", text(n), "dream", NOON - (9 - n) * DAY)
    return history


TEXTS = [os.urandom(20_000) for _ in range(10)]


def text(n: int) -> bytes:
    return TEXTS[n]


def left(kept: FileHistory) -> list[int]:
    """Which of the ten are still there."""
    return [n for n in range(10) if kept.knows("MEMORY.md", sha_of(text(n)))]


def test_the_oldest_go_until_the_rest_is_small_enough(
    database: Database, kept: FileHistory
) -> None:
    assert prune(database, 70_000) == 7
    assert left(kept) == [7, 8, 9]
    give_back(database)
    assert database.path.stat().st_size < 120_000
    assert kept.content(kept.versions("MEMORY.md")[0].version) == text(9)


def test_the_newest_of_each_file_stays_however_old_and_large(
    database: Database, kept: FileHistory
) -> None:
    prune(database, 0)
    assert left(kept) == [9]
    assert kept.knows("memory/2025-01-01.md", sha_of(b"- an old day\n"))


def test_what_is_needed_stays(database: Database, kept: FileHistory) -> None:
    prune(database, 0, {sha_of(text(2)), sha_of(text(3))})
    assert left(kept) == [2, 3, 9]


def test_a_text_that_another_version_has_stays(database: Database, kept: FileHistory) -> None:
    kept.keep("memory/topic.md", text(0), "edit", NOON)
    prune(database, 0)
    assert kept.content(kept.versions("memory/topic.md")[0].version) == text(0)
    assert kept.versions("MEMORY.md")[-1].sha == sha_of(text(9))


def test_what_is_let_go_is_not_in_the_file_any_more(database: Database, kept: FileHistory) -> None:
    secret = b"the gate code is 4711-0815-2342"
    kept.keep("memory/gate.md", secret, "edit", NOON)
    kept.keep("memory/gate.md", b"- forgotten\n", "dream", NOON)
    version = kept.versions("memory/gate.md")[1].version
    packed = database.connection().execute(
        "select packed from contents where sha = ?", [sha_of(secret)]
    )
    bytes_of_it = packed.fetchone()[0]
    prune(database, 0)
    give_back(database)
    with pytest.raises(Problem):
        kept.content(version)
    for path in database.path.parent.iterdir():
        assert bytes_of_it not in path.read_bytes(), path


def test_another_program_that_reads_meanwhile_hinders_only_the_room(
    database: Database, kept: FileHistory
) -> None:
    with closing(Database(database.path, history.TABLES.make, durable=True)) as other:
        reading = other.connection().execute("select * from versions")
        reading.fetchone()
        assert prune(database, 70_000) == 7
        give_back(database)
        reading.fetchall()
    assert left(kept) == [7, 8, 9]
