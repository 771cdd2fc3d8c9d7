"""Parquet store: entries of one notebook in Parquet files, one for each year.

Knows any file system of pyarrow's, not who moves entries. A file is replaced as a whole, so it has
all of a year at any moment. Words and what narrows a search are read once for each state of a file.
One program at a time may put and remove.
"""

import errno
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from itertools import groupby
from threading import RLock
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import fs

from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry
from desktop_app.tiers.store import Away, TierSize
from desktop_app.words import tr

_ENDING = ".parquet"
_READ = 128  # entries of a row group, of which few are read for a look: about 100 kB
_TYPES = {"line": pa.int64(), "end_line": pa.int64(), "words": pa.list_(pa.string())}
_SCHEMA = pa.schema(
    [pa.field(one.name, _TYPES.get(one.name, pa.string())) for one in fields(TierEntry)]
)


class _SearchedFile(NamedTuple):
    """What a search looks at of one file: its rows as a `table`, and which words they have: row
    `rows[n]` has the word `words[codes[n]]`."""

    state: tuple[Any, ...]
    table: Any
    words: Any
    codes: Any
    rows: Any

    def scores(self, worth: Mapping[str, float], narrow: Narrow) -> Any:
        """How much the words of each row are worth together, 0 where it may not be found."""
        number = pc.index_in(self.words, pa.array(list(worth), pa.string()))
        values = np.append(list(worth.values()), 0.0)[number.fill_null(len(worth)).to_numpy()]
        sums = np.bincount(self.rows, values[self.codes], len(self.table))
        return sums if narrow == ANYWHERE else np.where(self._lets(narrow), sums, 0)

    def having(self, words: Sequence[str]) -> Any:
        """In how many rows each of these words stands."""
        counts = np.append(np.bincount(self.codes, minlength=len(self.words)), 0)
        places = pc.index_in(pa.array(words, pa.string()), self.words)
        return counts[places.fill_null(len(self.words)).to_numpy()]

    def _lets(self, narrow: Narrow) -> Any:
        mask = pa.chunked_array([np.ones(len(self.table), bool)])
        if narrow.kinds:
            mask = pc.and_(mask, pc.is_in(self.table["kind"], pa.array(list(narrow.kinds))))
        if narrow.path:
            mask = pc.and_(mask, pc.equal(self.table["path"], narrow.path))
        for bound, inside in ((narrow.since, pc.greater_equal), (narrow.until, pc.less_equal)):
            if bound:
                mask = pc.and_(mask, pc.fill_null(inside(self.table["day"], bound), False))
        return mask.to_numpy()


class ParquetStore:
    """The entries in a `folder` of a file system, which is made when something is first put.

    While a file is damaged, searches raise Away; `ids` leaves it out, and `remove` removes it.
    """

    def __init__(self, filesystem: fs.FileSystem, folder: str) -> None:
        self._filesystem = filesystem
        self._folder = folder.rstrip("/")
        self._lock = RLock()
        self._read: dict[str, _SearchedFile] = {}

    def put(self, entries: Sequence[TierEntry]) -> None:
        with self._lock, self._asking():
            files = self._files()
            for path, some in groupby(sorted(entries, key=self._path), self._path):
                table = pa.Table.from_pylist(list(map(asdict, some)), _SCHEMA)
                if path in files and (whole := self._whole(path)) is not None:
                    table = pa.concat_tables([_without(whole, table["id"].to_pylist()), table])
                self._write(path, table)

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        wanted = pa.array(sorted(set(ids)), pa.string())
        found: dict[str, TierEntry] = {}
        with self._asking():
            for path, known in self._known() if len(wanted) else ():
                here = wanted.filter(pc.is_in(wanted, known.table["id"])).to_pylist()
                found.update((one.id, one) for one in self._entries(path, here))
        return found

    def search(
        self, worth: Mapping[str, float], limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierEntry]:
        best: list[tuple[float, str]] = []
        with self._asking():
            for _, known in self._known() if worth else ():
                scores = known.scores(worth, narrow)
                rows = np.flatnonzero(scores)
                rows = rows[np.argsort(-scores[rows], kind="stable")[:limit]]
                ids = known.table["id"].take(pa.array(rows)).to_pylist()
                best += zip(scores[rows].tolist(), ids, strict=True)
        best = sorted(best, key=lambda one: -one[0])[:limit]
        found = self.get(id_ for _, id_ in best)
        return [found[id_] for _, id_ in best if id_ in found]

    def having(self, words: Sequence[str]) -> dict[str, int]:
        counts = np.zeros(len(words), int)
        with self._asking():
            for _, known in self._known() if words else ():
                counts += known.having(words)
        return dict(zip(words, counts.tolist(), strict=True))

    def remove(self, ids: Iterable[str]) -> None:
        """Remove these: files that hold any are written anew, and damaged ones are deleted."""
        leaving = list(ids)
        with self._lock, self._asking():
            for path in self._files():
                table = self._whole(path) if path.endswith(_ENDING) else None
                kept = [] if table is None else _without(table, leaving)
                if not len(kept):
                    self._filesystem.delete_file(path)
                elif table is not None and len(kept) < len(table):
                    self._write(path, kept)

    def ids(self) -> frozenset[str]:
        with self._asking():
            known = self._known(even_damaged=True)
            return frozenset(id_ for _, one in known for id_ in one.table["id"].to_pylist())

    def size(self) -> TierSize:
        with self._asking():
            known = self._known(even_damaged=True)
            entries = sum(len(one.table) for _, one in known)
            return TierSize(entries, sum(size or 0 for _, size in self._files().values()))

    def close(self) -> None:
        """Let go of what was read. Not to be used afterwards."""
        self._read.clear()

    # -- files ----------------------------------------------------------------------------------

    def _path(self, entry: TierEntry) -> str:
        """The file of the entry's year; of entries without a day that of none."""
        return f"{self._folder}/{entry.day[:4] if entry.day else 'undated'}{_ENDING}"

    def _files(self) -> dict[str, tuple[Any, ...]]:
        """The state of each file, by path."""
        there = fs.FileSelector(self._folder, allow_not_found=True)
        every = self._filesystem.get_file_info(there)
        return {one.path: (one.mtime_ns, one.size) for one in every if one.is_file}

    def _known(self, *, even_damaged: bool = False) -> Iterator[tuple[str, _SearchedFile]]:
        """Each file and what a search looks at. Raises Away for a damaged one, or passes it by."""
        files = {path: one for path, one in self._files().items() if path.endswith(_ENDING)}
        with self._lock:
            self._read = {path: one for path, one in self._read.items() if path in files}
        for path, state in files.items():
            known = self._read.get(path)
            if known is None or known.state != state:
                table = self._whole(path, ["id", "kind", "day", "path", "words"])
                if table is None:
                    if even_damaged:
                        continue
                    raise Away(
                        tr("A file of older notes is damaged."),
                        tr("It is made anew from the notes: nightstand tiers move"),
                    )
                lists = table["words"].combine_chunks()
                words = pc.list_flatten(lists).dictionary_encode()
                codes = words.indices.to_numpy()
                rows = pc.list_parent_indices(lists).to_numpy()
                table = table.drop_columns("words")
                known = self._read[path] = _SearchedFile(
                    state, table, words.dictionary, codes, rows
                )
            yield path, known

    def _entries(self, path: str, ids: Collection[str]) -> list[TierEntry]:
        table = self._whole(path, filters=[("id", "in", ids)]) if ids else None
        rows = table.to_pylist() if table is not None else ()
        return [TierEntry(**row | {"words": tuple(row["words"])}) for row in rows]

    def _whole(self, path: str, columns: list[str] | None = None, **how: Any) -> Any:
        """The rows of a file; None where it is damaged, or has another form."""
        try:
            with self._filesystem.open_input_file(path) as file:
                schema = pa.schema(map(_SCHEMA.field, columns or _SCHEMA.names))
                return pq.read_table(file, columns=columns, **how).cast(schema)
        except (OSError, ValueError, pa.ArrowException) as error:
            self._filesystem.get_file_info(path)  # which raises where it is not reached at all
            if isinstance(error, OSError) and error.errno not in (None, errno.ENOENT):
                raise
            return None

    def _write(self, path: str, table: Any) -> None:
        """Write a file that is whole before it has its name."""
        self._filesystem.create_dir(self._folder, recursive=True)
        part = f"{path}.part"
        with self._filesystem.open_output_stream(part) as out:
            pq.write_table(table.sort_by("id"), out, row_group_size=_READ, compression="zstd")
        self._filesystem.move(part, path)
        self._read.pop(path, None)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except (OSError, pa.ArrowException) as error:
            raise Away(
                tr("The older notes can't be reached now."), str(error).splitlines()[0][:200]
            ) from error


def _without(table: Any, ids: Iterable[str]) -> Any:
    return table.filter(pc.invert(pc.is_in(table["id"], pa.array(ids, pa.string()))))
