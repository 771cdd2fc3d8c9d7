"""Release: the program's own files, which an update replaces while it runs. Knows no window."""

import os
import sys
from functools import cache
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.words import tr


@cache
def started_from() -> tuple[int, ...]:
    """What the program's files are when this is first asked, which is at its start."""
    program = Path(sys.executable if getattr(sys, "frozen", False) else __file__)
    try:
        about = program.stat()
    except OSError:  # gone
        return ()
    return about.st_ino, about.st_mtime_ns, about.st_size


def command(*, window: bool = False) -> list[str]:
    """The words that start this very installation, by full paths, also after an update of it.

    With `window` no console opens beside it, on Windows.
    """
    if os.environ.get("FLATPAK_ID"):
        return ["flatpak", "run", os.environ["FLATPAK_ID"]]
    program = Path(sys.executable)
    if not getattr(sys, "frozen", False):
        windowed = program.with_name("pythonw.exe")
        if window and windowed.is_file():
            return [str(windowed), "-m", "desktop_app"]
        script = program.with_name("nightstand.exe" if os.name == "nt" else "nightstand")
        return [str(script)] if script.is_file() else [str(program), "-m", "desktop_app"]
    image, mounted = os.environ.get("APPIMAGE"), os.environ.get("APPDIR")
    if image and mounted and program.is_relative_to(mounted):  # elsewhere at each start
        return [image]
    windowed = program.with_name("nightstandw.exe")
    if window and windowed.is_file():
        return [str(windowed)]
    linked = program.parents[2] / "bin" / program.name if len(program.parents) > 2 else program
    return [str(linked if linked.is_symlink() and linked.samefile(program) else program)]


def licences() -> Path | None:
    """The list of third-party work with its licences, which lies beside the frozen program."""
    texts = Path(sys.executable).with_name("THIRD-PARTY.txt")
    return texts if getattr(sys, "frozen", False) and texts.is_file() else None


def replaced() -> Problem | None:
    """The problem, where the program was updated or removed since its start: what it loads only
    when it is needed is missing now, or is another version's.
    """
    if started_from.__wrapped__() == started_from():
        return None
    return Problem(
        tr("Nightstand was updated or removed while it ran."),
        tr("Your notes are safe. Quit it and start it again."),
    )
