"""The bundle against its tables, and the frozen program at work beside the one from source."""

import shutil
import sys
from pathlib import Path

from bundle.libraries import binaries, host_needs, missing, strangers
from bundle.licences import Rules, write_list
from bundle.measure import Start, size, starts
from bundle.table import Table
from bundle.trial import try_command_line

_PACKAGING = Path(__file__).resolve().parent.parent
_ROOT = _PACKAGING.parent


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
    """The frozen program at work, compared with the one from source."""
    frozen_command = [str(program(folder))]
    troubles = try_command_line(frozen_command)
    if troubles:
        return troubles
    frozen, unfrozen = starts([frozen_command, [sys.executable, "-m", "desktop_app"]], _ROOT)
    for start in (frozen, unfrozen):
        if start.trouble:
            return [start.trouble]
    print(f"Size: {size(folder) / 1e6:.0f} MB ({size(folder) / 2**20:.0f} MiB).")
    _print_start("--version", frozen, unfrozen, "version")
    _print_start("status of a notebook", frozen, unfrozen, "status")
    _print_start("--smoke until the window is open", frozen, unfrozen, "window")
    _print_start("--smoke in all", frozen, unfrozen, "smoke")
    return []


def _print_start(what: str, frozen: Start, unfrozen: Start, name: str) -> None:
    ours, theirs = getattr(frozen, name), getattr(unfrozen, name)
    print(f"{what}: {ours:.2f} s, {ours / theirs:.2f} times the unfrozen start ({theirs:.2f} s).")
