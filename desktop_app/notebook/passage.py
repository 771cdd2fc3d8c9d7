"""Some lines of a file, by their numbers."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from desktop_app.errors import Missing, Problem
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.lines import split
from desktop_app.words import tr


@dataclass(frozen=True)
class Lines:
    """Some lines of a file: `first` is 1-based, `text` keeps its line endings."""

    path: str
    first: int
    count: int
    text: str


class Place(NamedTuple):
    """A file, and its first and last line where they are named."""

    path: str
    first: int | None = None
    last: int | None = None


def place_of(text: str) -> Place:
    """`PATH`, `PATH:LINE` or `PATH:FROM-TO` as a place."""
    named = re.fullmatch(r"(.+?):(\d{1,9})(?:-(\d{1,9}))?", text)
    if named is None:
        return Place(text)
    path, first, last = named.groups()
    return Place(path, int(first), int(last) if last else None)


def no_line(path: str, line: int) -> Missing:
    """What is raised where a file has no such line."""
    return Missing(
        tr("{path} has no line {line}.").format(path=path, line=line),
        tr("See its lines: nightstand get {path}").format(path=path),
    )


def no_bullet(line: int) -> Missing:
    """What is raised where a line of MEMORY.md is no bullet."""
    return Missing(
        tr("Line {at} of MEMORY.md is no bullet.").format(at=line),
        tr("See the bullets and their lines: nightstand history --lines"),
    )


def lines_of(snapshot: Snapshot, first: int = 1, count: int | None = None) -> Lines:
    """Lines `first` to `first + count - 1`, or to the end. Raises Problem when there is no file."""
    if first < 1:
        raise Problem(tr("Lines count from 1."), tr("The first line is 1."))
    if count is not None and count < 0:
        raise Problem(
            tr("{count} is no number of lines.").format(count=count), tr("Ask for one or more.")
        )
    if not snapshot.exists:
        raise Missing(
            tr("{path} does not exist in this notebook.").format(path=snapshot.path),
            tr("Check the path."),
        )
    lines = split(snapshot.text)
    some = lines[first - 1 :] if count is None else lines[first - 1 : first - 1 + count]
    return Lines(snapshot.path, first, len(some), "".join(some))
