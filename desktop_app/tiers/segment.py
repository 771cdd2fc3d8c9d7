"""Segment: entries by id in one Parquet file, and the words they have in another. Never changes.

Knows Arrow and two files, not which segments there are. Few row groups are read for a look: their
statistics say where an id or a word can be. Whoever reads may meet what a broken file raises.
"""

import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import fs

from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry
from desktop_app.tiers.nearest import Closest

_ENTRIES_READ = 128  # entries of a row group: about 100 kB, three times that with vectors
_GROUPS = 32  # whose vectors are read at once: some megabytes
_POSTINGS_READ = 8_192
_COMMON = 5  # row groups; a word that fills as many says little
_KEPT = 64  # row groups, and as many words, in memory, of one segment
_SATURATION = 1.2  # BM25's k1; the length of a text does not count, as in the index
_INSTEAD = b"instead"
_LAST = chr(0x10FFFF)
_TYPES = {"line": pa.int64(), "end_line": pa.int64(), "vector": pa.binary()}
_SCHEMA = pa.schema(
    [pa.field(one.name, _TYPES.get(one.name, pa.string())) for one in fields(TierEntry)]
)


def table_of(entries: Iterable[TierEntry]) -> Any:
    """The entries as a table."""
    every = list(entries)
    columns = {name: [getattr(one, name) for one in every] for name in _SCHEMA.names}
    return pa.table(columns, schema=_SCHEMA)


def entries_of(table: Any) -> list[TierEntry]:
    """The entries of a table's rows; older tables lack columns."""
    rows = table.to_pylist()
    return [
        TierEntry(**{name: one for name, one in row.items() if one is not None}) for row in rows
    ]


def sorted_by_id(table: Any) -> Any:
    """The same entries by id; of two with one id the last."""
    numbered = table.append_column("row", pa.array(range(len(table)), pa.int64()))
    last = numbered.group_by("id").aggregate([("row", "max")])
    return table.take(last["row_max"]).sort_by("id")


def write(filesystem: fs.FileSystem, names: "SegmentNames", table: Any, instead: list[str]) -> None:
    """Write a segment of entries by id, that stands instead of others; it is there at the end."""
    _put(filesystem, names.words, _postings(table), _POSTINGS_READ, ["word", "count"], entry=True)
    told = table.replace_schema_metadata({_INSTEAD: json.dumps(instead).encode()})
    _put(filesystem, names.entries, told, _ENTRIES_READ, ["path", "kind", "day", "head", "mark"])


@dataclass(frozen=True)
class SegmentNames:
    """Where the two files of a segment are; `size` is that of both in bytes."""

    name: str
    entries: str
    words: str
    size: int = 0


class Segment:
    """One segment, to be read. Any thread may use it."""

    def __init__(self, filesystem: fs.FileSystem, names: SegmentNames) -> None:
        self.names = names
        self._filesystem = filesystem
        self._metadata = lru_cache(self._read_metadata)
        self._bounds = lru_cache(self._read_bounds)
        self._group = lru_cache(_KEPT)(self._read_group)
        self._postings = lru_cache(_KEPT)(self._read_postings)

    @property
    def entries(self) -> int:
        """How many there are."""
        return int(self._metadata(self.names.entries).num_rows)

    @property
    def instead(self) -> list[str]:
        """The names of the segments that this one stands instead of."""
        told = (self._metadata(self.names.entries).metadata or {}).get(_INSTEAD, b"[]")
        return list(json.loads(told))

    def ids(self) -> list[str]:
        """The id of every entry, in order."""
        return list(self._read(self.names.entries, ["id"])["id"].to_pylist())

    def whole(self) -> Any:
        """All entries as a table."""
        return self._read(self.names.entries, None)

    def get(self, ids: Collection[str]) -> list[TierEntry]:
        """The entries with these ids that are here."""
        wanted = np.array(sorted(one.encode() for one in ids), dtype=bytes)
        here = self._sorted_ids
        if not len(wanted) or not len(here):
            return []
        rows = np.minimum(np.searchsorted(here, wanted), len(here) - 1)
        return self.at([int(row) for row in rows[here[rows] == wanted]])

    def at(self, rows: Sequence[int]) -> list[TierEntry]:
        """The entries with these numbers, in this order."""
        groups = {row: divmod(row, _ENTRIES_READ) for row in rows}
        tables = {group: self._group(self.names.entries, group) for group, _ in groups.values()}
        return [entries_of(tables[group].slice(row, 1))[0] for group, row in groups.values()]

    def having(self, words: Sequence[str]) -> dict[str, int]:
        """In how many entries each word stands."""
        return {word: self._count(word) for word in words}

    def ranked(
        self, rarities: Mapping[str, float], limit: int, narrow: Narrow = ANYWHERE
    ) -> list[tuple[int, float]]:
        """The numbers of the best entries and their ranks, by words and how telling each is."""
        there = [word for word in rarities if self._groups_of(word)]
        telling = [word for word in there if len(self._groups_of(word)) < _COMMON]
        scores = np.zeros(self.entries)
        for word in telling or there:
            rows, counts = self._postings(word)
            scores[rows] += rarities[word] * counts * (_SATURATION + 1) / (counts + _SATURATION)
        if narrow != ANYWHERE:
            scores[~self._lets(narrow)] = 0
        best = np.argpartition(scores, -limit)[-limit:] if limit < len(scores) else scores.argsort()
        best = best[np.argsort(-scores[best], kind="stable")]
        return [(int(row), float(scores[row])) for row in best if scores[row] > 0]

    def near(
        self, vector: bytes, mark: str, limit: int, narrow: Narrow = ANYWHERE
    ) -> list[tuple[int, float]]:
        """The numbers of the entries with a vector of this mark, nearest first, and cosines."""
        if "vector" not in self._metadata(self.names.entries).schema.names:
            return []
        lets = self._lets(narrow) if narrow != ANYWHERE else np.ones(self.entries, bool)
        closest: Closest[int] = Closest(vector, limit)
        first = 0
        for some in self._batches(["mark", "vector"]):
            wanted = pc.fill_null(pc.equal(some["mark"], mark), False).to_numpy()
            rows = np.flatnonzero(wanted & lets[first : first + len(some)])
            vectors = some["vector"].take(pa.array(rows)).to_pylist()
            closest.take(zip((rows + first).tolist(), vectors, strict=True))
            first += len(some)
        return closest.best()

    def _batches(self, columns: list[str]) -> Iterator[Any]:
        path = self.names.entries
        with self._filesystem.open_input_file(path) as file:
            whole = pq.ParquetFile(file, metadata=self._metadata(path), pre_buffer=True)
            groups = range(whole.num_row_groups)
            for start in groups[::_GROUPS]:
                some = list(groups[start : start + _GROUPS])
                yield whole.read_row_groups(some, columns).combine_chunks()

    def _count(self, word: str) -> int:
        groups = self._groups_of(word)
        if len(groups) < _COMMON:
            return len(self._postings(word)[0])
        about = self._metadata(self.names.words)
        inner = sum(int(about.row_group(one).num_rows) for one in groups[1:-1])  # all of it
        return inner + sum(len(self._rows(word, one)) for one in {*groups[:1], *groups[-1:]})

    def _read_postings(self, word: str) -> tuple[Any, Any]:
        rows = [self._rows(word, group) for group in self._groups_of(word)]
        columns = (
            [part[name].to_numpy() for part in rows] or [np.zeros(0, np.int32)]
            for name in ("entry", "count")
        )
        entries, counts = map(np.concatenate, columns)
        return entries, counts

    def _rows(self, word: str, group: int) -> Any:
        rows = self._group(self.names.words, group)
        return rows.filter(pc.equal(rows["word"], word))

    def _groups_of(self, word: str) -> list[int]:
        bounds = enumerate(self._bounds(self.names.words))
        return [group for group, (low, high) in bounds if low <= word <= high]

    @cached_property
    def _sorted_ids(self) -> Any:
        """The ids as an array of bytes, which stays in memory."""
        return np.array([one.encode() for one in self.ids()], dtype=bytes)

    @cached_property
    def _facets(self) -> Any:
        return self._read(self.names.entries, ["kind", "day", "path"]).unify_dictionaries()

    def _lets(self, narrow: Narrow) -> Any:
        mask = pa.array(np.ones(self.entries, bool))
        if narrow.kinds:
            mask = pc.and_(mask, pc.is_in(self._facets["kind"], pa.array(list(narrow.kinds))))
        if narrow.path:
            mask = pc.and_(mask, pc.equal(self._facets["path"], narrow.path))
        for bound, inside in ((narrow.since, pc.greater_equal), (narrow.until, pc.less_equal)):
            if bound:
                mask = pc.and_(mask, pc.fill_null(inside(self._facets["day"], bound), False))
        return mask.to_numpy(zero_copy_only=False)

    # -- row groups ---------------------------------------------------------------------------

    def _read_bounds(self, path: str) -> list[tuple[str, str]]:
        about = self._metadata(path)
        columns = (about.row_group(n).column(0) for n in range(about.num_row_groups))
        told = (one.statistics for one in columns)
        return [(one.min, one.max) if one else ("", _LAST) for one in told]

    def _read_metadata(self, path: str) -> Any:
        with self._filesystem.open_input_file(path) as file:
            return pq.ParquetFile(file).metadata

    def _read_group(self, path: str, group: int) -> Any:
        with self._filesystem.open_input_file(path) as file:
            about = self._metadata(path)
            return pq.ParquetFile(file, metadata=about).read_row_group(group, use_threads=False)

    def _read(self, path: str, columns: list[str] | None) -> Any:
        with self._filesystem.open_input_file(path) as file:
            return pq.ParquetFile(file, metadata=self._metadata(path)).read(columns)


def rarity(having: int, total: int) -> float:
    """How telling a word is that `having` entries of all have: BM25's idf."""
    return math.log(1 + (total - having + 0.5) / (having + 0.5))


def _postings(table: Any) -> Any:
    """Every word with the entries it stands in, by their numbers, and how often; words sorted."""
    lists = pc.split_pattern(table["words"].combine_chunks(), " ")
    words = pc.list_flatten(lists).dictionary_encode()
    order = pc.sort_indices(words.dictionary)
    place = pc.sort_indices(order).take(words.indices)  # of each word among all
    pairs = pa.table({"place": place, "entry": pc.list_parent_indices(lists)})
    counted = pairs.group_by(["place", "entry"]).aggregate([([], "count_all")])
    counted = counted.sort_by([("place", "ascending"), ("entry", "ascending")])
    postings = {
        "word": words.dictionary.take(order).take(counted["place"]),
        "entry": counted["entry"].cast(pa.int32()),
        "count": counted["count_all"].cast(pa.int32()),
    }
    made = pa.table(postings)
    return made.filter(pc.not_equal(made["word"], ""))


def _put(
    filesystem: fs.FileSystem,
    path: str,
    table: Any,
    group: int,
    repeated: list[str],
    *,
    entry: bool = False,
) -> None:
    """Write a Parquet file that is whole before it has its name."""
    part = f"{path}.part"
    with filesystem.open_output_stream(part) as out:
        pq.write_table(
            table,
            out,
            row_group_size=group,
            compression="zstd",
            use_dictionary=repeated,
            column_encoding={"entry": "DELTA_BINARY_PACKED"} if entry else None,
        )
    filesystem.move(part, path)
