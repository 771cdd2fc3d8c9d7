"""Rewriting: read a file, change it and save it, again if another program wrote meanwhile."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import NamedTuple, Protocol

from desktop_app.notebook.files import Conflict, Snapshot, sha_of
from desktop_app.notebook.history import Cause
from desktop_app.notebook.merge import merge3
from desktop_app.notebook.storage import trouble

_TRIES = 5  # another program may write between our look and our save, but not for ever


class UpdateMode(StrEnum):
    """Whether a text is added to MEMORY.md or takes its place."""

    APPEND = "append"
    REPLACE = "replace"


class Rewritten(NamedTuple):
    """A file before and after it was written, as `Files.take_back` needs it."""

    before: Snapshot
    after: Snapshot

    @property
    def path(self) -> str:
        return self.after.path


class Shelf(Protocol):
    """Reads and saves files by their path, as the room `memory.files` does."""

    def alone(self) -> AbstractContextManager[object]: ...
    def read(self, path: str) -> Snapshot: ...
    def save(
        self, path: str, data: bytes, base: Snapshot, cause: Cause = ..., *, copy: bool = ...
    ) -> Snapshot: ...


def rewrite(
    shelf: Shelf,
    path: str,
    change: Callable[[Snapshot], bytes | None],
    cause: Cause = Cause.EDIT,
    stands: Callable[[Snapshot], bool] | None = None,
) -> Rewritten:
    """Save what `change` makes of the file, and return both; None means: write nothing.

    Other runs of ours wait meanwhile. `change` is called again for each text that another program
    writes; an error in it ends the rewriting. With `stands`, the file is read once more, and
    written again if it lost our text; what came in with another program's text is written. Raises
    Problem when the disk refuses, and when others keep writing: what was to be changed is still
    with the caller.
    """
    before: Snapshot | None = None
    tried: tuple[bytes, bytes] | None = None  # a text that was there, and what was made of it
    for _ in range(_TRIES):
        with shelf.alone():
            saved = current = shelf.read(path)
            if tried and stands is not None and stands(current):
                without = merge3(tried[1], tried[0], current.data).data
                return Rewritten(Snapshot(path, without, sha_of(without)), current)
            wanted = change(current)
            try:
                if wanted is not None:
                    tried = current.data, wanted
                    saved = shelf.save(path, wanted, current, cause, copy=False)
            except Conflict:
                continue
            if before is None or current.sha != saved.sha:
                before = current
            if stands is None or (now := shelf.read(path)).sha == saved.sha or stands(now):
                return Rewritten(before, saved)
    raise trouble.of_rival(path)
