"""Where an export goes: a new file, or the place of an earlier one. Knows names, no contents."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.notebook.storage import disk
from desktop_app.words import tr


@contextmanager
def new_export(path: Path, is_earlier: Callable[[Path], bool]) -> Iterator[Path]:
    """An empty file that takes the place of `path` if the block ends well: whole or not there.

    Raises Problem when something stands there that is no earlier export, or the disk refuses.
    """
    _must_give_way(path, is_earlier)
    try:
        with disk.new_file(path) as aside:
            yield aside
            _must_give_way(path, is_earlier)  # a long one takes minutes
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise unwritable(path, tr("the disk is full") if full else error.strerror) from error


def _must_give_way(path: Path, is_earlier: Callable[[Path], bool]) -> None:
    if os.path.lexists(path) and not (path.is_file() and is_earlier(path)):
        raise Problem(
            tr("{path} is there already, and is no export of a notebook.").format(path=path),
            tr("Choose another name."),
        )


def unwritable(path: Path, reason: str | None) -> Problem:
    """The problem with a place where nothing can be written."""
    return Problem(
        tr("{path} cannot be written: {told}.").format(path=path, told=reason),
        tr("Choose another place."),
    )
