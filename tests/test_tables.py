"""Tables made in steps: each once, and without loading what makes them where all are made."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import sqlite_utils

from desktop_app.database import Database
from desktop_app.notebook import history
from desktop_app.tables import RECORD, Tables


def first(db: sqlite_utils.Database) -> None:
    db.table("notes").create({"text": str}, if_not_exists=True)


def second(db: sqlite_utils.Database) -> None:
    db.table("notes").add_column("day", str)


def fails(db: sqlite_utils.Database) -> None:
    db.table("notes").add_column("more", str)
    raise ValueError("no")


def columns(connection: sqlite3.Connection) -> list[str]:
    return [row[1] for row in connection.execute("pragma table_info(notes)")]


def test_only_the_steps_that_a_file_has_not_taken_are_taken() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        old, new = Tables("notes", first), Tables("notes", first, second)
        assert not old.are_made(connection)
        old.make(connection)
        assert old.are_made(connection) and not new.are_made(connection)
        new.make(connection)
        new.make(connection)  # a column that is there twice would be refused
        assert columns(connection) == ["text", "day"]


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    with closing(Database(path, Tables("notes", first).make, durable=True)) as database:
        database.connection()
    with closing(Database(path, Tables("notes", first, fails).make, durable=True)) as database:
        try:
            database.connection()
        except ValueError:
            failed = True
    assert failed
    with closing(sqlite3.connect(path)) as connection:
        assert columns(connection) == ["text"]
        assert connection.execute(f"select name from {RECORD}").fetchall() == [("first",)]


def test_what_makes_tables_is_not_loaded_where_they_are_made(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    with closing(Database(path, history.TABLES.make, durable=True)) as database:
        database.connection()
    told = (
        "import sys; from pathlib import Path\n"
        "from desktop_app.database import Database\n"
        "from desktop_app.notebook import history\n"
        f"Database(Path({str(path)!r}), history.TABLES.make, durable=True).connection()\n"
        "print('sqlite_utils' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
