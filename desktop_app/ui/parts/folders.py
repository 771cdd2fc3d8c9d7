"""Folders and files in words, and those that are dropped. Knows names, opens nothing."""

from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.settings import Places

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData


def beside(notebook: Path | None) -> Path:
    """Where a person looks for another notebook, or for what comes out of this one.

    The window's own copy of the sample lies among the program's files: nobody looks there.
    """
    if notebook is None or notebook.parent == Places.default().data:
        return Path.home()
    return notebook.parent


def tilde(folder: str) -> str:
    """A folder as a person would say it: below home it begins with `~`."""
    home, path = Path.home(), Path(folder)
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else folder


def first_file(source: "QMimeData") -> str:
    """The first file of this computer in what is dropped or pasted; "" for none."""
    paths = (url.toLocalFile() for url in source.urls() if url.isLocalFile())
    return next(filter(None, paths), "")
