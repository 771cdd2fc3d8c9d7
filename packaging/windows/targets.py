"""What Windows gets: an installer for one person, and an archive to unpack anywhere.

The program is frozen on Windows; the installer is compiled by Debian's makensis, on Linux:

    PYTHONPATH=packaging python -m windows.targets DIR     (which holds what Windows packed)

SIGN is a command that signs a file in place. Without it the names say `-unsigned`.
"""

import os
import re
import shlex
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

from package import HERE, Release, Target, run, time_of_the_source, tool, version
from pictures import write_icon

SIGN = os.environ.get("SIGN", "")
MARK = "" if SIGN else "-unsigned"
LONGEST = 180  # of a path below the program's folder: Windows ends at 259, a person's name is long


def portable(release: Release) -> Path:
    """The bundle as it is; its settings and history are where the installed one has them."""
    made = release.file(f"-{release.version}-windows-x64{MARK}.zip")
    names = sorted(path for path in release.bundle.rglob("*") if path.is_file())
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in names:
            place = path.relative_to(release.bundle.parent).as_posix()
            entry = zipfile.ZipInfo(place, (1980, 1, 1, 0, 0, 0))  # the same whenever it is made
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return made


def installer(release: Release) -> Path:
    """Compiled with every warning an error."""
    places = [path.relative_to(release.bundle) for path in release.bundle.rglob("*")]
    if long := [str(place) for place in places if len(str(place)) > LONGEST]:
        raise ValueError(f"these paths are too long for Windows: {', '.join(long)}")
    made = release.file(f"-{release.version}-windows-x64-setup{MARK}.exe")
    numbers = [*re.findall(r"\d+", release.version)[:3], "0", "0", "0", "0"][:4]
    size = sum(path.stat().st_size for path in release.bundle.rglob("*") if path.is_file())
    with tempfile.TemporaryDirectory() as folder:
        told = {
            "VERSION": release.version,
            "NUMBERS": ".".join(numbers),
            "PAYLOAD": release.bundle.resolve(),
            "ICON": write_icon("win32", Path(folder)),
            "OUT": made.resolve(),
            "KILOBYTES": size // 1024,
            **({"SIGN": SIGN} if SIGN else {}),
        }
        defines = [f"-D{name}={value}" for name, value in told.items()]
        run(tool("makensis", "nsis"), "-V2", "-WX", *defines, HERE / "windows" / "nightstand.nsi")
    return made


def _unpack(made: Path, to: Path) -> Path:
    with zipfile.ZipFile(made) as archive:
        archive.extractall(to)
    return to / "nightstand" / "nightstand.exe"


def _install(made: Path, to: Path) -> Path:
    run(made, "/S", f"/D={to / 'Nightstand'}")
    return to / "Nightstand" / "nightstand.exe"


TARGETS = [Target("zip", portable, _unpack), Target("nsis", installer, _install)]


def main(out: Path) -> None:
    """Sign what Windows froze where that can be, pack it anew, and compile the installer."""
    (frozen,) = out.glob("nightstand-*-windows-x64*.zip")
    folder = out / "nightstand"
    shutil.rmtree(folder, ignore_errors=True)
    program = _unpack(frozen, out)
    frozen.unlink()
    for name in ("nightstand.exe", "nightstandw.exe") if SIGN else ():
        run(*shlex.split(SIGN), program.with_name(name))
    release = Release(folder, out, "nightstand", version(), time_of_the_source())
    print(portable(release), installer(release), sep="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
