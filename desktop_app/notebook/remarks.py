"""What is to be said of a note's text: that Git left a conflict, that a mark is never closed."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from desktop_app.errors import Problem
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.lines import split
from desktop_app.notebook.merge import Merge, Overlap, differing
from desktop_app.notebook.statements.markup import front_matter
from desktop_app.notebook.text.fences import Fences, fenced
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


_CODE = regex(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)")
_MARK = regex(r"<!--|-->|<(/?)details\b|^\s*\$\$|\$\$\s*$", re.IGNORECASE)
_FRONT = regex(r"(?:---|\+\+\+)\s*$")
_KEY = regex(r"\w[\w-]*\s*[:=]")


def remarks(path: str, data: bytes) -> Iterator[tuple[str, str]]:
    """Sentences about a note, each with what to do."""
    if conflict := git_conflict(data):
        yield words(path, conflict.line), advice()
    told = tr("Line {line} of {path} opens {sign}, and nothing closes it.")
    for line, sign in open_marks(split(data.decode("utf-8", "replace"))):
        yield (
            told.format(line=line, path=path, sign=sign),
            tr(
                "Nightstand reads what follows, but other programs may hide it: write the closing "
                "sign, too."
            ),
        )


def open_marks(lines: Sequence[str]) -> list[tuple[int, str]]:
    """The marks that nothing closes, each with its line from 1."""
    plain = [_CODE.sub("", line.rstrip("\r\n")) for line in lines]
    fences, begun = Fences(plain), front_matter(plain)
    opened: list[tuple[int, str]] = []
    if not begun and len(plain) > 1 and _FRONT.match(plain[0]) and _KEY.match(plain[1]):
        closed = any(line.rstrip() in (plain[0].rstrip(), "...") for line in plain[1:])
        opened += [] if closed else [(1, plain[0].strip())]
    n, unfenced = begun, []
    while n < len(plain):
        end = fences.end(n)
        if not end and (marks := fences.opens(n)):
            unfenced.append((n + 1, marks))
        opened = opened if end else _after(opened, plain[n], n + 1)
        n = max(n + 1, end)
    return sorted([*opened, *unfenced])


def _after(opened: list[tuple[int, str]], line: str, number: int) -> list[tuple[int, str]]:
    for mark in _MARK.finditer(line):
        sign = mark[0].strip().lower()
        in_comment = bool(opened) and opened[-1][1] == "<!--"
        if sign == "-->" or in_comment:
            opened = opened[:-1] if in_comment and sign == "-->" else opened
        elif sign == "</details" or (sign == "$$" and any(one == "$$" for _, one in opened)):
            name = "<details>" if sign == "</details" else "$$"
            last = max((n for n, one in enumerate(opened) if one[1] == name), default=None)
            opened = opened if last is None else [*opened[:last], *opened[last + 1 :]]
        else:
            opened = [*opened, (number, "<details>" if sign == "<details" else sign)]
    return opened
