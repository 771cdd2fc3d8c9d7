"""Small files: settings, marks and the like, read up to a limit. Knows bytes and JSON only.

Another program may put anything in their place: a pipe, a hundred megabytes, ten thousand brackets.
"""

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any

from desktop_app.words import tr

MOST = 1_000_000
"""The most bytes of a small file."""

_LARGEST = 2**31 - 1  # a number that windows can take


def read(path: Path, most: int | None = MOST) -> bytes:
    """The bytes of an ordinary file. Raises OSError, at once also for a pipe or a device.

    Raises ValueError if there are more than `most` bytes.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(path, "rb", opener=lambda name, _: os.open(name, flags)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.ENXIO, tr("it is no ordinary file"), str(path))
        data = file.read(-1 if most is None else most + 1)
    if most is not None and len(data) > most:
        raise ValueError(tr("it is larger than {size} MB").format(size=most // 1_000_000))
    return data


def json_in(path: Path) -> Any:
    """The JSON value in a file, with whole numbers cut to what a window can take.

    Raises OSError, and ValueError for a file that is no JSON, too large or nested too deeply.
    """
    try:
        return json.loads(read(path), parse_int=_bounded)
    except RecursionError as error:
        raise ValueError(tr("it is nested too deeply")) from error


def _bounded(digits: str) -> int:
    return max(-_LARGEST, min(_LARGEST, int(digits)))
