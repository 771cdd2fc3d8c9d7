"""Is everything there that the bundle needs? Knows ELF files, the table, and folders."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from bundle.elf import Elf, read_elf
from bundle.table import Table


def missing(inside: Path, table: Table) -> list[str]:
    """What is wanted and is neither in the bundle nor the system's to bring, in sentences."""
    places = [path.relative_to(inside).as_posix() for path in inside.rglob("*")]
    lacking = [
        f"{pattern} is not in the bundle"
        for pattern in table.must
        if not any(fnmatchcase(place, pattern) for place in places)
    ]
    for path, elf in elves(inside):
        for name in elf.needed:
            if not table.host(name) and _found(name, path, elf, inside) is None:
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
    needed = {name for _, elf in elves(inside) for name in elf.needed}
    return sorted(name for name in needed if table.host(name))


def libraries(inside: Path) -> list[Path]:
    """The libraries in the bundle: neither modules nor plugins nor links."""
    return sorted(
        path
        for path in inside.rglob("lib*.so*")
        if path.is_file() and not path.is_symlink() and "plugins" not in path.parts
    )


def elves(inside: Path) -> Iterator[tuple[Path, Elf]]:
    """Every ELF file of the bundle, links aside."""
    for path in sorted(inside.rglob("*")):
        if path.is_file() and not path.is_symlink() and (elf := read_elf(path)):
            yield path, elf


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
