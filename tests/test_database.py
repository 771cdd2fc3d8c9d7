"""Databases: one SQLite file, and what belongs to it."""

import sqlite3
from pathlib import Path

import pytest

from desktop_app.database import Database


def made(connection: sqlite3.Connection) -> None:
    connection.execute("create table if not exists notes (text text)")


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
    assert second.here().execute("select * from notes").fetchall() == []
    second.close()
    left = tmp_path / "notes.db-wal.left"
    assert (left.read_bytes() == logged) if durable else not left.exists()
