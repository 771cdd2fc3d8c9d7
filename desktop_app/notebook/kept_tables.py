"""Kept tables: further tables in history.db, made when something is first kept in them."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from desktop_app.database import Database
from desktop_app.notebook.history import NAME
from desktop_app.notebook.storage import trouble
from desktop_app.tables import Tables


class KeptTables(NamedTuple):
    """Some tables of one notebook. Every method raises Problem when the disk below refuses."""

    database: Database
    tables: Tables

    def make(self) -> None:
        """Make or upgrade them now, so that they can be read."""
        with trouble.database_as_problem(NAME):
            self.database.has(self.tables)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """What to read them by; who did not `make` them asks `has_table`."""
        with trouble.database_as_problem(NAME):
            yield self.database.connection()

    def rows(self, sql: str, *values: object) -> list[Any]:
        """What a question finds; nothing where its table is not made yet."""
        with self.reading() as db:
            there = has_table(db, sql.partition(" from ")[2].split()[0])
            return db.execute(sql, values).fetchall() if there else []

    @contextmanager
    def writing(self, *, waits: bool = True) -> Iterator[sqlite3.Connection]:
        """A transaction over them, as `Database.write` has it; they are made for it."""
        self.make()
        with trouble.database_as_problem(NAME), self.database.write(waits=waits) as db:
            yield db


def has_table(db: sqlite3.Connection, name: str) -> bool:
    """Whether there is a table of this name."""
    sql = "select 1 from sqlite_master where type = 'table' and name = ?"
    return db.execute(sql, [name]).fetchone() is not None
