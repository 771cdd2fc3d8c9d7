"""The program's own files: how one is written to last, who may write it, and who owns it."""

import errno
import json
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from desktop_app.words import tr

MOST = 1_000_000
"""The most bytes of a small file."""

_LARGEST = 2**31 - 1  # a number that windows can take


def read(path: Path, most: int | None = MOST) -> bytes:
    """The bytes of an ordinary file. Raises OSError, at once also for a pipe or a device.

    Raises ValueError if there are more than `most` bytes.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(path, "rb", opener=lambda name, _: os.open(name, flags)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.ENXIO, tr("it is no ordinary file"), str(path))
        data = file.read(-1 if most is None else most + 1)
    if most is not None and len(data) > most:
        raise ValueError(tr("it is larger than {size} MB").format(size=most // 1_000_000))
    return data


def json_in(path: Path) -> Any:
    """The JSON value in a file, with whole numbers cut to what a window can take.

    Raises OSError, and ValueError for a file that is no JSON, too large or nested too deeply.
    """
    try:
        return json.loads(read(path), parse_int=_bounded)
    except RecursionError as error:
        raise ValueError(tr("it is nested too deeply")) from error


def _bounded(digits: str) -> int:
    return max(-_LARGEST, min(_LARGEST, int(digits)))


_MODE = 0o600
_TRIES, _PAUSE = 50, 0.02  # a second in all
_TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK, 0)  # Wine has no number for it
_HOLD = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


_UNSUPPORTED = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


def sync(descriptor: int) -> None:
    """Ask the disk to keep what was written, through its own cache too."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # a network disk may not know it; fsync below is what it has
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(folder: int | None) -> None:
    """Make changes of names in this folder durable. Windows does so by itself."""
    if folder is None:
        return
    try:
        sync(folder)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:  # some network disks sync files only
            raise


def sync_path(folder: Path) -> None:
    """Make the names in a folder durable."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            sync_folder(descriptor)
        finally:
            os.close(descriptor)


def make_folder(path: Path) -> None:
    """Make a folder, and those above, durable and for its person only. Raises OSError."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)
    give_to_owner(path, path.parent)
    sync_path(path.parent)


def write_durably(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Write a file, whole or not at all: see `new_file`. Raises OSError."""
    with new_file(path, lasting=lasting) as aside:
        aside.write_bytes(data)


@contextmanager
def new_file(path: Path, *, lasting: bool = True) -> Iterator[Path]:
    """An empty file beside `path` for its person only, which the block writes, perhaps by a
    library. If the block ends well, it takes the place of `path`; if not, it is deleted.

    `lasting`: it is on the disk then. Raises OSError.
    """
    aside = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    aside.touch(_MODE, exist_ok=False)
    try:
        give_to_owner(aside, path.parent)
        yield aside
        if lasting:
            with aside.open("r+b") as written:
                sync(written.fileno())
        replace(aside, path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
    if lasting:
        sync_path(path.parent)


def give_to_owner(made: int | Path, folder: int | Path) -> None:
    """What root has made belongs to whom its folder belongs, or they would be locked out."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = os.stat(folder)  # noqa: PTH116  # of an open folder, too
        with suppress(OSError):
            os.chown(made, owner.st_uid, owner.st_gid)


def replace(new: Path, path: Path) -> None:
    """Give a file the place of another one. Raises OSError."""
    for attempt in reversed(range(_TRIES)):
        try:
            new.replace(path)
            return
        except PermissionError:
            if not (sys.platform == "win32" and attempt):
                raise
            time.sleep(_PAUSE)


def open_lock(path: Path) -> int:
    """The open file by which programs keep each other from something. Raises OSError."""
    descriptor = os.open(path, _HOLD, _MODE)
    try:
        give_to_owner(descriptor, path.parent)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def hold(descriptor: int, *, waits: bool = False) -> bool:
    """Hold an open file until it is closed; False while somebody else does. Raises OSError."""
    while True:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
            return True
        except OSError as error:
            if error.errno not in _TAKEN:
                raise
        if not waits:
            return False
        time.sleep(_PAUSE)  # the own way of Windows to wait gives up after ten looks


@contextmanager
def one_writer(path: Path) -> Iterator[None]:
    """Hold the file beside this one that keeps other runs from writing it. Raises OSError."""
    make_folder(path.parent)
    descriptor = open_lock(path.with_name(f".{path.name}.lock"))
    try:
        if hasattr(os, "fchmod"):
            with suppress(OSError):  # one that an earlier version made
                os.fchmod(descriptor, _MODE)
        hold(descriptor, waits=True)
        yield
    finally:
        os.close(descriptor)
