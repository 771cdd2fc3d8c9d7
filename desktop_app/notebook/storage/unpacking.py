"""Unpacking: how much may come out of a zip. Knows sizes only."""

import zipfile
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.sizes import size
from desktop_app.words import tr

_TIMES = 100  # its own size; text in many files comes to ten times, a log to forty
_LEAST = 256_000_000  # bytes that may come out of any


def must_be_bounded(path: Path, packed: zipfile.ZipFile) -> None:
    """Raise Problem where a zip says that far more comes out of it than any notes would need.

    No more than it says is read of any.
    """
    unpacked = sum(one.file_size for one in packed.infolist())
    if unpacked > max(_LEAST, _TIMES * path.stat().st_size):
        raise Problem(
            tr("{name} would unpack to {size}: no notes are packed so tightly.").format(
                name=path.name, size=size(unpacked)
            ),
            tr("Unpack it yourself if you trust it, and choose the folder."),
        )
