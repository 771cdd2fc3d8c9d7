"""Is everything there that the bundle needs? Knows binary files, the table, and folders."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path, PurePath

from bundle.elf import Elf, read_elf
from bundle.table import Table

_MAGIC = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")  # and Windows, macOS twice
_LIBRARY = re.compile(r"lib[^/]*\.so[^/]*|[^/]*\.(dll|dylib)|Qt[A-Z]\w+", re.IGNORECASE)


def missing(inside: Path, table: Table) -> list[str]:
    """What is wanted and is neither in the bundle nor the system's to bring, in sentences."""
    places = [path.relative_to(inside).as_posix() for path in inside.rglob("*")]
    names = {place.rpartition("/")[2].lower() for place in places}
    lacking = [
        f"{pattern} is not in the bundle"
        for pattern in table.must
        if not any(fnmatchcase(place, pattern) for place in places)
    ]
    for path, needed in binaries(inside):
        elf = read_elf(path)
        for name in needed:
            there = _found(name, path, elf, inside) if elf else name.lower() in names
            if not there and not table.host(name):
                lacking.append(f"{path.relative_to(inside)} needs {name}, which is nowhere")
    return lacking + _dangling(inside)


def strangers(inside: Path, table: Table) -> list[str]:
    """Libraries of which the table does not know whose they are, or that are the system's."""
    found = []
    for path in libraries(inside):
        if table.host(path.name):
            found.append(f"{path.name} is the system's own")
        elif table.project(path.name) is None:
            found.append(f"{path.name} is in no row of the table of libraries")
    return found


def host_needs(inside: Path, table: Table) -> list[str]:
    """The libraries the bundle expects of the system."""
    needed = {name for _, names in binaries(inside) for name in names}
    return sorted(name for name in needed if table.host(name))


def newest_glibc(inside: Path) -> str:
    """The oldest glibc that the bundle runs with: the newest one it has a function of."""
    found = {(2, 0)}
    for path, _ in binaries(inside):
        for major, minor in re.findall(rb"\0GLIBC_(\d+)\.(\d+)", path.read_bytes()):
            found.add((int(major), int(minor)))
    return ".".join(map(str, max(found)))


def libraries(inside: Path) -> list[Path]:
    """The libraries in the bundle: neither modules nor plugins nor links."""
    return sorted(
        path
        for path in inside.rglob("*")
        if is_library(path) and path.is_file() and not path.is_symlink() and needs(path) is not None
    )


def is_library(path: PurePath) -> bool:
    """Whether a file is there for others: not a module of Python's and not a plugin of Qt's."""
    return _LIBRARY.fullmatch(path.name) is not None and "plugins" not in path.parts


def binaries(inside: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Every binary file of the bundle, links aside, and the names of what it needs."""
    for path in sorted(inside.rglob("*")):
        if path.is_file() and not path.is_symlink() and (names := needs(path)) is not None:
            yield path, names


def needs(path: Path) -> tuple[str, ...] | None:
    """The names of the libraries that a file needs; None when it is no binary file."""
    with path.open("rb") as file:
        if not file.read(4).startswith(_MAGIC):
            return None
    if elf := read_elf(path):
        return elf.needed
    from PyInstaller.depend.bindepend import get_imports

    return tuple(sorted(PurePath(name).name for name, _ in get_imports(str(path))))


def _found(name: str, path: Path, elf: Elf, inside: Path) -> Path | None:
    """Where the loader finds a library: as the file itself says, then at the top of the bundle."""
    folders = [Path(folder.replace("$ORIGIN", str(path.parent))) for folder in elf.folders]
    tried = (folder / name for folder in [*folders, inside])
    return next((place for place in tried if place.is_file()), None)


def _dangling(inside: Path) -> list[str]:
    return [
        f"{path.relative_to(inside)} leads nowhere"
        for path in inside.rglob("*")
        if path.is_symlink() and not path.exists()
    ]
