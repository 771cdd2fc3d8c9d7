"""Adding: an entry at a file's end, in one write. Knows one place, not what the entry says."""

import errno
import os
from dataclasses import dataclass

from desktop_app.notebook.storage import disk
from desktop_app.notebook.storage.contain import Place

_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


@dataclass(frozen=True)
class Added:
    """An entry that is written: its 1-based first line, where it begins, and the whole file then.

    `start` is in bytes, with what we put before the entry; `data` is None where another program
    wrote while it was read.
    """

    line: int
    start: int
    data: bytes | None


def add(place: Place, entry: bytes, header: bytes = b"") -> Added:
    """Add `entry` at the file's end in one write.

    An empty file gets `header` first, a last line without end gets one. Raises OSError with the
    file as it was, unless others wrote behind us by then, and Problem where it is too large.
    """
    descriptor = place.open(place.name, os.O_RDWR | os.O_APPEND | _NONBLOCK)
    try:
        state = place.ordinary(descriptor)
        place.must_be_read(state)  # which it is right afterwards
        lead = b"" if state.st_size else header
        if _lacks_newline(descriptor):
            lead = b"\n"
        text = lead + entry
        written = os.write(descriptor, text)
        end = os.lseek(descriptor, 0, os.SEEK_CUR)
        try:
            if written < len(text):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            disk.sync(descriptor)
        except OSError:
            if os.fstat(descriptor).st_size == end:
                os.ftruncate(descriptor, end - written)
            raise
        start = end - written
        data, still = _read(descriptor)
        line = data[:start].count(b"\n") + lead.count(b"\n") + 1
        return Added(line, start, data if still else None)
    finally:
        os.close(descriptor)


def _lacks_newline(descriptor: int) -> bool:
    if os.lseek(descriptor, 0, os.SEEK_END) == 0:
        return False
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1) != b"\n"


def _read(descriptor: int) -> tuple[bytes, bool]:
    """The bytes of an open file, and whether it stood still meanwhile."""
    before = os.fstat(descriptor)
    os.lseek(descriptor, 0, os.SEEK_SET)
    with os.fdopen(descriptor, "rb", buffering=0, closefd=False) as file:
        data = file.readall()
    after = os.fstat(descriptor)
    return data, (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size)
