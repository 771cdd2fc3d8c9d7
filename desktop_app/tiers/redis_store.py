"""Redis store: entries of one notebook in a Redis, with the ids of each word. Knows no mover.

All keys begin with `nightstand:` and the notebook's id; no other is read or changed. Redis keeps
what its own settings say: it may lose what came last, or throw entries out when it is full; its
dump and log hold what was removed until it writes them anew.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
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
_CANDIDATES, _OF_DAYS = 600, 2_500  # ids that are weighed; of a span of days
_BEST = """
local days, since, till, last = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local keys, worth, size = {}, {}, {}
for n = 6, #ARGV, 2 do
  local key = ARGV[n]
  keys[#keys + 1], worth[key], size[key] = key, tonumber(ARGV[n + 1]), redis.call('SCARD', key)
end
table.sort(keys, function(a, b) return size[a] < size[b] end)
local ids, score = {}, {}
local function take(some)
  for _, id in ipairs(some) do
    if not score[id] then score[id] = 0; ids[#ids + 1] = id end
  end
end
if since ~= '' and redis.call('ZCOUNT', days, since, till) <= last then
  take(redis.call('ZRANGEBYSCORE', days, since, till))
else
  last = tonumber(ARGV[5])
  for _, key in ipairs(keys) do
    if #ids < last then take(redis.call('SSCAN', key, 0, 'COUNT', last)[2]) end
  end
end
local best = {}
for n = 1, #ids, 500 do
  local some = {unpack(ids, n, math.min(n + 499, #ids))}
  for _, key in ipairs(keys) do
    for at, is in ipairs(redis.call('SMISMEMBER', key, unpack(some))) do
      score[some[at]] = score[some[at]] + is * worth[key]
    end
  end
  local when = since ~= '' and redis.call('ZMSCORE', days, unpack(some))
  for at, id in ipairs(some) do
    local day = when and tonumber(when[at] or nil)
    local is_in = not when or (day and day >= tonumber(since) and day <= tonumber(till))
    if is_in and score[id] > 0 then best[#best + 1] = id end
  end
end
table.sort(best, function(a, b)
  return score[a] > score[b] or (score[a] == score[b] and a > b)
end)
return best
"""
"""The ids worth most. Rare words come first, so that no more are weighed than a search may take."""


class RedisStore:
    """The entries of one notebook in a Redis server, whose answers are waited for `seconds`."""

    def __init__(
        self, server: TierServer, password: str, notebook: str, seconds: float = SECONDS
    ) -> None:
        self._base = f"nightstand:{{{notebook}}}:".encode()
        self._entries, self._days = self._base + b"entries", self._base + b"days"
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
        days = (_number(narrow.since) or "0", _number(narrow.until) or "99999999")
        span = days if narrow.since or narrow.until else ("", "")
        words: list[Any] = [one for word in worth for one in (self._having(word), worth[word])]
        best: list[TierEntry] = []
        with self._asking():
            asked = [self._days, *span, _OF_DAYS, _CANDIDATES, *words]
            for some in _rounds(self._best(args=asked), limit if narrow == ANYWHERE else 3 * limit):
                best += filter(narrow.lets, self._at(some))
                if len(best) >= limit:
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
            pipe.zrem(self._days, *ids)
            for one in entries:
                pipe.hset(self._entries, one.id, packed(one))
                if one.day:
                    pipe.zadd(self._days, {one.id: int(_number(one.day))})
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


def _number(day: str) -> str:
    """An ISO date as a number: 20260501; "" for none."""
    return day.replace("-", "")


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
