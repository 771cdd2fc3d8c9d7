"""Tables: what makes and upgrades the tables of a file that has to last, in steps, each once."""

import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from desktop_app import __version__
from desktop_app.errors import Problem
from desktop_app.words import tr

if TYPE_CHECKING:
    import sqlite_utils

RECORD = "_sqlite_migrations"
"""The table in which the file keeps which steps were taken."""

Step = Callable[["sqlite_utils.Database"], None]


class NewTable(NamedTuple):
    """A table that a step makes; no column is empty that is `filled`, and no two rows have the same
    in those that are `unique`."""

    name: str
    columns: Mapping[str, type]
    pk: str | tuple[str, ...] | None = None
    filled: bool = False
    indexed: str = ""
    unique: tuple[str, ...] = ()


def making(name: str, *tables: NewTable) -> Step:
    """A step of this name that makes tables."""

    def make(db: "sqlite_utils.Database") -> None:
        for new in tables:
            table, columns = db.table(new.name), dict(new.columns)
            filled = columns.keys() - {new.pk} if new.filled else None
            table.create(columns, pk=new.pk, not_null=filled, if_not_exists=True)
            if new.indexed:
                table.create_index((new.indexed,), if_not_exists=True)
            if new.unique:
                table.create_index(new.unique, unique=True, if_not_exists=True)

    make.__name__ = name
    return make


class NewerTables(Problem):
    """A newer version of the program has changed the tables: this one leaves the file alone."""


class Tables:
    """A set of tables under a `name`, made by steps in their order.

    A step is known by the name of its function, which never changes. It can be taken again over
    what it made: files are older than the record of steps, and what was saved of a damaged file
    has none. A set that is new in a file makes it newer, too, even where a mere search made it:
    an older program could not forget for good what stands in tables that it does not know.
    """

    def __init__(self, name: str, *steps: Step) -> None:
        self._name = name
        self._steps = steps

    def are_made(self, connection: sqlite3.Connection) -> bool:
        """Whether the file has taken every step. Raises NewerTables where it has taken others."""
        must_not_be_newer(connection)
        taken: set[str] = set()
        with suppress(sqlite3.OperationalError):  # there is no record yet
            rows = connection.execute(
                f"select name from {RECORD} where migration_set = ?", [self._name]
            )
            taken = {row[0] for row in rows}
        known = {step.__name__ for step in self._steps}
        if taken - known:
            raise _newer(tr("a newer Nightstand"))
        return taken == known

    def make(self, connection: sqlite3.Connection) -> None:
        """Take the steps that this file has not taken, in the transaction that is open."""
        if self.are_made(connection):
            return
        from sqlite_utils import Database, Migrations  # long to load, and seldom wanted

        migrations = Migrations(self._name)
        for step in self._steps:
            migrations()(step)
        migrations.apply(Database(connection, recursive_triggers=False, execute_plugins=False))
        connection.execute(f"pragma user_version = {_number(__version__)}")


def must_not_be_newer(connection: sqlite3.Connection) -> None:
    """Raise NewerTables where a newer version of the program has changed the tables of the file."""
    number = connection.execute("pragma user_version").fetchone()[0]
    if number > _number(__version__):
        rest, patch = divmod(number, 1000)
        raise _newer("Nightstand {}.{}.{}".format(*divmod(rest, 1000), patch))


def must_be(number: int, name: str, connection: sqlite3.Connection) -> None:
    """Raise Problem where another version of the program has made a file of its own anew."""
    if connection.execute("pragma user_version").fetchone()[0] not in (0, number):
        raise Problem(
            tr("Another version of Nightstand has changed {name}.").format(name=name),
            tr("Use one version only: quit the other one, then start this one again."),
        )


def _number(version: str) -> int:
    major, minor, patch = map(int, re.findall(r"\d+", version)[:3])
    return (major * 1000 + minor) * 1000 + patch


def _newer(newer: str) -> NewerTables:
    return NewerTables(
        tr("The history of this notebook was changed by {newer}; this is Nightstand {own}.").format(
            newer=newer, own=__version__
        ),
        tr("Quit this one and use the newer one. This one has changed nothing."),
    )
