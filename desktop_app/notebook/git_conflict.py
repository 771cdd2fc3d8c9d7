"""A conflict that Git left in a text: two versions of the same lines between its marks.

Until somebody has chosen, such a file is no text: no dream reads it and no prompt has it. What a
note and its copy by a sync program say differently is chosen in the same way. Knows bytes, no file.
"""

import re
from typing import NamedTuple

from desktop_app.errors import Problem
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.merge import Merge, Overlap, differing
from desktop_app.notebook.text.fences import fenced
from desktop_app.regex import regex
from desktop_app.words import tr

_OPENS, _BASE, _PARTS, _CLOSES = (
    regex(rb"[%c]{7}(?:[ \t]+(.*?))?\s*$" % sign) for sign in (b"<", b"|", b"=", b">")
)


class GitConflict(NamedTuple):
    """The places to decide, the line (from 1) of the first one, and what both sides of each place
    are called; `copy` is the path of the second text, "" where Git left both in one file."""

    merge: Merge
    line: int
    names: tuple[tuple[str, str], ...]
    copy: str = ""


def git_conflict(data: bytes) -> GitConflict | None:
    """The conflicts in a text: all marks of each, in order, and in no fence; None without any."""
    if b"<<<<<<<" not in data:
        return None
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    shown = fenced([line.decode("utf-8", "replace").rstrip("\r\n") for line in lines])
    parts: list[bytes | Overlap] = []
    names: list[tuple[str, str]] = []
    at = 0
    for n, line in enumerate(lines):
        opened = _OPENS.match(line) if n >= at and n not in shown else None
        if opened and (found := _one(lines, n)):
            overlap, end, theirs = found
            parts += [b"".join(lines[at:n]), overlap]
            names.append((_name(opened), theirs))
            at = end
    if not names:
        return None
    merge = Merge((*parts, b"".join(lines[at:])))
    return GitConflict(merge, merge.conflicts[0].line, tuple(names))


def with_copy(note: bytes, copy: Snapshot) -> GitConflict | None:
    """What a note and its copy say differently; None where they say the same."""
    merge = differing(note, copy.data)
    if not merge.conflicts:
        return None
    names = ((tr("The note"), tr("The copy")),) * len(merge.conflicts)
    return GitConflict(merge, merge.conflicts[0].line, names, copy.path)


def need_settled(data: bytes, path: str) -> None:
    """Raise Problem where a file has a conflict."""
    if conflict := git_conflict(data):
        raise Problem(words(path, conflict.line), advice())


def words(path: str, line: int) -> str:
    """What is said of a file with a conflict."""
    return tr("{path} holds a conflict of Git, from line {line} on.").format(path=path, line=line)


def advice() -> str:
    """What a person can do about it."""
    return tr("Open it in Nightstand and choose, or edit it. Until then no dream reads it.")


def _one(lines: list[bytes], start: int) -> tuple[Overlap, int, str] | None:
    """The conflict that line `start` opens, the line after its last mark, and the name there."""
    base = middle = 0
    for n in range(start + 1, len(lines)):
        if _OPENS.match(lines[n]):
            return None
        if not middle and _PARTS.match(lines[n]):
            middle = n
        elif not middle and _BASE.match(lines[n]):
            base = base or n
        elif middle and (closed := _CLOSES.match(lines[n])):
            before = b"".join(lines[base + 1 : middle]) if base else b""
            ours = b"".join(lines[start + 1 : base or middle])
            theirs = b"".join(lines[middle + 1 : n])
            return Overlap(before, ours, theirs, start + 1), n + 1, _name(closed)
    return None


def _name(mark: re.Match[bytes]) -> str:
    return (mark[1] or b"").decode("utf-8", "replace")
