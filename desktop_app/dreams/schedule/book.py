"""Book: what is kept of dreams by themselves in one notebook. Knows history.db, no schedule."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from desktop_app.database import Database
from desktop_app.notebook.storage import trouble
from desktop_app.tables import Tables
from desktop_app.words import tr

if TYPE_CHECKING:
    import sqlite3

    import sqlite_utils

_NAME = tr("the history of this notebook")


@dataclass(frozen=True)
class ScheduleNote:
    """A moment, and what was noted of it."""

    at: datetime
    text: str = ""


class ScheduleBook:
    """Notes by their names. Every method raises Problem when the disk below refuses.

    `plan` is the schedule and since when it holds, `tried` when a dream by itself last began,
    `put_off` when one that was due was put off, and why, `paused` since when and why none begins,
    `resumed` when somebody last let them go on.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def notes(self) -> dict[str, ScheduleNote]:
        """Every note."""
        with trouble.database_as_problem(_NAME):
            db = self._database.connection()
            there = db.execute("select 1 from sqlite_master where name = 'schedule'").fetchone()
            rows = db.execute("select name, at, text from schedule").fetchall() if there else ()
        return {name: ScheduleNote(datetime.fromisoformat(at), text) for name, at, text in rows}

    def note(self, name: str, at: datetime, text: str = "") -> None:
        """Keep a note in place of an earlier one of this name."""
        with self._writing() as db:
            row = (name, at.isoformat(), text)
            db.execute("insert or replace into schedule values (?, ?, ?)", row)

    def strike(self, name: str) -> None:
        """Keep a note of this name no longer."""
        with self._writing() as db:
            db.execute("delete from schedule where name = ?", [name])

    @contextmanager
    def _writing(self) -> "Iterator[sqlite3.Connection]":
        with trouble.database_as_problem(_NAME):
            self._database.has(_TABLES)
            with self._database.write() as db:
                yield db


def _schedule(db: "sqlite_utils.Database") -> None:
    columns = {"name": str, "at": str, "text": str}
    not_null = ("at", "text")
    db.table("schedule").create(columns, pk="name", not_null=not_null, if_not_exists=True)


_TABLES = Tables("schedule", _schedule)
