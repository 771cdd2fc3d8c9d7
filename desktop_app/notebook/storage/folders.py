"""Folders: all that lie below one, as far as a notebook goes. Knows names, not what they mean."""

import os
from collections.abc import Iterator
from pathlib import Path

DEEPEST = 40
"""Folders within each other; what lies deeper is not looked at."""


def is_too_deep(folder: str) -> bool:
    """Whether a folder of the notebook, named from its root, lies too deep to be looked at."""
    return folder.count("/") >= DEEPEST


def walk(root: Path, place: str = "") -> Iterator[tuple[str, list[str], list[str]]]:
    """Each folder from `root / place` on, named from `root` ("" for itself), with the names of its
    folders and of its files. Folders taken out of the list are passed over, and so are links.
    """
    for folder, inner, names in os.walk(root / place):
        path = Path(folder).relative_to(root).as_posix()
        path = "" if path == "." else path
        if is_too_deep(f"{path}/" if path else ""):
            inner.clear()
        yield path, inner, names
