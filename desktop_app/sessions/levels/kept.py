"""Kept levels: what a model worded of long memories, by the hash of what it was made of.

Knows history.db. A text that changes has another hash, so nothing here can be out of date; what is
of no text any more is forgotten by `prune`.
"""

import hashlib
import json
from collections.abc import Collection
from typing import TYPE_CHECKING

from desktop_app.database import Database
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.sessions.levels.level import MemoryLevel
from desktop_app.tables import Tables

if TYPE_CHECKING:
    import sqlite_utils


def level_key(level: MemoryLevel, text: str) -> str:
    """The name of a text's level among kept ones."""
    return hashlib.sha256(f"{level}\x1e{text}".encode("utf-8", "surrogatepass")).hexdigest()


class KeptLevels:
    """Worded levels of one notebook; "" is one of which nothing could be proved. Every method may
    raise Problem for the disk."""

    def __init__(self, database: Database) -> None:
        self._tables = KeptTables(database, _TABLES)
        self._tables.make()

    def texts(self, keys: Collection[str]) -> dict[str, str]:
        """Those of these that are kept."""
        if not keys:
            return {}
        select = "select key, text from levels where key in (select value from json_each(?))"
        with self._tables.reading() as db:
            return dict(db.execute(select, [json.dumps(list(keys))]).fetchall())

    def keep(self, key: str, text: str) -> None:
        """Keep a level, or "" where none could be proved."""
        with self._tables.writing() as db:
            db.execute("insert or replace into levels values (?, ?)", [key, text])

    def prune(self, keys: Collection[str]) -> int:
        """Forget all but these; returns how many went."""
        delete = "delete from levels where key not in (select value from json_each(?))"
        with self._tables.writing() as db:
            return db.execute(delete, [json.dumps(list(keys))]).rowcount


def _levels(db: "sqlite_utils.Database") -> None:
    db.table("levels").create({"key": str, "text": str}, pk="key", if_not_exists=True)


_TABLES = Tables("levels", _levels)
