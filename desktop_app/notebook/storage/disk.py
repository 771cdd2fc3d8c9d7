"""Disk: durable writes, which each system does in its own way. Knows names, not notebooks.

Folders are given as open descriptors (`int`) where the system has them, with names relative to
them; on Windows they are None and names are whole paths.
"""

import ctypes
import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.notebook.storage import swap
from desktop_app.own_files import give_to_owner, replace
from desktop_app.words import size, tr

NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
CLOSE = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | NO_FOLLOW | CLOSE  # never waits on a pipe

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


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte; after an error the caller removes the half-written bytes."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def copy_nature(source: int, target: int) -> None:
    """Give one open file the owner, mode and extended attributes of another, as far as allowed."""
    if sys.platform == "win32":
        return  # ReplaceFileW carries them over
    wanted, given = os.fstat(source), os.fstat(target)
    if (wanted.st_uid, wanted.st_gid) != (given.st_uid, given.st_gid):
        with suppress(PermissionError):
            os.fchown(target, wanted.st_uid, wanted.st_gid)
    os.fchmod(target, stat.S_IMODE(wanted.st_mode))
    if sys.platform == "linux":
        _copy_attributes(source, target)
    elif sys.platform == "darwin":
        copy_attributes_and_rules = 1 | 4
        ctypes.CDLL(None).fcopyfile(source, target, None, copy_attributes_and_rules)


def write_durably(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write one of the program's own files, whole or not at all.

    Only its person may read it, unless `mode` (less the umask) says otherwise. Raises OSError; then
    the old file is still there.
    """
    with new_file(path, mode) as aside:
        write_parts(aside, [data])


@contextmanager
def new_file(path: Path, mode: int = 0o600) -> Iterator[Path]:
    """An empty file beside `path`, which the block writes, perhaps by a library. If the block ends
    well, it takes the place of `path` durably; if not, it is deleted.

    Only its person may read it, unless `mode` (less the umask) says otherwise. Raises OSError.
    """
    aside = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    os.close(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | CLOSE, mode))
    try:
        give_to_owner(aside, path.parent)
        yield aside
        with aside.open("r+b") as written:
            sync(written.fileno())
        replace(aside, path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
    sync_path(path.parent)


def write_parts(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file of `new_file` part by part. Raises OSError."""
    with path.open("wb") as file:
        file.writelines(parts)


def make_folder(path: Path) -> None:
    """Make a folder of the program's own, and those above, durable and for its person only."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)
    give_to_owner(path, path.parent)
    sync_path(path.parent)


def sync_path(folder: Path) -> None:
    """Make the names in a folder durable."""
    if swap.HERE.folders:
        descriptor = os.open(folder, os.O_RDONLY | CLOSE)
        try:
            sync_folder(descriptor)
        finally:
            os.close(descriptor)


def _copy_attributes(source: int, target: int) -> None:
    refused = {errno.ENOTSUP, errno.EPERM, errno.EACCES, errno.ENODATA}
    try:
        names = os.listxattr(source)
    except OSError as error:
        if error.errno not in refused:
            raise
        return
    for name in names:
        try:
            os.setxattr(target, name, os.getxattr(source, name))
        except OSError as error:
            if error.errno not in refused:  # a full disk is told; a foreign label is left
                raise


_TIMES = 100  # its own size; text in many files comes to ten times, a log to forty
_LEAST = 256_000_000  # bytes that may come out of any


def must_be_bounded(path: Path, sizes: Iterable[int]) -> None:
    """Raise Problem where an archive says that far more comes out of it than any notes would need.

    `sizes` are those of its files; no more than it says is read of any.
    """
    unpacked = sum(sizes)
    if unpacked > max(_LEAST, _TIMES * path.stat().st_size):
        raise Problem(
            tr("{name} would unpack to {size}, which is more than notes ever take.").format(
                name=path.name, size=size(unpacked)
            ),
            tr("Unpack it yourself if you trust it, and choose the folder."),
        )
