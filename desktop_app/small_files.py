"""Small files: settings, marks and books, read as far as a limit. Knows bytes and JSON only.

Anybody may put anything in their place: a pipe, a hundred megabytes, ten thousand brackets.
"""

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any

MOST = 1_000_000
"""Bytes of a small file; what is larger is none."""

_LARGEST = 2**31 - 1  # a number that windows can take


def read(path: Path, most: int | None = MOST) -> bytes:
    """The bytes of an ordinary file. Raises OSError, for a pipe or a device too, and at once;
    ValueError when they are more than `most`.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.ENXIO, "it is no ordinary file", str(path))
        data = file.read(-1 if most is None else most + 1)
    if most is not None and len(data) > most:
        raise ValueError(f"it is larger than {most // 1_000_000} MB")
    return data


def json_in(path: Path) -> Any:
    """The JSON value in a file; whole numbers end where windows can take them no further.

    Raises OSError, ValueError for what is no JSON, too large or nested too deeply.
    """
    try:
        return json.loads(read(path), parse_int=_bounded)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _bounded(digits: str) -> int:
    return max(-_LARGEST, min(_LARGEST, int(digits)))
