"""Redis store: entries of one notebook in a Redis, with an index of their words. Knows no mover.

All keys begin with `nightstand:` and the notebook's id; no other is read or changed. `entries`,
`about` and `words` are hashes by id. `word:…` is a sorted set for each word: the ids it stands in,
by its weight there. `month:…` is a set for each of the `months`. `removed` is there while a dump or
log may hold what was removed. Redis keeps what its own settings say: it may lose what came last, or
throw entries out when it is full.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, TypeVar

import redis
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
)
from redis.retry import Retry

from desktop_app.tiers.entry import (
    ANYWHERE,
    Narrow,
    PackedReading,
    TierEntry,
    as_bytes,
    as_text,
    counted_words,
    packed,
    vector_in,
)
from desktop_app.tiers.nearest import Closest
from desktop_app.tiers.redis_scripts import PUT, REMOVE, SEARCH
from desktop_app.tiers.server import SECONDS, Refusal, ServerLine, TierServer, Tls, refused
from desktop_app.tiers.store import Away, TierHit, TierSize
from desktop_app.words import tr

T = TypeVar("T")

_SATURATION = 1.2  # BM25's k1; the length of a text does not count, as in the index
_POOL = 1_000  # entries with the rarest words, which are ranked
_BATCH = 500  # entries a round
_REWRITING = 20  # times the usual seconds that may be taken to write a dump anew
_BETWEEN = 0.05  # seconds between two looks whether it is written


class RedisStore:
    """The entries of one notebook in a Redis server.

    A search ranks as the other tiers do, the 1,000 entries with the rarest words that may be found.
    Each call takes `seconds` at most; one with many entries so much for each thousand, and `remove`
    twenty times as much, since dump and log are written anew.
    """

    def __init__(
        self, server: TierServer, password: str, notebook: str, seconds: float = SECONDS
    ) -> None:
        self._base = f"nightstand:{{{notebook}}}:".encode()
        self._name = server.named
        self._read = PackedReading(server.named)
        self._kept_back = ""
        checked = "required" if server.tls is Tls.ON else "none"
        self._redis = redis.Redis(
            host=server.host,
            port=server.port,
            db=int(server.place),
            username=server.user or None,
            password=password or None,
            socket_timeout=seconds,
            socket_connect_timeout=seconds,
            retry=Retry(NoBackoff(), 0),
            ssl=server.tls is not Tls.OFF,
            ssl_cert_reqs=checked,
            ssl_check_hostname=server.tls is Tls.ON,
            protocol=2,  # a newer one lets the server name another address
        )
        pool = self._redis.connection_pool
        self._line = ServerLine(self._name, seconds, self._why, pool.disconnect)
        self._put, self._remove, self._search = map(
            self._redis.register_script, (PUT, REMOVE, SEARCH)
        )

    @property
    def trouble(self) -> str:
        """What can't be read now, or is still in a dump: see `TierStore`."""
        return self._read.trouble or self._kept_back

    def put(self, entries: Sequence[TierEntry]) -> None:
        def put() -> None:
            for some in self._rounds(entries):
                self._put_each(some)

        self._line.ask(put, times=1 + len(entries) // 1_000)

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        wanted = list(ids)

        def get() -> list[Any]:
            names = (list(map(as_bytes, some)) for some in self._rounds(wanted))
            found = (self._redis.hmget(self._key("entries"), some) for some in names)
            return list(chain.from_iterable(found))

        held = self._line.ask(get, times=1 + len(wanted) // 1_000)
        return self._read.entries(zip(wanted, held, strict=True))

    def search(self, words: Sequence[str], limit: int, narrow: Narrow = ANYWHERE) -> list[TierHit]:
        wanted = list(dict.fromkeys(filter(None, words)))
        told: list[Any] = [limit, _POOL, int(narrow != ANYWHERE), narrow.since, narrow.until]
        told += [as_bytes(narrow.path), len(narrow.kinds), *narrow.kinds]
        found = self._line.ask(
            lambda: self._search(keys=[self._base], args=[*told, *map(as_bytes, wanted)])
        )
        ids = list(map(as_text, found[::3]))
        entries = self._read.entries(zip(ids, found[1::3], strict=True))
        ranks = zip(ids, map(float, found[2::3]), strict=True)
        return [TierHit(entries[id_], rank) for id_, rank in ranks if id_ in entries]

    def near(
        self, vector: bytes, mark: str, limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierHit]:
        """Entries with a vector of this mark, nearest first. All that are here are looked at."""

        def look() -> list[tuple[tuple[bytes, bytes], float]]:
            closest: Closest[tuple[bytes, bytes]] = Closest(vector, limit)
            every: Iterator[Any] = self._redis.hscan_iter(self._key("entries"), count=_BATCH)
            for some in self._rounds(every):
                lets = self._letting([id_ for id_, _ in some], narrow)
                closest.take((one, vector_in(one[1], mark)) for one in some if one[0] in lets)
            return closest.best()

        found = {as_text(id_): (data, rank) for (id_, data), rank in self._line.ask(look)}
        entries = self._read.entries((id_, data) for id_, (data, _) in found.items())
        return [TierHit(entries[id_], rank) for id_, (_, rank) in found.items() if id_ in entries]

    def having(self, words: Sequence[str]) -> dict[str, int]:
        def count() -> list[int]:
            with self._redis.pipeline(transaction=False) as pipe:
                for word in words:
                    pipe.zcard(self._key("word:", word))
                return pipe.execute()

        return dict(zip(words, self._line.ask(count), strict=True))

    def remove(self, ids: Iterable[str]) -> None:
        """Remove these, and have the server write its dump and its log without them."""
        leaving = list({*ids, *self._read.unread})

        def remove() -> None:
            for some in self._rounds(leaving):
                self._remove(keys=[self._base], args=list(map(as_bytes, some)))
            self._kept_back = ""
            if self._redis.exists(self._key("removed")):
                try:
                    self._written_anew()
                    self._redis.delete(self._key("removed"))
                except ResponseError:  # its keeper lets nobody do that
                    self._kept_back = tr(
                        "{server} does not write its dump and log anew when asked; until it does, "
                        "they may hold what was removed"
                    ).format(server=self._name)

        self._line.ask(remove, times=_REWRITING + len(leaving) // 1_000)
        self._read.unread.clear()

    def ids(self) -> frozenset[str]:
        found: list[Any] = self._line.ask(lambda: self._redis.hkeys(self._key("entries")))
        return frozenset(map(as_text, found))

    def size(self) -> TierSize:
        """How many are here; Redis does not tell how much room they take."""
        return TierSize(self._line.ask(lambda: self._redis.hlen(self._key("entries"))), None)

    def close(self) -> None:
        """End the connection."""
        self._line.close(self._redis.close)

    def _rounds(self, every: Iterable[T]) -> Iterator[list[T]]:
        rest = iter(every)
        while some := list(islice(rest, _BATCH)):
            yield some

    def _put_each(self, entries: list[TierEntry]) -> None:
        with self._redis.pipeline(transaction=False) as pipe:
            for entry in entries:
                about = "\n".join((entry.kind, entry.day or "", entry.path))
                args = [as_bytes(entry.id), packed(entry), as_bytes(about)]
                for word, count in counted_words(entry.words).items():
                    weight = count * (_SATURATION + 1) / (count + _SATURATION)
                    args += [as_bytes(word), repr(weight).encode()]
                self._put(keys=[self._base], args=args, client=pipe)
            pipe.execute()

    def _letting(self, ids: list[bytes], narrow: Narrow) -> set[bytes]:
        if narrow == ANYWHERE or not ids:
            return set(ids)
        abouts: list[Any] = self._redis.hmget(self._key("about"), ids)
        told = (as_text(about or b"\n\n").split("\n", 2) for about in abouts)
        return {
            id_
            for id_, (kind, day, path) in zip(ids, told, strict=True)
            if narrow.lets(kind, day or None, path)
        }

    def _written_anew(self) -> None:
        about = self._idle()
        if about["aof_enabled"]:
            self._redis.bgrewriteaof()
        if about.get("rdb_saves") or self._redis.config_get("save").get("save"):
            self._idle()
            self._redis.bgsave()
        about = self._idle()
        if "err" in (about["rdb_last_bgsave_status"], about["aof_last_bgrewrite_status"]):
            raise refused(self._name, Refusal.READ_ONLY)

    def _idle(self) -> dict[str, Any]:
        """What the server tells of its dump and log, once it writes neither."""
        while True:
            about: dict[str, Any] = self._redis.info("persistence")
            if not any(about[one] for one in _AT_WORK):
                return about
            time.sleep(_BETWEEN)

    def _key(self, name: str, word: str = "") -> bytes:
        return self._base + name.encode() + as_bytes(word)

    def _why(self, error: Exception) -> Away | None:
        match error:
            case AuthenticationError():
                why = Refusal.PASSWORD
            case NoPermissionError():
                why = Refusal.RIGHTS
            case OutOfMemoryError():
                why = Refusal.FULL
            case ReadOnlyError():
                why = Refusal.READ_ONLY
            case BusyLoadingError():
                why = Refusal.BUSY
            case ResponseError():
                why = _SAID.get(str(error).partition(" ")[0], Refusal.OTHER)
            case RedisError() | OSError():
                why = Refusal.UNREACHED
            case _:
                return None
        return refused(self._name, why, str(error).partition(" ")[0][:20])


_AT_WORK = ("rdb_bgsave_in_progress", "aof_rewrite_in_progress", "aof_rewrite_scheduled")
_SAID = {
    "NOAUTH": Refusal.PASSWORD,
    "WRONGPASS": Refusal.PASSWORD,
    "NOPERM": Refusal.RIGHTS,
    "OOM": Refusal.FULL,
    "MISCONF": Refusal.READ_ONLY,
    "LOADING": Refusal.BUSY,
    "DB": Refusal.MISSING,
}
