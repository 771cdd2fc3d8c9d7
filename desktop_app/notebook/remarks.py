"""What Git or a sync program left to decide in the text of a note. Knows lines, no file."""

import re
from typing import NamedTuple

from desktop_app.errors import Problem
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.merge import Merge, Overlap, differing
from desktop_app.notebook.text.fences import fenced
from desktop_app.regex import regex
from desktop_app.words import tr

_O, _B, _P, _C = (rb"%b{7}(?:[ \t].*|\r)?$" % sign for sign in (b"<", rb"\|", b"=", b">"))
_CONFLICT = regex(
    rb"^<{7}(?:[ \t](?P<here>.*)|\r)?\n(?P<ours>(?:(?!%b|%b|%b).*\n)*+)"
    rb"(?:%b\n(?P<before>(?:(?!%b|%b).*\n)*+))?%b\n(?P<theirs>(?:(?!%b|%b).*\n)*+)"
    rb">{7}(?:[ \t](?P<there>.*)|\r)?$\n?" % (_O, _B, _P, _B, _O, _P, _P, _O, _C),
    re.MULTILINE,
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
    shown = fenced(data.decode("utf-8", "replace").replace("\r", "").split("\n"))
    parts: list[bytes | Overlap] = []
    names: list[tuple[str, str]] = []
    at = 0
    for match in _CONFLICT.finditer(data):
        line = data.count(b"\n", 0, match.start())
        if line not in shown:
            before, ours, theirs = match["before"] or b"", match["ours"], match["theirs"]
            parts += [data[at : match.start()], Overlap(before, ours, theirs, line + 1)]
            said = (match[name] or b"" for name in ("here", "there"))
            here, there = (one.decode("utf-8", "replace").strip() for one in said)
            names.append((here, there))
            at = match.end()
    if not names:
        return None
    merge = Merge((*parts, data[at:]))
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
