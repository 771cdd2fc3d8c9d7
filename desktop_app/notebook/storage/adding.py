"""Adding: puts an entry at the end of a file in one write. Knows one place, no contents."""

import errno
import os
import time
from collections.abc import Callable
from typing import NamedTuple

from desktop_app import own_files
from desktop_app.notebook.storage import disk, trouble
from desktop_app.notebook.storage.contain import FilePlace

_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
_ATTEMPTS = 20
_LOOKS = 5
_PAUSE = 0.01  # seconds between two looks at a file that another program is writing


class Added(NamedTuple):
    """A written entry: its first line from 1, its start, and the bytes of the whole file then.

    `start` is in bytes and includes what we put before the entry. It is the file's end if another
    program rewrote the file meanwhile. `data` is None if another program wrote while we read.
    """

    line: int
    start: int
    data: bytes | None


Meanwhile = Callable[[Added], object]


def add(
    place: FilePlace, entry: bytes, header: bytes = b"", meanwhile: Meanwhile = lambda _: None
) -> Added:
    """Add `entry` at the file's end in one write, again if another program undid that.

    An empty file gets `header` first; a last line without a line break gets one. `meanwhile` is
    called between the first check of the written entry and the last. Raises OSError, and leaves the
    file as it was unless others wrote after us; FileNotFoundError if the file was deleted; Problem
    if another program undid every attempt or the file is too large.

    A program that read the file before our write, and rewrites it after our last check, still
    removes the entry. No check is late enough for that.
    """
    for _ in range(_ATTEMPTS):
        data = _at_rest(place)
        lead, start = _written(place, entry, header)
        written = Added(_line(data, lead, start), start, None)
        if added := stands(place, entry, lead, written, data.count(_core(entry)), meanwhile):
            return added
    raise trouble.of_rival(place.path(place.name))


def stands(
    place: FilePlace, entry: bytes, lead: bytes, written: Added, count: int, meanwhile: Meanwhile
) -> Added | None:
    """The entry as `find` finds it, checked again after `meanwhile`; None if it is gone.

    `written` is durable already. A file that can't be read now is therefore no failure: a caller
    that hears of one writes the entry again.
    """
    start = written.start
    try:
        if added := find(place, entry, lead, start, count):
            meanwhile(added)
            with os.fdopen(place.open(place.name, disk.READ), "rb", buffering=0) as file:
                file.seek(start)
                if file.read(len(lead + entry)) == lead + entry:
                    return added
            return find(place, entry, lead, start, count)
    except FileNotFoundError:
        raise
    except OSError:
        return written
    return None


def find(place: FilePlace, entry: bytes, lead: bytes, start: int, count: int) -> Added | None:
    """An entry that was written at `start` after `lead`, as it stands in the file now.

    None if the file, once nobody writes it, has the entry only `count` times, as before. Raises
    FileNotFoundError if there is no file.
    """
    text, core, last = lead + entry, _core(entry), b""
    for look in range(_LOOKS):
        if look:
            time.sleep(_PAUSE)
        data, still = _read(place)
        if not still and look < _LOOKS - 1:
            continue
        if data[start : start + len(text)] == text:
            return Added(_line(data, lead, start), start, data if still else None)
        if data.count(core) > count:
            before = data.rfind(core) - (len(entry) - len(core))
            line = data.count(b"\n", 0, max(before, 0)) + 1
            return Added(line, len(data), data if still else None)
        if data and data == last:  # an empty file is one that somebody is about to write
            return None
        last = data
    return None


def _at_rest(place: FilePlace) -> bytes:
    """The bytes of the file. An empty file gets some time, for a program may be rewriting it."""
    for _ in range(_LOOKS):
        data, _still = _read(place)
        if data:
            break
        time.sleep(_PAUSE)
    return data


def _line(data: bytes, lead: bytes, start: int) -> int:
    return data.count(b"\n", 0, start) + lead.count(b"\n") + 1


def _core(entry: bytes) -> bytes:
    """An entry without the empty lines before it, which another program may change."""
    return entry.lstrip(b"\r\n") or entry


def _written(place: FilePlace, entry: bytes, header: bytes) -> tuple[bytes, int]:
    """Write the entry durably; returns the text put before it, and where that begins."""
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
            own_files.sync(descriptor)
        except OSError:
            if os.fstat(descriptor).st_size == end:
                os.ftruncate(descriptor, end - written)
            raise
        return lead, end - written
    finally:
        os.close(descriptor)


def _lacks_newline(descriptor: int) -> bool:
    if os.lseek(descriptor, 0, os.SEEK_END) == 0:
        return False
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1) != b"\n"


def _read(place: FilePlace) -> tuple[bytes, bool]:
    """The present bytes of the file, and whether nobody wrote while they were read."""
    with os.fdopen(place.open(place.name, disk.READ), "rb", buffering=0) as file:
        before = place.ordinary(file.fileno())
        data = file.readall()
        after = os.fstat(file.fileno())
    return data, (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size)
