"""Hybrid search: what the words find and what lies near in meaning, as one list of hits.

Knows the index's tables and nearest lines, no model.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from desktop_app.language.words import is_cjk
from desktop_app.search.find import PLACE, Found, find
from desktop_app.search.hits import Hit, hits
from desktop_app.search.meaning.fusing import DEPTH, FLOOR, Fused, fused
from desktop_app.search.meaning.held import sha_of
from desktop_app.search.meaning.nearest import Within
from desktop_app.search.query import Plan, Query
from desktop_app.search.rows import recency
from desktop_app.search.schema import DAY_SHIFT

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
    near: Sequence[tuple[int, float, bytes]],
    share: float,
    budget: float,
    *,
    words: bool = True,
) -> tuple[tuple[Hit, ...], bool]:
    """Hits of both arms, and whether all was looked at; without `words` of the vectors alone.

    `near` has chunks, nearest first, with the hash of the text each had when it was embedded: one
    that says something else by now is passed over.
    """
    rows: dict[int, Found] = {}
    complete = True
    if words:
        deep = replace(query, limit=max(query.limit, DEPTH), by="line")
        found, complete = find(connection, deep, plan, budget)
        rows = {row.id: row for row in found}
    # A later step found a line by less: its own rank does not compare with those above it.
    rank, by_words = float("inf"), []
    for row in rows.values():
        rank = min(rank, max(row.rank, 0.0))
        by_words.append((row.id, rank))
    now = _rows(connection, [chunk for chunk, _, _ in near])
    by_meaning = [
        (chunk, score)
        for chunk, score, sha in near
        if chunk in now and sha_of(now[chunk].text) == sha
    ]
    order = fused(by_words, by_meaning, share if words else 1.0, FLOOR if words else 0.0)
    taken = {one.id for one in order}
    rest = [Fused(chunk, 0.0, "words") for chunk, _ in by_words if chunk not in taken]
    lines = [*order, *rest]
    known = now | rows
    return _shown(connection, query, plan, lines, known), complete


def mostly_cjk(text: str) -> bool:
    """Whether more than half of the letters are of a script without spaces."""
    letters = [character for character in text if character.isalnum()]
    return sum(map(is_cjk, letters)) * 2 > len(letters)


def _shown(
    connection: sqlite3.Connection,
    query: Query,
    plan: Plan,
    lines: Sequence[Fused],
    known: dict[int, Found],
) -> tuple[Hit, ...]:
    place: dict[tuple[str, int, int], Fused] = {}
    for one in lines:
        row = known[one.id]
        place.setdefault((row.path, row.line, row.end_line), one)
    found = hits(connection, query, plan, [known[one.id] for one in lines])
    shown = []
    for hit in found:
        one = place[hit.path, hit.line, hit.end_line]
        why = {"words": hit.why, "meaning": "meaning", "both": f"meaning, {hit.why}"}[one.by]
        shown.append(replace(hit, score=one.score, why=why, by=one.by))
    return tuple(shown)


def _rows(connection: sqlite3.Connection, chunks: Sequence[int]) -> dict[int, Found]:
    if not chunks:
        return {}
    rows = connection.execute(
        f"select {_COLUMNS} from chunks join files on files.id = chunks.file"
        f" where chunks.id in ({', '.join('?' * len(chunks))})",
        tuple(chunks),
    )
    return {row[0]: Found(*row) for row in rows}
