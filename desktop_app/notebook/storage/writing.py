"""Writing: how new bytes take a file's name or its end. Knows one place, not the notebook.

Specification: trust, 'Files'. Nothing is unlinked here that was not proved to be the base the
caller had read, or our own; everything else found on the way keeps a name.
"""

import errno
import itertools
import os
import re
import secrets
from contextlib import suppress
from datetime import datetime
from pathlib import PurePosixPath

from desktop_app.errors import Problem
from desktop_app.notebook.storage import disk
from desktop_app.notebook.storage.contain import Place

_LEFT = re.compile(r"\.(.+)\.[0-9a-f]{16}\.nightstand", re.DOTALL)
_NAME_LIMIT = 255  # bytes of a name on common disks
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


class Conflict(Problem):
    """Another program wrote meanwhile. Its text kept the name; ours is in the file `copy`.

    `copy` is "" where nothing of ours needed keeping.
    """

    def __init__(self, message: str, hint: str = "", copy: str = "") -> None:
        super().__init__(message, hint)
        self.copy = copy


def put(place: Place, data: bytes, base: bytes | None) -> None:
    """Give the place's name to `data`, whole and to last, if it holds `base` (None: no file).

    Raises Conflict when it holds something else, OSError when the disk refuses; then what was
    there still is.
    """
    temp = _written(place, data)
    try:
        there = place.there()
        if there == data:  # done already, by us before a crash or by a like mind
            place.unlink(temp)
        elif there != base:
            raise _kept_beside(place, temp)
        elif there is None:
            _take_free_name(place, temp, data)
        else:
            _exchange(place, temp, data, there)
    except FileExistsError:
        raise _kept_beside(place, temp) from None
    except BaseException:
        _drop(place, temp, data)
        raise


def put_new(place: Place, data: bytes) -> bool:
    """Make the file with `data`, whole and to last; False when there is one already."""
    temp = _written(place, data)
    try:
        _take_free_name(place, temp, data)
    except FileExistsError:
        place.unlink(temp)
        return False
    except BaseException:
        _drop(place, temp, data)
        raise
    return True


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


def take_away(place: Place, base: bytes) -> None:
    """Remove the file if it holds `base`; raises Conflict, and leaves it, when it does not."""
    there = place.there()
    if there is None:
        return
    if there != base:
        raise _changed(place, "")
    temp = _temp_name(place.name)
    place.rename(place.name, temp)
    try:
        found = place.read(temp)
    except (OSError, Problem):
        place.rename_new(temp, place.name)
        raise
    if found != base:  # written between the look and the move
        try:
            place.rename_new(temp, place.name)
        except FileExistsError:  # written anew meanwhile: both stay
            raise _kept_beside(place, temp) from None
        raise _changed(place, "")
    with suppress(OSError):  # what stays is swept up, its bytes are known
        place.unlink(temp)
    place.sync()


def meant_for(name: str) -> str | None:
    """The name of the file that a temporary one of ours was made for; None for other files."""
    match = _LEFT.fullmatch(name)
    return match[1] if match else None


def _temp_name(name: str) -> str:
    return f".{_cut(name, 200)}.{secrets.token_hex(8)}.nightstand"


def _cut(name: str, size: int) -> str:
    """A name's beginning of at most `size` bytes."""
    return os.fsencode(name)[:size].decode("utf-8", "ignore")


def _written(place: Place, data: bytes) -> str:
    """A temporary file beside the place's own, whole and on the disk; like the one it follows."""
    temp = _temp_name(place.name)
    try:
        # Opened for writing, so that a file which a person made read-only stays as it is.
        like: int | None = place.open(place.name, os.O_RDWR | _NONBLOCK)
    except FileNotFoundError:
        like = None
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        target = place.open(temp, flags, 0o666 if like is None else 0o600)
        try:
            disk.write_all(target, data)
            if like is not None:
                place.ordinary(like)
                disk.copy_nature(like, target)
            disk.sync(target)
        except BaseException:
            with suppress(OSError):
                place.unlink(temp)
            raise
        finally:
            os.close(target)
    finally:
        if like is not None:
            os.close(like)
    return temp


def _take_free_name(place: Place, temp: str, data: bytes) -> None:
    """Give the name to ours; raises FileExistsError when another program was faster."""
    place.rename_new(temp, place.name)
    try:
        place.sync()
    except OSError:  # told as failed, so it must not stay
        with suppress(OSError, Problem):
            take_away(place, data)
        raise


def _exchange(place: Place, temp: str, data: bytes, base: bytes) -> None:
    """Swap, then prove that what came out is the base; else whoever wrote gets the name back."""
    if not place.exchange(temp, place.name):
        place.rename(temp, place.name)  # the old bytes are in the history by now
        place.sync()
        return
    try:
        place.sync()
        tail = _tail(base, place.read(temp))
        if tail:
            add(place, tail)
    except BaseException:
        _drop(place, _give_back(place, temp, data), data)
        raise
    if tail is None:
        raise _kept_beside(place, _give_back(place, temp, data))
    with suppress(OSError):  # the new text stands; what stays is swept up, its bytes are known
        place.unlink(temp)


def _tail(base: bytes, found: bytes) -> bytes | None:
    """What a program that held the old file open added to whole lines; None for other changes."""
    if found == base:
        return b""
    grew = base.endswith(b"\n") and found.startswith(base)
    return found[len(base) :] if grew else None


def _give_back(place: Place, temp: str, data: bytes) -> str:
    """Let what was swapped out have its name again; returns the temporary name ours has now."""
    try:
        place.exchange(temp, place.name)
    except FileNotFoundError:  # someone deleted ours: the name is free
        place.rename_new(temp, place.name)
        return _written(place, data)
    if place.read(temp) == data:
        return temp
    # A third text had taken the name from ours. It is the newest and keeps it; the others stay.
    place.exchange(temp, place.name)
    _kept_beside(place, temp)
    return _written(place, data)


def _kept_beside(place: Place, temp: str) -> Conflict:
    """Give a temporary file a name of its own, to last; the conflict to raise."""
    at = datetime.fromtimestamp(place.stat(temp).st_mtime)  # the file's own local time
    for number in itertools.count(1):
        name = _copy_name(place.name, at, number)
        try:
            place.rename_new(temp, name)
        except FileExistsError:
            continue
        break
    place.sync()
    return _changed(place, place.path(name))


def _copy_name(name: str, at: datetime, number: int) -> str:
    suffix = PurePosixPath(name).suffix
    more = "" if number == 1 else f" {number}"
    mark = f" (conflict {at:%Y-%m-%d %H%M%S}{more}){suffix}"
    stem = name[: len(name) - len(suffix)]
    return _cut(stem, _NAME_LIMIT - len(os.fsencode(mark))) + mark


def _changed(place: Place, copy: str) -> Conflict:
    path = place.path(place.name)
    hint = f"Your text is kept in “{copy}”." if copy else "Look at it again, then decide."
    return Conflict(f"Another program changed {path} at the same moment.", hint, copy)


def _drop(place: Place, temp: str, data: bytes) -> None:
    """Remove a temporary file after a failure, if it is there and still holds our bytes."""
    with suppress(OSError, Problem):
        if place.read(temp) == data:
            place.unlink(temp)


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
