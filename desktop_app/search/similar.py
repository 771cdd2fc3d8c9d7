"""Similar: lines that share the telling words of one that is indexed. Knows SQL, not files."""

import sqlite3
from dataclasses import replace

from desktop_app.search.find import Found, find
from desktop_app.search.hits import Hit, hits
from desktop_app.search.query import Query, alike

_PIECES = 8  # that a very long line may be cut into, none of which is another line
_LEAST = 0.15  # of the rank the line itself has; what shares less has a word or two by chance


def similar(
    connection: sqlite3.Connection, path: str, line: int, query: Query, budget: float
) -> tuple[tuple[Hit, ...], bool]:
    """Hits for what stands on a line of a file, most alike first, the line itself left out.

    `score` is the share of its rank; `query` narrows and limits. And whether `budget` sufficed.
    """
    row = connection.execute(
        "select chunks.id, text from chunks join files on files.id = chunks.file"
        " where path = ? and line <= ? and end_line >= ? order by line desc limit 1",
        (path, line, line),
    ).fetchone()
    if row is None:
        return (), True
    own, text = row
    steps = alike(text)
    if not steps.steps:
        return (), True
    one = Query(text, mode="question", path=path)
    itself, _ = find(connection, one, steps, budget)
    full = max((other.rank for other in itself if other.id == own), default=0.0)
    wide = replace(query, mode="question", limit=query.limit + _PIECES)
    rows, complete = find(connection, wide, steps, budget)
    rows = [other for other in rows if _share(other, full) >= _LEAST]
    rows = [one for one in rows if one.path != path or not one.line <= line <= one.end_line]
    found = hits(connection, query, steps, rows[: query.limit])
    ranks = {(other.path, other.line): _share(other, full) for other in rows}
    return tuple(replace(hit, score=ranks[hit.path, hit.line]) for hit in found), complete


def _share(row: Found, full: float) -> float:
    return min(1.0, max(row.rank, 0.0) / full) if full > 0 else 0.0
