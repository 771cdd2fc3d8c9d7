"""PostgreSQL store: entries of one notebook in a table of its own. Knows no mover.

The table stands in the schema `nightstand`; nothing else in the server is read or changed. What is
removed may stay in the server's log of writes until it comes around, and in its backups.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import RLock
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg import errors, sql

from desktop_app.jobs import ThreadEach
from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry, as_bytes, packed, unpacked
from desktop_app.tiers.server import SECONDS, TierServer, Tls, certificates, refused
from desktop_app.tiers.store import TierSize

T = TypeVar("T")
Row = tuple[Any, ...]
Connection = psycopg.Connection[Row]

_LONGEST = 500  # characters of a word
_CHANGING = 20  # times the usual seconds that a change may take
_TLS = {Tls.ON: "verify-full", Tls.UNCHECKED: "require", Tls.OFF: "disable"}

# What the server counts for its plans would hold words of notes after they are removed.
_TABLE: LiteralString = """
create schema if not exists nightstand;
create table if not exists {table} (
    id text collate "C" primary key, kind text not null, day text collate "C", path bytea not null,
    words text[] not null, entry bytea not null
);
alter table {table} alter column entry set storage external, alter column entry set statistics 0,
    alter column words set statistics 0, alter column path set statistics 0;
create index if not exists {index} on {table} using gin (words) with (fastupdate = off)
"""
_PUT: LiteralString = """
insert into {table} (id, kind, day, path, words, entry) values (%s, %s, %s, %s, %s, %s)
    on conflict (id) do update set kind = excluded.kind, day = excluded.day, path = excluded.path,
    words = excluded.words, entry = excluded.entry
"""
_HAVING: LiteralString = """
select (select count(*) from {table} where words @> array[asked.word])
from unnest(%s::text[]) with ordinality as asked (word, place) order by place
"""
_SEARCH: LiteralString = """
select entry from {table}, lateral (
    select sum(worth) as rank
    from unnest(%(words)s::text[], %(worth)s::float8[]) as each (word, worth)
    where word = any(words)
) as ranked
where words && %(words)s and (kind = any(%(kinds)s) or %(kinds)s = '{{}}')
    and (%(path)s = ''::bytea or path = %(path)s)
    and (%(since)s || %(until)s = '' or day >= %(since)s and (%(until)s = '' or day <= %(until)s))
order by rank desc, id limit %(limit)s
"""


class PostgresStore:
    """The entries of one notebook in a PostgreSQL server.

    Each call takes `seconds` at most; one that changes entries twenty times as much.
    """

    def __init__(
        self, server: TierServer, password: str, notebook: str, seconds: float = SECONDS
    ) -> None:
        self._name, self._seconds = server.named, seconds
        name = re.sub("[^a-z0-9]", "_", notebook.casefold())[:40]
        self._names = {
            "table": sql.Identifier("nightstand", f"lines_{name}"),
            "index": sql.Identifier(f"having_{name}"),
        }
        # What is left out is read from the environment, which may name another server.
        self._options: dict[str, Any] = {
            "host": server.host,
            "hostaddr": "",
            "port": server.port,
            "user": server.user or "nightstand",
            "password": password,
            "passfile": "",
            "dbname": server.place,
            "sslmode": _TLS[server.tls],
            "sslrootcert": (certificates() or "system") if server.tls is Tls.ON else "",
            "gssencmode": "disable",
            "connect_timeout": max(2, round(seconds)),
            "application_name": "nightstand",
            "client_encoding": "UTF8",
            "options": "",
        }
        self._lock = RLock()
        self._connection: Connection | None = None

    def put(self, entries: Sequence[TierEntry]) -> None:
        def put(connection: Connection) -> None:
            with connection.transaction(), connection.cursor() as cursor:
                cursor.execute(self._sql(_TABLE))
                cursor.executemany(self._sql(_PUT), map(_row, entries))

        if entries:
            self._ask(put, None, _CHANGING)

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        wanted = list(map(_storable, ids))
        rows = self._rows("select entry from {table} where id = any(%s)", [wanted])
        return {one.id: one for one in unpacked(data for (data,) in rows)}

    def search(
        self, worth: Mapping[str, float], limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierEntry]:
        values = {
            "words": list(map(_storable, worth)),
            "worth": list(worth.values()),
            "kinds": list(narrow.kinds),
            "path": as_bytes(narrow.path),
            "since": narrow.since,
            "until": narrow.until,
            "limit": limit,
        }
        rows = self._rows(_SEARCH, values) if worth else []
        return unpacked(data for (data,) in rows)

    def having(self, words: Sequence[str]) -> dict[str, int]:
        rows = self._rows(_HAVING, [list(map(_storable, words))])
        counts = [count for (count,) in rows] or [0] * len(words)
        return dict(zip(words, counts, strict=True))

    def remove(self, ids: Iterable[str]) -> None:
        """Remove these, and write the table anew so that no page of it holds what they said."""
        leaving = list(map(_storable, ids))

        def remove(connection: Connection) -> None:
            delete = self._sql("delete from {table} where id = any(%s)")
            if connection.execute(delete, [leaving]).rowcount:
                connection.execute(self._sql("vacuum (full) {table}"))

        if leaving:
            self._ask(remove, None, _CHANGING)

    def ids(self) -> frozenset[str]:
        return frozenset(id_ for (id_,) in self._rows("select id from {table}"))

    def size(self) -> TierSize:
        """How much is here, with its index."""
        rows = self._rows(
            "select (select count(*) from {table}), pg_total_relation_size(%s::regclass)",
            [self._sql("{table}").as_string()],
        )
        return TierSize(*rows[0]) if rows else TierSize(0, 0)

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()

    def _rows(self, query: LiteralString, values: Any = ()) -> list[Row]:
        return self._ask(
            lambda connection: connection.execute(self._sql(query), values).fetchall(), []
        )

    def _ask(self, work: Callable[[Connection], T], nothing: T, times: int = 1) -> T:
        """What `work` answers; `nothing` where no table is: nothing was put, or it was dropped.
        A server that stands still holds a thread of its own, whose connection is left to it."""

        def ask() -> T:
            with lock:
                connection = self._connection
                if connection is None or connection.closed:
                    connection = psycopg.connect(autocommit=True, **self._options)
                    self._connection = connection
                try:
                    return work(connection)
                except (errors.UndefinedTable, errors.InvalidSchemaName):
                    return nothing

        lock = self._lock
        try:
            asked = ThreadEach(self._name, daemon=True).submit(ask)
            return asked.result(max(2, self._seconds) * times)
        except TimeoutError as error:
            self._lock, self._connection = RLock(), None
            raise refused(self._name) from error
        except psycopg.Error as error:
            code = error.sqlstate or ""
            denied = code.startswith("28") or "password" in str(error)
            raise refused(self._name, code, password=denied) from error

    def _sql(self, statement: LiteralString) -> sql.Composed:
        return sql.SQL(statement).format(**self._names)


def _row(entry: TierEntry) -> Row:
    words = list(map(_storable, entry.words))
    return (
        _storable(entry.id), entry.kind, entry.day, as_bytes(entry.path), words, packed(entry),
    )  # fmt: skip


def _storable(text: str) -> str:
    """The text without what PostgreSQL keeps in no text or index: NUL, halves of surrogate pairs,
    and more than some thousand bytes."""
    return text[:_LONGEST].replace("\0", "�").encode("utf-8", "replace").decode()
