"""Writing: how new bytes get a file's name, and where the old ones go. Knows one place.

Specification: trust, 'Files'. This module deletes only bytes that are proved to be our own, or the
base that the caller had read. Everything else keeps a name.
"""

import itertools
import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import PurePosixPath
from typing import NamedTuple

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.notebook.storage import disk, swap
from desktop_app.notebook.storage.adding import add
from desktop_app.notebook.storage.contain import FilePlace
from desktop_app.notebook.storage.swap import cut
from desktop_app.own_files import give_to_owner
from desktop_app.words import tr

_NAME_LIMIT = 255  # bytes of a name on common disks


class Conflict(Problem):
    """Another program wrote meanwhile. Its text keeps the name; ours is in the file `copy`, ""
    where none had to be kept."""

    def __init__(self, message: str, hint: str = "", copy: str = "") -> None:
        super().__init__(message, hint)
        self.copy = copy


def _keep_copy(place: FilePlace, temp: str) -> Conflict:
    at = datetime.fromtimestamp(place.stat(temp).st_mtime)  # the file's own local time
    for number in itertools.count(1):
        name = _copy_name(place.name, at, number)
        try:
            place.rename_new(temp, name)
        except FileExistsError:
            continue
        break
    place.sync()
    return conflict_over(place, place.path(name))


def met(place: FilePlace, temp: str, *, copy: bool) -> Conflict:
    """The conflict to raise for a file of ours, which stays as a `copy` or goes."""
    if copy:
        return _keep_copy(place, temp)
    place.unlink(temp)
    return conflict_over(place, "")


def _copy_name(name: str, at: datetime, number: int) -> str:
    suffix = PurePosixPath(name).suffix
    more = "" if number == 1 else f" {number}"
    mark = f" (conflict {at:%Y-%m-%d %H%M%S}{more}){suffix}"
    stem = name[: len(name) - len(suffix)]
    return cut(stem, _NAME_LIMIT - len(os.fsencode(mark))) + mark


def conflict_over(place: FilePlace, copy: str) -> Conflict:
    path = place.path(place.name)
    hint = (
        tr("Your text is kept in “{copy}”.").format(copy=copy)
        if copy
        else tr("Look at it again, then decide.")
    )
    return Conflict(
        tr("Another program changed {path} at the same moment.").format(path=path), hint, copy
    )


GRACE = 2.0  # seconds that a swapped-out file stays where nobody can tell who has it open
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


class Stay(NamedTuple):
    """A swapped-out file that stays for now; `is_open`: a program is known to have it open."""

    name: str
    is_open: bool


def put(place: FilePlace, new: bytes, base: bytes | None, *, copy: bool = True) -> Stay | None:
    """Give the place's name to `new`, whole and durable, if it has `base` (None: no file).

    Returns the old file if it stays because others may still write into it. Raises Conflict if the
    name has another text, and OSError if the disk refuses; then the old file is still there. A text
    of ours is then in a copy; without `copy` only one that had the name for a moment.
    """
    temp = _written(place, new)
    try:
        current = place.current()
        if current == new:  # done already, by us before a crash or by a like mind
            place.unlink(temp)
        elif base is None and current is None:
            _take_free_name(place, temp, new)
        elif base is not None and current is not None and _is_base(base, current):
            temp = _renamed(place, temp, swap.name_to_swap(place.name, new, base))
            return _exchange(place, temp, new, base)
        else:
            raise met(place, temp, copy=copy)
    except FileExistsError:
        raise met(place, temp, copy=copy) from None
    except BaseException:
        _drop(place, temp, new)
        raise
    return None


def put_new(place: FilePlace, data: bytes) -> bool:
    """Make the file with `data`, whole and durable; False if there is one already."""
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


def take_away(place: FilePlace, base: bytes) -> Stay | None:
    """Remove the file if it has `base`, else raise Conflict and leave it; returns it if it stays
    because others may still write into it."""
    current = place.current()
    if current is None:
        return None
    if current != base:
        raise conflict_over(place, "")
    temp = swap.name_to_swap(place.name, b"", base)
    place.rename(place.name, temp)
    try:
        moved = place.read(temp)
    except (OSError, Problem):
        place.rename_new(temp, place.name)
        raise
    if moved != base:  # written between the look and the move
        try:
            place.rename_new(temp, place.name)
        except FileExistsError:  # written anew meanwhile: both stay
            raise _keep_copy(place, temp) from None
        raise conflict_over(place, "")
    stay = _settled(place, temp)
    place.sync()
    return stay


def settle(
    place: FilePlace,
    name: str,
    *,
    once: bool = False,
    keep: Callable[[bytes], object] = lambda _data: None,
) -> Stay | None:
    """Delete a swapped-out file if nobody has it open to write; returns it if it stays.

    Text that was added to it is added to the file that has the name now. With `once` that happens
    only when it is deleted, and only if that file doesn't end with the text already, as it may
    after a crash. A rewritten text, or one added to a deleted file, gets a name of its own. `keep`
    gets the bytes before they are deleted.
    """
    temporary = swap.parse(name)
    assert temporary is not None
    descriptor = place.open(name, disk.READ)
    try:
        place.ordinary(descriptor)
        # Asked before it is read: after a yes nothing can come.
        quiet = place.swaps.quiet(descriptor) if temporary.base else True
        age = abs(time.time() - place.stat(name).st_ctime)  # since the swap
        goes = age >= GRACE if quiet is None else quiet
        data = place.read(name)
        tail = temporary.tail(data)
        current = place.current() if tail else b""
        if not goes:
            whole = (
                tail[: tail.rfind(b"\n") + 1] if tail and not once and current is not None else b""
            )
            if whole:
                place.late(place.path(place.name), data)
                add(place, whole)
                safe = data[: temporary.size + len(whole)]
                name = _renamed(place, name, swap.name_with(temporary, safe))
            return Stay(name, is_open=quiet is False)
        keep(data)
        if tail is None or current is None:
            _keep_copy(place, name)
            return None
        if tail and not (once and current.endswith(tail)):
            place.late(place.path(place.name), data)
            add(place, tail)
        place.unlink(name)
    finally:
        os.close(descriptor)
    return None


def _written(place: FilePlace, data: bytes) -> str:
    """A temporary file beside the place's own, whole, durable, and with the same owner and mode."""
    temp = swap.name_to_write(place.name)
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
            elif place.fd is not None:
                give_to_owner(target, place.fd)
            own_files.sync(target)
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


def _take_free_name(place: FilePlace, temp: str, data: bytes) -> None:
    place.rename_new(temp, place.name)
    try:
        place.sync()
    except OSError:  # told as failed, so it must not stay
        with suppress(OSError, Problem):
            take_away(place, data)
        raise


def _exchange(place: FilePlace, temp: str, data: bytes, base: bytes) -> Stay | None:
    if not place.exchange(temp, place.name):
        if place.current() != base:  # what it grew by would be in no file
            raise _keep_copy(place, temp)
        place.rename(temp, place.name)  # the old bytes are in the history already
        place.sync()
        return None
    try:
        place.sync()
        swapped_out = place.read(temp)
        others = not _is_base(base, swapped_out)
        if others and swapped_out:  # who wrote it may have read ours already, and write over it
            place.late(place.path(place.name), swapped_out)
    except BaseException:
        _drop(place, _give_back(place, temp, data), data)
        raise
    if others:
        raise _keep_copy(place, _give_back(place, temp, data))
    return _settled(place, temp)


def _settled(place: FilePlace, temp: str) -> Stay | None:
    """The result of `settle`; an error means that the file stays and is settled later."""
    try:
        return settle(place, temp)
    except FileNotFoundError:
        return None
    except (OSError, Problem):
        return Stay(temp, is_open=True)


def _is_base(base: bytes, data: bytes) -> bool:
    """Whether the data is the base, or a base of whole lines with an addition."""
    return data == base or (base.endswith(b"\n") and data.startswith(base))


def _give_back(place: FilePlace, temp: str, data: bytes) -> str:
    """Give the swapped-out file its name again; returns the temporary name of our file."""
    try:
        place.exchange(temp, place.name)
    except FileNotFoundError:  # someone deleted ours: the name is free
        place.rename_new(temp, place.name)
        return _written(place, data)
    if place.read(temp) == data:
        return temp
    # A third text had taken the name from ours. It is the newest and keeps it; the others stay.
    place.exchange(temp, place.name)
    _keep_copy(place, temp)
    return _written(place, data)


def _drop(place: FilePlace, temp: str, data: bytes) -> None:
    """Remove a temporary file after a failure, if it is there and still holds our bytes."""
    with suppress(OSError, Problem):
        if place.read(temp) == data:
            place.unlink(temp)


def _renamed(place: FilePlace, name: str, new: str) -> str:
    place.rename(name, new)
    return new
