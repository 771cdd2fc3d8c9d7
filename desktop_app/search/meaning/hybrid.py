"""Hybrid search: what the words find and what lies near in meaning, as one list of hits.

Knows the index's tables and nearest lines, no model.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from desktop_app.language.words import is_cjk
from desktop_app.search.arms import Arm, Arms, ranked, weighed
from desktop_app.search.find import PLACE, Found, find
from desktop_app.search.hits import Hit, falling, hits
from desktop_app.search.meaning.fusing import DEPTH, FLOOR, fused
from desktop_app.search.meaning.held import sha_of
from desktop_app.search.meaning.nearest import Within
from desktop_app.search.query import Plan, Query
from desktop_app.search.rows import recency
from desktop_app.search.schema import DAY_SHIFT
from desktop_app.search.similar import Others, by_words, holds

LIKE = 0.3
"""How near, of 0..1, a line has to lie to be like another: of the sample's lines those below have a
word in common by chance, as the built-in model sees them."""

Near = Sequence[tuple[int, float, bytes]]
"""Chunks, nearest first, how near they are, and the hash of the text each had when it was read."""

_COLUMNS = "chunks.id, 0.0, path, day, line, end_line, heading, text, chunks.head"


def within(connection: sqlite3.Connection, query: Query) -> Within:
    """The chunks that the query's filters let through."""
    # What has no date has the largest day, and is left out by either bound.
    low = recency(query.since) << DAY_SHIFT if query.since else None
    last = min(recency(query.until) + 1, recency(None)) if query.until else recency(None)
    high = last << DAY_SHIFT if query.since or query.until else None
    places, paths = query.kinds, (query.path,) if query.path else ()
    wanted = [
        f"{what} in ({', '.join('?' * len(some))})"
        for what, some in ((PLACE, places), ("path", paths))
        if some
    ]
    if not wanted:
        return Within(low, high, None)
    rows = connection.execute(
        f"select id from files where {' and '.join(wanted)}", (*places, *paths)
    )
    return Within(low, high, frozenset(row[0] for row in rows))


def hybrid(
    connection: sqlite3.Connection,
    query: Query,
    plan: Plan,
    near: Near,
    share: float,
    budget: float,
    *,
    words: bool = True,
) -> tuple[tuple[Hit, ...], bool]:
    """Hits of both arms, and whether all was looked at; without `words` of the vectors alone.

    What is `near` but says something else by now is passed over.
    """
    rows: dict[int, Found] = {}
    complete = True
    if words:
        deep = replace(query, limit=max(query.limit, DEPTH), by="line")
        found, complete = find(connection, deep, plan, budget)
        rows = {row.id: row for row in found}
    worded = falling(rows.values())
    now, by_meaning = _still(connection, near)
    part = share if words else 1.0
    lines = fused(worded, by_meaning, part, FLOOR if words else 0.0)
    for rank, (line, _) in enumerate(worded, 1):
        lines.setdefault(line, Arms(Arm(rank, 0.0, 1 - part)))
    known = now | rows
    return hits(connection, query, plan, [known[line] for line in lines], lines), complete


def alike(
    connection: sqlite3.Connection,
    path: str,
    line: int,
    query: Query,
    near: Near,
    share: float,
    budget: float,
    *,
    words: bool = True,
) -> tuple[tuple[Hit, ...], bool]:
    """Hits for what stands on a line of a file by both arms, and whether all was looked at.

    How `near` lines are is told in parts of how near that line is to itself.
    """
    others, complete = Others(Plan()), True
    if words:
        others, complete = by_words(connection, path, line, query, budget)
    part = share if words else 1.0
    now, nearest = _still(connection, near)
    meaning = {
        chunk: min(score, 1.0)
        for chunk, score in nearest
        if score >= LIKE and not holds(now[chunk], path, line)
    }
    lines = weighed(ranked(others.shares, 1 - part), ranked(meaning, part))
    known = now | {row.id: row for row in others.rows}
    return hits(connection, query, others.plan, [known[one] for one in lines], lines), complete


def mostly_cjk(text: str) -> bool:
    """Whether more than half of the letters are of a script without spaces."""
    letters = [character for character in text if character.isalnum()]
    return sum(map(is_cjk, letters)) * 2 > len(letters)


def _still(
    connection: sqlite3.Connection, near: Near
) -> tuple[dict[int, Found], list[tuple[int, float]]]:
    """Of what was near when it was read, what still says the same: rows, and how near they are."""
    now = _rows(connection, [chunk for chunk, _, _ in near])
    kept = [
        (chunk, score)
        for chunk, score, sha in near
        if chunk in now and sha_of(now[chunk].text) == sha
    ]
    return now, kept


def _rows(connection: sqlite3.Connection, chunks: Sequence[int]) -> dict[int, Found]:
    if not chunks:
        return {}
    rows = connection.execute(
        f"select {_COLUMNS} from chunks join files on files.id = chunks.file"
        f" where chunks.id in ({', '.join('?' * len(chunks))})",
        tuple(chunks),
    )
    return {row[0]: Found(*row) for row in rows}
