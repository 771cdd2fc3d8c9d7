"""Export: a notebook as one SQLite database, for other programs to read. Changes no notebook.

What they look for is in tables with foreign keys and full text: files, days, lines, bullets,
dreams, changes, sources, diaries and the messages of transcripts.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import date, datetime
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
    with suppress(sqlite3.Error), closing(sqlite3.connect(_to_read(path), uri=True)) as database:
        return bool(database.execute("pragma application_id").fetchone()[0] == MARK)
    return False


def _to_read(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"


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


_TABLES: dict[str, tuple[dict[str, type], str, dict[str, str], tuple[str, ...]]] = {
    # columns, primary key, foreign keys, columns with full text
    "files": (
        {"path": str, "kind": str, "date": str, "bytes": int, "sha256": str}, "path", {}, (),
    ),
    "days": (
        {"path": str, "date": str, "head": str, "blocks": int, "words": int},
        "path", {"path": "files"}, (),
    ),
    "lines": (
        {"id": int, "path": str, "line": int, "text": str}, "id", {"path": "files"}, ("text",),
    ),
    "transcripts": ({"path": str, "messages": int}, "path", {"path": "files"}, ()),
    "messages": (
        {"id": int, "path": str, "line": int, "role": str, "time": str, "text": str},
        "id", {"path": "transcripts"}, ("text",),
    ),
    "diaries": (
        {"id": int, "path": str, "line": int, "date": str, "time": str, "title": str,
         "prose": str, "undone": str},
        "id", {"path": "files"}, ("title", "prose"),
    ),
    "dreams": (
        {"id": str, "made": str, "outcome": str, "state": str, "engine": str, "model": str,
         "days": int, "reason": str, "title": str, "prose": str, "seconds": float, "tokens": int,
         "undone": str, "diary": str},
        "id", {"diary": "files"}, ("title", "prose"),
    ),
    "changes": (
        {"id": int, "dream": str, "number": int, "kind": str, "heading": str, "old": str,
         "new": str, "verdict": str, "accepted": int, "decided": int, "reason": str},
        "id", {"dream": "dreams"}, ("old", "new"),
    ),
    "bullets": (
        {"id": int, "path": str, "line": int, "end_line": int, "heading": str, "text": str,
         "since": str, "cause": str, "diary": str},
        "id", {"path": "files", "diary": "files"}, ("heading", "text"),
    ),
    "sources": (
        {"id": int, "change": int, "bullet": int, "path": str, "line": int,
         "quote": str, "now": int},
        "id", {"change": "changes", "bullet": "bullets", "now": "lines"}, (),
    ),
}  # fmt: skip


class _Export:
    """The tables, while rows are added to them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        from sqlite_utils import Database  # long to load, and seldom wanted

        self._db = Database(connection, execute_plugins=False)
        self._ids: dict[str, Iterator[int]] = defaultdict(lambda: count(1))
        self._paths: set[str] = set()
        self._lines: dict[str, list[Row]] = {}
        for name, (columns, key, foreign, _) in _TABLES.items():
            keys = list(foreign.items())
            self._db.table(name).create(columns, pk=key, foreign_keys=keys)

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
        layout, kind = notebook.layout, notebook.layout.kind(path)
        day = layout.date_of(path)
        dated = day.isoformat() if day else None
        self._paths.add(path)
        self._add("files", path=path, kind=kind, date=dated, bytes=len(file.data), sha256=file.sha)
        if kind is FileKind.SESSIONS:
            self._add_transcript(path, file.text)
            return
        self._lines[path] = [
            self._row("lines", path=path, line=number, text=line.rstrip("\r\n"))
            for number, line in enumerate(split(file.text), 1)
            if line.strip()
        ]
        self._add_all("lines", self._lines[path])
        if kind is FileKind.DAYS and day:
            head = days.head_of(day, path, file.text, dreamt=False)
            self._add(
                "days", path=path, date=dated, head=head.head, blocks=head.blocks, words=head.words
            )

    def add_diaries(self, notebook: Notebook) -> None:
        """What the diaries tell."""
        for one in notebook.diaries():
            self._add(
                "diaries", path=self._file(one.path), line=one.line, date=one.date.isoformat(),
                time=one.time, title=one.title, prose=one.prose, undone=one.undone,
            )  # fmt: skip

    def add_dream(self, run: DreamRun, proposal: Proposal | None) -> None:
        """A dream with its changes and their sources."""
        details = proposal and {
            "title": proposal.title, "prose": proposal.prose, "seconds": proposal.seconds,
            "tokens": proposal.tokens, "undone": _moment(proposal.undone),
            "diary": self._file(proposal.diary or ""),
        }  # fmt: skip
        self._add(
            "dreams", id=run.id, made=_moment(run.made), outcome=run.outcome, state=run.state,
            engine=run.engine, model=run.model, days=run.days, reason=run.reason, **(details or {}),
        )  # fmt: skip
        for change in proposal.changes if proposal else ():
            number = self._add(
                "changes", dream=run.id, number=change.n, kind=change.kind, heading=change.heading,
                old="\n".join(change.old) or None, new=change.new, verdict=change.verdict,
                accepted=change.accepted, decided=change.decided, reason=change.reason,
            )  # fmt: skip
            self._add_sources(change.sources, change=number)

    def add_bullets(self, notebook: Notebook, today: date) -> None:
        """The bullets of MEMORY.md with where they came from."""
        memory = notebook.read(notebook.layout.memory)
        for origin in origins_of(notebook, memory, MemoryFile(memory.data).statements, today):
            one = origin.bullet
            number = self._add(
                "bullets", path=memory.path, line=one.line, end_line=one.end_line,
                heading=one.heading, text=one.text, cause=origin.cause,
                since=origin.date.isoformat() if origin.date else None,
                diary=self._file(origin.diary),
            )  # fmt: skip
            self._add_sources(origin.sources, bullet=number)

    def _add_sources(self, sources: Iterable[Source | DiarySource], **of: int) -> None:
        for one in sources:
            stands = self._line_with(one.path, one.line, one.quote)
            self._add("sources", path=one.path, line=one.line, quote=one.quote, now=stands, **of)

    def _line_with(self, path: str, number: int, quote: str) -> int | None:
        """The line that holds a quote now; of several the one nearest to where it stood."""
        holding = [line for line in self._lines.get(path, ()) if quote and quote in line["text"]]
        nearest = min(holding, key=lambda line: abs(line["line"] - number), default=None)
        return nearest["id"] if nearest else None

    def _add_transcript(self, path: str, text: str) -> None:
        turns = list(_turns(text))
        self._add("transcripts", path=path, messages=len(turns))
        self._add_all("messages", [self._row("messages", path=path, **turn) for turn in turns])

    def _file(self, path: str) -> str | None:
        """A path as other tables name it; nothing when there is no such file any more."""
        return path if path in self._paths else None

    def _row(self, table: str, **values: Any) -> Row:
        if _TABLES[table][0].get("id") is int:
            values["id"] = next(self._ids[table])
        return {name: _stored(value) for name, value in values.items()}

    def _add(self, table: str, **values: Any) -> int:
        row = self._row(table, **values)
        self._add_all(table, [row])
        return int(row.get("id", 0)) if isinstance(row.get("id"), int) else 0

    def _add_all(self, table: str, rows: list[Row]) -> None:
        self._db.table(table).insert_all(rows)


def _turns(text: str) -> Iterator[Row]:
    """What was said on each line of a transcript."""
    for number, line in enumerate(split(text), 1):
        turn = message_in(line)
        if turn.content.strip():
            yield {"line": number, "role": turn.role, "time": turn.time, "text": turn.content}


def _stored(value: Any) -> Any:
    return storable(value) if isinstance(value, str) else value


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
