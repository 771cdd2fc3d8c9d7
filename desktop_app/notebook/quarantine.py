"""Quarantine: lines that a person took out of the notes, byte for byte, and lines found to be fine.

Knows history.db and where a line goes back to, not why it was taken out. Nothing but a person's
question reads it: it is no file of the notebook, so no search, dream, prompt or door has it. What
was forgotten for good leaves empty bytes behind, which are no line.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from desktop_app.database import Database
from desktop_app.errors import Missing
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.lines import bytes_of, newline
from desktop_app.tables import NewTable, Tables, making
from desktop_app.words import tr

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")  # with its ending; it ends at a newline and nowhere else
_SHORTEST = 4  # letters that name a line
_COLUMNS = "id, path, line, before, data, after, at"


SHORTEST = 8
"""Characters of a quote or line that is looked for in others; a shorter one stands in any text."""


@dataclass(frozen=True)
class QuarantinedLine:
    """A line out of its file: `data` with its line ending, and the lines that stood around it."""

    id: str
    path: str
    line: int
    before: bytes
    data: bytes
    after: bytes
    at: datetime

    @property
    def text(self) -> str:
        """The line without its ending; odd bytes are surrogates."""
        return self.data.decode("utf-8", "surrogateescape").rstrip("\r\n")


@dataclass(frozen=True)
class FineLine:
    """A line of which a person said that it is fine, wherever it stands."""

    id: str
    text: str
    at: datetime


Line = TypeVar("Line", QuarantinedLine, FineLine)


def taken(data: bytes, path: str, line: int, now: datetime) -> tuple[bytes, QuarantinedLine] | None:
    """A file without its line `line`, 1-based, and that line; None where there is none."""
    lines = _LINE.findall(data)
    if not 0 < line <= len(lines):
        return None
    before = lines[line - 2] if line > 1 else b""
    after = lines[line] if line < len(lines) else b""
    name = hashlib.sha256(b"\0".join((path.encode(), lines[line - 1], now.isoformat().encode())))
    id_ = f"{name.hexdigest()[:7]}{line % 10}"
    held = QuarantinedLine(id_, path, line, before, lines[line - 1], after, now)
    return b"".join((*lines[: line - 1], *lines[line:])), held


def put_back(data: bytes, held: QuarantinedLine) -> bytes:
    """A file with the line where it stood: between the same lines, or as near as can be told."""
    lines: list[bytes] = _LINE.findall(data)
    lines.insert(_place(lines, held), held.data)
    style = newline(data.decode("utf-8", "surrogateescape")).encode()
    lines[:-1] = [line if line.endswith(b"\n") else line + style for line in lines[:-1]]
    return b"".join(lines)


def _place(lines: Sequence[bytes], held: QuarantinedLine) -> int:
    def near(fits: Iterable[int]) -> int | None:
        return min(fits, key=lambda at: abs(at - held.line + 1), default=None)

    places = range(len(lines) + 1)
    above = {at for at in places if (lines[at - 1] if at else b"") == held.before}
    below = {at for at in places if (lines[at] if at < len(lines) else b"") == held.after}
    for fits in (above & below, above, below):
        if (at := near(fits)) is not None:
            return at
    return min(held.line - 1, len(lines))


def quotes_held(quotes: Iterable[str], held: Iterable[QuarantinedLine]) -> bool:
    """Whether one of these quotes stands in a line that is in quarantine."""
    texts = [one.text for one in held]
    return any(quote in text for quote in quotes if len(quote) >= SHORTEST for text in texts)


class QuarantineBook:
    """The quarantine of one notebook. Every method raises Problem when the disk refuses."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)

    # -- lines that were taken out ------------------------------------------------------------

    def put(self, held: QuarantinedLine) -> None:
        """Keep a line."""
        values = (held.id, held.path, held.line, held.before, held.data, held.after)
        with self._kept.writing() as db:
            db.execute(
                f"insert or replace into quarantine ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?)",
                (*values, held.at.isoformat()),
            )

    def let_go(self, name: str) -> None:
        """Keep this line no more."""
        with self._kept.writing() as db:
            db.execute("delete from quarantine where id = ?", [name])

    def held(self) -> list[QuarantinedLine]:
        """The lines in quarantine, the last first."""
        rows = self._kept.rows(
            f"select {_COLUMNS} from quarantine where data != x'' order by at desc, rowid desc"
        )
        return [
            QuarantinedLine(id_, path, line, before, data, after, datetime.fromisoformat(at))
            for id_, path, line, before, data, after, at in rows
        ]

    def named(self, name: str) -> QuarantinedLine:
        """The line of this id. Raises Missing where there is none."""
        told = tr("No line “{name}” is in quarantine.")
        return _of_id(self.held(), name, told)

    # -- lines that are fine ------------------------------------------------------------------

    def call_fine(self, text: str, now: datetime) -> FineLine:
        """Keep that this line is fine."""
        one = FineLine(hashlib.sha256(bytes_of(text)).hexdigest()[:8], text, now)
        with self._kept.writing() as db:
            db.execute(
                "insert or replace into fine_lines (id, data, at) values (?, ?, ?)",
                (one.id, bytes_of(text), now.isoformat()),
            )
        return one

    def call_open(self, name: str) -> None:
        """No word was given on this line. Raises Missing where there was none."""
        one = _of_id(self.fine(), name, tr("You called no line “{name}” fine."))
        with self._kept.writing() as db:
            db.execute("delete from fine_lines where id = ?", [one.id])

    def fine(self) -> list[FineLine]:
        """The lines that are fine, the last first."""
        rows = self._kept.rows(
            "select id, data, at from fine_lines where data != x'' order by at desc, rowid desc"
        )
        return [
            FineLine(id_, data.decode("utf-8", "surrogateescape"), datetime.fromisoformat(at))
            for id_, data, at in rows
        ]

    # -- what was looked at -------------------------------------------------------------------

    def seen(self, rules: str) -> dict[str, list[int]]:
        """The suspicious lines of texts that these rules looked at, by the text's sign."""
        rows = self._kept.rows("select text, lines from poison_seen where rules = ?", rules)
        return {text: json.loads(lines) for text, lines in rows}

    def see(self, rules: str, lines: Mapping[str, Sequence[int]], gone: Iterable[str]) -> None:
        """Keep what was found in texts, and no more what was in those that are `gone`."""
        with self._kept.writing(waits=False) as db:
            db.execute("delete from poison_seen where rules != ?", [rules])
            db.executemany("delete from poison_seen where text = ?", [(one,) for one in gone])
            db.executemany(
                "insert or replace into poison_seen (text, rules, lines) values (?, ?, ?)",
                [(text, rules, json.dumps(list(some))) for text, some in lines.items()],
            )


def _of_id(lines: Iterable[Line], name: str, told: str) -> Line:
    for one in lines:
        if len(name) >= _SHORTEST and one.id.startswith(name):
            return one
    raise Missing(told.format(name=name), tr("*Dreams* lists them."))


_HELD = {
    "id": str, "path": str, "line": int, "before": bytes, "data": bytes, "after": bytes, "at": str,
}  # fmt: skip
_FINE = NewTable("fine_lines", {"id": str, "data": bytes, "at": str}, "id", filled=True)
_SEEN = NewTable("poison_seen", {"text": str, "rules": str, "lines": str}, "text", filled=True)
_QUARANTINE = NewTable("quarantine", _HELD, "id", filled=True)
_TABLES = Tables("poison", making("_quarantine", _QUARANTINE, _FINE, _SEEN))
