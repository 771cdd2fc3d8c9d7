"""Watch: reports that files below a folder changed and then rested. Knows events, no contents.

An event is only a hint that it is time to look. Whoever gets the report finds out what changed.
"""

import errno
import os
import threading
import time
import warnings
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

from desktop_app.errors import Problem
from desktop_app.notebook.storage import contain
from desktop_app.search.freshness import POLL, WatchState, WatchStatus
from desktop_app.words import tr

_LOOK = 2.0  # seconds between two looks at whether the folder is still there
# Reading a file makes events too; told of those, looking would make the next event.
_EVENTS: list[type[FileSystemEvent]] = [
    FileCreatedEvent, FileModifiedEvent, FileMovedEvent, FileDeletedEvent,
    DirCreatedEvent, DirMovedEvent, DirDeletedEvent,
]  # fmt: skip
_PASSING = (".*", "*~", "*.swp", "*.tmp", "4913")  # what editors and sync programs make and remove
_REMOTE = ("nfs", "cifs", "smb", "9p", "afs", "ceph", "fuse.sshfs", "fuse.rclone", "davfs")
_REASONS = {
    errno.ENOSPC: tr("this system watches as many folders as it may"),
    errno.EMFILE: tr("this system has as many watchers as it may"),
}

# It meets a folder that is made while it walks twice, and watches it once all the same.
warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)


class Watcher:
    """Calls `on_settled`, on a thread of its own, once files below `root` changed and then rested.

    The call comes `debounce` seconds after the last change and at most `cap` seconds after the
    first, and also when the folder goes or comes back. If it raises a `Problem`, `status` shows
    that, and the call comes again. Where the system cannot watch, a thread looks every few seconds.

    `is_known` says whether a change of a path below `root` is known already; it is not reported.
    """

    def __init__(
        self,
        root: Path,
        on_settled: Callable[[], None],
        debounce: float = 1.5,
        cap: float = 5.0,
        *,
        is_known: Callable[[str], bool] = lambda path: False,
        look: float = _LOOK,
        native: Callable[[], BaseObserver] = Observer,
        polling: Callable[[], BaseObserver] = lambda: PollingObserver(timeout=POLL),
    ) -> None:
        self.root = root
        self._on_settled, self._is_known = on_settled, is_known
        self._debounce, self._cap, self._look = debounce, cap, look
        self._native, self._polling = native, polling
        self._changed = threading.Condition()
        self.heard = 0  # how often; more than at the last look: the files may differ
        self._new: set[str] = set()  # folders that came or moved since the last look
        self._first = self._last = 0.0  # when the changes not yet told began and ended; 0: none
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._observer: BaseObserver | None = None
        self._folder: tuple[int, int] | None = None  # device and number of the watched folder
        self._how = WatchStatus()
        self._trouble = ""

    @property
    def status(self) -> WatchStatus:
        """What the watcher does now, or what failed."""
        return WatchStatus(WatchState.FAILED, self._trouble) if self._trouble else self._how

    def start(self) -> None:
        """Watch from now on; a missing folder is waited for."""
        self._observe()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop and wait until `on_settled` is not running any more."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join()
        self._leave()

    def touched(self, *paths: str, are_folders: bool = False) -> None:
        """Take note that something happened to these files; temporary ones do not count."""
        below = [os.path.relpath(path, self.root) for path in paths if path]
        below = [path for path in below if _matters(path)]
        if are_folders:
            self._new |= set(below)
        if any(not self._is_known(Path(path).as_posix()) for path in below):
            self._begin()

    def _begin(self) -> None:
        with self._changed:
            self.heard += 1
            self._last = time.monotonic()
            self._first = self._first or self._last
            self._changed.notify_all()

    def _run(self) -> None:
        next_look = time.monotonic() + self._look
        while True:
            with self._changed:
                due = min(self._last + self._debounce, self._first + self._cap)
                wake = min(due, next_look) if self._first else next_look
                rest = wake - time.monotonic()
                if rest > 0 and not self._stopping:
                    self._changed.wait(rest)
                    continue
                if self._stopping:
                    return
                settled = bool(self._first) and due <= time.monotonic()
                if settled:
                    self._first = self._last = 0.0
            if settled:
                self._follow_folders()
                self._tell()
            else:
                self._look_after()
                next_look = time.monotonic() + self._look

    def _tell(self) -> None:
        try:
            self._on_settled()
        except Problem as problem:
            self._trouble = problem.message
        else:
            self._trouble = ""

    def _follow_folders(self) -> None:
        """Watch anew if a new folder is past the system's limit; the observer reports no error."""
        new, self._new = self._new, set()
        if self._observer is None or self._how.state != WatchState.WATCHING:
            return
        try:
            for folder in new:
                _reach(self._observer, str(self.root / folder))
        except OSError as error:
            if error.errno in _REASONS:
                self._leave()
                self._observe()

    def _look_after(self) -> None:
        """Watch anew when the folder is gone, is back or is another one; retry after trouble."""
        alive = self._observer is not None and all(e.is_alive() for e in self._observer.emitters)
        if self._folder != _identity(self.root) or (self._folder and not alive):
            self._leave()
            self._observe()
            self._begin()
        elif self._trouble:
            self._begin()

    def _observe(self) -> None:
        self._folder = _identity(self.root)
        self._how = WatchStatus(WatchState.GONE)
        if self._folder is None:
            return
        remote = tr("it is on another computer")
        reason = remote if _is_remote(self.root) else self._watch_natively()
        if not reason:
            self._how = WatchStatus(WatchState.WATCHING)
            return
        try:
            self._observer = self._watched(self._polling)
        except OSError:  # gone in this very moment
            self._folder = None
        else:
            self._how = WatchStatus(WatchState.POLLING, reason)

    def _watch_natively(self) -> str:
        """Have the system report changes; the reason why it does not, or ""."""
        try:
            self._observer = self._watched(self._native)
        except OSError as error:
            return _REASONS.get(error.errno or 0) or error.strerror or str(error)
        return ""

    def _watched(self, kind: Callable[[], BaseObserver]) -> BaseObserver:
        observer = kind()
        try:
            handler = _Handler(self.touched)
            observer.schedule(handler, str(self.root), recursive=True, event_filter=_EVENTS)
            observer.start()
            # Folders below that could not be watched are passed over in silence; the last one
            # tells whether the limit was reached on the way.
            last = _last_folder(self.root)
            if last != str(self.root):
                _reach(observer, last)
        except OSError:
            _end(observer)
            raise
        return observer

    def _leave(self) -> None:
        if self._observer is not None:
            _end(self._observer)
            self._observer = None


class _Handler(FileSystemEventHandler):
    def __init__(self, touched: Callable[..., None]) -> None:
        self._touched = touched

    def on_any_event(self, event: FileSystemEvent) -> None:
        # A file that is saved by renaming is named by where it went.
        paths = os.fsdecode(event.src_path), os.fsdecode(event.dest_path)
        self._touched(*paths, are_folders=event.is_directory)


def _end(observer: BaseObserver) -> None:
    observer.stop()
    if observer.is_alive():
        observer.join()


def _reach(observer: BaseObserver, folder: str) -> None:
    """Raises OSError where the system does not watch one more folder."""
    observer.unschedule(observer.schedule(FileSystemEventHandler(), folder))


def _matters(path: str) -> bool:
    """Whether a path relative to the folder is a person's file and not a temporary one."""
    if path == os.curdir:
        return True
    *folders, name = Path(path).parts
    hidden = any(folder.startswith(".") for folder in folders)
    return not hidden and not any(fnmatchcase(name, pattern) for pattern in _PASSING)


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        state = folder.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


def _last_folder(root: Path) -> str:
    """The folder that the observer reaches last."""
    inner = (root / folder / name for folder, names, _ in contain.walk(root) for name in names)
    return str([root, *(path for path in inner if not path.is_symlink())][-1])


def _is_remote(root: Path) -> bool:
    """Whether Linux says that the folder is on a network, where it sees only its own changes."""
    try:
        mounts = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return False
    return file_system(str(root.resolve()), mounts).startswith(_REMOTE)


def file_system(folder: str, mounts: str) -> str:
    """The type of file system that holds a folder, by a table such as /proc/self/mounts."""
    best, kind = "", ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        place = fields[1].replace("\\040", " ").rstrip("/")
        if len(place) >= len(best) and f"{folder}/".startswith(f"{place}/"):
            best, kind = place, fields[2]
    return kind
