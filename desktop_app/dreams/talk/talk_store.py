"""Books: what of a talk a day has already. Knows history.db, blocks and notes, not who talks.

A block is noted before it is written, so that after a crash it is counted if it stands in its day,
and forgotten if it does not. Of a message only the hash is kept.
"""

import json
from collections.abc import Sequence
from datetime import datetime

from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.notebook import Notebook
from desktop_app.regex import regex
from desktop_app.tables import NewTable, Tables, making

_SPEAKER = regex(r"- [^:：\n]{1,40}[:：]\s*")
_COUNT = "insert or ignore into flushed select value, ? from json_each(?)"


def already_written(notebook: Notebook, keys: Sequence[str]) -> frozenset[str]:
    """Those of the messages that are written."""
    sql = "select key from flushed where key in (select value from json_each(?))"
    return frozenset(row[0] for row in _kept(notebook).rows(sql, json.dumps(keys)))


def note(notebook: Notebook, keys: Sequence[str], now: datetime) -> None:
    """These are written, or need not be."""
    with _kept(notebook).writing() as db:
        db.execute(_COUNT, [now.isoformat(), json.dumps(keys)])


def forget(notebook: Notebook, keys: Sequence[str]) -> None:
    """These are not written any more."""
    with _kept(notebook).writing() as db:
        sql = "delete from flushed where key in (select value from json_each(?))"
        db.execute(sql, [json.dumps(keys)])


def begin(
    notebook: Notebook, path: str, block: str, keys: Sequence[str], now: datetime
) -> int | None:
    """A block of these messages is about to be written; the number to `end` it by."""
    values = [path, block, _standing(notebook, path, block), json.dumps(keys), now.isoformat()]
    with _kept(notebook).writing() as db:
        insert = "insert into flushing (path, block, stood, keys, at) values (?, ?, ?, ?, ?)"
        return db.execute(insert, values).lastrowid


def end(notebook: Notebook, number: int | None, *, written: bool = True) -> None:
    """That block is written, or is not and will not be."""
    # Not waited for: what a power cut takes back is settled again.
    with _kept(notebook).writing(waits=False) as db:
        row = db.execute("select at, keys from flushing where id = ?", [number]).fetchone()
        if row and written:
            db.execute(_COUNT, row)
        db.execute("delete from flushing where id = ?", [number])


def settle(notebook: Notebook) -> None:
    """Count the blocks that a crash left between the day and the books, if they stand there."""
    kept, sql = _kept(notebook), "select id, path, block, stood from flushing"
    if not kept.rows(sql):
        return
    with notebook.lock():  # nobody is writing one now
        for number, path, block, stood in kept.rows(sql):
            end(notebook, number, written=_standing(notebook, path, block) > stood)


def without_standing(text: str, day: str) -> str:
    """The lines of a block that the day does not say yet, be it as a note of nobody's."""
    there = {line.strip() for line in day.split("\n")} - {""}
    said = (
        line
        for line in text.split("\n")
        if there.isdisjoint((line.strip(), f"- {_SPEAKER.sub('', line, count=1).strip()}"))
    )
    return "\n".join(said).strip("\n")


def _kept(notebook: Notebook) -> KeptTables:
    return KeptTables(notebook.database, _TABLES)


def _standing(notebook: Notebook, path: str, block: str) -> int:
    return notebook.read(path).text.replace("\r\n", "\n").count(block)


_BLOCK = {"id": int, "path": str, "block": str, "stood": int, "keys": str, "at": str}
_FLUSHED = NewTable("flushed", {"key": str, "at": str}, "key")
_TABLES = Tables("flushed", making("_flushed", _FLUSHED, NewTable("flushing", _BLOCK, "id")))
