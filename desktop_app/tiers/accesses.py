"""Accesses: how often each file was used on each day. Knows history.db, no tier.

Only paths, days and numbers are kept, for as long as the rule looks back.
"""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING

from desktop_app.database import Database, storable
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.tables import Tables
from desktop_app.tiers.rules import WARM_DAYS

if TYPE_CHECKING:
    import sqlite_utils

Uses = Mapping[str, Mapping[date, int]]
"""How often each file, by path, was used on each day."""


class Accesses:
    """The uses of one notebook's files. Every method raises Problem for the disk."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)

    def note(self, paths: Iterable[str], day: date) -> None:
        """These files were used once more."""
        rows = [(storable(path), day.isoformat()) for path in dict.fromkeys(paths)]
        if rows:
            with self._kept.writing(waits=False) as db:
                db.executemany(
                    "insert into accesses values (?, ?, 1)"
                    " on conflict (path, day) do update set times = times + 1",
                    rows,
                )

    def uses(self) -> Uses:
        """All that is known."""
        uses: dict[str, dict[date, int]] = {}
        for path, day, times in self._kept.rows("select path, day, times from accesses"):
            uses.setdefault(path, {})[date.fromisoformat(day)] = times
        return uses

    def prune(self, today: date, paths: Iterable[str]) -> None:
        """Forget what no rule looks at any more, and files that are not among these."""
        first, there = today - timedelta(WARM_DAYS), {storable(path) for path in paths}
        old = [
            (path, day.isoformat())
            for path, days in self.uses().items()
            for day in days
            if day < first or path not in there
        ]
        if old:
            with self._kept.writing() as db:
                db.executemany("delete from accesses where path = ? and day = ?", old)


def _accesses(db: "sqlite_utils.Database") -> None:
    columns = {"path": str, "day": str, "times": int}
    db.table("accesses").create(columns, pk=("path", "day"), if_not_exists=True)


_TABLES = Tables("accesses", _accesses)
