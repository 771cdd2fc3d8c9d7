"""What an ELF file says it needs. Reads bytes; runs nothing of the file, as `ldd` would.

Specification: System V ABI, "Program Loading and Dynamic Linking".
"""

import struct
from dataclasses import dataclass
from pathlib import Path

_LOAD, _DYNAMIC = 1, 2
_NEEDED, _STRTAB, _SONAME, _RPATH, _RUNPATH = 1, 5, 14, 15, 29


@dataclass(frozen=True)
class Elf:
    """The names of the libraries a file needs, its own, and the folders it asks to look in."""

    needed: tuple[str, ...]
    soname: str
    folders: tuple[str, ...]


def read_elf(path: Path) -> Elf | None:
    """What `path` says; None when it is no ELF file of 64 bits."""
    data = path.read_bytes()
    if data[:5] != b"\x7fELF\x02":
        return None
    order = "<" if data[5] == 1 else ">"
    segments = _segments(data, order)
    found: dict[int, list[int]] = {}
    for kind, offset, _address, size in segments:
        if kind == _DYNAMIC:
            for tag, value in struct.iter_unpack(f"{order}qQ", data[offset : offset + size]):
                found.setdefault(tag, []).append(value)
    if _STRTAB not in found:
        return Elf((), "", ())
    start = _offset(segments, found[_STRTAB][0])

    def texts(tag: int) -> tuple[str, ...]:
        begins = (start + value for value in found.get(tag, ()))
        return tuple(data[at : data.index(b"\0", at)].decode() for at in begins)

    folders = [part for text in texts(_RUNPATH) or texts(_RPATH) for part in text.split(":")]
    return Elf(texts(_NEEDED), "".join(texts(_SONAME)), tuple(filter(None, folders)))


def _segments(data: bytes, order: str) -> list[tuple[int, int, int, int]]:
    """Of each program header: its kind, offset in the file, address in memory, size in the file."""
    table, _, _, _, entry, count = struct.unpack_from(f"{order}QQIHHH", data, 32)
    rows = (struct.unpack_from(f"{order}IIQQQQ", data, table + n * entry) for n in range(count))
    return [(kind, offset, address, size) for kind, _, offset, address, _, size in rows]


def _offset(segments: list[tuple[int, int, int, int]], address: int) -> int:
    """Where in the file the byte of a memory address is."""
    for kind, offset, begins, size in segments:
        if kind == _LOAD and begins <= address < begins + size:
            return offset + address - begins
    raise ValueError(f"no segment holds the address {address:#x}")
