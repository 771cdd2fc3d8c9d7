"""Adding: an entry at a file's end, in one write. Knows one place, not what the entry says."""

import errno
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.notebook.storage import disk, trouble
from desktop_app.notebook.storage.contain import FilePlace

_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
_ATTEMPTS = 20
_LOOKS = 5
_PAUSE = 0.01  # seconds between two looks at a file that another program is writing


@dataclass(frozen=True)
class Added:
    """An entry that is written: its 1-based first line, where it begins, and the whole file then.

    `start` is in bytes, with what we put before the entry; the file's end where another program
    wrote all of it anew meanwhile. `data` is None where one wrote while it was read.
    """

    line: int
    start: int
    data: bytes | None


Meanwhile = Callable[[Added], object]


def add(
    place: FilePlace, entry: bytes, header: bytes = b"", meanwhile: Meanwhile = lambda _: None
) -> Added:
    """Add `entry` at the file's end in one write; once more where another program undid that.

    An empty file gets `header` first, a last line without end gets one. `meanwhile` is done between
    the first look at what was written and the last. Raises OSError with the file as it was, unless
    others wrote behind us by then, FileNotFoundError also when the file was taken away meanwhile,
    and Problem when another program undid every attempt or the file is too large.

    A program that has read the file before, and writes it anew after we have looked, still takes
    the entry away: no look is late enough for that.
    """
    for _ in range(_ATTEMPTS):
        count = _at_rest(place).count(_core(entry))
        lead, start = _written(place, entry, header)
        if added := stands(place, entry, lead, start, count, meanwhile):
            return added
    raise trouble.of_rival(place.path(place.name))


def stands(
    place: FilePlace, entry: bytes, lead: bytes, start: int, count: int, meanwhile: Meanwhile
) -> Added | None:
    """`find`, and once more when what is to be done meanwhile is done."""
    if added := find(place, entry, lead, start, count):
        meanwhile(added)
        if _piece(place, start, len(lead + entry)) == lead + entry:
            return added
        return find(place, entry, lead, start, count)
    return None


def find(place: FilePlace, entry: bytes, lead: bytes, start: int, count: int) -> Added | None:
    """An entry that was written at `start` behind `lead`, as the file has it now.

    None where a file that came to rest has it only as often as before, `count` times. Raises
    FileNotFoundError when there is none.
    """
    text, core, last = lead + entry, _core(entry), b""
    for look in range(_LOOKS):
        if look:
            time.sleep(_PAUSE)
        data, still = _read(place)
        if not still and look < _LOOKS - 1:
            continue
        if data[start : start + len(text)] == text:
            line = data.count(b"\n", 0, start) + lead.count(b"\n") + 1
            return Added(line, start, data if still else None)
        if data.count(core) > count:
            before = data.rfind(core) - (len(entry) - len(core))
            line = data.count(b"\n", 0, max(before, 0)) + 1
            return Added(line, len(data), data if still else None)
        if data and data == last:  # an empty file is one that somebody is about to write
            return None
        last = data
    return None


def _at_rest(place: FilePlace) -> bytes:
    """The bytes of the file; an empty one is given the time in which a program that emptied it to
    write it anew does so."""
    for _ in range(_LOOKS):
        data, _still = _read(place)
        if data:
            break
        time.sleep(_PAUSE)
    return data


def _core(entry: bytes) -> bytes:
    """An entry without the empty lines before it, which a program may write otherwise."""
    return entry.lstrip(b"\r\n") or entry


def _written(place: FilePlace, entry: bytes, header: bytes) -> tuple[bytes, int]:
    """Write it durably; what was put before it, and where that begins."""
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
        return lead, end - written
    finally:
        os.close(descriptor)


def _lacks_newline(descriptor: int) -> bool:
    if os.lseek(descriptor, 0, os.SEEK_END) == 0:
        return False
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1) != b"\n"


def _piece(place: FilePlace, start: int, size: int) -> bytes:
    """So many bytes of the file, from `start` on."""
    with os.fdopen(place.open(place.name, disk.READ), "rb", buffering=0) as file:
        file.seek(start)
        return file.read(size)


def _read(place: FilePlace) -> tuple[bytes, bool]:
    """The bytes that the place's name has now, and whether they stood still meanwhile."""
    with os.fdopen(place.open(place.name, disk.READ), "rb", buffering=0) as file:
        before = place.ordinary(file.fileno())
        data = file.readall()
        after = os.fstat(file.fileno())
    return data, (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size)
