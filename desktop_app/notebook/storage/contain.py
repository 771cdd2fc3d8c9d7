"""Contain: opens the folder of a path, never outside the notebook. Knows names only."""

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.notebook.storage import disk, swap, trouble
from desktop_app.notebook.storage.swap import Swaps
from desktop_app.own_files import give_to_owner
from desktop_app.regex import regex
from desktop_app.words import tr

DEEPEST = 40
"""The deepest level of folders within each other that is looked at."""


def is_too_deep(folder: str) -> bool:
    """Whether a folder of the notebook, named from its root, lies too deep to be looked at."""
    return folder.count("/") >= DEEPEST


def walk(root: Path, place: str = "") -> Iterator[tuple[str, list[str], list[str]]]:
    """Each folder from `root / place` on, as a path from `root`, with its folders and its files."""
    for folder, inner, names in os.walk(root / place):
        path = Path(folder).relative_to(root).as_posix()
        path = "" if path == "." else path
        if is_too_deep(f"{path}/" if path else ""):
            inner.clear()
        yield path, inner, names


_OPEN_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | disk.NO_FOLLOW | disk.CLOSE
_TRIES = 100  # of a stable read, a hundredth of a second apart
_ANEW = 0.1  # seconds within which a program that emptied a file fills it

_ANOTHER = regex(
    r'[<>:"|?*\x00-\x1f]|[. ](?:/|$)'
    r"|(?:^|/)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.[^/]*)?(?:/|$)",
    re.IGNORECASE,
)

_NOWHERE = frozenset(("", ".", ".."))

LARGEST = 50_000_000
"""The most bytes of a file that is read: a larger one is no note, and could fill the memory."""

GONE = tr("The notebook's folder is gone.")
"""The sentence for a notebook whose folder is missing."""


Late = Callable[[str, bytes], object]


class FilePlace(NamedTuple):
    """A file's folder, held open (`fd`; None on Windows), its path in the notebook and its name.

    `folder` is relative to the notebook, with links resolved: "" or "memory". `late` gets the bytes
    that another program wrote into a file while it was replaced.
    """

    root: Path
    folder: str
    fd: int | None
    name: str
    swaps: Swaps = swap.HERE
    late: Late = lambda _path, _data: None

    def at(self, name: str) -> str:
        """The name to give to the system, together with `dir_fd=self.fd`."""
        return name if self.fd is not None else str(self.root / self.folder / name)

    def path(self, name: str) -> str:
        """The path in the notebook of a name in the folder."""
        return f"{self.folder}/{name}" if self.folder else name

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        """Open a name in the folder, never through a link."""
        return os.open(self.at(name), flags | disk.NO_FOLLOW | disk.CLOSE, mode, dir_fd=self.fd)

    def ordinary(self, descriptor: int) -> os.stat_result:
        """The state of an open file; raises for folders, pipes, devices and sockets."""
        state = os.fstat(descriptor)
        if stat.S_ISDIR(state.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.ENXIO, os.strerror(errno.ENXIO))
        return state

    def must_be_read(self, state: os.stat_result) -> None:
        """Raise Problem for the state of an open file that is too large to be read."""
        if state.st_size > LARGEST:
            raise trouble.of_size(self.path(self.name), state.st_size, LARGEST)

    def read(self, name: str) -> bytes:
        """A file's bytes at one moment. It is read again if somebody wrote meanwhile, and if it was
        emptied just now: a program that saves it again is about to fill it."""
        for _ in range(_TRIES):
            with os.fdopen(self.open(name, disk.READ), "rb") as file:
                before = self.ordinary(file.fileno())
                self.must_be_read(before)
                data = file.read(before.st_size + 1)
                after = os.fstat(file.fileno())
            still = (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size)
            emptied = not data and abs(time.time() - after.st_mtime) < _ANEW
            if still and not emptied:
                return data
            time.sleep(0.01)
        raise Problem(
            tr("Another program keeps writing to {path}.").format(path=self.path(name)),
            tr("Wait until it ends."),
        )

    def current(self) -> bytes | None:
        """The bytes under the place's own name, None where there is no file."""
        try:
            return self.read(self.name)
        except FileNotFoundError:
            return None

    def stat(self, name: str) -> os.stat_result:
        return os.stat(self.at(name), dir_fd=self.fd, follow_symlinks=False)

    def unlink(self, name: str) -> None:
        os.unlink(self.at(name), dir_fd=self.fd)

    def exchange(self, one: str, other: str) -> bool:
        """Let two names change their files in one step; False where the disk cannot."""
        return self.swaps.exchange(self.fd, self.at(one), self.at(other))

    def rename(self, name: str, new: str) -> None:
        """Rename, and replace a file that has the new name."""
        os.replace(self.at(name), self.at(new), src_dir_fd=self.fd, dst_dir_fd=self.fd)

    def rename_new(self, name: str, new: str) -> None:
        """Rename; raises FileExistsError when the new name is taken."""
        self.swaps.rename_new(self.fd, self.at(name), self.at(new))

    def sync(self) -> None:
        """Make all changes of names in the folder durable."""
        own_files.sync_folder(self.fd)


def check(path: str) -> None:
    """Raise Problem unless `path` is a plain relative one: names with "/" between them."""
    names = path.split("/")
    tricks = "\0" in path or "\\" in path
    tricks = tricks or (sys.platform == "win32" and means_another(path))
    if tricks or not _NOWHERE.isdisjoint(names) or not _can_be_named(path):
        shown = path.encode("utf-8", "replace").decode().replace("\0", "�")
        raise Problem(
            tr("“{shown}” is no path inside the notebook.").format(shown=shown),
            tr("Give it relative to the notebook's folder, such as memory/2026-11-20.md."),
        )


def means_another(path: str) -> bool:
    """Whether Windows takes a path for another one, or for no file: `NUL.md`, `a.md.`, `a.md:b`."""
    return bool(_ANOTHER.search(path))


def resolved(root: Path, path: str) -> Path:
    """The real path behind `path`, links followed; raises Problem when it lies outside `root`."""
    check(path)
    real = Path(os.path.realpath(root / path))
    if not real.is_relative_to(root):
        raise trouble.of_outside(path)
    return real


def folder_gone(root: Path) -> Problem:
    """The problem with a notebook whose folder is no longer there."""
    return Problem(
        GONE,
        tr("Was {root} moved, or its disk unplugged? Put it back, then try again.").format(
            root=root
        ),
    )


@contextmanager
def place(
    root: Path,
    path: str,
    *,
    make: bool = False,
    swaps: Swaps = swap.HERE,
    late: Late = lambda _path, _data: None,
) -> Iterator[FilePlace]:
    """The place of `path` after links are followed; `root` must be a real path.

    Each folder on the way is opened from the one above it without following links, so that a link
    which somebody puts there meanwhile is refused. With `make`, missing folders are made durably.
    Raises Problem for a path that leads outside and for a missing notebook; else OSError.
    """
    check(path)
    if not swaps.folders:
        *folders, name = _parts(root, path)
        if not root.is_dir():
            raise folder_gone(root)
        if make:
            try:
                root.joinpath(*folders).mkdir(parents=True, exist_ok=True)
            except FileExistsError as error:
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from error
        yield FilePlace(root, "/".join(folders), None, name, swaps, late)
        return
    *folders, name = path.split("/")
    fd = _walked(root, folders, name, make)
    if fd is None:  # a link on the way, which is followed as far as the notebook goes
        *folders, name = _parts(root, path)
        fd = _open_folder(root, folders, make)
    try:
        yield FilePlace(root, "/".join(folders), fd, name, swaps, late)
    finally:
        os.close(fd)


def _parts(root: Path, path: str) -> tuple[str, ...]:
    """The names below `root` behind a path, links inside the notebook followed."""
    real = resolved(root, path)
    if real == root:
        raise trouble.of_outside(path)
    return real.relative_to(root).parts


def _walked(root: Path, folders: Sequence[str], name: str, make: bool) -> int | None:
    """The open folder of a path as it is named; None where a link may be on it."""
    try:
        fd = _open_folder(root, folders, make)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):  # either, for a link to a folder
            return None
        raise
    try:
        if not stat.S_ISLNK(os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode):
            return fd
    except FileNotFoundError:
        return fd
    except BaseException:
        os.close(fd)
        raise
    os.close(fd)
    return None


def _open_folder(root: Path, folders: Sequence[str], make: bool) -> int:
    try:
        fd = os.open(root, _OPEN_FOLDER)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise folder_gone(root) from error
    try:
        for folder in folders:
            inner = _open_inner(fd, folder, make)
            os.close(fd)
            fd = inner
    except BaseException:
        os.close(fd)
        raise
    return fd


def _can_be_named(path: str) -> bool:
    try:
        os.fsencode(path)
    except UnicodeEncodeError:  # half of a surrogate pair stands for no byte
        return False
    return True


def _open_inner(fd: int, name: str, make: bool) -> int:
    try:
        return os.open(name, _OPEN_FOLDER, dir_fd=fd)
    except FileNotFoundError:
        if not make:
            raise
    try:
        os.mkdir(name, dir_fd=fd)
    except FileExistsError:
        pass  # another program made it first
    else:
        own_files.sync_folder(fd)
        made = os.open(name, _OPEN_FOLDER, dir_fd=fd)
        give_to_owner(made, fd)
        return made
    return os.open(name, _OPEN_FOLDER, dir_fd=fd)
