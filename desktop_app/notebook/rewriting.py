"""Rewriting: a file is read, changed and written, once more where another program wrote meanwhile.

Everything that changes a text which others may be writing goes this way: an editor's save, an
agent's update, a version that comes back.
"""

from collections.abc import Callable
from typing import Protocol

from desktop_app.errors import Problem
from desktop_app.notebook.files import Conflict, Snapshot
from desktop_app.notebook.history import Cause
from desktop_app.words import tr

_TRIES = 5  # another program may write between our look and our save, but not for ever


class Shelf(Protocol):
    """Reads and saves files by their path, as the room `memory.files` does."""

    def read(self, path: str) -> Snapshot: ...
    def save(self, path: str, data: bytes, base: Snapshot, cause: Cause = ...) -> Snapshot: ...
    def drop_copy(self, copy: str, data: bytes) -> None: ...


def rewrite(
    shelf: Shelf,
    path: str,
    change: Callable[[Snapshot], bytes | None],
    cause: Cause = Cause.EDIT,
    stands: Callable[[Snapshot], bool] | None = None,
) -> Snapshot:
    """The file once it holds what `change` makes of it; nothing is written where that is None.

    `change` is asked again for each text that another program writes meanwhile; what it raises ends
    the rewriting. With `stands` the file is read once more: where it became a text in which ours
    does not stand, it is written again. Raises Problem when the disk refuses, and when others keep
    writing; our last text is then in a conflict copy, or in the history.
    """
    copy, ours = "", b""
    for _ in range(_TRIES):
        there = shelf.read(path)
        wanted = change(there)
        try:
            saved = there if wanted is None else shelf.save(path, wanted, there, cause)
        except Conflict as conflict:
            if wanted is not None and conflict.copy:
                shelf.drop_copy(copy, ours)
                copy, ours = conflict.copy, wanted
            continue
        if stands is None or (now := shelf.read(path)).sha == saved.sha or stands(now):
            shelf.drop_copy(copy, ours)
            return saved
    hint = (
        tr("Your text is kept in “{copy}”.").format(copy=copy)
        if copy
        else tr("Try again in a moment.")
    )
    raise Problem(tr("Another program keeps writing {path}.").format(path=path), hint)
