"""Shared in PostgreSQL: what a team promoted, in a table of the schema `nightstand`.

Only the newest version of anything is kept. What is removed may stay in the server's log of writes
until it comes around, and in its backups.
"""

import json
from collections.abc import Callable
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg import errors

from desktop_app.tiers.line import SECONDS, ServerLine
from desktop_app.tiers.postgres import Connected, make_schema, why
from desktop_app.tiers.server import TierServer
from desktop_app.tiers.shared import SharedItem, SharedKind, SharedList, read

T = TypeVar("T")
_Connection = psycopg.Connection[tuple[Any, ...]]

_TABLE: LiteralString = """
create table if not exists nightstand.shared (
    kind text not null, id bytea not null, time timestamptz not null, digest text collate "C"
    not null, item bytea not null, primary key (kind, id)
)
"""
_PUT: LiteralString = """
insert into nightstand.shared as old values (%s, %s, %s, %s, %s) on conflict (kind, id) do update
    set time = excluded.time, digest = excluded.digest, item = excluded.item
    where (old.time, old.digest) < (excluded.time, excluded.digest)
"""
_REWRITING = 20  # times the usual seconds that may be taken to write the table anew


class SharedTable:
    """A place in a PostgreSQL server that several people use: see `SharedPlace`.

    Each call takes `seconds` at most, `remove` twenty times as much: the table is written anew.
    """

    def __init__(self, server: TierServer, password: str, seconds: float = SECONDS) -> None:
        self._connected = Connected(server, password, seconds)
        self._line = ServerLine(
            server.named, seconds, lambda error: why(server, error), self._connected.hang_up
        )

    def put(self, item: SharedItem) -> SharedItem:
        """Keep this unless a newer one of its id is there. The answer is what is there then."""
        data, (when, digest) = item.text.encode(), item.age

        def put(connection: _Connection) -> None:
            make_schema(connection)
            connection.execute(_TABLE)
            connection.execute(_PUT, [item.kind, _key(item.id), when, digest, data])

        self._ask(put, None)
        kept = (one for one in self.items(item.kind).items if one.id == item.id)
        return next(kept, item)

    def items(self, kind: SharedKind) -> SharedList:
        """The newest version of everything of this kind."""
        select = "select id, item from nightstand.shared where kind = %s order by id"
        rows: list[tuple[bytes, bytes]] = self._ask(
            lambda connection: connection.execute(select, [kind]).fetchall(), []
        )
        items, unreadable = [], []
        for key, data in rows:
            try:
                items.append(read(kind, json.loads(data)))
            except (ValueError, RecursionError):
                unreadable.append(key.decode(errors="replace"))
        return SharedList(tuple(items), tuple(unreadable))

    def remove(self, kind: SharedKind, id: str) -> None:  # noqa: A002  # as items say it
        """Remove it, and write the table anew so that no page of it holds what it said."""
        delete = "delete from nightstand.shared where kind = %s and id = %s"

        def remove(connection: _Connection) -> None:
            connection.execute(delete, [kind, _key(id)])
            connection.execute("vacuum (full) nightstand.shared")

        self._ask(remove, None, _REWRITING)

    def close(self) -> None:
        """End the connection."""
        self._line.close(self._connected.close)

    def _ask(self, work: Callable[[_Connection], T], nothing: T, times: int = 1) -> T:
        """What `work` answers; `nothing` where nothing was ever shared."""

        def ask() -> T:
            try:
                return work(self._connected.connection(times))
            except (errors.UndefinedTable, errors.InvalidSchemaName):
                return nothing

        return self._line.ask(ask, times)


def _key(name: str) -> bytes:
    return name.encode("utf-8", "replace")
