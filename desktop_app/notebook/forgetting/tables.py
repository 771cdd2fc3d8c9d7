"""Tables without what is forgotten: every row of a database of ours that says it."""

import hashlib
import re
import sqlite3
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from desktop_app.notebook.forgetting.cutting import (
    FORGOTTEN,
    CutBytes,
    cut_file,
    cut_json,
    without,
)
from desktop_app.notebook.forgetting.phrases import Sought
from desktop_app.notebook.history import packed
from desktop_app.notebook.layout import TRANSCRIPT

_SHA = re.compile(r"\b[0-9a-f]{64}\b")
_VERSIONS = frozenset({"versions", "contents", "forgotten"})


def count_rows(db: sqlite3.Connection, sought: Sought) -> dict[str, int]:
    """How many rows of each table say it; the tables of versions are not asked."""
    return Counter(table for table, _key, _row in _saying(db, sought, _VERSIONS))


def clear_rows(
    db: sqlite3.Connection, sought: Sought, whole: Collection[str], shas: Mapping[str, str]
) -> None:
    """Take it out of every row, and delete such rows of the tables named in `whole`.

    Where a row names a text by one of the `shas`, it names the new one from now on.
    """
    for table, key, row in list(_saying(db, sought, _VERSIONS)):
        if key is None:
            where = " and ".join(f'"{name}" is ?' for name in row)
            db.execute(f'delete from "{table}" where {where}', list(row.values()))
            continue
        keys = [row[1] for row in db.execute(f'pragma table_info("{table}")') if row[5]]
        if table in whole or any(_says(row[name], sought) for name in keys):
            db.execute(f'delete from "{table}" where rowid = ?', [key])
            continue
        for name, value in row.items():
            if _says(value, sought):
                sql = f'update "{table}" set "{name}" = ? where rowid = ?'
                db.execute(sql, [_without(value, sought), key])
    if shas:
        _rename(db, shas)


def says_anything(db: sqlite3.Connection, sought: Sought) -> bool:
    """Whether any row of any table says it; also one of versions, which are compressed."""
    return any(True for _ in _saying(db, sought, frozenset()))


def _saying(
    db: sqlite3.Connection, sought: Sought, unasked: Collection[str]
) -> Iterator[tuple[str, int | None, dict[str, Any]]]:
    """Table, row number (None where its rows have none) and values of each row that says it."""
    for table, numbered in _tables(db):
        if table in unasked:
            continue
        cursor = db.execute(f'select {"rowid, " if numbered else ""}* from "{table}"')
        names = [column[0] for column in cursor.description]
        for values in cursor:
            if any(_says(value, sought) for value in values):
                # A key that is the number bears its name: twice the same one, which both count.
                row = dict(zip(names[numbered:], values[numbered:], strict=True))
                yield table, values[0] if numbered else None, row


def _tables(db: sqlite3.Connection) -> list[tuple[str, bool]]:
    """The tables, and whether their rows have numbers."""
    rows = db.execute(
        "select name, sql like '%without rowid%' from sqlite_master where type = 'table'"
        " and sql not like 'create virtual%' and name not like 'sqlite!_%' escape '!'"
    )
    return [(name, not bare) for name, bare in rows.fetchall()]


def _says(value: Any, sought: Sought) -> bool:
    if isinstance(value, bytes):
        texts = [value]
        with suppress(zlib.error):  # what is no compressed text
            texts.append(zlib.decompress(value))
        return any(sought.said_by(one.decode("utf-8", "replace")) for one in texts)
    return isinstance(value, str) and sought.said_by(value)


def _without(value: Any, sought: Sought) -> str | bytes:
    if not isinstance(value, str):
        return b""
    again = cut_json(value, sought)
    return without(value, sought) if again is None else again or FORGOTTEN


def _rename(db: sqlite3.Connection, shas: Mapping[str, str]) -> None:
    for table, numbered in _tables(db):
        if table in _VERSIONS or not numbered:
            continue
        cursor = db.execute(f'select rowid, * from "{table}"')
        names = [column[0] for column in cursor.description][1:]
        for number, *values in cursor.fetchall():
            for name, value in zip(names, values, strict=True):
                new = isinstance(value, str) and _SHA.sub(lambda m: shas.get(m[0], m[0]), value)
                if new and new != value:
                    sql = f'update or ignore "{table}" set "{name}" = ? where rowid = ?'
                    db.execute(sql, [new, number])


Wanted = Callable[[str], bool]


@dataclass
class RewrittenVersions:
    """What became of the versions: the new sha by the old one, and the lines that went."""

    shas: dict[str, str] = field(default_factory=dict)
    lines: set[str] = field(default_factory=set)


def rewrite_versions(
    db: sqlite3.Connection, sought: Sought, wanted: Wanted, whole: Wanted
) -> RewrittenVersions:
    """Write the versions that say it anew without it; those of a `whole` path are deleted."""
    done = RewrittenVersions()
    for _path, version, sha, cut in list(versions_saying(db, sought, wanted, whole)):
        if cut is None:
            db.execute("delete from versions where version = ?", [version])
            continue
        new = hashlib.sha256(cut.data).hexdigest()
        db.execute(
            "insert or ignore into contents values (?, ?, ?)",
            [new, len(cut.data), packed(cut.data)],
        )
        db.execute("update versions set sha = ? where version = ?", [new, version])
        done.shas[sha] = new
        done.lines.update(line.text for line in cut.lines)
    db.execute("delete from contents where sha not in (select sha from versions)")
    return done


def versions_saying(
    db: sqlite3.Connection, sought: Sought, wanted: Wanted, whole: Wanted
) -> Iterator[tuple[str, int, str, CutBytes | None]]:
    """Path, number and sha of each version of a wanted path that says it, and its text without what
    it says; None: all goes, as of a `whole` path."""
    paths = [path for (path,) in db.execute("select distinct path from versions")]
    for path in filter(wanted, paths):
        rows = db.execute("select version, sha from versions where path = ?", [path]).fetchall()
        for version, sha in rows:
            if whole(path):
                yield path, version, sha, None
                continue
            row = db.execute("select size, packed from contents where sha = ?", [sha]).fetchone()
            cut = _cut(path, row[0], row[1], sought) if row else CutBytes(b"")
            if cut is None or cut.lines:
                yield path, version, sha, cut


def _cut(path: str, size: int, kept: bytes, sought: Sought) -> CutBytes | None:
    """The text of a version without what it says; None for a damaged one, which may say it."""
    try:
        data = kept if len(kept) == size else zlib.decompress(kept)
    except zlib.error:
        return None
    return cut_file(data, sought, json_lines=path.endswith(TRANSCRIPT))
