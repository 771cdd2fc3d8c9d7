"""Adding: an entry at a file's end, in one write. Knows one place, not what the entry says."""

import errno
import os

from desktop_app.notebook.storage import disk
from desktop_app.notebook.storage.contain import Place

_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


def add(place: Place, entry: bytes, header: bytes = b"") -> int:
    """Add `entry` at the file's end in one write; the 1-based line on which it begins.

    An empty file gets `header` first, a last line without end gets one. Raises OSError with the
    file as it was, unless others wrote behind us by then.
    """
    descriptor = place.open(place.name, os.O_RDWR | os.O_APPEND | _NONBLOCK)
    try:
        lead = b"" if place.ordinary(descriptor).st_size else header
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
        return _newlines_before(descriptor, end - written) + lead.count(b"\n") + 1
    finally:
        os.close(descriptor)


def _lacks_newline(descriptor: int) -> bool:
    if os.lseek(descriptor, 0, os.SEEK_END) == 0:
        return False
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1) != b"\n"


def _newlines_before(descriptor: int, end: int) -> int:
    count = os.lseek(descriptor, 0, os.SEEK_SET)
    while end > 0:
        piece = os.read(descriptor, min(end, 1 << 20))
        if not piece:  # cut short by another program
            break
        count += piece.count(b"\n")
        end -= len(piece)
    return count
