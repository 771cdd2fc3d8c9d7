"""Books: what was imported, where it came from, and which import brought it. Knows history.db.

Each piece of an import is one intent of the notebook's journal. Its purpose holds all that is noted
here, so that what a crash cut short is noted, too, when the journal completes it.
"""

import hashlib
import json
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.talk import talk_store as flushed
from desktop_app.errors import Problem
from desktop_app.notebook import days
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.merge import merge3
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.write_journal import Intent
from desktop_app.sessions.imports.entry import ImportEntry
from desktop_app.tables import Tables
from desktop_app.words import tr

if TYPE_CHECKING:
    import sqlite_utils

    from desktop_app.dreams.flush import FlushDraft


IMPORT, UNDO, UNDO_PIECE = "import", "import undone", "import undone in part"

Ends = dict[str, tuple[str, str]]
"""The sha256 of each file before and after an import, by its path; "" for no file."""


@dataclass(frozen=True)
class ImportRun:
    """One import: when it was made, from which path, how many entries it brought, and the `ends`
    of its days."""

    id: str
    at: datetime
    path: str
    entries: int
    ends: Ends

    @property
    def days(self) -> int:
        return len(self.ends)


def plain(name: str) -> str:
    """A name as the database can hold it: odd bytes become backslash escapes."""
    return name.encode("utf-8", "backslashreplace").decode()


def known(notebook: Notebook) -> tuple[frozenset[str], frozenset[str]]:
    """The fingerprints of what was imported and not taken back, and where it came from."""
    rows = _kept(notebook).rows("select sha, source from imported")
    return frozenset(row[0] for row in rows), frozenset(row[1] for row in rows)


def runs(notebook: Notebook) -> list[ImportRun]:
    """The imports that stand, newest first. Earlier versions also brought files, which stay."""
    sql = "select id, at, path, entries, ends from imports where undone = '' order by rowid desc"
    return [
        ImportRun(id_, datetime.fromisoformat(at), path, entries,
                  {each: (before, after) for each, (before, after) in json.loads(ends).items()
                   if each.endswith(".md")})
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
            [*values, len(ends), json.dumps(ends)],
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


MOST = 64_000_000
"""The most characters that one import writes: all of it stands in memory before."""
DAY_MOST = 10_000_000
"""The most characters that it writes into one day."""


class Brought:
    """What an import has gathered so far. `entries` are those that leave a block."""

    def __init__(self) -> None:
        self.blocks: dict[date, list[tuple[str, str]]] = {}
        self.rows: list[ImportEntry] = []
        self.entries = self.known = self.nothing = self.held_back = 0
        self._size = 0
        self._sizes: dict[date, int] = {}

    def note(self, entry: ImportEntry) -> None:
        """A note, as it is; one without a text counts as known. Raises Problem when all together
        is too much."""
        if not entry.text.strip():
            self.known += 1
            return
        self._add(entry, entry.text)
        self.rows.append(entry)

    def conversation(self, entry: ImportEntry, draft: "FlushDraft") -> None:
        """What matters of a conversation on one day."""
        self.held_back += len(draft.left_out)
        if draft.text.strip():
            self._add(entry, draft.text)
        else:
            self.nothing += 1
        self.rows.append(replace(entry, keys=draft.new))

    def texts(self) -> Iterator[tuple[date, list[str]]]:
        """The blocks of each day by their times; those without a time come first."""
        for day in sorted(self.blocks):
            pairs = sorted(self.blocks[day], key=lambda pair: pair[0])
            yield day, [text for _, text in pairs]

    def rows_of(self, days: Collection[date], *, rest: bool) -> list[ImportEntry]:
        """The entries of these days; with the `rest`, those of days that get no block as well."""
        return [r for r in self.rows if r.day in days or (rest and r.day not in self.blocks)]

    def _add(self, entry: ImportEntry, text: str) -> None:
        size = self._sizes.get(entry.day, 0) + len(text)
        self._sizes[entry.day] = size
        self._size += len(text)
        if self._size > MOST or size > DAY_MOST:
            raise Problem(
                tr("This is more text than can be imported at once. Nothing was written."),
                tr("Import a part of it first, such as the folder of a year."),
            )
        time = f"{entry.at:%H:%M}" if entry.at else ""
        block = days.block(entry.title, entry.at, text)
        blocks = self.blocks.setdefault(entry.day, [])
        title, _, words = block.partition("\n\n")
        if not entry.dated and blocks and blocks[-1][1].startswith(f"{title}\n"):
            block = blocks.pop()[1] + ("" if words.startswith("- ") else "\n") + words
        blocks.append((time, block))
        self.entries += 1


def taken_out(was: bytes, became: bytes, current: bytes) -> tuple[bytes, int]:
    """A day without what an import added (`was` became `became`), and how many places stay since
    they were edited after it."""
    if current == became:
        return was, 0
    kept = was or became[: became.index(b"\n") + 1]  # the header of a new day stays for the rest
    added = became[len(kept) :]
    if added and current.count(added) == 1:
        return current.replace(added, b""), 0
    merged = merge3(became, kept, current)
    return merged.data, len(merged.conflicts)


class KnownLines:
    """The texts of days, as far as anybody asked. Only lines count: no blanks, no heading's level.

    What was taken counts as standing there, so that nothing comes twice in one import.
    """

    def __init__(self, read: Callable[[date], str]) -> None:
        """`read` gives the text of a day, "" where there is none."""
        self._read = read
        self._days: dict[date, str] = {}

    def judged(
        self, entry: ImportEntry, shas: Collection[str], sources: Collection[str]
    ) -> ImportEntry:
        """A note with what of it is new, beside what was imported before. Of one that came from the
        same place when it was shorter, that is what follows.
        """
        day, lines = entry.day, entry.text.split("\n")
        sha = fingerprint(day if entry.dated else date.min, entry.text)
        if sha in shas or _bare(entry.text) in self._there(day):
            return entry
        count = 0
        if entry.dated and plain(entry.source) in sources:
            # The more lines, the fewer stand there: the last number for which all do is sought.
            count = bisect_right(
                range(len(lines)),
                0,
                key=lambda n: _bare("\n".join(lines[: n + 1])) not in self._there(day),
            )
        missing = "\n".join(lines[count:]).strip("\n") if count else entry.text
        self._days[day] += _bare(missing)[1:]
        return replace(entry, text=missing, sha=sha)

    def _there(self, day: date) -> str:
        if day not in self._days:
            self._days[day] = _bare(self._read(day))
        return self._days[day]


def fingerprint(day: date, text: str) -> str:
    """The same for the same lines on the same day, wherever they come from."""
    whole = f"{day.isoformat()}\n{_bare(text)}"
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def _bare(text: str) -> str:
    """The lines that hold something, with a line break before the first and after each."""
    bare = filter(None, (line.lstrip("#").strip() for line in text.split("\n")))
    return "".join(["\n", *(f"{line}\n" for line in bare)])
