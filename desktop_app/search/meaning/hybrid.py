"""Hybrid search: lines found by words and lines near in meaning become one list of hits.

Knows the index's tables and nearest lines, no model.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence

from desktop_app.search.brought import TierLines
from desktop_app.search.find import FoundRow, find, rows
from desktop_app.search.hits import Hit, falling, hits
from desktop_app.search.meaning.fusing import DEPTH, HARDLY, USUAL, Bounds, fused
from desktop_app.search.meaning.near import sha_of
from desktop_app.search.query import HitPer, Query, SearchPlan
from desktop_app.search.retrievers import Arm, Arms

_HARDLY = 5
"""Words that find fewer lines find hardly anything."""

Near = Sequence[tuple[int, float, bytes]]
"""Chunks, nearest first: their ids, how near they are (see `relative`), and the hash of the text
that each had when it was read."""


def hybrid(
    connection: sqlite3.Connection,
    query: Query,
    near: Near,
    brought: TierLines,
    share: float | None,
    budget: float,
    *,
    plan: SearchPlan,
    bounds: Bounds,
    read: Callable[[Collection[bytes]], Collection[bytes]],
) -> tuple[tuple[Hit, ...], bool]:
    """Hits of both arms, and whether time sufficed. `share` is the vectors' part of a score; None
    for hits of the vectors alone.

    `read` says which hashes of texts have a vector; for other lines the words decide. `bounds` say
    which likeness counts beside words. A chunk that has another text now is left out. What was
    `brought` from elsewhere is found by its words.
    """
    worded_rows: dict[int, FoundRow] = {}
    complete = True
    if share is not None:
        by_line = query.by == HitPer.LINE
        deep = query._replace(limit=max(query.limit, DEPTH)) if by_line else query
        best, complete = find(connection, deep, plan, budget, brought)
        worded_rows = {row.id: row for row in best}
    worded = falling(worded_rows.values())
    now, by_meaning = _still(connection, near)
    part = 1.0 if share is None else share
    unread = _unread(connection, brought, worded_rows, read)
    if bounds is USUAL and len(worded) < _HARDLY:
        bounds = HARDLY
    lines = fused(worded, by_meaning, part, None if share is None else bounds, unread)
    for rank, (line, _) in enumerate(worded, 1):
        lines.setdefault(line, Arms(Arm(rank, 0.0, 1.0 if line in unread else 1 - part)))
    every_row = now | worded_rows
    best_rows = [every_row[line] for line in lines]
    return hits(connection, query, plan, best_rows, lines, brought), complete


def _unread(
    connection: sqlite3.Connection,
    brought: TierLines,
    rows_found: Mapping[int, FoundRow],
    read: Callable[[Collection[bytes]], Collection[bytes]],
) -> set[int]:
    """The found lines that have no vector. Titles never get one, so they do not count."""
    shas = {id_: sha_of(row.text) for id_, row in rows_found.items()}
    with_vector = read(set(shas.values()))
    away = {id_ for table in brought.tables for (id_,) in table.execute("select id from chunks")}
    lacking = [id_ for id_, sha in shas.items() if id_ in away or sha not in with_vector]
    select = (
        "select id from chunks as one where id in (select value from json_each(?)) and exists"
        " (select 1 from chunks as other where other.file = one.file and other.heading = one.text)"
    )
    tables = (connection, *brought.tables)
    titles = (row for table in tables for row in table.execute(select, (json.dumps(lacking),)))
    return set(lacking) - {row[0] for row in titles}


def _still(
    connection: sqlite3.Connection, near: Near
) -> tuple[dict[int, FoundRow], list[tuple[int, float]]]:
    """The near chunks whose text is still the same: all rows, and how near those chunks are."""
    now = {row.id: row for row in rows(connection, dict.fromkeys((id_ for id_, *_ in near), 0.0))}
    unchanged = [
        (chunk, score)
        for chunk, score, sha in near
        if chunk in now and sha_of(now[chunk].text) == sha
    ]
    return now, sorted(unchanged, key=lambda one: (-one[1], -one[0]))
