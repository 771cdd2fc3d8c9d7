"""Swap: how each system lets two files exchange names. Knows names and errors, no contents.

Folders are given as open descriptors (`int`) where the system has them, with names relative to
them; on Windows they are None and names are whole paths.
"""

import ctypes
import errno
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple, Protocol

from desktop_app.regex import regex

_CLOSE = getattr(os, "O_CLOEXEC", 0)
_UNSUPPORTED = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}

Rename = Callable[[int, bytes, int, bytes, int], int]  # 0, or the number of an error
ReplaceFile = Callable[[str, str, str], int]  # replaced, replacement, backup: 0 or a Windows error
MoveFile = Callable[[str, str], int]
Quiet = Callable[[int], bool | None]


class Swaps(Protocol):
    """What storage asks of a system."""

    @property
    def folders(self) -> bool:
        """Whether open folders can be named by descriptors."""

    def exchange(self, folder: int | None, one: str, other: str) -> bool:
        """Let two files exchange names in one step. False: the disk can't, and nothing happened."""

    def rename_new(self, folder: int | None, name: str, new: str) -> None:
        """Rename, or raise FileExistsError: it never takes a name that another file has."""

    def quiet(self, descriptor: int) -> bool | None:
        """Whether no program has a file, which we opened to read, open to write; None: unknown.

        After a yes nobody can open it to write before the descriptor is closed.
        """


def _unknown(_descriptor: int) -> None:
    """No system call tells it."""


class Renames:
    """Linux and macOS: a rename that takes flags (`renameat2`, `renameatx_np`), if there is one."""

    folders = True

    def __init__(
        self, call: Rename | None, swap: int, only_new: int, quiet: Quiet = _unknown
    ) -> None:
        self._call, self._swap, self._only_new, self._quiet = call, swap, only_new, quiet

    def exchange(self, folder: int | None, one: str, other: str) -> bool:
        return self._special(folder, one, other, self._swap)

    def rename_new(self, folder: int | None, name: str, new: str) -> None:
        if self._special(folder, name, new, self._only_new):
            return
        try:
            os.link(name, new, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
        except OSError as error:
            if error.errno not in _UNSUPPORTED | {errno.EPERM}:
                raise
            # A disk with neither (exFAT): an exclusive, empty file holds the name as we move in.
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CLOSE
            os.close(os.open(new, flags, 0o600, dir_fd=folder))
            os.rename(name, new, src_dir_fd=folder, dst_dir_fd=folder)
        else:
            os.unlink(name, dir_fd=folder)

    def quiet(self, descriptor: int) -> bool | None:
        return self._quiet(descriptor)

    def _special(self, folder: int | None, name: str, new: str, flag: int) -> bool:
        if self._call is None or folder is None:
            return False
        number = self._call(folder, os.fsencode(name), folder, os.fsencode(new), flag)
        if number in _UNSUPPORTED:
            return False
        if number:
            raise OSError(number, os.strerror(number), name)
        return True


# Numbers of Windows' errors
_CANNOT = {1, 50, 120}  # invalid function, not supported, not implemented: by this disk
_BUSY = {5, 32, 33}  # access denied, sharing and lock violation: a virus scanner, often
_HALF = 1177  # the old file has the third name already, the new one still its own
_ERRORS = {
    2: errno.ENOENT, 3: errno.ENOENT, 5: errno.EACCES, 19: errno.EROFS, 32: errno.EBUSY,
    33: errno.EBUSY, 80: errno.EEXIST, 112: errno.ENOSPC, 183: errno.EEXIST,
    206: errno.ENAMETOOLONG, 1175: errno.EBUSY, 1176: errno.EBUSY, 1177: errno.EBUSY,
}  # fmt: skip
_TRIES = 6
_PAUSE = 0.02  # seconds; twice as long each time


class Replaces:
    """Windows: `ReplaceFileW` keeps what it replaces under a third name, which takes the first."""

    folders = False

    def __init__(self, replace: ReplaceFile, move: MoveFile, quiet: Quiet = _unknown) -> None:
        self._replace, self._move, self._quiet = replace, move, quiet

    def exchange(self, folder: int | None, one: str, other: str) -> bool:
        aside = one + ".old"
        number = self._patiently(lambda: self._replace(other, one, aside))
        if number in _CANNOT:
            return False
        if number == _HALF:
            self._put(aside, other)  # the old file gets its name back, or keeps the third
        if number:
            raise self._error(number, other)
        self._put(aside, one)
        return True

    def rename_new(self, folder: int | None, name: str, new: str) -> None:
        self._put(name, new)

    def quiet(self, descriptor: int) -> bool | None:
        return self._quiet(descriptor)

    def _put(self, name: str, new: str) -> None:
        number = self._patiently(lambda: self._move(name, new))
        if number:
            raise self._error(number, new)

    def _patiently(self, act: Callable[[], int]) -> int:
        for attempt in range(_TRIES):
            number = act()
            if number not in _BUSY:
                return number
            time.sleep(_PAUSE * 2**attempt)
        return number

    def _error(self, number: int, name: str) -> OSError:
        code = _ERRORS.get(number, errno.EIO)
        return OSError(code, os.strerror(code), name)


def leased(descriptor: int) -> bool | None:
    """Linux: `Swaps.quiet` by a read lease, which is given only where nobody has it to write."""
    if sys.platform != "linux":
        return None
    import fcntl

    try:
        # Who opens it meanwhile waits and sends a signal: one that does nothing, not SIGIO.
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:  # a file of somebody else's, or a network disk: who knows
        return False if error.errno == errno.EAGAIN else None
    return True


def _of_this_system() -> Swaps:
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)

        def error_of(done: int) -> int:
            return 0 if done else ctypes.get_last_error() or 1

        def replace(replaced: str, replacement: str, backup: str) -> int:
            return error_of(kernel.ReplaceFileW(replaced, replacement, backup, 0, None, None))

        durably = 8  # MOVEFILE_WRITE_THROUGH, and never over another file
        return Replaces(replace, lambda name, new: error_of(kernel.MoveFileExW(name, new, durably)))
    if sys.platform == "linux":
        return Renames(_by_name("renameat2"), 2, 1, leased)
    if sys.platform == "darwin":
        return Renames(_by_name("renameatx_np"), 2, 4)
    return Renames(None, 0, 0)


def _by_name(name: str) -> Rename | None:
    function = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if function is None:
        return None

    def call(folder: int, one: bytes, into: int, other: bytes, flag: int) -> int:
        return 0 if function(folder, one, into, other, flag) == 0 else ctypes.get_errno()

    return call


HERE = _of_this_system()


_NAME = regex(
    r"\.(?P<meant>.+)\.(?:[0-9a-f]{16}|[0-9a-f]{8}\.(?P<new>[0-9a-f]{12})"
    r"\.(?P<size>[0-9a-f]{1,10})\.(?P<base>[0-9a-f]{12}))\.nightstand(?:\.old)?",
    re.DOTALL,
)
_SHORT = 12  # digits of a sha
_LONGEST = 180  # bytes of the file's own name


class TemporaryName(NamedTuple):
    """A temporary file; `meant` is the name of the file that it is for.

    In a swap `new` is the short sha of the new bytes, `base` that of the first `size` old bytes,
    which are safe. Before one they are "" and 0.
    """

    name: str
    meant: str
    new: str
    size: int
    base: str

    def tail(self, data: bytes) -> bytes | None:
        """The part of these bytes that was added to the base; None if the base has changed."""
        whole = _short(data)
        if self.new in ("", whole):
            return b""
        base = whole if len(data) <= self.size else _short(data[: self.size])
        return data[self.size :] if base == self.base else None


def parse(name: str) -> TemporaryName | None:
    """A temporary file of ours by its name; None for other files."""
    match = _NAME.fullmatch(name) if ".nightstand" in name else None
    if match is None:
        return None
    size = int(match["size"] or "0", 16)
    return TemporaryName(name, match["meant"], match["new"] or "", size, match["base"] or "")


def name_to_write(name: str) -> str:
    """A new name for a file that is being written to take the place of another."""
    return f".{cut(name, _LONGEST)}.{os.urandom(8).hex()}.nightstand"


def name_to_swap(name: str, new: bytes, base: bytes) -> str:
    """A new name for a whole file that takes part in a swap, with the sha of both texts."""
    ending = f"{os.urandom(4).hex()}.{_short(new)}.{len(base):x}.{_short(base)}"
    return f".{cut(name, _LONGEST)}.{ending}.nightstand"


def name_with(temporary: TemporaryName, base: bytes) -> str:
    """A new name for a swapped-out file of which `base` is safe already."""
    ending = f"{os.urandom(4).hex()}.{temporary.new}.{len(base):x}.{_short(base)}"
    return f".{temporary.meant}.{ending}.nightstand"


def cut(name: str, size: int) -> str:
    """A name's beginning of at most `size` bytes."""
    return os.fsencode(name)[:size].decode("utf-8", "ignore")


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:_SHORT]
