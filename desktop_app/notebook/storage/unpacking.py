"""Unpacking: how much may come out of an archive. Knows sizes only."""

from collections.abc import Iterable
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.sizes import size
from desktop_app.words import tr

_TIMES = 100  # its own size; text in many files comes to ten times, a log to forty
_LEAST = 256_000_000  # bytes that may come out of any


def must_be_bounded(path: Path, sizes: Iterable[int]) -> None:
    """Raise Problem where an archive says that far more comes out of it than any notes would need.

    `sizes` are those of its files; no more than it says is read of any.
    """
    unpacked = sum(sizes)
    if unpacked > max(_LEAST, _TIMES * path.stat().st_size):
        raise Problem(
            tr("{name} would unpack to {size}, which is more than notes ever take.").format(
                name=path.name, size=size(unpacked)
            ),
            tr("Unpack it yourself if you trust it, and choose the folder."),
        )
