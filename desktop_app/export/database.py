"""Export: a notebook as one SQLite database, for other programs to read. Changes no notebook.

What they look for is in tables with foreign keys and full text: files, days, lines, bullets,
dreams, changes, sources, diaries and the messages of transcripts.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from desktop_app.database import storable
from desktop_app.dreams.origin import origins_of
from desktop_app.dreams.proposal import Proposal
from desktop_app.dreams.runs import DreamRun
from desktop_app.dreams.store import DreamStore
from desktop_app.errors import Problem
from desktop_app.export.place import new_export, unwritable
from desktop_app.notebook import days
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.diaries import DiarySource
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.lines import split
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source
from desktop_app.notebook.text.records import message_in

MARK = 0x4E535444
"""`PRAGMA application_id` of what is written here, by which an earlier export is known again."""

_FULL_TEXT = "trigram"  # finds parts of words, and Chinese, in any program that knows FTS5

Row = dict[str, Any]


@dataclass(frozen=True)
class Exported:
    """Where a notebook was written to, and how many rows each table has."""

    path: Path
    rows: dict[str, int]


def export(notebook: Notebook, store: DreamStore, path: Path, today: date) -> Exported:
    """Write everything into a new file at `path`, or into the place of an earlier export.

    The file is whole or not there. Raises Problem when something else stands at `path`, or the
    disk refuses.
    """
    with new_export(path, _is_earlier) as half, closing(sqlite3.connect(half)) as connection:
        try:
            rows = _written(connection, notebook, store, today)
        except sqlite3.OperationalError as error:
            raise unwritable(path, str(error)) from error
    return Exported(path, rows)


def _is_earlier(path: Path) -> bool:
    to_read = f"{path.absolute().as_uri()}?mode=ro"
    with suppress(sqlite3.Error), closing(sqlite3.connect(to_read, uri=True)) as database:
        return bool(database.execute("pragma application_id").fetchone()[0] == MARK)
    return False


def _written(
    connection: sqlite3.Connection, notebook: Notebook, store: DreamStore, today: date
) -> dict[str, int]:
    connection.execute("pragma journal_mode=off")  # a file that is half written is thrown away
    connection.execute(f"pragma application_id={MARK}")
    connection.execute("begin")
    export = _Export(connection)
    for path in notebook.paths():
        export.add_file(notebook, path)
    export.add_diaries(notebook)
    proposals = {proposal.id: proposal for proposal in store.proposals()}
    for run in store.runs(-1):
        export.add_dream(run, proposals.get(run.id))
    export.add_bullets(notebook, today)
    rows = export.finished()
    connection.execute("commit")
    return rows


_TABLES: dict[str, tuple[str, str, dict[str, str], tuple[str, ...]]] = {
    # columns, texts unless they say otherwise; primary key, foreign keys, columns with full text
    "files": ("path,kind,date,bytes:int,sha256", "path", {}, ()),
    "days": ("path,date,head,blocks:int,words:int", "path", {"path": "files"}, ()),
    "lines": ("id:int,path,line:int,text", "id", {"path": "files"}, ("text",)),
    "transcripts": ("path,messages:int", "path", {"path": "files"}, ()),
    "messages": (
        "id:int,path,line:int,role,time,text", "id", {"path": "transcripts"}, ("text",),
    ),
    "diaries": (
        "id:int,path,line:int,date,time,title,prose,undone", "id", {"path": "files"},
        ("title", "prose"),
    ),
    "dreams": (
        "id,made,outcome,state,engine,model,days:int,reason,title,prose,seconds:float,tokens:int,"
        "undone,diary", "id", {"diary": "files"}, ("title", "prose"),
    ),
    "changes": (
        "id:int,dream,number:int,kind,heading,old,new,verdict,accepted:int,decided:int,reason",
        "id", {"dream": "dreams"}, ("old", "new"),
    ),
    "bullets": (
        "id:int,path,line:int,end_line:int,heading,text,since,cause,diary",
        "id", {"path": "files", "diary": "files"}, ("heading", "text"),
    ),
    "sources": (
        "id:int,change:int,bullet:int,path,line:int,quote,now:int",
        "id", {"change": "changes", "bullet": "bullets", "now": "lines"}, (),
    ),
}  # fmt: skip
_TYPES = {"": str, "int": int, "float": float}


class _Export:
    """The tables, while rows are added to them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        from sqlite_utils import Database  # long to load, and seldom wanted

        self._db = Database(connection, execute_plugins=False)
        self._ids: dict[str, Iterator[int]] = defaultdict(lambda: count(1))
        self._paths: set[str] = set()
        self._lines: dict[str, list[Row]] = {}
        for name, (columns, key, foreign, _) in _TABLES.items():
            pairs = (column.partition(":") for column in columns.split(","))
            types = {column: _TYPES[kind] for column, _, kind in pairs}
            self._db.table(name).create(types, pk=key, foreign_keys=list(foreign.items()))

    def finished(self) -> dict[str, int]:
        """Make what is searched by; how many rows each table has."""
        for name, (_, _, foreign, searched) in _TABLES.items():
            table = self._db.table(name)
            for column in foreign:
                table.create_index([column], if_not_exists=True)
            if searched:
                table.enable_fts(searched, tokenize=_FULL_TEXT)
        return {name: self._db.table(name).count for name in _TABLES}

    def add_file(self, notebook: Notebook, path: str) -> None:
        """A file, and what stands in it; one that cannot be read is left out."""
        try:
            file = notebook.read(path)
        except Problem:
            return
        kind, day = notebook.layout.kind(path), notebook.layout.date_of(path)
        self._paths.add(path)
        about = {"path": path, "kind": kind, "date": day and day.isoformat()}
        self._add("files", [about | {"bytes": len(file.data), "sha256": file.sha}])
        lines = list(enumerate(split(file.text), 1))
        if kind is FileKind.SESSIONS:
            turns = ((number, message_in(line)) for number, line in lines)
            said = [
                {"path": path, "line": n, "role": one.role, "time": one.time, "text": one.content}
                for n, one in turns
                if one.content.strip()
            ]
            self._add("transcripts", [{"path": path, "messages": len(said)}])
            self._add("messages", said)
            return
        rows = [
            {"path": path, "line": number, "text": line.rstrip("\r\n")}
            for number, line in lines
            if line.strip()
        ]
        self._lines[path] = self._add("lines", rows)
        if kind is FileKind.DAYS and day:
            head = days.head_of(day, path, file.text, dreamt=False)
            told = {"head": head.head, "blocks": head.blocks, "words": head.words}
            self._add("days", [{"path": path, "date": day.isoformat()} | told])

    def add_diaries(self, notebook: Notebook) -> None:
        """What the diaries tell."""
        self._add("diaries", [
            {"path": self._file(one.path), "date": one.date.isoformat()}
            | _fields(one, "line", "time", "title", "prose", "undone")
            for one in notebook.diaries()
        ])  # fmt: skip

    def add_dream(self, run: DreamRun, proposal: Proposal | None) -> None:
        """A dream with its changes and their sources."""
        dream = {"made": run.made.isoformat() if run.made else None} | _fields(
            run, "id", "outcome", "state", "engine", "model", "days", "reason"
        )
        if proposal:
            dream |= _fields(proposal, "title", "prose", "seconds", "tokens")
            dream["undone"] = proposal.undone.isoformat() if proposal.undone else None
            dream["diary"] = self._file(proposal.diary or "")
        self._add("dreams", [dream])
        names = ("kind", "heading", "new", "verdict", "accepted", "decided", "reason")
        for change in proposal.changes if proposal else ():
            old = {"dream": run.id, "number": change.n, "old": "\n".join(change.old) or None}
            (row,) = self._add("changes", [old | _fields(change, *names)])
            self._add_sources(change.sources, "change", row)

    def add_bullets(self, notebook: Notebook, today: date) -> None:
        """The bullets of MEMORY.md with where they came from."""
        memory = notebook.read(notebook.layout.memory)
        for origin in origins_of(notebook, memory, MemoryFile(memory.data).statements, today):
            since = origin.date.isoformat() if origin.date else None
            about = {"path": memory.path, "cause": origin.cause, "since": since}
            about |= _fields(origin.bullet, "line", "end_line", "heading", "text")
            (row,) = self._add("bullets", [about | {"diary": self._file(origin.diary)}])
            self._add_sources(origin.sources, "bullet", row)

    def _add_sources(self, sources: Iterable[Source | DiarySource], of: str, whose: Row) -> None:
        self._add("sources", [
            _fields(one, "path", "line", "quote") | {of: whose["id"], "now": self._now(one)}
            for one in sources
        ])  # fmt: skip

    def _now(self, source: Source | DiarySource) -> int | None:
        """The line that holds a quote now; of several the one nearest to where it stood."""
        quote, lines = source.quote, self._lines.get(source.path, ())
        holding = [line for line in lines if quote and quote in line["text"]]
        nearest = min(holding, key=lambda line: abs(line["line"] - source.line), default=None)
        return nearest["id"] if nearest else None

    def _file(self, path: str) -> str | None:
        """A path as other tables name it; nothing when there is no such file any more."""
        return path if path in self._paths else None

    def _add(self, table: str, rows: list[Row]) -> list[Row]:
        """The rows as they are added, with their numbers where a table has some."""
        numbered = _TABLES[table][0].startswith("id:int")
        added = [
            {name: storable(value) if isinstance(value, str) else value
             for name, value in row.items()}
            | ({"id": next(self._ids[table])} if numbered else {})
            for row in rows
        ]  # fmt: skip
        self._db.table(table).insert_all(added)
        return added


def _fields(one: object, *names: str) -> Row:
    return {name: getattr(one, name) for name in names}
