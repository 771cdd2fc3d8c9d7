"""Parquet store: entries of one notebook in Parquet files, with an index of their words.

Knows any file system of pyarrow's, not who moves entries. The entries stand in segments that never
change; a new one names those that it stands instead of, and is there at once. So the listing of the
folder is the truth at any moment. One program at a time may put and remove.
"""

import errno
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from threading import RLock
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import fs

from desktop_app.tiers import segment
from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry
from desktop_app.tiers.segment import Segment, SegmentNames
from desktop_app.tiers.store import Away, TierHit, TierSize
from desktop_app.words import counted, tr

Answer = TypeVar("Answer")

_FEW = 4  # small segments, before they become one
_SMALL = 100_000  # entries of a segment that is merged with others
_ENTRIES, _WORDS, _PART = ".entries.parquet", ".words.parquet", ".part"
_BROKEN = (OSError, pa.ArrowException, ValueError, KeyError, TypeError)


class ParquetStore:
    """The entries in a `folder` of a file system, which is made when something is first put.

    A segment whose file is damaged is left out and told as `trouble`; the others answer.
    """

    def __init__(self, filesystem: fs.FileSystem, folder: str) -> None:
        self._filesystem = filesystem
        self._folder = folder.rstrip("/")
        self._lock = RLock()
        self._known: dict[str, Segment] = {}
        self._damaged: set[str] = set()

    @property
    def trouble(self) -> str:
        if not self._damaged:
            return ""
        return counted(
            "{count} file of older notes is damaged; what it held is read from the notes again",
            "{count} files of older notes are damaged; what they held is read from the notes again",
            len(self._damaged),
        )

    def put(self, entries: Sequence[TierEntry]) -> None:
        if not entries:
            return
        with self._lock, self._asking():
            ids = {entry.id for entry in entries}
            touched = [one for one in self._segments() if self._has(one, ids)]
            self._write([segment.table_of(entries)], touched, without=ids)
            self._tidy()

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        wanted = set(ids)
        found = self._of_each(lambda one: one.get(wanted))
        return {entry.id: entry for some in found for entry in some}

    def search(self, words: Sequence[str], limit: int, narrow: Narrow = ANYWHERE) -> list[TierHit]:
        having, total = self.having(words), self.size().entries
        rare = {word: segment.rarity(n, total) for word, n in having.items() if n}
        return self._best(lambda one: one.ranked(rare, limit, narrow), limit)

    def near(
        self, vector: bytes, mark: str, limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierHit]:
        return self._best(lambda one: one.near(vector, mark, limit, narrow), limit)

    def _best(
        self, look: Callable[[Segment], list[tuple[int, float]]], limit: int
    ) -> list[TierHit]:
        ranks = self._of_each(lambda one: [(rank, one, row) for row, rank in look(one)])
        best = sorted((hit for some in ranks for hit in some), key=lambda hit: -hit[0])[:limit]
        hits: dict[str, TierHit] = {}
        for rank, one, row in best:
            for entry in self._read(one, partial(Segment.at, rows=[row])) or ():
                hits.setdefault(entry.id, TierHit(entry, rank))
        return list(hits.values())

    def having(self, words: Sequence[str]) -> dict[str, int]:
        counts = list(self._of_each(lambda one: one.having(words)))
        return {word: sum(count[word] for count in counts) for word in words}

    def remove(self, ids: Iterable[str]) -> None:
        """Remove these: segments that hold any are written anew, and their files deleted."""
        leaving = set(ids)
        with self._lock, self._asking():
            for one in self._segments() if leaving else ():
                if self._has(one, leaving):
                    self._write([], [one], without=leaving)
            self._tidy()

    def ids(self) -> frozenset[str]:
        return frozenset(id_ for some in self._of_each(lambda one: one.ids()) for id_ in some)

    def size(self) -> TierSize:
        """How much is here. Entries that stand in two segments for a while count twice."""
        sizes = list(self._of_each(lambda one: (one.entries, one.names.size)))
        return TierSize(sum(n for n, _ in sizes), sum(size for _, size in sizes))

    def close(self) -> None:
        """Let go of what was read. Not to be used afterwards."""
        with self._lock:
            self._known.clear()

    # -- segments -----------------------------------------------------------------------------

    def _of_each(self, look: Callable[[Segment], Answer]) -> Iterator[Answer]:
        """What each segment answers; the damaged ones are left out."""
        with self._asking():
            segments = self._segments()
        for one in segments:
            answer = self._read(one, look)
            if answer is not None:
                yield answer

    def _read(self, one: Segment, look: Callable[[Segment], Answer]) -> Answer | None:
        """What a segment answers, None where its files can't be read though they are there."""
        try:
            return look(one)
        except _BROKEN as error:
            with self._asking():
                if not self._is_whole(one, error):
                    self._damaged.add(one.names.name)
            return None

    def _is_whole(self, one: Segment, error: Exception) -> bool:
        """Whether a segment that failed was only replaced by another program meanwhile."""
        there = self._filesystem.get_file_info(one.names.entries)
        if there.type == fs.FileType.NotFound:
            return True
        if isinstance(error, OSError) and error.errno not in (None, errno.ENOENT):
            raise error
        return False

    def _segments(self) -> list[Segment]:
        listed = self._listed()
        with self._lock:
            self._damaged &= listed.keys()
            known = {name: self._known.get(name) for name in listed}
            self._known = {
                name: one or Segment(self._filesystem, listed[name]) for name, one in known.items()
            }
            every = [one for name, one in self._known.items() if name not in self._damaged]
        replaced: set[str] = set()
        for one in every:
            replaced.update(self._read(one, lambda one: one.instead) or ())
        return [one for one in every if one.names.name not in {*replaced, *self._damaged}]

    def _listed(self) -> dict[str, SegmentNames]:
        sizes = {info.path: info.size for info in self._files()}
        names = sorted(path.removesuffix(_ENTRIES) for path in sizes if path.endswith(_ENTRIES))
        return {
            name: SegmentNames(
                name,
                f"{name}{_ENTRIES}",
                f"{name}{_WORDS}",
                (sizes[f"{name}{_ENTRIES}"] or 0) + (sizes.get(f"{name}{_WORDS}") or 0),
            )
            for name in names
        }

    def _files(self) -> list[Any]:
        return list(
            self._filesystem.get_file_info(fs.FileSelector(self._folder, allow_not_found=True))
        )

    def _has(self, one: Segment, ids: set[str]) -> bool:
        here = self._read(one, lambda one: one.ids())
        return here is not None and not ids.isdisjoint(here)

    def _write(self, tables: list[Any], old: Sequence[Segment], without: set[str]) -> None:
        leaving = pa.array(sorted(without), pa.string())
        read = [(one, self._read(one, lambda one: one.whole())) for one in old]
        old = [one for one, whole in read if whole is not None]
        kept = [whole for _, whole in read if whole is not None]
        kept = [whole.filter(pc.invert(pc.is_in(whole["id"], leaving))) for whole in kept]
        parts = [segment.table_of(()), *kept, *tables]
        every = segment.sorted_by_id(pa.concat_tables(parts, promote_options="default"))
        if len(every):
            self._filesystem.create_dir(self._folder, recursive=True)
            path = f"{self._folder}/{uuid.uuid4().hex}"
            names = SegmentNames(path, f"{path}{_ENTRIES}", f"{path}{_WORDS}")
            segment.write(self._filesystem, names, every, [one.names.name for one in old])
        for one in old:
            self._delete(one.names.name)

    def _tidy(self) -> None:
        """Merge small segments, and delete the damaged ones and what a kill left."""
        small = [one for one in self._segments() if one.entries <= _SMALL]
        if len(small) >= _FEW:
            self._write([], small, without=set())
        now = {one.names.name for one in self._segments()}
        for info in self._files():
            if not any(info.path in (f"{name}{_ENTRIES}", f"{name}{_WORDS}") for name in now):
                self._filesystem.delete_file(info.path)
        self._damaged.clear()

    def _delete(self, name: str) -> None:
        for path in (f"{name}{_ENTRIES}", f"{name}{_WORDS}"):
            with suppress(FileNotFoundError):
                self._filesystem.delete_file(path)
        self._known.pop(name, None)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except (OSError, pa.ArrowException) as error:
            raise Away(
                tr("The older notes can't be reached now."), str(error).splitlines()[0][:200]
            ) from error
