"""Where mistakes of ours and warnings are written down, and what of it may be told to others."""

import logging
import re
import sys
from contextlib import suppress
from importlib.util import find_spec
from logging.handlers import RotatingFileHandler
from pathlib import Path

from desktop_app.own_files import make_folder
from desktop_app.regex import regex


def log_to(folder: Path) -> None:
    """Mistakes of ours and warnings, in a file that stays small. A full disk costs only the log."""
    with suppress(OSError):
        make_folder(folder)
        file = RotatingFileHandler(
            folder / "nightstand.log", maxBytes=500_000, backupCount=2, encoding="utf-8"
        )
        file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        root = logging.getLogger()
        root.addHandler(file)
        root.setLevel(logging.INFO)
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it tells each request
        logging.raiseExceptions = False


_MOST = 20  # errors that a report tells
_TAIL = 200_000  # bytes of the log that are looked at
_ENTRY = regex(r"(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d,\d+ (WARNING|ERROR|CRITICAL) ")
_FRAME = regex(r'  File "[^"\n]*?(desktop_app[\\/][\w\\/]+)\.py", line (\d+), in ')
_RAISED = regex(r"([A-Za-z_][\w.]*)(?::|$)")


def scrubbed(folder: Path) -> list[str]:
    """The last errors of the log in `folder`, the newest last: of each only its time, its level,
    the program's own modules with their lines, and the type of what was raised.

    What a message says is never kept, so no word of a note can be in it.
    """
    try:
        with (folder / "nightstand.log").open("rb") as file:
            file.seek(max(0, file.seek(0, 2) - _TAIL))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    entries: list[list[str]] = []
    for line in lines:
        if entry := _ENTRY.match(line):
            entries.append([f"{entry[1]} {entry[2]}"])
        elif entries and (told := _of_trace(line)):
            entries[-1].append(told)
    return [" ".join(entry) for entry in entries[-_MOST:]]


def _of_trace(line: str) -> str:
    """What a line of a traceback tells; "" of any other line, or one that only looks like it."""
    if frame := _FRAME.match(line):
        module = re.sub(r"[\\/]", ".", frame[1])
        known = module in sys.modules or _is_ours(module)
        return f"{module}:{frame[2]}" if known else ""
    raised = _RAISED.match(line)
    return raised[1] if raised and _is_error(raised[1]) else ""


def _is_ours(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _is_error(name: str) -> bool:
    """Whether this is the name of an exception that exists: anything else may be a word."""
    module, _, last = name.rpartition(".")
    holder = sys.modules.get(module or "builtins")
    kind = getattr(holder, last, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)
