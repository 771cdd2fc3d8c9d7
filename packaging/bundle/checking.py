"""The bundle against its tables, and the frozen program at work."""

import shutil
import sys
from pathlib import Path

from bundle.libraries import binaries, host_needs, missing, strangers
from bundle.licences import Rules, write_list
from bundle.table import Table
from bundle.trial import try_command_line, try_start

_PACKAGING = Path(__file__).resolve().parent.parent
_ROOT = _PACKAGING.parent
STARTS = {"--version": "Nightstand", "--smoke": "Nightstand works here."}


def program(folder: Path) -> Path:
    """The frozen program of the terminal."""
    return folder / ("nightstand.exe" if sys.platform == "win32" else "nightstand")


def check(folder: Path, table: Table) -> list[str]:
    """What is wrong with the files; writes the list of third-party work."""
    inside = folder / "_internal"
    rules = Rules.read(_PACKAGING / "licences.toml")
    works = rules.works(frozen_modules(program(folder)), inside, table)
    bare = write_list(works, folder)
    shutil.copyfile(_ROOT / "LICENSE", folder / "LICENSE.txt")
    files = sum(1 for _ in binaries(inside))
    print(f"{files} libraries and modules, {len(works)} works of others in THIRD-PARTY.txt.")
    print(f"Expected of the system: {' '.join(host_needs(inside, table))}")
    if bare:
        print(f"No text of the licence at hand, not to be given away so: {', '.join(bare)}")
    return [*missing(inside, table), *strangers(inside, table), *rules.refused(works)]


def frozen_modules(path: Path) -> list[str]:
    """The names of the Python modules inside the program."""
    from PyInstaller.archive.readers import CArchiveReader

    return list(CArchiveReader(str(path)).open_embedded_archive("PYZ.pyz").toc)


def try_out(folder: Path) -> list[str]:
    """The frozen program at work; tells how large it is and how fast it starts."""
    command = [str(program(folder))]
    if troubles := try_command_line(command):
        return troubles
    starts = {word: try_start(command, word, expected) for word, expected in STARTS.items()}
    if troubles := [trouble for trouble, _ in starts.values() if trouble]:
        return troubles
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    size = sum(path.stat().st_size for path in files)
    ends = ", ".join(f"{word} in {seconds:.2f} s" for word, (_, seconds) in starts.items())
    print(f"Size: {size / 1e6:.0f} MB ({size / 2**20:.0f} MiB). Ends {ends}.")
    return []
