"""The mark of a pinned bullet, read and written. Knows lines, no file.

A person pins a bullet, and no program changes it from then on. The mark is a comment of Markdown
at the end of the bullet, so it is seen in every editor and in no rendered page.
"""

import re

from desktop_app.regex import regex

MARK = "<!-- pinned -->"

_MARK = regex(r"[ \t]*<!--[ \t]*pinned[ \t]*-->[ \t]*(?=\r?\n?\Z)", re.IGNORECASE)
_IN_TEXT = regex(r"[ \t]*<!--[ \t]*pinned[ \t]*-->[ \t]*$", re.IGNORECASE | re.MULTILINE)
_BEHIND = regex(r"[ \t]*<!--[ \t]*pinned[ \t]*-->", re.IGNORECASE)
_A_BLOCK = regex(r"\s*(?:[-*+>#|]|\d+[.)]|```|~~~|$)")


def is_pinned(lines: list[str]) -> bool:
    """Whether one of the lines that may carry the mark does: the first and the last one."""
    return any("<!--" in lines[at] and _MARK.search(lines[at]) for at in _ends(lines))


def without_pin(lines: list[str]) -> list[str]:
    """The same lines without the mark."""
    ends = _ends(lines) if any("<!--" in line for line in lines) else ()
    return [_MARK.sub("", line) if n in ends else line for n, line in enumerate(lines)]


def with_pin(lines: list[str]) -> list[str]:
    """A bullet's lines with the mark: at its end, or behind its first line where more follows it
    than the text of one paragraph, which a mark could belong to alone.
    """
    ends = _ends(lines)
    at = 0 if any(map(_A_BLOCK.match, lines[1 : ends[-1] + 1])) else ends[-1]
    bare = lines[at].rstrip(" \t\r\n")
    ending = lines[at][len(lines[at].rstrip("\r\n")) :]
    return [*lines[:at], f"{bare} {MARK}{ending}", *lines[at + 1 :]]


def length(text: str, at: int) -> int:
    """How many characters a mark takes that stands behind this place, its spaces with it."""
    mark = _BEHIND.match(text, at)
    return len(mark[0]) if mark else 0


def row(text: str, pinned: bool) -> str:
    """A row of a table with or without the mark, which stands in its last cell."""
    bare = _BEHIND.sub("", text)
    if not pinned:
        return bare
    last = len(bare.removesuffix("|").rstrip(" \t"))
    return f"{bare[:last]} {MARK}{bare[last:]}"


def to_read(text: str) -> str:
    """A whole text as it is shown to be read, with no mark; its lines stay where they are."""
    return _IN_TEXT.sub("", text) if _mentions(text) else text


def unpinned(text: str) -> str:
    """A text without the mark, for what no person wrote: only people pin."""
    return "".join(without_pin(text.splitlines(keepends=True))) if _mentions(text) else text


def _mentions(text: str) -> bool:
    return "<!--" in text and "pinned" in text.casefold()


def _ends(lines: list[str]) -> list[int]:
    """The first line, and the last one that says something."""
    return [0, next((n for n in range(len(lines) - 1, 0, -1) if lines[n].strip()), 0)]
