"""Disk: what each system does with open files in its own way. Knows no notebooks."""

import ctypes
import errno
import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.words import size, tr

NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
CLOSE = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | NO_FOLLOW | CLOSE  # never waits on a pipe


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
    """Raise Problem where far more would come out of an archive than any notes need."""
    unpacked = sum(sizes)
    if unpacked > max(_LEAST, _TIMES * path.stat().st_size):
        raise Problem(
            tr("{name} would unpack to {size}, which is more than notes ever take.").format(
                name=path.name, size=size(unpacked)
            ),
            tr("Unpack it yourself if you trust it, and choose the folder."),
        )
