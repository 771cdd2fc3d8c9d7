"""Beside: a conflict copy for our text, if another program's text keeps the name of the file."""

import itertools
import os
from datetime import datetime
from pathlib import PurePosixPath

from desktop_app.errors import Problem
from desktop_app.notebook.storage.contain import FilePlace
from desktop_app.notebook.storage.left import cut
from desktop_app.words import tr

_NAME_LIMIT = 255  # bytes of a name on common disks


class Conflict(Problem):
    """Another program wrote meanwhile. Its text keeps the name; ours is in the file `copy`.

    `copy` is "" if no text of ours had to be kept.
    """

    def __init__(self, message: str, hint: str = "", copy: str = "") -> None:
        super().__init__(message, hint)
        self.copy = copy


def keep(place: FilePlace, temp: str) -> Conflict:
    """Give a temporary file a durable name of its own; returns the conflict to raise."""
    at = datetime.fromtimestamp(place.stat(temp).st_mtime)  # the file's own local time
    for number in itertools.count(1):
        name = _copy_name(place.name, at, number)
        try:
            place.rename_new(temp, name)
        except FileExistsError:
            continue
        break
    place.sync()
    return conflict_over(place, place.path(name))


def met(place: FilePlace, temp: str, *, copy: bool) -> Conflict:
    """The conflict to raise for a file of ours, which stays as a `copy` or goes."""
    if copy:
        return keep(place, temp)
    place.unlink(temp)
    return conflict_over(place, "")


def _copy_name(name: str, at: datetime, number: int) -> str:
    suffix = PurePosixPath(name).suffix
    more = "" if number == 1 else f" {number}"
    mark = f" (conflict {at:%Y-%m-%d %H%M%S}{more}){suffix}"
    stem = name[: len(name) - len(suffix)]
    return cut(stem, _NAME_LIMIT - len(os.fsencode(mark))) + mark


def conflict_over(place: FilePlace, copy: str) -> Conflict:
    path = place.path(place.name)
    hint = (
        tr("Your text is kept in “{copy}”.").format(copy=copy)
        if copy
        else tr("Look at it again, then decide.")
    )
    return Conflict(
        tr("Another program changed {path} at the same moment.").format(path=path), hint, copy
    )
