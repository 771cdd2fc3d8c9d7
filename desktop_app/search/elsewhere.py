"""Elsewhere: what tiers away from the index have for a search. Knows their interface, no store.

A tier that is away is told and skipped.
"""

import sqlite3
from collections import Counter
from collections.abc import Mapping

from desktop_app.search.brought import (
    HEAD,
    NOTHING,
    TierLines,
    key_in,
    key_of,
    neighbours,
    sought,
    table_of,
)
from desktop_app.search.query import HitPer, Query, SearchPlan
from desktop_app.search.ranking import rarity
from desktop_app.tiers.entry import Narrow, TierEntry
from desktop_app.tiers.store import Away, TierStore
from desktop_app.words import tr

_MOST = 40  # entries that a tier is asked for, with those around them
_MOST_FILES = 100  # where the best line of each file is wanted

Stores = Mapping[str, TierStore]
"""The stores of the tiers that are not the index itself, by the names of the tiers."""


def bring(
    connection: sqlite3.Connection, stores: Stores, query: Query, plan: SearchPlan
) -> TierLines:
    """What the tiers have that a search may find, with the lines around it."""
    select = "select tier, sum(entries) from files where tier is not null group by tier"
    totals: dict[str, int] = dict(connection.execute(select).fetchall())
    if not totals or not plan.steps:
        return NOTHING
    parts = sought(plan)
    words = list(dict.fromkeys(word for some in parts.values() for word in some))
    notes: list[str] = []
    entries: list[TierEntry] = []
    having = Counter[str]()
    for name, total in totals.items() if words else ():
        try:
            store = stores.get(name)
            if store is None:
                raise Away(tr("Older notes are kept where this program can't look now."))
            counts = store.having([*words, *(f"{word}{HEAD}" for word in words)])
            worth = {word: rarity(count, total) for word, count in counts.items() if count}
            entries += _asked(connection, name, store, query, worth)
            having.update(counts)
        except Away as away:
            notes.append(tr("Not searched: {reason}").format(reason=away.message))
    counted = {
        part: (
            min((having[word] for word in some), default=0),
            min((having[f"{word}{HEAD}"] for word in some), default=0),
        )
        for part, some in parts.items()
        if some
    }
    tables = (table_of(connection, entries),) if entries else ()
    return TierLines(tables, sum(totals.values()), counted, " ".join(notes))


def _asked(
    connection: sqlite3.Connection,
    name: str,
    store: TierStore,
    query: Query,
    worth: Mapping[str, float],
) -> list[TierEntry]:
    """What a tier finds, and what stands around it. Entries of files that are not kept there now
    are left out."""
    most = max(query.limit, _MOST_FILES if query.by == HitPer.FILE else _MOST)
    since, until = (day.isoformat() if day else "" for day in (query.since, query.until))
    narrow = Narrow(tuple(map(str, query.kinds)), since, until, query.path)
    found = {entry.id: entry for entry in store.search(worth, most, narrow)} if worth else {}
    every = store.get({id_ for entry in found for id_ in neighbours(entry)}) | found
    kept = _kept_there(connection, name, {entry.path for entry in every.values()})
    return [one for one in every.values() if kept.get(one.path) == key_in(one.id)]


def _kept_there(connection: sqlite3.Connection, name: str, paths: set[str]) -> dict[str, str]:
    """The key of each of these files that the tier has now."""
    one = "select sha from files where path = ? and tier = ?"
    found = ((path, connection.execute(one, (path, name)).fetchone()) for path in paths)
    return {path: key_of(path, row[0]) for path, row in found if row}
