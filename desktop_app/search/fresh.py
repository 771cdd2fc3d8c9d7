"""Fresh: keeps the index in step with the files. Knows stats and the watcher, not who listens.

The truth is always the files: an event only says that it is time to look.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.notebook.files import Stat
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.storage.contain import LARGEST
from desktop_app.search import reading
from desktop_app.search.freshness import Freshness, Loss, WatchStatus
from desktop_app.search.index import SearchIndex

if TYPE_CHECKING:
    from desktop_app.search.watch import Watcher


class Fresh:
    """Tells which files changed outside this program, and has the index read them."""

    def __init__(self, notebook: Notebook, index: SearchIndex) -> None:
        self._notebook = notebook
        self._index = index
        self._lock = threading.Lock()
        self._seen: dict[str, Stat] | None = None
        self._watcher: Watcher | None = None
        self._heard = self._read = 0  # of the watcher: up to the last look, and the last follow

    @property
    def status(self) -> WatchStatus:
        """How changes from outside are noticed."""
        return self._watcher.status if self._watcher else WatchStatus()

    def look(self) -> tuple[str, ...]:
        """The paths that have changed since the last look; none at the first look.

        Raises Problem when the notebook's folder is gone; then the look does not count.
        """
        with self._lock:
            heard = self._watcher.heard if self._watcher else 0
            stats = self._stats(self._notebook.paths())
            before, self._seen, self._heard = self._seen, stats, heard
        if before is None:
            return ()
        paths = sorted({*before, *stats})
        return tuple(path for path in paths if before.get(path) != stats.get(path))

    @property
    def freshness(self) -> Freshness:
        """How near the index is to the files, as far as known now. It asks no disk."""
        index, watcher = self._index, self._watcher
        return Freshness(
            reading=index.reading,
            behind=index.behind,
            watch=self.status,
            loss=index.loss,
            pending=watcher is not None and watcher.heard != self._read,
        )

    def loss(self) -> Loss | None:
        """The suspicious loss among the files as they are now. It does not count as a look.

        Raises Problem when the notebook's folder is gone.
        """
        stats = self._stats(self._notebook.paths())
        return self._index.ask(lambda connection: reading.lost(connection, stats))

    def follow(self, *, believe: bool = False) -> list[str]:
        """Have the index read the files that differed at the last look; returns their paths.

        `believe`: also accept a suspicious loss. Raises Problem when the index's disk refuses.
        """
        with self._lock:
            stats = dict(self._seen) if self._seen is not None else None
            heard = self._heard
        read = self._index.reconcile(stats, believe=believe)
        self._read = heard
        return read

    @contextmanager
    def own(self, *, index: bool = True) -> Iterator[list[str]]:
        """The files that the block writes, and puts into the list, are this program's own.

        They are indexed at the end, however that comes, where it is wanted now, and no look reports
        them. Meanwhile nobody looks, and no other program of ours writes, so that the next look
        recognises its changes. Whoever has the notebook's lock already may not ask for this one.
        """
        paths: list[str] = []
        try:
            with self._lock, self._notebook.lock():
                try:
                    yield paths
                finally:
                    if self._seen is not None:
                        for path in paths:
                            self._seen.pop(path, None)
                        self._seen |= self._stats(paths)
        finally:
            if index:
                with suppress(Problem):  # it is saved; an index that cannot follow says so
                    self._index.update(paths)

    def watch(self, on_settled: Callable[[], None]) -> None:
        """Call `on_settled`, on a thread of its own, when files changed and then rested."""
        from desktop_app.search.watch import Watcher  # what it watches by takes long to load

        if self._watcher is None:
            self._heard = self._read = 0
            self._watcher = Watcher(self._notebook.root, on_settled, is_known=self._is_known)
            self._watcher.start()

    def stop(self) -> None:
        """Stop watching."""
        if self._watcher:
            self._watcher.stop()
            self._watcher = None

    def _is_known(self, path: str) -> bool:
        """Whether a file is as it was at the last look; a late event may be about that state."""
        with self._lock, suppress(Problem):
            now = self._notebook.files.stat(path)
            return now is not None and self._seen is not None and self._seen.get(path) == now
        return False

    def _stats(self, paths: Iterable[str]) -> dict[str, Stat]:
        stats = self._notebook.files.stats(paths)
        return {path: stat for path, stat in stats.items() if stat.size <= LARGEST}
