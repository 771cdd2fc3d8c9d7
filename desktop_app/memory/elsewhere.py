"""Elsewhere: what forgetting cannot reach, in sentences. Only looks."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from desktop_app import small_files
from desktop_app.errors import Problem
from desktop_app.memory.watch_books import WatchBooks
from desktop_app.notebook.forgetting.phrases import Sought
from desktop_app.notebook.keepers import GIT, keepers
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import tr

_LARGEST = 5_000_000  # bytes of a file that is looked into
_MOST = 5_000  # files that are looked into
_NAMED = 3


def unreached(notebook: Notebook, asked: Sought, still_open: Sequence[str]) -> Iterator[str]:
    """Sentences about where it may still stand: `still_open` are replaced files that another
    program has open."""
    for name in keepers(notebook.root):
        if name == GIT:
            yield tr("Git keeps what was committed: rewrite the history of the repository there.")
        else:
            yield tr("{name} may keep earlier versions, and copies on other computers.").format(
                name=name
            )
    if others := _others(notebook, asked):
        named = ", ".join(others[:_NAMED]) + (" …" if len(others) > _NAMED else "")
        yield tr("Files of the folder that are no notes say it still: {named}.").format(named=named)
    for path in still_open:
        yield tr("Another program has {path} open; its old text goes when that ends.").format(
            path=path
        )
    yield _agents(notebook)
    yield tr("Backups, exports and other copies of the notebook are not reached.")


def _agents(notebook: Notebook) -> str:
    with suppress(Problem):
        names = sorted({one.id.partition(":")[0] for one in WatchBooks(notebook).followed()})
        if names:
            return tr("The conversations that agents keep themselves stay: {names}.").format(
                names=", ".join(names)
            )
    return tr("The conversations that agents keep themselves stay.")


def _others(notebook: Notebook, asked: Sought) -> list[str]:
    """The files in the notebook's folder that say it and are none of its notes."""
    known = set(notebook.paths())
    found: list[str] = []
    looked = 0
    for folder, inner, names in os.walk(notebook.root):
        inner[:] = [name for name in inner if name != ".git"]
        for name in names:
            path = Path(folder, name)
            shown = path.relative_to(notebook.root).as_posix()
            looked += 1
            if looked > _MOST:
                return found
            if shown not in known and _says(path, asked):
                found.append(shown)
    return sorted(found)


def _says(path: Path, asked: Sought) -> bool:
    try:
        data = small_files.read(path, _LARGEST)
    except (OSError, ValueError):
        return False
    return asked.said_by(data.decode("utf-8", "replace"))
