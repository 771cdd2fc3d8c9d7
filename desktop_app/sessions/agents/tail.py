"""Tail: the new lines of a file that another program writes. Only reads; knows no agent.

A place is told by its offset and by a mark of the file's first bytes and of those before the place.
Where they no longer stand there, the file was cut or replaced, and is read from its start: nobody's
clock decides that.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

PIECE = 1 << 20
"""How many bytes are read at once."""
LONGEST = 16 << 20
"""The longest line in bytes; a longer one is passed over."""
_HEAD, _MARKED = 256, 1_024  # bytes of a file's start and before a place; records end alike


@dataclass(frozen=True)
class TailPlace:
    """Where to go on: an offset in bytes, or the number of a row. `inside`: of a line too long."""

    offset: int = 0
    mark: str = ""
    inside: bool = False


START = TailPlace()


@dataclass(frozen=True)
class TailRecord:
    """One record and the place before it. `value` is None where it is no JSON object.

    `session` is told by databases only.
    """

    place: TailPlace
    value: dict[str, Any] | None
    session: str = ""


@dataclass(frozen=True)
class TailPiece:
    """What came next, and where to go on; `more` waits. `again`: it was read from its start."""

    records: tuple[TailRecord, ...]
    place: TailPlace
    more: bool = False
    again: bool = False


def read_lines(path: Path, place: TailPlace, most: int = PIECE) -> TailPiece:
    """The next whole lines of a file. Raises OSError.

    A last line without an end is left until it has one, unless it is a whole object by itself.
    """
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        again = not _stands(file, place, size)
        if again:
            place = START
        file.seek(0)
        head = file.read(_HEAD)
        begin = max(0, place.offset - _MARKED)
        file.seek(begin)
        data = file.read(place.offset - begin + most)
        if b"\n" not in data[place.offset - begin :] and begin + len(data) < size:
            data += file.read(LONGEST)
    end = begin + len(data)
    records, place = _split(_Bytes(head, data, begin), place)
    return TailPiece(records, place, more=end < size and end > begin, again=again)


def stands_in(path: Path, place: TailPlace) -> bool:
    """Whether a file has the bytes that stood before a place, as a copy of it has."""
    with suppress(OSError), path.open("rb") as file:
        return place.offset > 0 and _stands(file, place, os.fstat(file.fileno()).st_size)
    return False


def end_of(path: Path) -> TailPlace:
    """The place behind the last whole line. Raises OSError."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        end = size
        while end > 0:
            begin = max(0, end - PIECE)
            file.seek(begin)
            newline = file.read(end - begin).rfind(b"\n")
            if newline >= 0:
                end = begin + newline + 1
                break
            end = begin
        return TailPlace(end, _mark_in(file, end))


def _stands(file: IO[bytes], place: TailPlace, size: int) -> bool:
    if place.offset == 0:
        return True
    return size >= place.offset and _mark_in(file, place.offset) == place.mark


def _mark_in(file: IO[bytes], offset: int) -> str:
    file.seek(0)
    head = file.read(_HEAD)
    begin = max(0, offset - _MARKED)
    file.seek(begin)
    return _Bytes(head, file.read(offset - begin), begin).place(offset - begin).mark


@dataclass(frozen=True)
class _Bytes:
    """The first bytes of a file, and the `data` that lies at `begin` in it."""

    head: bytes
    data: bytes
    begin: int

    def place(self, at: int) -> TailPlace:
        """The place at an index of `data`."""
        offset = self.begin + at
        marked = self.head[:offset] + b"\0" + self.data[max(0, at - _MARKED) : at]
        return TailPlace(offset, hashlib.sha256(marked).hexdigest()[:32])


def _split(read: _Bytes, place: TailPlace) -> tuple[tuple[TailRecord, ...], TailPlace]:
    """The records in what was read, from `place` on."""
    data = read.data
    records: list[TailRecord] = []
    for start, end in _lines(data, place.offset - read.begin):
        line = data[start:end]
        if not line.endswith(b"\n") and not place.inside:
            whole = object_in(line)
            if whole is None and len(line) <= LONGEST:
                break  # it is still being written
            if whole is None:
                return tuple(records), replace(read.place(end), inside=True)
            records.append(TailRecord(place, whole))
        elif not place.inside and line.strip():
            records.append(TailRecord(place, object_in(line)))
        inside = place.inside and not line.endswith(b"\n")
        place = replace(read.place(end), inside=inside)
    return tuple(records), place


def _lines(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Where each line begins and ends; the last one may have no newline."""
    while start < len(data):
        newline = data.find(b"\n", start)
        end = len(data) if newline < 0 else newline + 1
        yield start, end
        start = end


def object_in(record: object) -> dict[str, Any] | None:
    """The JSON object that a line or a cell holds; None where it holds none."""
    try:
        text = record.decode("utf-8", "replace") if isinstance(record, bytes) else str(record)
        value = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
