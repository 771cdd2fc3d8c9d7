"""Release: the program's own files, which an update replaces while it runs. Knows no window."""

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
