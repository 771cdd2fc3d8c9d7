"""Hybrid search: what the words find and what lies near in meaning, as one list of hits.

Knows the index's tables and nearest lines, no model.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from desktop_app.language.words import is_cjk
from desktop_app.search.arms import Arm, Arms, ranked, weighed
from desktop_app.search.find import FoundRow, find, rows
from desktop_app.search.hits import Hit, falling, hits
from desktop_app.search.meaning.fusing import DEPTH, HARDLY, USUAL, Bounds, fused
from desktop_app.search.meaning.held import sha_of
from desktop_app.search.query import HitPer, Query, SearchPlan
from desktop_app.search.similar import Others, by_words, holds

_HARDLY = 5
"""Lines; words that found fewer found hardly anything."""

_LEAST = 0.3
"""How near, of 0..1, a line has to lie to another to be like it."""

Near = Sequence[tuple[int, float, bytes]]
"""Chunks, nearest first, how near they are (see `relative`), and the hash of the text each had when
it was read."""


def hybrid(
    connection: sqlite3.Connection,
    query: Query,
    plan: SearchPlan,
    near: Near,
    share: float,
    budget: float,
    *,
    words: bool = True,
    bounds: Bounds = USUAL,
    read: Callable[[Collection[bytes]], Collection[bytes]] = set,
) -> tuple[tuple[Hit, ...], bool]:
    """Hits of both arms, and whether all was looked at; without `words` of the vectors alone.

    `read` tells which of these hashes of texts have a vector; of other lines the words decide.
    Beside words, `bounds` say which likeness counts. What is `near` but says something else now
    is passed over.
    """
    found: dict[int, FoundRow] = {}
    complete = True
    if words:
        by_line = query.by == HitPer.LINE
        deep = replace(query, limit=max(query.limit, DEPTH)) if by_line else query
        best, complete = find(connection, deep, plan, budget)
        found = {row.id: row for row in best}
    worded = falling(found.values())
    now, by_meaning = _still(connection, near)
    part = share if words else 1.0
    unread = _unread(connection, found, read)
    if bounds is USUAL and len(worded) < _HARDLY:
        bounds = HARDLY
    lines = fused(worded, by_meaning, part, bounds if words else None, unread)
    for rank, (line, _) in enumerate(worded, 1):
        lines.setdefault(line, Arms(Arm(rank, 0.0, 1.0 if line in unread else 1 - part)))
    known = now | found
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
    """Hits for what stands on a line of a file by both arms, and whether all was looked at."""
    others, complete = Others(SearchPlan()), True
    if words:
        others, complete = by_words(connection, path, line, query, budget)
    part = share if words else 1.0
    now, nearest = _still(connection, near)
    meaning = {
        chunk: min(score, 1.0)
        for chunk, score in nearest
        if score >= _LEAST and not holds(now[chunk], path, line)
    }
    lines = weighed(ranked(others.shares, 1 - part), ranked(meaning, part))
    known = now | {row.id: row for row in others.rows}
    return hits(connection, query, others.plan, [known[one] for one in lines], lines), complete


def mostly_cjk(text: str) -> bool:
    """Whether more than half of the letters are of a script without spaces."""
    letters = [character for character in text if character.isalnum()]
    return sum(map(is_cjk, letters)) * 2 > len(letters)


def _unread(
    connection: sqlite3.Connection,
    found: Mapping[int, FoundRow],
    read: Callable[[Collection[bytes]], Collection[bytes]],
) -> set[int]:
    """Of what the words found, the lines that will get a vector and have none. Titles never do."""
    shas = {id_: sha_of(row.text) for id_, row in found.items()}
    known = read(set(shas.values()))
    lacking = [id_ for id_, sha in shas.items() if sha not in known]
    titles = connection.execute(
        "select id from chunks as one where id in (select value from json_each(?)) and exists"
        " (select 1 from chunks as other where other.file = one.file and other.heading = one.text)",
        (json.dumps(lacking),),
    )
    return set(lacking) - {row[0] for row in titles}


def _still(
    connection: sqlite3.Connection, near: Near
) -> tuple[dict[int, FoundRow], list[tuple[int, float]]]:
    """Of what was near when it was read, what still says the same: rows, and how near they are."""
    now = {row.id: row for row in rows(connection, dict.fromkeys((id_ for id_, _, _ in near), 0.0))}
    kept = [
        (chunk, score)
        for chunk, score, sha in near
        if chunk in now and sha_of(now[chunk].text) == sha
    ]
    return now, kept
