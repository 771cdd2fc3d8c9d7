"""Tables: what makes and upgrades the tables of a file that has to last, in steps, each once.

The steps are migrations of sqlite-utils, which is loaded only for a file that is new or old.
"""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite_utils

RECORD = "_sqlite_migrations"
"""The table in which the file keeps which steps were taken."""

Step = Callable[["sqlite_utils.Database"], None]


class Tables:
    """A set of tables under a `name`, made by steps in their order.

    A step is known by the name of its function, which never changes. It can be taken again over
    what it made: files are older than the record of steps, and what was saved of a damaged file
    has none.
    """

    def __init__(self, name: str, *steps: Step) -> None:
        self._name = name
        self._steps = steps

    def are_made(self, connection: sqlite3.Connection) -> bool:
        """Whether the file has taken every step."""
        taken: set[str] = set()
        with suppress(sqlite3.OperationalError):  # there is no record yet
            rows = connection.execute(
                f"select name from {RECORD} where migration_set = ?", [self._name]
            )
            taken = {row[0] for row in rows}
        return taken >= {step.__name__ for step in self._steps}

    def make(self, connection: sqlite3.Connection) -> None:
        """Take the steps that this file has not taken, in the transaction that is open."""
        if self.are_made(connection):
            return
        from sqlite_utils import Database, Migrations  # long to load, and seldom wanted

        migrations = Migrations(self._name)
        for step in self._steps:
            migrations()(step)
        migrations.apply(Database(connection, recursive_triggers=False, execute_plugins=False))
