"""What `make package` runs: freezes the program for this system, proves the bundle, prints figures.

    python packaging/package.py [--out DIR]     (default: dist/)

The bundle is DIR/nightstand. Ends with 1, and says why, when anything needed is missing, anything
is inside that may not be, or the frozen program does not do what the one from source does.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from bundle.libraries import elves, host_needs, missing, strangers
from bundle.licences import Rules, write_list
from bundle.measure import Start, size, starts
from bundle.table import Table
from bundle.trial import try_command_line

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SYSTEMS = {"linux": "linux"}


def main(out: Path) -> int:
    """Freeze into `out`, check and measure; returns the exit code."""
    system = SYSTEMS.get(sys.platform)
    if system is None:
        print(f"There is no packaging for {sys.platform} yet.", file=sys.stderr)
        return 1
    began = time.monotonic()
    folder = out / "nightstand"
    if trouble := in_the_way(folder):
        print(trouble, file=sys.stderr)
        return 1
    build(HERE / system / "nightstand.spec", out)
    slim(folder / "_internal")
    print(f"Frozen in {time.monotonic() - began:.0f} s.", flush=True)
    table = Table.read(HERE / system / "libraries.toml")
    troubles = check(folder, table)
    if not troubles:
        troubles = try_out(folder)
    for trouble in troubles:
        print(f"Not good: {trouble}", file=sys.stderr)
    if not troubles:
        print(f"{folder} is ready, {time.monotonic() - began:.0f} s in all.")
    return 1 if troubles else 0


def in_the_way(folder: Path) -> str:
    """Why this folder, which is emptied, is not ours to empty; "" when it is, or not there yet.

    Ours is what an earlier build left: the program beside its `_internal`, and no work of anyone.
    """
    if not os.path.lexists(folder):
        return ""
    ours = not folder.is_symlink() and (folder / "_internal").is_dir()
    ours = ours and (folder / "nightstand").is_file() and not (folder / ".git").exists()
    if ours and not ROOT.is_relative_to(folder):
        return ""
    return f"{folder} is no earlier build, and is left alone: choose another folder with --out."


def build(spec: Path, out: Path) -> None:
    """PyInstaller, always from a clean state: what `in_the_way` lets pass is emptied."""
    work = ROOT / "build"
    if (out / "nightstand").exists():
        shutil.rmtree(out / "nightstand")
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    places = ["--distpath", str(out), "--workpath", str(work), str(spec)]
    subprocess.run([*command, *places], cwd=ROOT, check=True)


def slim(inside: Path) -> None:
    """Python's own files without what only debuggers read; Qt's wheels come without it."""
    own = [*inside.glob("libpython3*.so*"), *inside.glob("python3.*/lib-dynload/*.so")]
    if own and shutil.which("strip"):
        subprocess.run(["strip", "--strip-unneeded", *own], check=True)


def check(folder: Path, table: Table) -> list[str]:
    """What is wrong with the files; writes the list of third-party work."""
    inside = folder / "_internal"
    rules = Rules.read(HERE / "licences.toml")
    works = rules.works(frozen_modules(folder / "nightstand"), inside, table)
    bare = write_list(works, folder)
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE.txt")
    files = sum(1 for _ in elves(inside))
    print(f"{files} libraries and modules, {len(works)} works of others in THIRD-PARTY.txt.")
    print(f"Expected of the system: {' '.join(host_needs(inside, table))}")
    if bare:
        print(f"No text of the licence at hand, not to be given away so: {', '.join(bare)}")
    return [*missing(inside, table), *strangers(inside, table), *rules.refused(works)]


def frozen_modules(program: Path) -> list[str]:
    """The names of the Python modules inside the program."""
    from PyInstaller.archive.readers import CArchiveReader

    return list(CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz").toc)


def try_out(folder: Path) -> list[str]:
    """The frozen program at work, compared with the one from source."""
    program = [str(folder / "nightstand")]
    source = [sys.executable, "-m", "desktop_app"]
    troubles = try_command_line(program)
    if troubles:
        return troubles
    frozen, unfrozen = starts([program, source], ROOT)
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    os.environ.pop("PYTHONPATH", None)  # what lies about here is not to be frozen
    sys.exit(main(parser.parse_args().out.resolve()))
