"""What is to be said of the text of a note: that Git left a conflict, that a mark is never closed.

Other programs hide what follows an open mark; Nightstand reads it. Knows lines, no file.
"""

import re
from collections.abc import Iterator, Sequence

from desktop_app.notebook.git_conflict import advice, git_conflict, words
from desktop_app.notebook.lines import split
from desktop_app.notebook.statements.markup import front_matter
from desktop_app.notebook.text.fences import Fences
from desktop_app.regex import regex
from desktop_app.words import tr

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
    """What is open behind a line, of what was open before it."""
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
