"""Folders: walks through the folders of a notebook. Knows names, not what they mean."""

import os
from collections.abc import Iterator
from pathlib import Path

DEEPEST = 40
"""The deepest level of folders within each other that is looked at."""


def is_too_deep(folder: str) -> bool:
    """Whether a folder of the notebook, named from its root, lies too deep to be looked at."""
    return folder.count("/") >= DEEPEST


def walk(root: Path, place: str = "") -> Iterator[tuple[str, list[str], list[str]]]:
    """Each folder from `root / place` on, as a path from `root`, with its folders and its files.

    The caller may remove folders from the list to leave them out. Links are not followed.
    """
    for folder, inner, names in os.walk(root / place):
        path = Path(folder).relative_to(root).as_posix()
        path = "" if path == "." else path
        if is_too_deep(f"{path}/" if path else ""):
            inner.clear()
        yield path, inner, names
