"""Files: the one place that opens a notebook's files. Knows bytes and names, not Markdown."""

import hashlib
import os
import stat
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from desktop_app.errors import Problem
from desktop_app.notebook.storage import adding, contain, swap, trouble, writing
from desktop_app.notebook.storage.adding import Added
from desktop_app.notebook.storage.contain import FilePlace
from desktop_app.notebook.storage.swap import Swaps
from desktop_app.notebook.storage.writing import Conflict, Stay
from desktop_app.words import tr

__all__ = ["Added", "Conflict", "NotebookFiles", "Snapshot", "Stat", "Stay", "sha_of"]

_ATTEMPTS = 4
_FOLDER = tr("the notebook's folder")


@dataclass(frozen=True)
class Snapshot:
    """A file as it was at one moment; `sha` is sha256 in hex, "" (and no data) where none was."""

    path: str
    data: bytes
    sha: str

    @property
    def exists(self) -> bool:
        return self.sha != ""

    @property
    def text(self) -> str:
        """The text, with every odd byte kept as a surrogate."""
        return self.data.decode("utf-8", "surrogateescape")


class Stat(NamedTuple):
    """Marks that show whether a file has changed, without reading it; the size is in bytes.
    `changed_ns`, the last change of text or marks, is 0 where the system does not have it."""

    mtime_ns: int
    size: int
    inode: int
    changed_ns: int


def sha_of(data: bytes) -> str:
    """The sha256 of a file's bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


class NotebookFiles:
    """One folder's files, by paths that cannot lead out of it. Any thread may use it.

    Every method raises `Problem` for what a person can act on, and leaves no half-made file.
    `on_stay` gets each old file that stays because others may still write into it. `on_late` gets
    each text that another program wrote meanwhile: it may have read ours, and overwrite both.
    """

    def __init__(self, root: Path, swaps: Swaps = swap.HERE) -> None:
        self.root = Path(os.path.realpath(root))
        self.on_stay: Callable[[Stay], None] = lambda _stay: None
        self.on_late: Callable[[Snapshot], None] = lambda _there: None
        self._swaps = swaps

    def _place(self, path: str, *, make: bool = False) -> AbstractContextManager[FilePlace]:
        late = lambda path, data: self.on_late(Snapshot(path, data, sha_of(data)))
        return contain.place(self.root, path, make=make, swaps=self._swaps, late=late)

    def read(self, path: str) -> Snapshot:
        """The file as it stood at one moment; a missing one has sha ""."""
        with trouble.with_file(path):
            try:
                with self._place(path) as place:
                    data = place.read(place.name)
            except FileNotFoundError:
                return Snapshot(path, b"", "")
        return Snapshot(path, data, sha_of(data))

    def stat(self, path: str) -> Stat | None:
        """The file's marks of change; None where there is no ordinary file inside the notebook."""
        with trouble.with_file(path):
            try:
                with self._place(path) as place:
                    return _stat_in(place.stat(place.name))
            except (FileNotFoundError, trouble.Outside):
                return None

    def stats(self, paths: Iterable[str]) -> dict[str, Stat]:
        """The same of many files, by path; a folder is opened once for all that lie in it."""
        inside: dict[str, list[str]] = {}
        for path in paths:
            inside.setdefault(path.rpartition("/")[0], []).append(path)
        pairs = (pair for each in inside.items() for pair in self._stats_in(*each))
        return {path: marks for path, marks in pairs if marks is not None}

    def _stats_in(self, folder: str, paths: list[str]) -> list[tuple[str, Stat | None]]:
        with trouble.with_file(paths[0]):
            try:
                with self._place(paths[0]) as place:
                    if place.folder == folder:
                        return [(path, self._stat_beside(place, path)) for path in paths]
            except (FileNotFoundError, trouble.Outside):
                pass
        # A link led elsewhere, or the folder has gone.
        return [(path, self.stat(path)) for path in paths]

    def _stat_beside(self, place: FilePlace, path: str) -> Stat | None:
        with trouble.with_file(path):
            try:
                state = place.stat(path.rpartition("/")[2])
            except FileNotFoundError:
                return None
        return self.stat(path) if stat.S_ISLNK(state.st_mode) else _stat_in(state)

    def list(self, folder: str = "", *, twice: bool = True) -> list[str]:
        """The ordinary files below `folder`, sorted; dot names and linked folders left out.

        A `folder` that is a link itself is followed inside the notebook; outside there is none.
        Without `twice` a link to another file below the folder is left out.
        """
        if not self.root.is_dir():
            raise contain.folder_gone(self.root)
        try:
            start = contain.resolved(self.root, folder) if folder else self.root
        except trouble.Outside:
            return []
        with trouble.with_file(folder or _FOLDER):
            below = None if twice else start
            return sorted(self._walk(start, f"{folder}/" if folder else "", below))

    def _walk(self, folder: Path, base: str, below: Path | None) -> Iterator[str]:
        with trouble.with_file(base.removesuffix("/") or _FOLDER):
            try:
                entries = list(os.scandir(folder))
            except (FileNotFoundError, NotADirectoryError):
                return  # never made, gone while we looked, or a file of somebody's
        for entry in entries:
            path = base + entry.name
            if entry.name.startswith(".") or not self._can_open(path, entry, below):
                continue
            if entry.is_dir():
                if contain.is_too_deep(path) or not os.access(entry.path, os.R_OK | os.X_OK):
                    continue  # one such folder closes no notebook: `left_out` tells of it
                yield from self._walk(Path(entry.path), path + "/", below)
            else:
                yield path

    def _can_open(self, path: str, entry: os.DirEntry[str], below: Path | None) -> bool:
        """Whether it is a file or a folder, or a link to a file, which does not lie `below`."""
        try:
            contain.check(path)
            if entry.is_symlink():
                real = contain.resolved(self.root, path)
                return real.is_file() and not (below and real.is_relative_to(below))
        except Problem:
            return False
        return entry.is_file(follow_symlinks=False) or entry.is_dir(follow_symlinks=False)

    def replace(self, path: str, data: bytes, base: Snapshot, *, copy: bool = True) -> Snapshot:
        """Put `data` in the place of `base`, whole and durable; folders are made where missing.

        Raises Conflict when the disk holds neither `base` nor `data`; then `data` is in a `copy`,
        if that is wanted.
        """
        new = Snapshot(path, data, sha_of(data))
        with trouble.with_file(path), self._place(path, make=True) as place:
            base_there = base.data if base.exists else None
            try:
                stay = writing.put(place, data, base_there, copy=copy)
            except Conflict as conflict:
                if copy or not conflict.copy:
                    raise
                with suppress(Problem):  # it had the name: somebody may have written into it
                    self.remove(conflict.copy, replace(new, path=conflict.copy))
                raise writing.conflict_over(place, "") from None
            self._stays(place, stay)
        return new

    def append(
        self,
        path: str,
        entry: bytes,
        header: bytes = b"",
        meanwhile: Callable[[Added], object] = lambda _: None,
    ) -> Added:
        """Add `entry` at the end in one write, and check afterwards that it is in the file.

        A new or empty file begins with `header`; a last line without a line break gets one first.
        We check as soon as the entry is written, and again after `meanwhile`. If another program
        undid the entry, it is added again. `adding.add` says what no check can prevent.
        """
        with trouble.with_file(path), self._place(path, make=True) as place:
            for _ in range(_ATTEMPTS):
                try:
                    return adding.add(place, entry, header, meanwhile)
                except FileNotFoundError:
                    pass
                # A new file appears with its first entry in it, never empty.
                if writing.put_new(place, header + entry):
                    written = Added(header.count(b"\n") + 1, 0, None)
                    with suppress(FileNotFoundError):
                        if added := adding.stands(place, entry, header, written, 0, meanwhile):
                            return added
            raise trouble.of_rival(path)

    def remove(self, path: str, base: Snapshot) -> None:
        """Take a file away that still is `base`; raises Conflict, and leaves it, when it is not."""
        with trouble.with_file(path):
            try:
                with self._place(path) as place:
                    self._stays(place, writing.take_away(place, base.data))
            except FileNotFoundError:
                return

    def leftovers(self, paths: Iterable[str]) -> dict[str, str]:
        """The files that a crash left beside these paths: their own path -> the path they are for.

        Call it only while no program of ours writes here. Unreadable folders are left out.
        """
        files: dict[str, str] = {}
        for path in paths:
            unreachable = suppress(
                FileNotFoundError, NotADirectoryError, PermissionError, trouble.Outside
            )
            with trouble.with_file(path), unreachable, self._place(path) as place:
                for entry in (place.root / place.folder).iterdir():
                    leftover = swap.parse(entry.name)
                    if leftover and stat.S_ISREG(place.stat(entry.name).st_mode):
                        files[place.path(entry.name)] = place.path(leftover.meant)
        return files

    def settle(
        self,
        path: str,
        *,
        once: bool = False,
        keep: Callable[[Snapshot], object] = lambda _there: None,
    ) -> Stay | None:
        """Delete a file that was left or that stayed, if possible: see `writing.settle`."""
        leftover = swap.parse(path.rpartition("/")[2])
        if leftover is None:
            raise ValueError(f"no leftover of ours: {path}")
        with trouble.with_file(path):
            try:
                with self._place(path) as place:
                    place = place._replace(name=leftover.meant)
                    meant = place.path(leftover.meant)
                    stay = writing.settle(
                        place,
                        leftover.name,
                        once=once,
                        keep=lambda data: keep(Snapshot(meant, data, sha_of(data))),
                    )
                    return stay and Stay(place.path(stay.name), stay.is_open)
            except FileNotFoundError:
                return None

    def _stays(self, place: FilePlace, stay: Stay | None) -> None:
        if stay is not None:
            self.on_stay(Stay(place.path(stay.name), stay.is_open))


def _stat_in(state: os.stat_result) -> Stat | None:
    if not stat.S_ISREG(state.st_mode):
        return None
    changed = state.st_ctime_ns if os.name == "posix" else 0  # elsewhere when it was made
    return Stat(state.st_mtime_ns, state.st_size, state.st_ino, changed)


_FIRST, _LAST = 0.2, 1.0  # seconds between two looks, longer each time


class HeldFiles:
    """The replaced files that stay for now. Each is deleted once nobody can write into it."""

    def __init__(
        self, files: NotebookFiles, lock: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._files, self._lock = files, lock
        self._stays: dict[str, Stay] = {}
        self._mine = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        files.on_stay = self.look_after

    def look_after(self, stay: Stay) -> None:
        """Delete this file as soon as possible."""
        with self._mine:
            self._stays[stay.name] = stay
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._run, name="held", daemon=True)
                self._thread.start()

    def sweep(self, paths: Iterable[str], keep: Callable[[Snapshot], None]) -> None:
        """Settle what a crash left beside these files; hold the notebook's lock. A replaced file
        that a program still has open stays, and is checked later."""
        for leftover in self._files.leftovers(paths):
            with suppress(Problem):  # a folder that may only be read now: it is swept later
                stay = self._files.settle(leftover, once=True, keep=keep)
                if stay is not None:
                    self.look_after(stay)

    def close(self) -> None:
        """Stop the thread. Files that can be deleted within the grace period still are."""
        self._stop.set()
        with self._mine:
            thread = self._thread
        if thread is not None:
            thread.join()
        end = time.monotonic() + writing.GRACE + 0.5
        self._look()
        while any(not stay.is_open for stay in self._stays.values()) and time.monotonic() < end:
            time.sleep(0.05)
            self._look()

    def _run(self) -> None:
        pause = _FIRST
        while not self._stop.wait(pause):
            self._look()
            pause = min(_LAST, pause * 1.5)
            with self._mine:
                if not self._stays:
                    self._thread = None
                    return

    def _look(self) -> None:
        with self._mine:
            stays = dict(self._stays)
        for name, stay in stays.items():
            remaining: Stay | None = stay
            with suppress(Problem), self._lock():  # what can't be done now is done later
                remaining = self._files.settle(name)
            with self._mine:
                self._stays.pop(name, None)
                if remaining is not None:
                    self._stays[remaining.name] = remaining
