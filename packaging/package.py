"""What `make package` runs: freezes the program for this system, proves the bundle, packs it.

    python packaging/package.py [--out DIR] [--frozen] [--with-embedder] [TARGET...]

The bundle is DIR/nightstand; each further target is made from it, unpacked elsewhere and started
from there. Without a TARGET everything is made that this system has the tools for. Ends with 1, and
says why, when anything needed is missing, anything is inside that may not be, or the frozen program
does not do what the one from source does.
"""

import argparse
import importlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FOLDERS = {"linux": "linux", "win32": "windows", "darwin": "macos"}
ID = "app.nightstand.Nightstand"  # of the desktop entry, the Flatpak and the .app


class Missing(Exception):  # noqa: N818  # no failure where the target was not asked for
    """A tool that this machine lacks, in a sentence."""


@dataclass(frozen=True)
class Release:
    """What is packed, the same for every target. `name` says which of the two bundles it is."""

    bundle: Path
    out: Path
    name: str
    version: str
    epoch: int  # seconds; the time of every file inside, so that two builds are the same

    def file(self, ending: str) -> Path:
        """Where a target puts what it makes."""
        return self.out / f"{self.name}{ending}"


@dataclass(frozen=True)
class Target:
    """`make` returns the file; `unpack` puts it into a folder and returns the program in there."""

    name: str
    make: Callable[[Release], Path]
    unpack: Callable[[Path, Path], Path] | None = None


def main(
    out: Path, wanted: Sequence[str] = (), *, frozen: bool = False, embedder: bool = False
) -> int:
    """Freeze into `out`, check, and make what is wanted; returns the exit code."""
    if sys.platform not in FOLDERS:
        return refuse([f"There is no packaging for {sys.platform} yet."])
    targets: list[Target] = importlib.import_module(f"{FOLDERS[sys.platform]}.targets").TARGETS
    names = ["bundle", *(target.name for target in targets)]
    if unknown := set(wanted) - set(names):
        return refuse([f"{', '.join(unknown)} cannot be made here: there are {', '.join(names)}."])
    folder = out / "nightstand"
    if not frozen and (troubles := freeze(folder, embedder)):
        return refuse(troubles)
    name = "nightstand-with-embedder" if embedder else "nightstand"
    release = Release(folder, out, name, version(), time_of_the_source())
    for target in targets:
        if target.name in (wanted or names):
            try:
                troubles = carry_out(target, release)
            except Missing as missing:
                troubles = [str(missing)] if wanted else []
                print(f"{target.name} is left out: {missing}", flush=True)
            if troubles:
                return refuse(troubles)
    return 0


def refuse(troubles: Sequence[str]) -> int:
    """Say what is wrong; returns the exit code."""
    for trouble in troubles:
        print(f"Not good: {trouble}", file=sys.stderr)
    return 1


def version() -> str:
    """As the program says it itself."""
    sys.path.insert(0, str(ROOT))
    from desktop_app import __version__

    return __version__


def time_of_the_source() -> int:
    """Of the last commit, or of the changelog where there is no git."""
    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(told)
    asked = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True
    )
    return int(asked.stdout or (ROOT / "CHANGELOG.md").stat().st_mtime)


def freeze(folder: Path, embedder: bool) -> list[str]:
    """Make the bundle and prove it; returns what is wrong."""
    from bundle.checking import check, try_out
    from bundle.table import Table

    if trouble := in_the_way(folder):
        return [trouble]
    began = time.monotonic()
    build(folder, ["--with-embedder"] if embedder else [])
    slim(folder / "_internal")
    print(f"Frozen in {time.monotonic() - began:.0f} s.", flush=True)
    table = Table.read(HERE / FOLDERS[sys.platform] / "libraries.toml")
    troubles = check(folder, table) or try_out(folder)
    if not troubles:
        print(f"{folder} is ready, {time.monotonic() - began:.0f} s in all.", flush=True)
    return troubles


def in_the_way(folder: Path) -> str:
    """Why this folder, which is emptied, is not ours to empty; "" when it is, or not there yet.

    Ours is what an earlier build left: the program beside its `_internal`, and no work of anyone.
    """
    if not os.path.lexists(folder):
        return ""
    ours = not folder.is_symlink() and (folder / "_internal").is_dir()
    ours = ours and any(map(Path.is_file, folder.glob("nightstand*")))
    ours = ours and not (folder / ".git").exists()
    if ours and not ROOT.is_relative_to(folder):
        return ""
    return f"{folder} is no earlier build, and is left alone: choose another folder with --out."


def build(folder: Path, options: Sequence[str]) -> None:
    """PyInstaller, always from a clean state: what `in_the_way` lets pass is emptied."""
    work = ROOT / "build"
    if folder.exists():
        shutil.rmtree(folder)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    places = ["--distpath", str(folder.parent), "--workpath", str(work)]
    spec = [str(HERE / "nightstand.spec"), "--", *options]
    same = {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": str(time_of_the_source())}
    subprocess.run([*command, *places, *spec], cwd=ROOT, check=True, env={**os.environ, **same})


def slim(inside: Path) -> None:
    """Python and libraries without what only debuggers read; Qt's wheels come without it."""
    own = [*inside.glob("libpython3*.so*"), *inside.glob("python3.*/lib-dynload/*.so")]
    for name in ("numpy", "rpds"):
        own += inside.glob(f"{name}/**/*.so")
    if own and shutil.which("strip"):
        subprocess.run(["strip", "--strip-unneeded", *own], check=True)


def carry_out(target: Target, release: Release) -> list[str]:
    """Make a target and start what is in it; returns what is wrong."""
    from bundle.trial import try_unpacked

    began = time.monotonic()
    made = target.make(release)
    size = f"{made.stat().st_size / 1e6:.1f} MB, " if made.is_file() else ""
    print(f"{made}: {size}{time.monotonic() - began:.0f} s.", flush=True)
    return try_unpacked(target.unpack, made, release.version) if target.unpack else []


def tool(name: str, package: str) -> str:
    """Where a tool is that a target needs."""
    if found := shutil.which(name):
        return found
    raise Missing(f"{name} is not here ({package}).")


def run(*command: Any, **options: Any) -> "subprocess.CompletedProcess[str]":
    """Run a tool that must succeed."""
    return subprocess.run(list(map(str, command)), check=True, text=True, **options)


if __name__ == "__main__":
    sys.modules["package"] = sys.modules["__main__"]  # the targets import this very module
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--frozen", action="store_true", help="pack the bundle that is in DIR")
    parser.add_argument("--with-embedder", action="store_true", help="the larger bundle")
    os.environ.pop("PYTHONPATH", None)  # what lies about here is not to be frozen
    chosen = parser.parse_args()
    own = {"frozen": chosen.frozen, "embedder": chosen.with_embedder}
    sys.exit(main(chosen.out.resolve(), chosen.targets, **own))
