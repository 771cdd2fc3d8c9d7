"""Books: what was imported, where it came from, and which import brought it. Knows history.db.

Each piece of an import is one intent of the notebook's journal. Its purpose holds all that is noted
here, so that what a crash cut short is noted, too, when the journal completes it.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.talk import talk_store as flushed
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.write_journal import Intent
from desktop_app.sessions.imports.entry import ImportEntry
from desktop_app.tables import Tables

if TYPE_CHECKING:
    import sqlite_utils

IMPORT, UNDO, UNDO_PIECE = "import", "import undone", "import undone in part"

Ends = dict[str, tuple[str, str]]
"""The sha256 of each file before and after an import, by its path; "" for no file."""


@dataclass(frozen=True)
class ImportRun:
    """One import: when it was made, from which path, and how many entries it brought.

    `ends` are those of days, and of the files that its notes show.
    """

    id: str
    at: datetime
    path: str
    entries: int
    ends: Ends

    @property
    def days(self) -> int:
        return sum(map(is_day, self.ends))


def is_day(path: str) -> bool:
    """Whether a path that an import wrote is of a day, not of a file that a note shows."""
    return path.endswith(".md")


def plain(name: str) -> str:
    """A name as the database can hold it: odd bytes become backslash escapes."""
    return name.encode("utf-8", "backslashreplace").decode()


def known(notebook: Notebook) -> tuple[frozenset[str], frozenset[str]]:
    """The fingerprints of what was imported and not taken back, and where it came from."""
    rows = _kept(notebook).rows("select sha, source from imported")
    return frozenset(row[0] for row in rows), frozenset(row[1] for row in rows)


def runs(notebook: Notebook) -> list[ImportRun]:
    """The imports that stand, newest first."""
    sql = "select id, at, path, entries, ends from imports where undone = '' order by rowid desc"
    return [
        ImportRun(id_, datetime.fromisoformat(at), path, entries,
                  {each: (before, after) for each, (before, after) in json.loads(ends).items()})
        for id_, at, path, entries, ends in _kept(notebook).rows(sql)
    ]  # fmt: skip


def needed(notebook: Notebook) -> frozenset[str]:
    """The sha256 of every text that taking an import back would need."""
    ends = [end for run in runs(notebook) for end in run.ends.values()]
    return frozenset(sha for both in ends for sha in both if sha)


def purpose(run: ImportRun, entries: Iterable[ImportEntry]) -> dict[str, Any]:
    """The purpose of an intent of an import; `run` has the ends of this piece alone."""
    about = asdict(run) | {"at": run.at.isoformat(), "kind": IMPORT}
    rows = [[plain(one.source), one.sha, one.day.isoformat(), list(one.keys)] for one in entries]
    return about | {"rows": rows}


def finish(notebook: Notebook, intent: Intent) -> bool:
    """Note what an intent has written; False if it is no import. Twice has the same result."""
    told = intent.purpose
    if told.get("kind") == IMPORT:
        _note(notebook, told)
    elif told.get("kind") == UNDO:
        _take_back(notebook, told)
    return told.get("kind") in (IMPORT, UNDO, UNDO_PIECE)


def _note(notebook: Notebook, told: dict[str, Any]) -> None:
    with _kept(notebook).writing() as db:
        select = "select ends from imports where id = ?"
        before = db.execute(select, [told["id"]]).fetchone()
        ends = (json.loads(before[0]) if before else {}) | told["ends"]
        values = [told[key] for key in ("id", "at", "path", "entries")]
        db.execute(
            "insert or replace into imports (id, at, path, entries, days, ends, undone)"
            " values (?, ?, ?, ?, ?, ?, '')",
            [*values, sum(map(is_day, ends)), json.dumps(ends)],
        )
        db.executemany(
            "insert or replace into imported (sha, source, day, import, keys)"
            " values (?, ?, ?, ?, ?)",
            [(sha, src, day, told["id"], json.dumps(keys)) for src, sha, day, keys in told["rows"]],
        )
        keys = [key for *_, keys in told["rows"] for key in keys]
        flushed.note(notebook, keys, datetime.fromisoformat(told["at"]))


def _take_back(notebook: Notebook, told: dict[str, Any]) -> None:
    with _kept(notebook).writing() as db:
        rows = db.execute("select keys from imported where import = ?", [told["id"]]).fetchall()
        flushed.forget(notebook, [key for (keys,) in rows for key in json.loads(keys)])
        db.execute("delete from imported where import = ?", [told["id"]])
        db.execute("update imports set undone = ? where id = ?", [told["at"], told["id"]])


def _kept(notebook: Notebook) -> KeptTables:
    return KeptTables(notebook.database, _TABLES)


def _imports(db: "sqlite_utils.Database") -> None:
    run = {"id": str, "at": str, "path": str, "entries": int, "days": int, "ends": str}
    db.table("imports").create(run | {"undone": str}, pk="id", if_not_exists=True)
    entry = {"sha": str, "source": str, "day": str, "import": str, "keys": str}
    imported = db.table("imported")
    imported.create(entry, pk="sha", if_not_exists=True)
    imported.create_index(["import"], "imported_by_import", if_not_exists=True)


_TABLES = Tables("imports", _imports)
