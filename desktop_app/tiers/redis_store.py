"""Redis store: entries of one notebook in a Redis, with a set of ids for each word. Knows no mover.

All keys begin with `nightstand:` and the notebook's id; no other is read or changed. Redis keeps
what its own settings say: it may lose what came last, or throw entries out when it is full; its
dump and log hold what was removed until it writes them anew.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count, islice
from typing import Any, TypeVar

import redis
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError
from redis.retry import Retry

from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry, as_bytes, packed, unpacked
from desktop_app.tiers.server import SECONDS, TierServer, Tls, refused
from desktop_app.tiers.store import TierSize

T = TypeVar("T")

_BATCH = 500  # entries a round
_BEST = """
local all, best = redis.call('ZUNION', unpack(ARGV, 3)), {}
local last = #all - ARGV[1]
for n = last, math.max(1, last - ARGV[2] + 1), -1 do best[#best + 1] = all[n] end
return best
"""


class RedisStore:
    """The entries of one notebook in a Redis server, whose answers are waited for `seconds`."""

    def __init__(
        self, server: TierServer, password: str, notebook: str, seconds: float = SECONDS
    ) -> None:
        self._base = f"nightstand:{{{notebook}}}:".encode()
        self._entries = self._base + b"entries"
        self._name = server.named
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
            ssl_cert_reqs="required" if server.tls is Tls.ON else "none",
            ssl_check_hostname=server.tls is Tls.ON,
            protocol=2,  # a newer one lets the server name another address
        )
        self._best = self._redis.register_script(_BEST)

    def put(self, entries: Sequence[TierEntry]) -> None:
        with self._asking():
            for some in _rounds(entries):
                self._change([one.id for one in some], some)

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        with self._asking():
            return {one.id: one for some in _rounds(ids) for one in self._at(some)}

    def search(
        self, worth: Mapping[str, float], limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierEntry]:
        words: list[Any] = [len(worth), *map(self._having, worth), "WEIGHTS", *worth.values()]
        most = limit if narrow == ANYWHERE else _BATCH  # ids a round
        best: list[TierEntry] = []
        with self._asking():
            for start in count(0, most) if worth else ():
                some: list[Any] = self._best(args=[start, most, *words])
                best += [one for one in self._at(some) if narrow.lets(one)] if some else []
                if len(best) >= limit or len(some) < most:
                    break
        return best[:limit]

    def having(self, words: Sequence[str]) -> dict[str, int]:
        with self._asking(), self._redis.pipeline(transaction=False) as pipe:
            for word in words:
                pipe.scard(self._having(word))
            return dict(zip(words, pipe.execute(), strict=True))

    def remove(self, ids: Iterable[str]) -> None:
        with self._asking():
            for some in _rounds(ids):
                self._change(some, ())

    def ids(self) -> frozenset[str]:
        with self._asking():
            found: list[Any] = self._redis.hkeys(self._entries)
            return frozenset(map(bytes.decode, found))

    def size(self) -> TierSize:
        """How many are here; Redis does not tell how much room they take."""
        with self._asking():
            return TierSize(self._redis.hlen(self._entries), None)

    def close(self) -> None:
        """End the connections."""
        self._redis.close()

    def _having(self, word: str) -> bytes:
        """The key of the ids of the entries that have this word."""
        return self._base + b"having:" + as_bytes(word)

    def _at(self, ids: Sequence[str]) -> list[TierEntry]:
        held: list[Any] = self._redis.hmget(self._entries, list(ids))
        return unpacked(held)

    def _change(self, ids: Sequence[str], entries: Sequence[TierEntry]) -> None:
        """Remove what has these ids and put these entries, all of it or nothing."""
        old = self._at(ids)
        with self._redis.pipeline() as pipe:
            for word, some in _by_word(old).items():
                pipe.srem(self._having(word), *some)
            pipe.hdel(self._entries, *ids)
            for one in entries:
                pipe.hset(self._entries, one.id, packed(one))
            for word, some in _by_word(entries).items():
                pipe.sadd(self._having(word), *some)
            pipe.execute()

    @contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except (RedisError, OSError) as error:
            denied = isinstance(error, AuthenticationError)
            code = type(error).__name__ if isinstance(error, ResponseError) else ""
            raise refused(self._name, code, password=denied) from error


def _by_word(entries: Sequence[TierEntry]) -> dict[str, list[str]]:
    ids = defaultdict[str, list[str]](list)
    for one in entries:
        for word in one.words:
            ids[word].append(one.id)
    return ids


def _rounds(every: Iterable[T], many: int = _BATCH) -> Iterator[list[T]]:
    rest = iter(every)
    while some := list(islice(rest, many)):
        yield some
