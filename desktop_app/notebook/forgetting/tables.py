"""Tables without what is forgotten: every row of a database of ours that says it, whoever keeps it.

A row goes where its text would mean something else without the line, or where the text is its key;
else only the line goes. Knows SQL, and not what the tables mean.
"""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from desktop_app.notebook.forgetting.cutting import FORGOTTEN, cut_text, cut_value
from desktop_app.notebook.forgetting.phrases import Sought
from desktop_app.notebook.forgetting.versions import readable

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
        if table in whole or any(_says(row[name], sought) for name in _keys(db, table)):
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
    db: sqlite3.Connection, sought: Sought, without: Collection[str]
) -> Iterator[tuple[str, int | None, dict[str, Any]]]:
    """Table, row number (None where its rows have none) and values of each row that says it."""
    for table, numbered in _tables(db):
        if table in without:
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


def _keys(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in db.execute(f'pragma table_info("{table}")') if row[5]]


def _says(value: Any, sought: Sought) -> bool:
    if isinstance(value, bytes):
        texts = (value, readable(value))
        return any(sought.said_by(one.decode("utf-8", "replace")) for one in texts if one)
    return isinstance(value, str) and sought.said_by(value)


def _without(value: Any, sought: Sought) -> Any:
    if not isinstance(value, str):
        return b""
    try:
        parsed = json.loads(value)
    except (ValueError, RecursionError):
        rest = cut_text(value, sought).text
        return rest if not sought.said_by(rest) else FORGOTTEN
    again = json.dumps(cut_value(parsed, sought))
    return again if not sought.said_by(again) else FORGOTTEN


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
