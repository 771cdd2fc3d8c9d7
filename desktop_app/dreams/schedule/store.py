"""Book: what is kept of dreams by themselves in one notebook. Knows history.db, no schedule."""

from dataclasses import dataclass
from datetime import datetime

from desktop_app.database import Database
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.tables import Tables, making


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
        self._kept = KeptTables(database, _TABLES)

    def notes(self) -> dict[str, ScheduleNote]:
        """Every note."""
        rows = self._kept.rows("select name, at, text from schedule")
        return {name: ScheduleNote(datetime.fromisoformat(at), text) for name, at, text in rows}

    def note(self, name: str, at: datetime, text: str = "") -> None:
        """Keep a note in place of an earlier one of this name."""
        with self._kept.writing() as db:
            row = (name, at.isoformat(), text)
            db.execute("insert or replace into schedule values (?, ?, ?)", row)

    def strike(self, name: str) -> None:
        """Keep a note of this name no longer."""
        with self._kept.writing() as db:
            db.execute("delete from schedule where name = ?", [name])


_TABLES = Tables("schedule", making("_schedule", "schedule", "name", name=str, at=str, text=str))
