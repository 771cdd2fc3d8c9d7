"""Elsewhere: what tiers away from the index have for a search. Knows their interface, no store.

A tier that is away is told and skipped.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from desktop_app.search.brought import (
    HEAD,
    NOTHING,
    TierLines,
    key_in,
    key_of,
    line_ids,
    neighbours,
    sought,
    table_of,
)
from desktop_app.search.query import HitPer, Query, SearchPlan
from desktop_app.tiers.entry import Narrow, TierEntry
from desktop_app.tiers.store import Away, TierHit, TierStore
from desktop_app.words import as_sentence, tr

_MOST = 40  # entries that a tier is asked for, with those around them
_MOST_FILES = 100  # where the best line of each file is wanted

Stores = Mapping[str, TierStore]
"""The stores of the tiers that are not the index itself, by the names of the tiers."""


class Meant(NamedTuple):
    """What a search means: a `vector` of the embedder that `mark` names, and how many lines that
    lie near to it are wanted."""

    vector: bytes
    mark: str
    limit: int


class _Tier(NamedTuple):
    """What one tier has: entries, how common each word is in it, and those found by meaning, with
    a `note` why it could not look for these."""

    entries: list[TierEntry]
    having: Mapping[str, int]
    near: list[TierHit]
    note: str


def bring(
    connection: sqlite3.Connection,
    stores: Stores,
    query: Query,
    plan: SearchPlan,
    meant: Meant | None = None,
) -> TierLines:
    """What the tiers have that a search may find, with the lines around it."""
    select = "select tier, sum(entries) from files where tier is not null group by tier"
    totals: dict[str, int] = dict(connection.execute(select).fetchall())
    if not totals or not (plan.steps or meant):
        return NOTHING
    parts = sought(plan)
    words = list(dict.fromkeys(word for some in parts.values() for word in some))
    notes: list[str] = []
    tiers: list[_Tier] = []
    for name in totals if words or meant else ():
        try:
            store = stores.get(name)
            if store is None:
                raise Away(tr("Older notes are kept where this program can't look now."))
            tiers.append(_asked(connection, name, store, query, words, meant))
            if tiers[-1].note:
                raise Away(tiers[-1].note)
            if store.trouble:
                notes.append(as_sentence(store.trouble))
        except Away as away:
            notes.append(tr("Not searched: {reason}").format(reason=away.message))
    entries = [entry for tier in tiers for entry in tier.entries]
    having = {
        part: (_least(tiers, some, ""), _least(tiers, some, HEAD))
        for part, some in parts.items()
        if some
    }
    tables = (table_of(connection, entries),) if entries else ()
    brought = TierLines(tables, sum(totals.values()), having, " ".join(notes))
    return _with_meaning(brought, tiers, meant) if meant and tables else brought


def _with_meaning(brought: TierLines, tiers: Sequence[_Tier], meant: Meant) -> TierLines:
    """The same, with which of its lines were found by meaning, and which could have been."""
    (table,) = brought.tables
    hits = sorted((hit for tier in tiers for hit in tier.near), key=lambda hit: -hit.rank)
    hits = hits[: meant.limit]
    ids = line_ids(table, [hit.entry for hit in hits])
    near = zip(ids, (hit.rank for hit in hits), strict=True)
    compared = (e for tier in tiers for e in tier.entries if e.mark == meant.mark and e.vector)
    return replace(brought, near=tuple(near), read=frozenset(line_ids(table, compared)))


def _asked(
    connection: sqlite3.Connection,
    name: str,
    store: TierStore,
    query: Query,
    words: Sequence[str],
    meant: Meant | None,
) -> _Tier:
    """What a tier answers. Entries of files that are not kept there now are left out."""
    both = [*words, *(f"{word}{HEAD}" for word in words)]
    most = max(query.limit, _MOST_FILES if query.by == HitPer.FILE else _MOST)
    by_words = store.search(both, most, _narrow(query)) if words else []
    near, note = _near(store, query, meant)
    found = [hit.entry for hit in (*near, *by_words)]
    around = store.get({id_ for entry in found for id_ in neighbours(entry.id)})
    every = {entry.id: entry for entry in (*around.values(), *found)}
    kept = _kept_there(connection, name, {entry.path for entry in every.values()})

    def is_kept(entry: TierEntry) -> bool:
        return kept.get(entry.path) == key_in(entry.id)

    return _Tier(
        list(filter(is_kept, every.values())),
        store.having(both),
        [hit for hit in near if is_kept(hit.entry)],
        note,
    )


def _near(store: TierStore, query: Query, meant: Meant | None) -> tuple[list[TierHit], str]:
    """What a tier finds by meaning, and why it can't be asked for that; its words still count."""
    if meant is None:
        return [], ""
    try:
        return store.near(meant.vector, meant.mark, meant.limit, _narrow(query)), ""
    except Away as away:
        return [], away.message


def _kept_there(connection: sqlite3.Connection, name: str, paths: set[str]) -> dict[str, str]:
    """The key of each of these files that the tier has now."""
    one = "select sha from files where path = ? and tier = ?"
    found = ((path, connection.execute(one, (path, name)).fetchone()) for path in paths)
    return {path: key_of(path, row[0]) for path, row in found if row}


def _narrow(query: Query) -> Narrow:
    since, until = (day.isoformat() if day else "" for day in (query.since, query.until))
    return Narrow(tuple(map(str, query.kinds)), since, until, query.path)


def _least(tiers: Sequence[_Tier], words: Sequence[str], mark: str) -> int:
    """In how many entries all these words stand, at most."""
    counts: defaultdict[str, int] = defaultdict(int)
    for tier in tiers:
        for word in words:
            counts[word] += tier.having.get(f"{word}{mark}", 0)
    return min(counts.values(), default=0)
