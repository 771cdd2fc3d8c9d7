"""PostgreSQL store: entries of one notebook in a table of its own. Knows no mover.

The table stands in the schema `nightstand`; nothing else in the server is read or changed. Each
word is in a tsvector as often as it stands in the entry, made here and not by the server's parser,
so that every tier has the same words. `ts_rank` of one word grows with how often it stands there,
which is how BM25 learns it; `ts_rank` of all of them would not ask how common each is, so ranks of
tiers could not be compared. What is removed may stay in the server's log of writes until it comes
around, and in its backups. Vectors are read in batches, and compared here.
"""

import re
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg import errors, sql

from desktop_app.tiers.entry import (
    ANYWHERE,
    Narrow,
    PackedReading,
    TierEntry,
    as_bytes,
    counted_words,
    packed,
    vector_in,
)
from desktop_app.tiers.nearest import BATCH, Closest
from desktop_app.tiers.postgres import Connected, make_schema, why
from desktop_app.tiers.server import SECONDS, ServerLine, TierServer
from desktop_app.tiers.store import TierHit, TierSize

T = TypeVar("T")
Row = tuple[Any, ...]

_POOL = 2_000  # entries with the rarest words, which are ranked
_COUNTED = 16  # times that a word counts in one entry; more hardly change its rank
_LONGEST = 2_000  # bytes of a word
_MOST = 200_000  # bytes of the words of an entry: a tsvector holds a megabyte
_COUNTED_FOR = 60.0  # seconds
_REWRITING = 20  # times the usual seconds that may be taken to write a table anew

_TABLE: LiteralString = """
create table if not exists {table} (
    id text collate "C" primary key, kind text not null, day text collate "C", path bytea not null,
    words tsvector not null, entry bytea not null, mark text not null
)
"""
# What the server counts for its plans would hold words of notes after they are removed.
_APART: LiteralString = """
alter table {table} alter column entry set storage external, alter column entry set statistics 0,
    alter column words set statistics 0, alter column path set statistics 0
"""
_INDEX: LiteralString = (
    "create index if not exists {index} on {table} using gin (words) with (fastupdate = off)"
)
_PUT: LiteralString = """
insert into {table} (id, kind, day, path, words, entry, mark)
    values (%s, %s, %s, %s, %s::tsvector, %s, %s) on conflict (id) do update set
    kind = excluded.kind, day = excluded.day, path = excluded.path, words = excluded.words,
    entry = excluded.entry, mark = excluded.mark
"""
_MARKED: LiteralString = "select id, entry from {table} where mark = %(mark)s {narrow}"
_HAVING: LiteralString = """
select (select count(*) from {table} where words @@ asked.word::tsquery)
from unnest(%s::text[]) with ordinality as asked (word, place) order by place
"""
# The rarest words bring a pool of entries, in which all words are ranked.
_SEARCH: LiteralString = """
with asked as materialized (
    select word::tsquery as query,
        ln(1 + (greatest(%(total)s, holding) - holding + 0.5) / (holding + 0.5))::float8 as rarity
    from unnest(%(words)s::text[], %(holding)s::int8[]) as each (word, holding)
    where holding > 0 order by holding
),
pool as materialized (
    select distinct place from (
        select matching.place from asked, lateral (
            select ctid as place from {table} where words @@ query {narrow} limit %(pool)s
        ) as matching limit %(brought)s
    ) as brought limit %(pool)s
),
best as (
    select place, sum(rarity * (%(weights)s::float8[])[
        width_bucket(ts_rank(words, query), %(ranks)s::real[])]) as rank
    from pool join {table} on ctid = place, asked
    group by place order by rank desc, place limit %(limit)s
)
select id, entry, rank from best join {table} on ctid = place order by rank desc, place
"""
_RANKS: LiteralString = """
select array_agg(ts_rank(('w:' || places)::tsvector, 'w') - 1e-6 order by times) from (
    select times, (select string_agg(place::text, ',') from generate_series(1, times) as place)
        as places from generate_series(1, %s) as times
) as each
"""
_WEIGHTS = [count * 2.2 / (count + 1.2) for count in range(1, _COUNTED + 1)]


class PostgresStore:
    """The entries of one notebook in a PostgreSQL server.

    A search ranks as the other tiers do, the 2,000 entries with the rarest words that may be found.
    Each call takes `seconds` at most; one with many entries so much for each thousand, and `remove`
    twenty times as much, since the table is written anew.
    """

    def __init__(
        self, server: TierServer, password: str, notebook: str, seconds: float = SECONDS
    ) -> None:
        self._read = PackedReading(server.named)
        name = re.sub("[^a-z0-9]", "_", notebook.casefold())[:40]
        self._names = {
            "table": sql.Identifier("nightstand", f"entries_{name}"),
            "index": sql.Identifier(f"words_{name}"),
        }
        self._connected = Connected(server, password, seconds)
        self._line = ServerLine(
            server.named, seconds, lambda error: why(server, error), self._connected.hang_up
        )
        self._ranks: list[float] = []  # of a word that stands once, twice, ...
        self._total = (0, 0.0)  # entries, and when they were counted
        self._common: dict[str, int] = {}  # words that fill a pool, counted since then

    @property
    def trouble(self) -> str:
        return self._read.trouble

    def put(self, entries: Sequence[TierEntry]) -> None:
        def put(connection: psycopg.Connection[Row]) -> None:
            named = self._sql("{table}").as_string()
            if connection.execute("select to_regclass(%s)", [named]).fetchone() == (None,):
                make_schema(connection)
                for statement in (_TABLE, _APART, _INDEX):
                    connection.execute(self._sql(statement))
            with connection.transaction(), connection.cursor() as cursor:
                cursor.executemany(self._sql(_PUT), map(_row, entries))
            self._total = (0, 0.0)

        if entries:
            self._ask(put, None, times=1 + len(entries) // 1_000)

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        wanted = list(map(_storable, ids))
        rows = self._rows("select id, entry from {table} where id = any(%s)", [wanted])
        return {entry.id: entry for entry in self._read.entries(rows).values()}

    def search(self, words: Sequence[str], limit: int, narrow: Narrow = ANYWHERE) -> list[TierHit]:
        wanted = list(dict.fromkeys(_quoted(word) for word in words if word))
        bound, values = _narrowed(narrow)
        values |= {"words": wanted, "pool": _POOL, "brought": _POOL * len(wanted), "limit": limit}

        def look(connection: psycopg.Connection[Row]) -> list[Row]:
            if not self._ranks:
                ((self._ranks,),) = connection.execute(_RANKS, [_COUNTED])
            total = self._counted(connection)
            given = values | {"ranks": self._ranks, "weights": _WEIGHTS, "total": total}
            given["holding"] = self._holding(connection, wanted)
            return connection.execute(self._sql(_SEARCH, narrow=bound), given).fetchall()

        rows: list[Row] = self._ask(look, []) if wanted else []
        return self._hits(rows)

    def near(
        self, vector: bytes, mark: str, limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierHit]:
        """Entries with a vector of this mark, nearest first: see `TierStore.near`."""
        bound, values = _narrowed(narrow)
        values |= {"mark": _storable(mark)}

        def look(connection: psycopg.Connection[Row]) -> list[Row]:
            closest: Closest[Row] = Closest(vector, limit)
            with connection.transaction(), connection.cursor("marked") as cursor:
                cursor.execute(self._sql(_MARKED, narrow=bound), values)
                while some := cursor.fetchmany(BATCH):
                    closest.take((row, vector_in(row[1], mark)) for row in some)
            return [(*row, rank) for row, rank in closest.best()]

        return self._hits(self._ask(look, []))

    def having(self, words: Sequence[str]) -> dict[str, int]:
        rows = self._rows(_HAVING, [list(map(_quoted, words))])
        counts = [count for (count,) in rows] or [0] * len(words)
        return dict(zip(words, counts, strict=True))

    def remove(self, ids: Iterable[str]) -> None:
        """Remove these, and write the table anew so that no page of it holds what they said."""
        leaving = list(map(_storable, {*ids, *self._read.unread}))

        def remove(connection: psycopg.Connection[Row]) -> None:
            with connection.transaction():
                gone = connection.execute(
                    self._sql("delete from {table} where id = any(%s)"), [leaving]
                ).rowcount
                if gone:
                    connection.execute(self._sql("comment on table {table} is 'to be rewritten'"))
            self._total = (0, 0.0)
            noted = connection.execute(
                "select obj_description(%s::regclass)", [self._sql("{table}").as_string()]
            ).fetchone()
            if noted and noted[0]:
                connection.execute(self._sql("vacuum (full) {table}"))
                connection.execute(self._sql("comment on table {table} is null"))

        self._ask(remove, None, times=_REWRITING)
        self._read.unread.clear()

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
        self._line.close(self._connected.close)

    def _counted(self, connection: psycopg.Connection[Row]) -> int:
        now = time.monotonic()
        if not self._total[0] or now - self._total[1] > _COUNTED_FOR:
            ((entries,),) = connection.execute(self._sql("select count(*) from {table}"))
            self._total = (entries, now)
            self._common.clear()
        return self._total[0]

    def _holding(self, connection: psycopg.Connection[Row], words: list[str]) -> list[int]:
        """In how many entries each word stands; of a common one as of a minute ago."""
        rare = [word for word in words if word not in self._common]
        counts = dict(zip(rare, connection.execute(self._sql(_HAVING), [rare]), strict=True))
        found = {word: int(count) for word, (count,) in counts.items()}
        self._common |= {word: count for word, count in found.items() if count >= _POOL}
        return [self._common.get(word, found.get(word, 0)) for word in words]

    def _hits(self, rows: Sequence[Row]) -> list[TierHit]:
        entries = self._read.entries((id_, data) for id_, data, _ in rows)
        return [TierHit(entries[id_], float(rank)) for id_, _, rank in rows if id_ in entries]

    def _rows(self, query: LiteralString, values: Sequence[Any] = ()) -> list[Row]:
        return self._ask(
            lambda connection: connection.execute(self._sql(query), values).fetchall(), []
        )

    def _ask(self, work: Callable[[psycopg.Connection[Row]], T], nothing: T, times: int = 1) -> T:
        """What `work` answers; `nothing` where no table is: nothing was put, or it was dropped."""

        def ask() -> T:
            try:
                return work(self._connected.connection(times))
            except (errors.UndefinedTable, errors.InvalidSchemaName):
                return nothing

        return self._line.ask(ask, times)

    def _sql(self, statement: LiteralString, **parts: sql.Composable) -> sql.Composed:
        return sql.SQL(statement).format(**self._names, **parts)


def _row(entry: TierEntry) -> Row:
    words, size = [], 0
    for word, count in counted_words(entry.words).items():
        places = ",".join(map(str, range(1, min(count, _COUNTED) + 1)))
        words.append(f"{_quoted(word)}:{places}")
        size += len(words[-1].encode())
        if size > _MOST:
            break
    return (
        _storable(entry.id),
        entry.kind,
        entry.day,
        as_bytes(entry.path),
        " ".join(words),
        packed(entry),
        _storable(entry.mark),
    )


def _quoted(word: str) -> str:
    """The word as tsvector and tsquery read one, whatever is in it."""
    cut = _storable(word).encode()[:_LONGEST].decode(errors="ignore")
    return "'" + cut.replace("\\", "\\\\").replace("'", "''") + "'"


def _storable(text: str) -> str:
    """The text without what PostgreSQL keeps in no text: NUL, and halves of surrogate pairs."""
    return text.replace("\0", "�").encode("utf-8", "replace").decode()


def _narrowed(narrow: Narrow) -> tuple[sql.Composable, dict[str, Any]]:
    parts: list[LiteralString] = []
    if narrow.kinds:
        parts.append("and kind = any(%(kinds)s)")
    if narrow.path:
        parts.append("and path = %(path)s")
    if narrow.since or narrow.until:
        parts.append("and day >= %(since)s")
    if narrow.until:
        parts.append("and day <= %(until)s")
    values = {"kinds": list(narrow.kinds), "since": narrow.since, "until": narrow.until}
    bound = sql.SQL(" ").join(map(sql.SQL, parts))
    return bound, values | {"path": as_bytes(narrow.path)}
