"""Books: what of a talk a day has already. Knows history.db, blocks and notes, not who talks.

A block is noted before it is written, so that after a crash it is counted if it stands in its day,
and forgotten if it does not. Of a message only the hash is kept.
"""

import json
import re
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.storage import trouble
from desktop_app.tables import Tables
from desktop_app.words import tr

if TYPE_CHECKING:
    import sqlite_utils

_SPEAKER = re.compile(r"- [^:：\n]{1,40}[:：]\s*")
_NAME = tr("the history of this notebook")
_COUNT = "insert or ignore into flushed select value, ? from json_each(?)"


def already_written(notebook: Notebook, keys: Sequence[str]) -> frozenset[str]:
    """Those of the messages that are written."""
    with trouble.database_as_problem(_NAME):
        if not _has(notebook, "flushed"):
            return frozenset()
        sql = "select key from flushed where key in (select value from json_each(?))"
        rows = notebook.database.connection().execute(sql, [json.dumps(keys)])
        return frozenset(row[0] for row in rows)


def note(notebook: Notebook, keys: Sequence[str], now: datetime) -> None:
    """These are written, or need not be."""
    with trouble.database_as_problem(_NAME), notebook.database.write() as db:
        notebook.database.has(_TABLES)
        db.execute(_COUNT, [now.isoformat(), json.dumps(keys)])


def forget(notebook: Notebook, keys: Sequence[str]) -> None:
    """These are not written any more."""
    with trouble.database_as_problem(_NAME), notebook.database.write() as db:
        notebook.database.has(_TABLES)
        sql = "delete from flushed where key in (select value from json_each(?))"
        db.execute(sql, [json.dumps(keys)])


def begin(
    notebook: Notebook, path: str, block: str, keys: Sequence[str], now: datetime
) -> int | None:
    """A block of these messages is about to be written; the number to `end` it by."""
    values = [path, block, _standing(notebook, path, block), json.dumps(keys), now.isoformat()]
    with trouble.database_as_problem(_NAME), notebook.database.write() as db:
        notebook.database.has(_TABLES)
        insert = "insert into flushing (path, block, stood, keys, at) values (?, ?, ?, ?, ?)"
        return db.execute(insert, values).lastrowid


def end(notebook: Notebook, number: int | None, *, written: bool = True) -> None:
    """That block is written, or is not and will not be."""
    # Not waited for: what a power cut takes back is settled again.
    with trouble.database_as_problem(_NAME), notebook.database.write(waits=False) as db:
        row = db.execute("select at, keys from flushing where id = ?", [number]).fetchone()
        if row and written:
            db.execute(_COUNT, row)
        db.execute("delete from flushing where id = ?", [number])


def settle(notebook: Notebook) -> None:
    """Count the blocks that a crash left between the day and the books, if they stand there."""
    with trouble.database_as_problem(_NAME):
        if not _begun(notebook):
            return
        with notebook.lock():  # nobody is writing one now
            for number, path, block, stood in _begun(notebook):
                end(notebook, number, written=_standing(notebook, path, block) > stood)


def without_notes(text: str, day: str) -> str:
    """The lines of a block that are no notes of the day; who said the words does not matter."""
    notes = {line.strip() for line in day.split("\n")}
    lines = text.split("\n")
    return "\n".join(line for line in lines if not _SPEAKER.match(line) or _bare(line) not in notes)


def _bare(line: str) -> str:
    return f"- {_SPEAKER.sub('', line, count=1).strip()}"


def _begun(notebook: Notebook) -> list[tuple[int, str, str, int]]:
    if not _has(notebook, "flushing"):
        return []
    rows = notebook.database.connection().execute("select id, path, block, stood from flushing")
    return rows.fetchall()


def _standing(notebook: Notebook, path: str, block: str) -> int:
    """How often a day has a block."""
    return notebook.read(path).text.replace("\r\n", "\n").count(block)


def _has(notebook: Notebook, table: str) -> bool:
    sql = "select 1 from sqlite_master where name = ?"
    return notebook.database.connection().execute(sql, [table]).fetchone() is not None


def _flushed(db: "sqlite_utils.Database") -> None:
    db.table("flushed").create({"key": str, "at": str}, pk="key", if_not_exists=True)
    block = {"id": int, "path": str, "block": str, "stood": int, "keys": str, "at": str}
    db.table("flushing").create(block, pk="id", if_not_exists=True)


_TABLES = Tables("flushed", _flushed)
