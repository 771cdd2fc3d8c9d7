"""Which of the files that PyInstaller found go into the bundle. Knows names and what needs what.

A row is PyInstaller's: where it goes, where it comes from (of a link: where it leads), its kind.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path, PurePosixPath

from bundle.libraries import is_library, needs
from bundle.table import Table

Row = tuple[str, str, str]


def kept(rows: Iterable[Row], table: Path) -> list[Row]:
    """Data, modules and wanted plugins, and of libraries those that one of these needs."""
    known = Table.read(table)
    rows = [
        row
        for row in rows
        if not known.host(_name(row)) and not known.unwanted(row[0].replace("\\", "/"))
    ]
    libraries = [row for row in rows if _is_library(row)]
    chosen = [row for row in rows if not _is_library(row)]
    wanted = {name for row in chosen for name in _needed(row)}
    wanted |= {name for name in map(_name, libraries) if "python3" in name}
    while more := [row for row in libraries if _name(row) in wanted]:
        libraries = [row for row in libraries if _name(row) not in wanted]
        chosen += more
        wanted = {name for row in more for name in _needed(row)}
    return chosen


def _is_library(row: Row) -> bool:
    return is_library(PurePosixPath(row[0].replace("\\", "/")))


def _name(row: Row) -> str:
    return PurePosixPath(row[0].replace("\\", "/")).name.lower()


def _needed(row: Row) -> tuple[str, ...]:
    return _needed_by(row[1]) if row[2] in ("BINARY", "EXTENSION") else ()


@cache
def _needed_by(path: str) -> tuple[str, ...]:
    return tuple(name.lower() for name in needs(Path(path)) or ())
